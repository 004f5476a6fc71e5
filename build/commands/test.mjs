// @ts-check
/**
 * All tests: the checks of "npm run check", the bundles, and every test/**.test.ts, each reported whatever the others
 * say, and one closing line with the counts. Arguments choose test files by a part of their path and leave out the
 * checks; options (--test-name-pattern=...) go to Node's test runner.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { inOurPlace } from '../setup/children.mjs'
import { inRoot, root } from '../setup/places.mjs'
import { preparePackages, ready } from '../setup/prepare.mjs'
import { CannotPrepare, say } from '../setup/say.mjs'
import { readyTestTools } from '../setup/test-tools.mjs'
import { runChecks } from './check.mjs'
import { startPostgres } from './postgres.mjs'

/** A test that hangs is a failure; the longest of ours take a fraction of this. */
const TEST_TIMEOUT_MS = 300_000

const NOT_TESTS = ['bench', 'fixtures', 'worlds', 'support']

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
 * @param {string[]} files
 * @param {string[]} options
 * @returns {Promise<Count>}
 */
const runTests = async ({ node, env }, files, options) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'klic-test-'))
  const counts = path.join(folder, 'counts.json')
  const reporter = fileURLToPath(new URL('./count-reporter.mjs', import.meta.url))
  try {
    const args = ['--test', '--test-concurrency=2', `--test-timeout=${TEST_TIMEOUT_MS}`]
    args.push('--test-reporter=spec', '--test-reporter-destination=stdout')
    args.push(`--test-reporter=${reporter}`, `--test-reporter-destination=${counts}`, ...options, ...files)
    const code = await inOurPlace(node, args, { cwd: root, env })
    const text = fs.existsSync(counts) ? fs.readFileSync(counts, 'utf8').trim() : ''
    const count = text ? JSON.parse(text) : { passed: 0, failed: 0, skipped: 0 }
    if (code !== 0 && count.failed === 0) count.failed = 1
    return count
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** What runs a second time, with the store and the queue on PostgreSQL. */
const ON_BOTH = ['test/store/', 'test/flows/', 'test/api/']
/** Of these, what asks the database nothing, or nothing that the others don't. */
const ON_SQLITE_ONLY = [
  ...['api/addresses', 'api/areas', 'api/calls', 'api/examples', 'api/load', 'api/openapi', 'api/tiles', 'api/ogc'],
  ...['api/conformance', 'api/difference', 'api/exports', 'api/permissions'],
  ...[
    'api/ogc-conformance',
    'api/surveys',
    'flows/post-webhook',
    'store/migrations',
    'store/staging',
    'store/move',
    'store/postgres',
  ],
].map((name) => `test/${name}.test.ts`)

/** @param {string} file */
const isOnBoth = (file) => ON_BOTH.some((folder) => file.startsWith(folder)) && !ON_SQLITE_ONLY.includes(file)

/**
 * The same tests on PostgreSQL; where it can't be had, that is said and nothing is counted.
 * @param {import('../setup/prepare.mjs').Prepared} prepared
 * @param {string[]} files
 * @param {string[]} options
 * @returns {Promise<Partial<Count>>}
 */
const runOnPostgres = async (prepared, files, options) => {
  if (files.length === 0) return {}
  const cluster = await startPostgres(prepared)
  if ('missing' in cluster) {
    say(`no PostgreSQL (${cluster.missing}): ${files.length} files of tests run on SQLite only`)
    return {}
  }
  say(`${files.length} files of tests once more, on PostgreSQL`)
  const env = { ...prepared.env, KLIC_TEST_DATABASE: 'postgres', KLIC_TEST_POSTGRES: cluster.url }
  try {
    return await runTests({ ...prepared, env }, files, options)
  } finally {
    await cluster.stop()
  }
}

/** @param {string[]} args */
export const run = async (args) => {
  const parts = args.filter((arg) => !arg.startsWith('-'))
  const options = args.filter((arg) => arg.startsWith('-'))
  const files = testFiles().filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
  /** @type {Count} */
  const count = { passed: 0, failed: 0, skipped: 0 }
  await attempt(count, async () => {
    const prepared = await preparePackages()
    await attempt(count, () => ready(prepared, ['gdal', 'grid']))
    await attempt(count, () => ready(prepared, ['map', 'renderer', 'shell']))
    prepared.env = await readyTestTools(prepared.node, prepared.env)
    if (parts.length === 0) add(count, await runChecks(prepared))
    if (files.length === 0) throw new CannotPrepare(`no test file matches ${parts.join(' ')}`)
    add(count, await runTests(prepared, files, options))
    add(count, await runOnPostgres(prepared, files.filter(isOnBoth), options))
  })
  process.stdout.write(
    `${count.passed} passed, ${count.failed} failed${count.skipped > 0 ? `, ${count.skipped} skipped` : ''}\n`,
  )
  return count.failed === 0 ? 0 : 1
}
