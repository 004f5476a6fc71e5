// @ts-check
/**
 * What makes a package a release: an address of its updates, and everything by which a computer knows that the next
 * version is ours. Without one of them no release is built: an application that updates itself from a web server must
 * not believe the web server.
 */
import { CannotPrepare } from '../setup/say.mjs'
import { publicHalf, readUpdateKey } from './sign-updates.mjs'

/**
 * @typedef {object} Release
 * @property {string} url folder on the web where the updates lie
 * @property {import('node:crypto').KeyObject} key signs the lists of the updates
 * @property {string} publicKey what the application carries of it
 * @property {string | undefined} publisher subject of the Windows certificate, which the updater demands of an installer
 */

/** What each system demands beside the key of the updates: variables of electron-builder, any one of a row. */
const SIGNED_BY = {
  win32: [['WIN_CSC_LINK', 'CSC_LINK'], ['KLIC_PUBLISHER']],
  darwin: [
    ['CSC_LINK', 'CSC_NAME'],
    ['APPLE_API_KEY', 'APPLE_ID', 'APPLE_KEYCHAIN_PROFILE'],
  ],
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} platform
 * @returns {Release | undefined} undefined: not a release, and the package does not update itself
 * @throws CannotPrepare that names everything that is missing
 */
export const releaseOf = (env, platform) => {
  const url = env.KLIC_UPDATE_URL
  if (!url) return undefined
  const rows = [['KLIC_UPDATE_KEY'], ...(SIGNED_BY[/** @type {keyof typeof SIGNED_BY} */ (platform)] ?? [])]
  const missing = rows.filter((row) => !row.some((name) => env[name])).map((row) => row.join(' or '))
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') missing.push('KLIC_UPDATE_URL as an https address')
  if (missing.length > 0) {
    throw new CannotPrepare(`no release is built unsigned: set ${missing.join(', ')} (CONTRIBUTING.md)`)
  }
  const key = readUpdateKey(env.KLIC_UPDATE_KEY ?? '')
  return { url, key, publicKey: publicHalf(key), publisher: env.KLIC_PUBLISHER }
}
