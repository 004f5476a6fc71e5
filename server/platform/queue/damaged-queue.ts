/**
 * A queue file that is damaged. Nothing in it is needed: every run follows from the rows of the store, and the sweep starts
 * it anew. So it is set aside for diagnosis, and an empty one takes its place.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** SQLITE_CORRUPT and SQLITE_NOTADB; what is above the lowest byte says more of the same. */
const DAMAGE = [11, 26]
/** One that a disk damages again and again must not fill it. */
const KEPT = 2

/** @param error of node:sqlite, or what it caused */
export function isDamage(error: unknown): boolean {
  const { errcode, cause } = (error ?? {}) as { errcode?: unknown; cause?: unknown }
  return DAMAGE.includes(Number(errcode) & 0xff) || (cause !== undefined && isDamage(cause))
}

/** Reads the whole file. @returns whether it is whole; one that is not there is */
export function isWhole(file: string): boolean {
  if (!existsSync(file)) return true
  const database = new DatabaseSync(file)
  try {
    const [found] = database.prepare('pragma quick_check(1)').all()
    return Object.values(found ?? {})[0] === 'ok'
  } catch (error) {
    if (isDamage(error)) return false
    throw error
  } finally {
    database.close()
  }
}

/** Nobody may have it open. @param folder where to @returns its new path */
export function setAside(file: string, folder: string, now: Date): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const name = `${basename(file)}-`
  const aside = join(folder, `${name}${now.toISOString().replaceAll(/[:.]/g, '-')}`)
  renameSync(file, aside)
  // Old files are cleared by this time.
  utimesSync(aside, now, now)
  for (const beside of ['-wal', '-shm']) rmSync(file + beside, { force: true })
  const all = readdirSync(folder).filter((each) => each.startsWith(name) && !/-(wal|shm)$/.test(each))
  for (const earlier of all.sort().slice(0, -KEPT)) rmSync(join(folder, earlier), { force: true })
  return aside
}

/** An object each of whose calls tells when the file turns out to be damaged. */
export function telling<T extends object>(inner: T, onDamage: (error: unknown) => void): T {
  const told = (error: unknown): never => {
    if (isDamage(error)) onDamage(error)
    throw error
  }
  return new Proxy(inner, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]): unknown => {
        try {
          const result: unknown = value.apply(target, args)
          return result instanceof Promise ? result.catch(told) : result
        } catch (error) {
          return told(error)
        }
      }
    },
  })
}
