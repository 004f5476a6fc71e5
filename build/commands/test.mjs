// @ts-check
/**
 * All tests: the checks of "npm run check", the bundles, and every test/**.test.ts, each reported whatever the others
 * say, and one closing line with the counts. Arguments choose test files by a part of their path and leave out the
 * checks; --test-name-pattern= and --test-skip-pattern= choose tests by their names.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { inOurPlace } from '../setup/children.mjs'
import { inRoot, notes, root } from '../setup/places.mjs'
import { preparePackages, ready } from '../setup/prepare.mjs'
import { CannotPrepare, say } from '../setup/say.mjs'
import { readyTestTools } from '../setup/test-tools.mjs'
import { runChecks } from './check.mjs'
import { startPostgres } from './postgres.mjs'

/** A test that hangs is a failure; the longest of ours take less than half of this beside others on two cores. */
const TEST_TIMEOUT_MS = 600_000

/** How many of the longest files are named at the end. */
const SLOWEST = 8

const NOT_TESTS = ['bench', 'fixtures', 'support']

/** @returns {string[]} paths from the project's root, with forward slashes */
const testFiles = () =>
  fs
    .readdirSync(inRoot('test'), { recursive: true, encoding: 'utf8' })
    .map((name) => `test/${name.split(path.sep).join('/')}`)
    .filter((name) => name.endsWith('.test.ts') && !NOT_TESTS.some((folder) => name.startsWith(`test/${folder}/`)))
    .sort()

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/**
 * @param {Count} count
 * @param {Partial<Count>} more
 */
const add = (count, more) => {
  count.passed += more.passed ?? 0
  count.failed += more.failed ?? 0
  count.skipped += more.skipped ?? 0
}

/**
 * A step whose failure is one failed test and no reason to stop.
 * @param {Count} count
 * @param {() => Promise<void>} step
 */
const attempt = async (count, step) => {
  try {
    await step()
  } catch (error) {
    if (!(error instanceof CannotPrepare)) throw error
    say(error.message)
    add(count, { failed: 1 })
  }
}

/**
 * @param {import('../setup/prepare.mjs').Prepared} prepared
 * @param {Omit<import('./run-tests.mjs').Order, 'timeoutMs' | 'outcome'>} order
 * @returns {Promise<import('./run-tests.mjs').Outcome>}
 */
const runTests = async ({ node, env }, order) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'klic-test-'))
  const outcome = path.join(folder, 'outcome.json')
  try {
    const args = [inRoot('build', 'commands', 'run-tests.mjs')]
    args.push(JSON.stringify({ ...order, timeoutMs: TEST_TIMEOUT_MS, outcome }))
    const code = await inOurPlace(node, args, { cwd: root, env })
    /** @type {import('./run-tests.mjs').Outcome} */
    const count = fs.existsSync(outcome)
      ? JSON.parse(fs.readFileSync(outcome, 'utf8'))
      : { passed: 0, failed: 0, skipped: 0, seconds: {}, failedIn: [] }
    if (code !== 0 && count.failed === 0) count.failed = 1
    return count
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** What runs a second time, with the store and the queue on PostgreSQL. */
const ON_BOTH = ['test/store/', 'test/flows/', 'test/api/', 'test/hostile/']

/** Of what has no window, what takes longest: a job killed at each of its effects. */
const LONG = 'test/flows/'

/** @param {string} file */
const isOnBoth = (file) => ON_BOTH.some((folder) => file.startsWith(folder))

/**
 * The tests of the store once more on PostgreSQL, first what takes longest; where there is none, that is said and nothing
 * is counted.
 * @param {string[]} files
 * @param {string | undefined} url of the PostgreSQL
 * @returns {import('./run-tests.mjs').Task[]}
 */
const tasksOf = (files, url) => {
  const env = url && { KLIC_TEST_DATABASE: 'postgres', KLIC_TEST_POSTGRES: url }
  const twice = env ? files.filter(isOnBoth) : []
  const tasks = [
    ...twice.map((file) => ({ files: [file], name: `${file} on PostgreSQL`, hasWindow: false, ...(env && { env }) })),
    ...files.map((file) => ({ files: [file], name: file, hasWindow: file.startsWith('test/browser/') })),
  ]
  const isLong = (/** @type {import('./run-tests.mjs').Task} */ { files: [file] }) => file?.startsWith(LONG)
  return [...tasks.filter(isLong), ...tasks.filter((task) => !isLong(task))]
}

/** What the tests share, so that each does not build and compile it anew. @param {NodeJS.ProcessEnv} env */
const withBuilt = (env) => ({
  ...env,
  // In another one Chromium takes no path and no file name with an accent.
  LANG: /utf-?8/i.test(env.LANG ?? '') ? env.LANG : 'C.UTF-8',
  KLIC_SERVER: inRoot('dist', 'server'),
  NODE_COMPILE_CACHE: path.join(notes, 'compiled'),
})

/** Of Node's options those that choose tests. @param {string[]} options */
const patternsOf = (options) => {
  /** @param {string} name */
  const all = (name) => options.filter((each) => each.startsWith(`${name}=`)).map((each) => each.slice(name.length + 1))
  const unknown = options.find((each) => !/^--test-(?:name|skip)-pattern=/.test(each))
  if (unknown)
    throw new CannotPrepare(`${unknown}: tests are chosen with --test-name-pattern= and --test-skip-pattern=`)
  return { testNamePatterns: all('--test-name-pattern'), testSkipPatterns: all('--test-skip-pattern') }
}

/** @param {Record<string, number>} seconds by file */
const slowest = (seconds) =>
  Object.entries(seconds)
    .sort(([, a], [, b]) => b - a)
    .slice(0, SLOWEST)
    .map(([file, each]) => `${file} ${each.toFixed(0)} s`)
    .join(', ')

/** @param {string[]} args */
export const run = async (args) => {
  const parts = args.filter((arg) => !arg.startsWith('-'))
  const patterns = patternsOf(args.filter((arg) => arg.startsWith('-')))
  const files = testFiles().filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
  /** @type {Count} */
  const count = { passed: 0, failed: 0, skipped: 0 }
  await attempt(count, async () => {
    const prepared = await preparePackages()
    await attempt(count, () => ready(prepared, ['gdal', 'grid']))
    await attempt(count, () => ready(prepared, ['map', 'renderer', 'server', 'shell']))
    prepared.env = await readyTestTools(prepared.node, prepared.env)
    if (parts.length === 0) add(count, await runChecks(prepared))
    if (files.length === 0) throw new CannotPrepare(`no test file matches ${parts.join(' ')}`)
    prepared.env = withBuilt(prepared.env)
    const cluster = files.some(isOnBoth) ? await startPostgres(prepared) : undefined
    if (cluster && 'missing' in cluster) say(`no PostgreSQL (${cluster.missing}): all tests run on SQLite only`)
    const cores = os.availableParallelism()
    // A good half of the time tests wait: for a process to start, a page to answer, a moment to pass.
    const pool = { ...patterns, atOnce: cores + Math.max(2, cores / 2), windowsAtOnce: cores + 1 }
    const postgres = cluster && 'url' in cluster ? cluster : undefined
    const tasks = tasksOf(files, postgres?.url)
    const done = await runTests(prepared, { ...pool, tasks }).finally(() => postgres?.stop())
    say(`the longest: ${slowest(done.seconds)}`)
    if (done.failedIn.length > 0) say(`failed in ${done.failedIn.join(', ')}`)
    add(count, done)
  })
  process.stdout.write(
    `${count.passed} passed, ${count.failed} failed${count.skipped > 0 ? `, ${count.skipped} skipped` : ''}\n`,
  )
  return count.failed === 0 ? 0 : 1
}
