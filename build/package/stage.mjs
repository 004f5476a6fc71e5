// @ts-check
/** Puts a package's contents in a folder, with a list of every file, and holds their size against the budget. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { CannotPrepare } from '../setup/say.mjs'
import { packageContents } from './contents.mjs'

/**
 * Megabytes on the disk, per part. Measured on Linux: node 127, node_modules 33 with the system's GDAL (its published build
 * has 49 more), server 7.7 (with the packages that are bundled), dist 12.7 (the map's fonts are 1.5 of it, licence texts 1.2,
 * the page of the API reference 0.8), build 0.3, shell 1, qgis 0.1. What grows beyond needs a reason and a new figure.
 */
export const BUDGET_MB = { node: 136, node_modules: 90, server: 9, dist: 14, build: 4, shell: 2, qgis: 1 }

/** @param {string} file */
const hashOf = (file) => createHash('sha256').update(fs.readFileSync(file)).digest('hex')

/**
 * One line a file: hash, size in bytes, path. The same sources and lock file give the same list.
 * @param {readonly [to: string, from: string][]} contents
 */
export const fileList = (contents) =>
  `${contents.map(([to, from]) => `${hashOf(from)} ${fs.statSync(from).size} ${to}`).join('\n')}\n`

/**
 * @param {readonly [to: string, from: string][]} contents
 * @returns {Record<string, number>} megabytes by part
 */
export const sizes = (contents) => {
  /** @type {Record<string, number>} */
  const mb = {}
  for (const [to, from] of contents) {
    const part = to.startsWith('dist/server/') || !to.includes('/') ? 'server' : (to.split('/')[0] ?? '')
    mb[part] = (mb[part] ?? 0) + fs.statSync(from).size / 1e6
  }
  return mb
}

/**
 * @param {Record<string, number>} mb
 * @throws CannotPrepare that names each part over its budget
 */
export const checkBudget = (mb) => {
  const over = Object.entries(mb)
    .filter(([part, size]) => size > (BUDGET_MB[/** @type {keyof typeof BUDGET_MB} */ (part)] ?? 0))
    .map(([part, size]) => `${part} has ${size.toFixed(1)} MB`)
  if (over.length > 0) throw new CannotPrepare(`over the size budget (build/package/stage.mjs): ${over.join(', ')}`)
}

/**
 * @param {string} folder made anew
 * @param {readonly [to: string, from: string][]} contents
 */
export const copyContents = (folder, contents) => {
  fs.rmSync(folder, { recursive: true, force: true })
  for (const [to, from] of contents) {
    const place = path.join(folder, ...to.split('/'))
    fs.mkdirSync(path.dirname(place), { recursive: true })
    fs.copyFileSync(from, place, fs.constants.COPYFILE_FICLONE)
    fs.chmodSync(place, to.startsWith('node/') ? 0o755 : 0o644)
  }
}

/**
 * @param {string} folder made anew
 * @param {{ platform: string, arch: string, node: string }} target
 * @returns {{ list: string, mb: Record<string, number> }}
 */
export const stage = (folder, target) => {
  const contents = packageContents(target)
  copyContents(folder, contents)
  return { list: fileList(contents), mb: sizes(contents) }
}
