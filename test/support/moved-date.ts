/**
 * Loaded before anything else (`NODE_OPTIONS=--import=…`): the day that the file named by MOVED_DATE says, in place of today's, for the
 * server and all that it starts. What counts the time that passes is left alone.
 */
import { readFileSync } from 'node:fs'

const file = process.env.MOVED_DATE
if (file !== undefined) {
  const Real = Date
  const realNow = Date.now
  const AGAIN_MS = 20
  let [readAt, byMs] = [Number.NEGATIVE_INFINITY, 0]
  const now = (): number => {
    if (performance.now() - readAt > AGAIN_MS) {
      byMs = Number(readFileSync(file, 'utf8'))
      readAt = performance.now()
    }
    return realNow() + byMs
  }
  Date.now = now
  const Moved: DateConstructor = new Proxy(Real, {
    construct: (target, args, as): Date =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, as === Moved ? target : as),
  })
  globalThis.Date = Moved
  Real.prototype.constructor = Moved
}
