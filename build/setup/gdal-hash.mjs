// @ts-check
/**
 * The published build of gdal-async comes from a release page without a checksum, is native code, and goes into every
 * package: `gdal-hashes.json` holds the SHA-256 of its binding for each version and target that somebody looked at.
 * What differs from its row is not loaded; what has none is said, and no release is built with it.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

const RECORDED = new URL('./gdal-hashes.json', import.meta.url)

/** @param {string} folder of the binding. @returns {string | undefined} */
export const hashOfBinding = (folder) => {
  const file = path.join(folder, 'gdal.node')
  return fs.existsSync(file) ? createHash('sha256').update(fs.readFileSync(file)).digest('hex') : undefined
}

/**
 * @param {string} build version and target, as `3.12.3-node-v137-linux-x64`
 * @param {string | undefined} hash
 * @param {Record<string, string>} [recorded]
 * @returns {'as-recorded' | 'different' | 'not-recorded'}
 */
export const compareGdal = (build, hash, recorded = JSON.parse(fs.readFileSync(RECORDED, 'utf8'))) => {
  const expected = recorded[build]
  if (expected === undefined) return 'not-recorded'
  return expected === hash ? 'as-recorded' : 'different'
}
