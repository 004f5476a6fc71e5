// @ts-check
/** Step 6: the bundles of window, server and shell and the map's symbols and fonts, built when they are missing or their sources have changed. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { quietly } from './children.mjs'
import { inRoot, root } from './places.mjs'
import { CannotPrepare, lastLines, say } from './say.mjs'

/** @typedef {{ name: string, output: string, sources: string[], entry: string, call: string }} Bundle */

/** @type {Record<'renderer' | 'panes' | 'server' | 'electron' | 'map', Bundle>} */
export const bundles = {
  renderer: {
    name: 'the window',
    output: 'dist/renderer',
    sources: [
      ...['renderer', 'server', 'build/grid'],
      ...['build/bundle.mjs', 'build/package/licences.mjs', 'package-lock.json'],
    ],
    entry: 'renderer/index.html',
    call: 'renderer',
  },
  panes: {
    name: 'the window for tests without a browser',
    output: 'dist/panes',
    sources: ['renderer', 'server', 'test/panes/window.tsx', 'build/bundle.mjs', 'package-lock.json'],
    entry: 'test/panes/window.tsx',
    call: 'panes',
  },
  server: {
    name: 'the server',
    output: 'dist/server',
    sources: ['server', 'build/bundle.mjs', 'build/package/contents.mjs', 'package-lock.json'],
    entry: 'server/start.ts',
    call: 'server',
  },
  map: {
    name: "the map's symbols and fonts",
    output: 'dist/map',
    sources: ['build/map', 'build/icons', 'server/exports', 'server/imkl', 'build/bundle.mjs', 'package-lock.json'],
    entry: 'build/map/write-assets.ts',
    call: 'map',
  },
  electron: {
    name: 'the desktop shell',
    output: 'dist/electron',
    sources: [
      'electron',
      'server/platform',
      'server/texts',
      'renderer/public/icon.svg',
      'build/icons',
      'build/bundle.mjs',
      'package-lock.json',
    ],
    entry: 'electron/main.ts',
    call: 'electron',
  },
}

/**
 * One figure for all that goes into a bundle: names and contents, not times, which git does not keep.
 * @param {string} from
 * @param {readonly string[]} sources files and folders, relative to from
 */
export const fingerprint = (from, sources) => {
  const hash = createHash('sha256')
  for (const source of sources) addTo(hash, from, source)
  return hash.digest('hex')
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} from
 * @param {string} place
 */
const addTo = (hash, from, place) => {
  const file = path.join(from, place)
  const entry = fs.statSync(file, { throwIfNoEntry: false })
  if (!entry) return
  if (entry.isDirectory()) {
    for (const name of fs.readdirSync(file).sort()) addTo(hash, from, `${place}/${name}`)
  } else {
    hash.update(`${place}\0${entry.size}\0`).update(fs.readFileSync(file))
  }
}

/** @param {Bundle} bundle */
export const stampOf = (bundle) => inRoot(`${bundle.output}.sources`)

/**
 * Nothing to build counts as built.
 * @param {Bundle} bundle
 */
export const isBuilt = (bundle) => {
  if (!fs.existsSync(inRoot(bundle.entry))) return true
  try {
    return fs.readFileSync(stampOf(bundle), 'utf8') === fingerprint(root, bundle.sources)
  } catch {
    return false
  }
}

/**
 * Call inside the lock.
 * @param {Bundle} bundle
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 */
export const build = async (bundle, node, env) => {
  if (isBuilt(bundle)) return
  say(`building ${bundle.name}`)
  const sources = fingerprint(root, bundle.sources)
  const done = await quietly(node, [inRoot('build', 'bundle.mjs'), bundle.call], { cwd: root, env })
  if (done.code !== 0) throw new CannotPrepare(`building ${bundle.name} failed:\n${lastLines(done.output, 30)}`)
  fs.writeFileSync(stampOf(bundle), sources)
}
