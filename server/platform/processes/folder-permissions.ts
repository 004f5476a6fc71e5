/**
 * The data folder is for its owner only: in it are personal data, deliveries, hashes of passwords, and what signs events.
 * What others may read since before (an earlier version, a folder that a user made) is closed at each start. Windows
 * goes by the lists of access of the user's own profile instead of modes.
 * On a server for others the operator may let a group in on purpose, with an access list (setfacl), whose mask stands
 * where the group's mode is: the group's share of the folder itself is left as it is there.
 */
import { chmod, lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const OTHERS = 0o007
const GROUP_AND_OTHERS = 0o077

/** For every entry, first thing: what it makes is for its owner only. A file that a person names is made without it. */
export const makeForOwnerOnly = (): void => void process.umask(GROUP_AND_OTHERS)

/** Whether others than the owner (with `keepsGroup`: than owner and group) could come in. False where there are no modes. */
export async function isOpenToOthers(folder: string, { keepsGroup }: { keepsGroup: boolean }): Promise<boolean> {
  if (process.platform === 'win32') return false
  const found = await stat(folder).catch(() => undefined)
  return found !== undefined && (found.mode & (keepsGroup ? OTHERS : GROUP_AND_OTHERS)) !== 0
}

/**
 * Closes the folder, then what lies in it. A folder that is closed was gone through before, since it is closed after
 * what is in it: so a kill on the way leaves it to the next start, and a start with all closed asks about twenty files.
 * @returns undefined, or why others can still come in, in words for its operator
 */
export async function closeToOthers(folder: string, which: { keepsGroup: boolean }): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined
  const taken = which.keepsGroup ? OTHERS : GROUP_AND_OTHERS
  if (await isOpenToOthers(folder, which)) await take(folder, taken)
  // An office's own machine may have none yet: its files are in a bucket.
  for (const name of await readdir(folder).catch(() => [])) await close(join(folder, name), taken)
  if (!(await isOpenToOthers(folder, which))) return undefined
  return (
    `Other users of this computer may be able to read the data folder ${folder}, and its access could not be changed: ` +
    'it belongs to another user, or lies on a volume that sets the access for all files. Have its owner allow only you ' +
    '(chmod 700), mount the volume so (file_mode=0600,dir_mode=0700), or choose another folder.'
  )
}

/** Says it to the operator, and in the log. */
export async function restrictPermissions(
  folder: string,
  which: { keepsGroup: boolean },
  log: { warn(words: string): void },
): Promise<void> {
  const openness = await closeToOthers(folder, which)
  if (openness === undefined) return
  process.stderr.write(`${openness}\n`)
  log.warn('The data folder can be read by other users of this computer')
}

/** @throws never for a file that cannot be changed, or went meanwhile: the folder around it decides */
async function close(path: string, taken: number): Promise<void> {
  const found = await lstat(path).catch(() => undefined)
  // A link's own mode means nothing, and what it leads to was put elsewhere on purpose.
  if (!found || found.isSymbolicLink() || (found.mode & taken) === 0) return
  if (found.isDirectory()) for (const name of await readdir(path).catch(() => [])) await close(join(path, name), taken)
  await take(path, taken)
}

const take = async (path: string, taken: number): Promise<void> => {
  const found = await stat(path).catch(() => undefined)
  if (found) await chmod(path, found.mode & 0o7777 & ~taken).catch(() => {})
}
