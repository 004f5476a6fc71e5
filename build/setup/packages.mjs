// @ts-check
/** Step 1: node_modules is what package-lock.json says. Refuses to touch a node_modules that is only linked here. */
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { quietly } from './children.mjs'
import { inRoot, notes, root } from './places.mjs'
import { CannotPrepare, lastLines, say } from './say.mjs'

/** @typedef {{ version?: string, integrity?: string, optional?: boolean }} Entry */
/** @typedef {{ packages?: Record<string, Entry> }} LockFile */

/**
 * Is what npm noted about its last install (node_modules/.package-lock.json, written last) what the lock asks for?
 * Optional packages may be missing: those of other platforms always are.
 * @param {LockFile} wanted
 * @param {LockFile | undefined} installed
 */
export const isInstalled = (wanted, installed) => {
  if (!installed?.packages) return false
  const want = wanted.packages ?? {}
  for (const [place, entry] of Object.entries(want)) {
    if (place === '') continue
    const got = installed.packages[place]
    if (!got) {
      if (entry.optional) continue
      return false
    }
    if (got.version !== entry.version || got.integrity !== entry.integrity) return false
  }
  return Object.keys(installed.packages).every((place) => place in want)
}

/**
 * @param {string} file
 * @returns {LockFile | undefined}
 */
const read = (file) => {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** A node_modules that is a link belongs to another checkout (a git worktree of it, usually). */
export const isLinked = () => {
  try {
    return fs.lstatSync(inRoot('node_modules')).isSymbolicLink()
  } catch {
    return false
  }
}

export const packagesAreReady = () =>
  isInstalled(read(inRoot('package-lock.json')) ?? {}, read(inRoot('node_modules', '.package-lock.json')))

/** npm names its reason first; what it says last is its usage and where its log lies. @param {string} output */
const reasonOf = (output) => {
  const errors = output.split('\n').filter((line) => /^npm (?:ERR!|error)/.test(line))
  return errors.length > 0 ? errors.slice(0, 8).join('\n') : lastLines(output)
}

/** Call inside the lock. */
export const installPackages = async () => {
  if (packagesAreReady()) return
  if (isLinked()) {
    say('node_modules is linked from another checkout and differs from package-lock.json; run npm ci there')
    return
  }
  say('installing the packages of package-lock.json (npm ci)')
  const args = ['ci', '--include=dev', '--include=optional', '--no-progress']
  const done = await runNpm(await npm(), args, root)
  if (done.code !== 0) {
    throw new CannotPrepare(
      `npm ci failed. Check the connection to the package registry and try again.\n${reasonOf(done.output)}`,
    )
  }
}

/** @typedef {{ command: string, before: string[] }} Npm */

/** @param {Npm} npm @param {string[]} args @param {string} cwd */
export const runNpm = ({ command, before }, args, cwd) =>
  quietly(command, [...before, ...args], { cwd, shell: command === 'npm' && process.platform === 'win32' })

/** The npm that started us, else the one beside this Node, else the one in PATH. @returns {Npm} */
const npmHere = () => {
  const beside = path.dirname(process.execPath)
  const candidates = [
    process.env.npm_execpath,
    path.join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    path.join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ]
  const script = candidates.find((file) => file && path.basename(file).startsWith('npm') && fs.existsSync(file))
  return script ? { command: process.execPath, before: [script] } : { command: 'npm', before: [] }
}

/** npm 9 (Debian 12 and 13) can't read an override that names another package, and takes the lock file for missing. */
const OLDEST_NPM = 10
const NEWER_NPM = '10.9.9'
/** What the registry has to give for it: npm compares what it fetched only with what the same registry says of it. */
const NEWER_NPM_INTEGRITY =
  'sha512-1g+6jLQvaIuB4zwvHL7yrXuXcWZwDsCtBX8bbWDqbvJSSr9nPiDDWTHNgwXR27iIcTTW7v3A57hDW9RYv2W4Yg=='

/** Is the npm in that folder the one we know? @param {string} folder */
export const isKnownNpm = (folder) =>
  read(path.join(folder, 'node_modules', '.package-lock.json'))?.packages?.['node_modules/npm']?.integrity ===
  NEWER_NPM_INTEGRITY

/** @returns {Promise<Npm>} one that reads our lock file: the one here, or a newer one from the registry beside our notes */
export const npm = async () => {
  const here = npmHere()
  const version = (await runNpm(here, ['--version'], root)).stdout.trim()
  if (Number.parseInt(version, 10) >= OLDEST_NPM) return here
  const folder = path.join(notes, 'npm')
  say(`npm ${version} can not read our lock file; fetching npm ${NEWER_NPM}`)
  fs.mkdirSync(folder, { recursive: true })
  const done = await runNpm(here, ['install', '--prefix', folder, '--no-save', `npm@${NEWER_NPM}`], folder)
  if (done.code !== 0) throw new CannotPrepare(`npm ${NEWER_NPM} could not be fetched.\n${reasonOf(done.output)}`)
  if (!isKnownNpm(folder)) {
    fs.rmSync(folder, { recursive: true, force: true })
    throw new CannotPrepare(`what the registry gave as npm ${NEWER_NPM} is another file than the one we know; not used`)
  }
  return { command: process.execPath, before: [path.join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js')] }
}
