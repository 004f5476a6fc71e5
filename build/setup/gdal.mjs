// @ts-check
/**
 * Step 3: gdal-async loads. It is the one package with a native part that must fit this machine, so it is readied here,
 * in the open: as it is, else a build kept in the user's cache, else the published build, else built against the
 * system's GDAL. Refuses to touch the packages of another checkout.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { quietly } from './children.mjs'
import { adviseOnGdal, compareGdal, hashOfBinding } from './gdal-hash.mjs'
import { isLinked } from './packages.mjs'
import { inRoot, notes, root, userCache } from './places.mjs'
import { CannotPrepare, say } from './say.mjs'
import { installCommand, installPackagesOfSystem, which } from './system.mjs'
import { failedLately, rememberFailure } from './tries.mjs'

const home = inRoot('node_modules', 'gdal-async')
const DOWNLOAD_TIMEOUT_MS = 90_000
const PUBLISHED = 'published'

/** @param {string} node */
export const gdalLoads = async (node) =>
  (await quietly(node, ['-e', "require('gdal-async')"], { cwd: root })).code === 0

/**
 * Call inside the lock.
 * @param {string} node the Node that will load it
 * @param {NodeJS.ProcessEnv} env with that Node first in PATH
 * @param {{ mayInstall: boolean }} system mayInstall: packages of the system are installed where we are root, else only named
 */
export const readyGdal = async (node, env, { mayInstall } = { mayInstall: true }) => {
  if (await gdalLoads(node)) return
  if (isLinked()) {
    throw new CannotPrepare('gdal-async does not load, and node_modules is linked: run "npm run setup" where it points')
  }
  const build = await describeGdal(node)
  if (await restore(node, build)) return
  if (await download(node, env, build)) return
  await readySystem(mayInstall)
  // A kept build may only have missed the system's libraries.
  if (await restore(node, build)) return
  await compile(node, env, build)
}

/**
 * @typedef {{ folder: string, prefix: string }} Build where the binding belongs, and how its kept copies are called
 * @param {string} node
 * @returns {Promise<Build>}
 */
export const describeGdal = async (node) => {
  const { version } = JSON.parse(fs.readFileSync(path.join(home, 'package.json'), 'utf8'))
  const abi = (await quietly(node, ['-p', 'process.versions.modules'])).stdout.trim()
  const target = `node-v${abi}-${process.platform}-${process.arch}`
  return { folder: path.join(home, 'lib', 'binding', target), prefix: `${version}-${target}-` }
}

const kept = () => path.join(userCache(), 'gdal-async')

/**
 * @param {string} node
 * @param {Build} build
 */
const restore = async (node, build) => {
  const names = fs.existsSync(kept()) ? fs.readdirSync(kept()).filter((name) => name.startsWith(build.prefix)) : []
  for (const name of names) {
    fs.rmSync(build.folder, { recursive: true, force: true })
    fs.cpSync(path.join(kept(), name), build.folder, { recursive: true })
    const isOurs = name !== build.prefix + PUBLISHED || isAsPublished(build)
    if (isOurs && (await gdalLoads(node))) {
      say(`using the build of gdal-async kept in ${kept()}`)
      return true
    }
    fs.rmSync(build.folder, { recursive: true, force: true })
  }
  return false
}

/**
 * Keeps the working build for the next checkout. Not being able to is no reason to stop.
 * @param {Build} build
 * @param {string} against
 */
const keep = (build, against) => {
  const place = path.join(kept(), build.prefix + against)
  const beside = path.join(kept(), `making-${process.pid}`)
  try {
    fs.rmSync(beside, { recursive: true, force: true })
    fs.cpSync(build.folder, beside, { recursive: true })
    fs.rmSync(place, { recursive: true, force: true })
    fs.renameSync(beside, place)
  } catch (error) {
    fs.rmSync(beside, { recursive: true, force: true })
    say(`the build of gdal-async could not be kept for later (${/** @type {Error} */ (error).message})`)
  }
}

/** Says what is known of the build that was fetched. @param {Build} build */
const isAsPublished = (build) => {
  const name = build.prefix.slice(0, -1)
  const hash = hashOfBinding(build.folder)
  const outcome = compareGdal(name, hash)
  if (outcome === 'different') say('the build of gdal-async that was fetched is not used')
  if (outcome !== 'as-recorded') say(adviseOnGdal(name, outcome, hash))
  return outcome !== 'different'
}

const preGyp = () => {
  const inside = path.join(home, 'node_modules', '@mapbox', 'node-pre-gyp', 'bin', 'node-pre-gyp')
  return fs.existsSync(inside) ? inside : inRoot('node_modules', '@mapbox', 'node-pre-gyp', 'bin', 'node-pre-gyp')
}

/**
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 * @param {Build} build
 */
const download = async (node, env, build) => {
  const what = `${build.prefix}download`
  if (failedLately(notes, what, Date.now())) return false
  say('fetching the published build of gdal-async')
  const done = await quietly(node, [preGyp(), 'install'], { cwd: home, env, timeoutMs: DOWNLOAD_TIMEOUT_MS })
  // Before it is loaded for the first time.
  if (done.code === 0 && isAsPublished(build) && (await gdalLoads(node))) {
    keep(build, PUBLISHED)
    return true
  }
  fs.rmSync(build.folder, { recursive: true, force: true })
  rememberFailure(notes, what)
  say('the published build of gdal-async could not be fetched or does not run here')
  return false
}

/** The system's GDAL and a compiler, or the end of the road. @param {boolean} mayInstall */
const readySystem = async (mayInstall) => {
  if (process.platform === 'win32') {
    throw new CannotPrepare('gdal-async needs its published build from github.com: connect, and run "npm run setup"')
  }
  const needs = { 'gdal-config': 'libgdal-dev', 'g++': 'g++', make: 'make', python3: 'python3' }
  const missing = Object.entries(needs).filter(([command]) => !which(command))
  if (missing.length === 0) return
  const packages = missing.map(([, name]) => name)
  if (!mayInstall) {
    throw new CannotPrepare(`GDAL can't be fetched here; install it first: ${installCommand(packages)}`)
  }
  if (await installPackagesOfSystem(packages, 'building gdal-async')) return
  throw new CannotPrepare('gdal-async can not be built yet (see the line above); install that and start again')
}

/**
 * The package's build writes its type declarations anew, with a tool that npx would fetch; the package has them already.
 * @param {string} manifest
 */
const leaveOutDeclarations = (manifest) => {
  const description = JSON.parse(fs.readFileSync(manifest, 'utf8'))
  description.scripts.yatag = 'node --version'
  fs.writeFileSync(manifest, JSON.stringify(description))
}

/**
 * Compiles in a folder of its own: make can't stand a space in a path, and a compilation that is broken off leaves
 * nothing half-made in node_modules.
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 * @param {Build} build
 */
const compile = async (node, env, build) => {
  const gdal = (await quietly('gdal-config', ['--version'])).stdout.trim() || 'unknown'
  say(`building gdal-async against the GDAL ${gdal} of this system (a minute or two)`)
  const yard = fs.mkdtempSync(path.join(os.tmpdir(), 'klic-gdal-'))
  try {
    const copy = path.join(yard, 'node_modules', 'gdal-async')
    // Its deps are the sources of a GDAL of its own, which is not what is built here.
    fs.cpSync(home, copy, { recursive: true, filter: (file) => !/^(deps|build)$/.test(path.relative(home, file)) })
    fs.cpSync(inRoot('node_modules', 'nan'), path.join(yard, 'node_modules', 'nan'), { recursive: true })
    leaveOutDeclarations(path.join(copy, 'package.json'))
    // The headers must be those of the Node that loads the result; a nodedir from elsewhere (npm's settings) is wrong.
    const nodeHome = path.resolve(path.dirname(node), '..')
    const headers = path.join(yard, 'node')
    if (fs.existsSync(path.join(nodeHome, 'include', 'node', 'node.h'))) fs.symlinkSync(nodeHome, headers)
    const buildEnv = {
      ...env,
      npm_config_nodedir: fs.existsSync(headers) ? headers : '',
      npm_config_node_gyp: inRoot('node_modules', 'node-gyp', 'bin', 'node-gyp.js'),
    }
    const args = [preGyp(), 'install', '--build-from-source', '--shared_gdal', '-j', 'max']
    const done = await quietly(node, args, { cwd: copy, env: buildEnv })
    if (done.code === 0) {
      fs.rmSync(build.folder, { recursive: true, force: true })
      fs.cpSync(path.join(copy, path.relative(home, build.folder)), build.folder, { recursive: true })
    }
    if (done.code !== 0 || !(await gdalLoads(node))) {
      const log = path.join(notes, 'gdal-build.log')
      fs.writeFileSync(log, done.output)
      const errors = done.output.split('\n').filter((line) => /error/i.test(line) && !line.includes('gyp ERR!'))
      throw new CannotPrepare(`building gdal-async failed, see ${log}\n${errors.slice(0, 5).join('\n')}`)
    }
  } finally {
    fs.rmSync(yard, { recursive: true, force: true })
  }
  keep(build, `gdal${gdal}`)
}
