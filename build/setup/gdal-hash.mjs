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

const RELEASES = 'https://github.com/mmomtchev/node-gdal-async/releases/download'

/**
 * What a person with internet does about a build that is not as recorded, in one line.
 * @param {string} build version and target
 * @param {'different' | 'not-recorded'} outcome
 * @param {string | undefined} hash of the build that is here, which may be another than the published one
 */
export const adviseOnGdal = (build, outcome, hash) => {
  const [, version, target] = /** @type {RegExpExecArray} */ (/^([^-]+)-(.+)$/.exec(build))
  const here = hash === undefined ? 'Here lies no gdal.node.' : `The one here has the hash ${hash}.`
  const fetched = `fetch ${RELEASES}/v${version}/${target}.tar.gz from two networks, unpack both and compare sha256sum of gdal.node`
  return outcome === 'different'
    ? `The gdal-async ${build} is not the one in build/setup/gdal-hashes.json. ${here} Remove it from node_modules and from the cache and run "npm run setup"; if it differs again, ${fetched}, and change the row only when you know why.`
    : `build/setup/gdal-hashes.json has no row for gdal-async ${build}. ${here} To add one, ${fetched}; when they are equal, add "${build}": "<that hash>" and commit it.`
}
