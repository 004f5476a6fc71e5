/** Real example deliveries and other material beside the repository, never inside it. A test without it skips, and says so. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.env.KLIC_SHARED ?? join(import.meta.dirname, '..', '..', '..', 'shared')

/** The full path of a file in the shared folder; undefined when it is not there. */
export const shared = (path: string): string | undefined => {
  const full = join(folder, path)
  return existsSync(full) ? full : undefined
}
