// @ts-check
/**
 * Which test files a change reaches: those that have not passed yet with the same bytes of everything they reach. A file
 * reaches what it imports, every file and folder of the project that it names in a string, and what these reach.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { inRoot, notes, root } from '../setup/places.mjs'

const PASSED = path.join(notes, 'passed-tests.json')

const IS_CODE = /\.(?:tsx?|mjs|css|py)$/
/** Folders that code names in one word. The word "test" is rarely the folder. */
const FOLDERS = 'build|docs|electron|qgis|renderer|server'
/** `'./area.ts'`, `'docs/gis.md'`, `'server'`: quoted text that may be a path. */
const QUOTED = new RegExp(`(['"\`])((?:\\.{1,2}|\\.ci|test|${FOLDERS})/[\\w@./-]+|${FOLDERS})\\1`, 'g')
/** These tests read the list of all files. */
const READS_EVERYTHING = 'test/shape/'

/** A process of the server is started from its sources, whose entry a test names in parts. */
const STARTS = { 'test/support/server-entry.ts': 'server', 'test/support/built-window.ts': 'renderer' }

/** @param {string} file @returns {string[]} files and folders, from the root with forward slashes */
const namedIn = (file) => {
  const found = Object.hasOwn(STARTS, file) ? [STARTS[/** @type {keyof typeof STARTS} */ (file)]] : []
  for (const [, , text = ''] of fs.readFileSync(inRoot(file), 'utf8').matchAll(QUOTED)) {
    const target = path.posix.normalize(/^\.\.?\//.test(text) ? path.posix.join(path.posix.dirname(file), text) : text)
    if (!target.startsWith('.') && fs.existsSync(inRoot(target))) found.push(target)
  }
  return found
}

/** @param {string} target a file or a folder @returns {string[]} files */
const filesOf = (target) => {
  if (fs.statSync(inRoot(target)).isFile()) return [target]
  return fs
    .readdirSync(inRoot(target), { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
}

/** Reads each file of the project once. */
class Reach {
  /** @type {Map<string, string[]>} */
  #named = new Map()
  /** @type {Map<string, string>} */
  #hashes = new Map()

  /** @param {string} file */
  #hashOf(file) {
    const known = this.#hashes.get(file)
    if (known) return known
    const hash = createHash('sha256')
      .update(fs.readFileSync(inRoot(file)))
      .digest('hex')
    this.#hashes.set(file, hash)
    return hash
  }

  /** @param {string} file */
  #next(file) {
    const known = this.#named.get(file)
    if (known) return known
    const next = IS_CODE.test(file) ? namedIn(file).flatMap(filesOf) : []
    this.#named.set(file, next)
    return next
  }

  /** One figure for all bytes that a test file reaches. @param {string} test */
  of(test) {
    const reached = new Set(['package-lock.json', test])
    for (const file of reached) for (const next of this.#next(file)) reached.add(next)
    const all = [...reached].sort().map((file) => `${file} ${this.#hashOf(file)}`)
    return createHash('sha256')
      .update([process.version, ...all].join('\n'))
      .digest('hex')
  }
}

/** @returns {Record<string, string>} by name of the test file, with the database it ran on */
const passedBefore = () => {
  try {
    return JSON.parse(fs.readFileSync(PASSED, 'utf8'))
  } catch {
    return {}
  }
}

/** @param {import('./run-tests.mjs').Task} task @param {string} file */
const keyOf = ({ env }, file) => (env ? `${file} on PostgreSQL` : file)

/**
 * Leaves out the files that passed with the same bytes.
 * @param {import('./run-tests.mjs').Task[]} tasks
 */
export const onlyChanged = (tasks) => {
  const before = passedBefore()
  const reach = new Reach()
  return tasks
    .map((task) => ({
      ...task,
      files: task.files.filter(
        (file) => file.startsWith(READS_EVERYTHING) || before[keyOf(task, file)] !== reach.of(file),
      ),
    }))
    .filter(({ files }) => files.length > 0)
}

/**
 * Reads what the files of these tasks reach before they run: a file that changes meanwhile has not passed. Call the
 * result after the tests: it remembers for `onlyChanged` which files passed.
 * @param {import('./run-tests.mjs').Task[]} tasks
 */
export const rememberer = (tasks) => {
  const reach = new Reach()
  const hashes = tasks.flatMap((task) =>
    task.files.map((file) => /** @type {const} */ ([keyOf(task, file), file, reach.of(file)])),
  )
  return (/** @type {string[]} */ failedIn) => {
    const passed = passedBefore()
    for (const [key, file, hash] of hashes) {
      if (failedIn.some((failed) => failed.includes(file))) delete passed[key]
      else passed[key] = hash
    }
    fs.mkdirSync(notes, { recursive: true })
    fs.writeFileSync(PASSED, JSON.stringify(passed))
  }
}
