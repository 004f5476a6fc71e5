/** Real time and real ids, for the entries; tests give their own. */
import { randomBytes } from 'node:crypto'
import type { Clock, Ids } from '../domain/clock.ts'

export const systemClock: Clock = { now: () => new Date() }

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Prefix, ten letters of time (48 bits of milliseconds, Crockford base 32), sixteen random ones: sorts by time. */
export const newId: Ids = (prefix) => {
  let time = ''
  for (let rest = Date.now(), place = 0; place < 10; place++, rest = Math.floor(rest / 32))
    time = LETTERS[rest % 32] + time
  const random = Array.from(randomBytes(16), (byte) => LETTERS[byte % 32]).join('')
  return `${prefix}_${time}${random}`
}
