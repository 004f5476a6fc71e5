// @ts-check
/**
 * Remembers what could not be fetched, so that a machine without the internet is not kept waiting at every start:
 * the same thing is tried again after a day, or when its version changes.
 */
import fs from 'node:fs'
import path from 'node:path'

const AGAIN_AFTER_MS = 24 * 60 * 60 * 1000

/**
 * @param {string} folder
 * @param {string} what name and version of the thing
 * @param {number} nowMs
 */
export const failedLately = (folder, what, nowMs) => {
  try {
    const ageMs = nowMs - fs.statSync(note(folder, what)).mtimeMs
    return ageMs >= 0 && ageMs < AGAIN_AFTER_MS
  } catch {
    return false
  }
}

/**
 * @param {string} folder
 * @param {string} what
 */
export const rememberFailure = (folder, what) => {
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(note(folder, what), '')
}

/**
 * @param {string} folder
 * @param {string} what
 */
const note = (folder, what) => path.join(folder, `failed-${what.replaceAll(/[^\w.-]/g, '_')}`)
