// @ts-check
/**
 * What of the project goes into a package beside the shell: the server's bundle and the window's, the packages that can't
 * be bundled, and a Node to run it. The same list for the same lock file, on every machine.
 */
import fs from 'node:fs'
import path from 'node:path'
import { inRoot } from '../setup/places.mjs'

/** What the server's bundle leaves out: those with a native part, and one that reads files of its own folder. */
export const AS_PACKAGES = ['better-sqlite3', 'gdal-async', 'pdfkit']

/** Asked for by gdal-async for building itself; a package is built already. */
const ONLY_FOR_BUILDING = ['nan', 'node-gyp', 'node-addon-api', 'prebuild-install', 'bindings-cmake']

/** Folders of packages that nothing loads at run time. */
const NOT_LOADED = /^(?:docs?|bench|benchmark|tests?|__tests__|examples?|\.github)\//
/** The packages with a native part bring its sources; elsewhere src may be what is loaded. */
const NATIVE = ['gdal-async', 'better-sqlite3']
const NATIVE_SOURCES = /^(?:deps|src|scripts|build)\//
const NOT_LOADED_FILE = /(?:\.(?:d\.[cm]?ts|[cm]?ts|map|md|markdown|gyp|gypi|svg|html|flow|tsbuildinfo)|\/\.[^/]+)$/i
/** Of gdal-async’s sources, what GDAL reads while it runs. */
const GDAL_READS = /^deps\/(?:libgdal\/gdal\/data|libproj\/proj\/data|libcurl\/cacert\.pem)/
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)/i

/** @param {string} folder @returns {string[]} files below it, with forward slashes, sorted */
export const filesIn = (folder) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort()

/** @param {string} folder @returns {{ name: string, version: string, license?: string, dependencies?: object, optionalDependencies?: object }} */
export const manifestOf = (folder) => JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))

/** Where Node finds a package from a folder; undefined when it is not installed. @param {string} from @param {string} name */
const resolve = (from, name) => {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const place = path.join(folder, 'node_modules', name)
    if (fs.existsSync(path.join(place, 'package.json'))) return place
    if (folder === path.dirname(folder)) return undefined
  }
}

/**
 * Folders below node_modules of packages with all that they need, sorted.
 * @param {readonly string[]} [names]
 * @param {readonly string[]} [without]
 */
export const serverPackages = (names = AS_PACKAGES, without = ONLY_FOR_BUILDING) => {
  const home = fs.realpathSync(inRoot('node_modules'))
  const found = new Set()
  /** @param {string} from @param {string} name */
  const add = (from, name) => {
    const folder = resolve(from, name)
    if (!folder || found.has(folder) || without.includes(name)) return
    found.add(folder)
    const { dependencies = {}, optionalDependencies = {} } = manifestOf(folder)
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) add(folder, each)
  }
  for (const name of names) add(path.dirname(home), name)
  return [...found].map((folder) => path.relative(home, folder).split(path.sep).join('/')).sort()
}

/**
 * @param {string} of the package
 * @param {string} name of a package's file, from the package's own folder
 * @param {{ platform: string, arch: string }} target
 */
const isLoaded = (of, name, { platform, arch }) => {
  if (name.startsWith('node_modules/')) return false
  if (name.startsWith('prebuilds/')) return !platform || name.startsWith(`prebuilds/${platform}-${arch}`)
  if (GDAL_READS.test(name)) return true
  if (LICENCE_FILE.test(path.basename(name))) return !name.startsWith('deps/')
  if (NATIVE.includes(of) && NATIVE_SOURCES.test(name)) return false
  return !NOT_LOADED.test(name) && !NOT_LOADED_FILE.test(`/${name}`)
}

/**
 * Where each file comes from, by where it goes; sorted by the latter.
 * @param {{ platform: string, arch: string, node: string }} target node: the binary that belongs to it
 * @returns {[to: string, from: string][]}
 */
export const packageContents = (target) => {
  /** @type {[string, string][]} */
  const all = [
    ['package.json', inRoot('package.json')],
    [target.platform === 'win32' ? 'node/node.exe' : 'node/node', target.node],
    ...programFiles(),
    ...packageFiles(serverPackages(), (of, name) => isLoaded(of, name, target)),
  ]
  return all.sort(byPlace)
}

/** @param {[to: string, from: string]} a @param {[to: string, from: string]} b */
const byPlace = ([a], [b]) => (a < b ? -1 : 1)

/**
 * @param {readonly string[]} names folders below node_modules
 * @param {(of: string, name: string) => boolean} isWanted by package and file
 * @returns {[to: string, from: string][]}
 */
const packageFiles = (names, isWanted) =>
  names.flatMap((of) => {
    const at = inRoot('node_modules', of)
    return filesIn(at)
      .filter((name) => isWanted(of, name))
      .map((name) => /** @type {[string, string]} */ ([`node_modules/${of}/${name}`, path.join(at, name)]))
  })

/** What is made here, and the same for every system. @returns {[to: string, from: string][]} */
const programFiles = () => {
  /** @type {[string, string][]} */
  const all = [['LICENSE', inRoot('LICENSE')]]
  for (const [folder, fits] of /** @type {[string, RegExp][]} */ ([
    ['dist/server', /./],
    ['dist/renderer', /./],
    ['dist/map', /./],
    ['qgis/klic_desktop', /^(?!.*__pycache__)/],
    ['build/grid', /\.tif$/],
  ])) {
    const at = inRoot(...folder.split('/'))
    if (!fs.existsSync(at)) continue
    for (const name of filesIn(at)) if (fits.test(name)) all.push([`${folder}/${name}`, path.join(at, name)])
  }
  return all
}

/** The binding of gdal-async is made where the package of npm is installed, from its sources and with these tools. */
export const BUILD_TOOLS = ['nan', 'node-gyp']
/** Of gdal-async itself, what is no part of that: the sources of a GDAL of its own, documents, and a binding of this machine. */
const NOT_FOR_BUILDING = /^(?:deps|doc|bench|build|lib\/binding|node_modules)\/|\.svg$/

/** @param {string} of the package @param {string} name of a package's file, from the package's own folder */
const isInstalled = (of, name) => {
  if (of === 'gdal-async') return GDAL_READS.test(name) || !NOT_FOR_BUILDING.test(name)
  if (BUILD_TOOLS.includes(of)) return !name.startsWith('node_modules/')
  return isLoaded(of, name, { platform: '', arch: '' })
}

/** What `npm install` brings: no Node, no binding of GDAL, and what readies both at the first start. @returns {[to: string, from: string][]} */
export const npmContents = () => {
  const all = programFiles()
  all.push(['README.md', inRoot('README.md')])
  for (const name of filesIn(inRoot('build', 'setup')))
    all.push([`build/setup/${name}`, inRoot('build', 'setup', name)])
  all.push(['build/package/npm-command.mjs', inRoot('build', 'package', 'npm-command.mjs')])
  all.push(...packageFiles(serverPackages([...AS_PACKAGES, ...BUILD_TOOLS], ['yatag']), isInstalled))
  return all.sort(byPlace)
}
