/** Reference material that lies beside the repository; a test that wants it skips where it is absent. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = process.env.KLIC_SHARED ?? resolve(import.meta.dirname, '..', '..', '..', 'shared')

/** @returns the path of a file below `shared`, or undefined where it is not there. */
export const shared = (path: string): string | undefined => {
  const found = join(root, path)
  return existsSync(found) ? found : undefined
}
