// @ts-check
/** Where the start script finds and keeps things. Only paths; nothing is read or made here. */
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..')

/** @param {string[]} parts */
export const inRoot = (...parts) => path.join(root, ...parts)

/** Notes of the set-up about this checkout (lock, failed tries); git-ignored. */
export const notes = inRoot('.klic')

/**
 * What is worth keeping between checkouts, in the user's own cache.
 * @param {NodeJS.ProcessEnv} [env]
 */
export const userCache = (env = process.env, platform = process.platform, home = os.homedir()) => {
  if (env.XDG_CACHE_HOME) return path.join(env.XDG_CACHE_HOME, 'klic-desktop')
  if (platform === 'darwin') return path.join(home, 'Library', 'Caches', 'klic-desktop')
  if (platform === 'win32') {
    return path.join(env.LOCALAPPDATA ?? path.join(home, 'AppData', 'Local'), 'klic-desktop', 'cache')
  }
  return path.join(home, '.cache', 'klic-desktop')
}
