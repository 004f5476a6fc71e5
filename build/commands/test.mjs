// @ts-check
/**
 * The tests of a lane (lanes.mjs) and one closing line with the counts. `npm test` is the short lane: it runs the checks
 * of `npm run check` next to the tests. Options: --lane=NAME, where "long" means all but the short one; --changed leaves
 * out the files that passed with the same sources; --test-name-pattern= and --test-skip-pattern= choose tests by their
 * names. Other arguments choose files of all lanes by a part of their path, and leave out the checks.
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
import { onlyChanged, rememberer } from './changed-tests.mjs'
import { runChecks } from './check.mjs'
import { LANES, LONG_LANES, laneOf, tasksOf, testFiles } from './lanes.mjs'
import { startPostgres } from './postgres.mjs'
import { processorSeconds } from './processor-time.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */
/** @typedef {import('../setup/prepare.mjs').Prepared} Prepared */
/** @typedef {import('./run-tests.mjs').Outcome} Outcome */

/** A test that hangs is a failure; the longest tests take less than half of this next to others on two cores. */
const TEST_TIMEOUT_MS = 600_000

/** How many of the costliest tasks are named at the end. */
const COSTLIEST = 8

/** The short lane takes ten minutes on two cores. */
const SHORT_LANE_SECONDS = 1200

const isCI = process.env.CI === 'true' || process.env.CI === '1'

/**
 * @param {Count} count
 * @param {Partial<Count>} more
 */
const add = (count, more) => {
  count.passed += more.passed ?? 0
  count.failed += more.failed ?? 0
  count.skipped += more.skipped ?? 0
}

/** @param {Count} count */
const inWords = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

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
 * @param {Prepared} prepared
 * @param {Omit<import('./run-tests.mjs').Order, 'timeoutMs' | 'outcome' | 'atOnce' | 'windowsAtOnce'>} order
 * @returns {Promise<Outcome>}
 */
const runTasks = async ({ node, env }, order) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'klic-test-'))
  const outcome = path.join(folder, 'outcome.json')
  const cores = os.availableParallelism()
  // Tests also wait: for a process to start, a page to answer, a moment to pass.
  const pool = { atOnce: 2 * cores, windowsAtOnce: cores, timeoutMs: TEST_TIMEOUT_MS }
  try {
    const args = [inRoot('build', 'commands', 'run-tests.mjs'), JSON.stringify({ ...order, ...pool, outcome })]
    const code = await inOurPlace(node, args, { cwd: root, env })
    /** @type {Outcome} */
    const done = fs.existsSync(outcome)
      ? JSON.parse(fs.readFileSync(outcome, 'utf8'))
      : { passed: 0, failed: 0, skipped: 0, tasks: {}, failedIn: [] }
    if (code !== 0 && done.failed === 0) done.failed = 1
    return done
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {Record<string, number>} processor seconds by task */
const costliest = (processor) =>
  Object.entries(processor)
    .sort(([, a], [, b]) => b - a)
    .slice(0, COSTLIEST)
    .map(([name, each]) => `${name} ${each.toFixed(0)} s`)
    .join(', ')

/**
 * @typedef {{
 *   files: string[], isChanged: boolean, patterns: { testNamePatterns?: string[], testSkipPatterns?: string[] },
 * }} Wanted files: those of all lanes that are wanted
 */

/**
 * Runs lanes in one pool: the processor that the waits of one leave idle is another's.
 * @param {Prepared} prepared
 * @param {[name: string, lane: import('./lanes.mjs').Lane][]} lanes
 * @param {Wanted} wanted
 * @returns {Promise<Count>}
 */
const runTogether = async (prepared, lanes, { files, isChanged, patterns }) => {
  /** @type {Count} */
  const count = { passed: 0, failed: 0, skipped: 0 }
  const cluster = lanes.some(([, lane]) => lane.onPostgres.length > 0) ? await startPostgres(prepared) : undefined
  if (cluster && 'missing' in cluster) {
    say(`no PostgreSQL (${cluster.missing}): no test runs on it`)
    if (isCI) add(count, { failed: 1 })
  }
  const postgres = cluster && 'url' in cluster ? cluster : undefined
  const url = postgres && { KLIC_TEST_POSTGRES: postgres.url }
  const chosen = lanes.map(([name, lane]) => {
    const all = tasksOf(lane, files, url && { ...url, KLIC_TEST_DATABASE: 'postgres' })
    return { name, lane, all, tasks: isChanged ? onlyChanged(all) : all }
  })
  const tasks = chosen.flatMap((each) => each.tasks)
  const remember = rememberer(tasks)
  const done = await runTasks({ ...prepared, env: { ...prepared.env, ...url } }, { ...patterns, tasks }).finally(() =>
    postgres?.stop(),
  )
  const processor = Object.fromEntries(Object.entries(done.tasks).map(([name, each]) => [name, each.processor]))
  // The seconds of every task; only the costliest are printed.
  fs.writeFileSync(path.join(notes, 'processor.json'), `${JSON.stringify(processor, null, 1)}\n`)
  const isWhole = Object.keys(patterns).length === 0
  if (isWhole) remember(done.failedIn)
  say(
    tasks.length > 0
      ? `most processor time: ${costliest(processor)}`
      : 'all of these files passed before with the same bytes',
  )
  if (done.failedIn.length > 0) say(`failed in ${done.failedIn.join(', ')}`)
  add(count, done)
  for (const { name, lane, all, tasks: own } of chosen) {
    /** @type {Count} */
    const ofLane = { passed: 0, failed: 0, skipped: 0 }
    for (const task of own) add(ofLane, done.tasks[task.name] ?? {})
    const seconds = own.reduce((sum, task) => sum + (processor[task.name] ?? 0), 0)
    if (lanes.length > 1) say(`${name}: ${inWords(ofLane)}; ${Math.round(seconds)} s of processor in its tests`)
    const hasRun = ofLane.passed + ofLane.failed > 0 || own.length < all.length || !isWhole
    if (hasRun) continue
    say(`nothing of ${lane.what} was tested on this machine`)
    if (!lane.mayBeEmpty) add(count, { failed: 1 })
  }
  return count
}

/** What the tests share, so that each does not build and compile it anew. @param {NodeJS.ProcessEnv} env */
const withBundles = (env) => ({
  ...env,
  // In another one Chromium takes no path and no file name with an accent.
  LANG: /utf-?8/i.test(env.LANG ?? '') ? env.LANG : 'C.UTF-8',
  KLIC_SERVER: inRoot('dist', 'server'),
  KLIC_RENDERER: inRoot('dist', 'renderer'),
  NODE_COMPILE_CACHE: path.join(notes, 'compiled'),
})

/** @param {string[]} args */
const optionsOf = (args) => {
  const options = args.filter((arg) => arg.startsWith('-'))
  const unknown = options.find((each) => !/^--(?:changed$|lane=|test-(?:name|skip)-pattern=)/.test(each))
  if (unknown)
    throw new CannotPrepare(
      `${unknown}: npm test takes --changed, --lane=NAME, --test-name-pattern= and --test-skip-pattern=`,
    )
  /** @param {string} name */
  const all = (name) => options.filter((each) => each.startsWith(`${name}=`)).map((each) => each.slice(name.length + 1))
  const [lane = 'short'] = all('--lane')
  if (lane !== 'long' && !Object.hasOwn(LANES, lane))
    throw new CannotPrepare(`there is no lane ${lane}: the lanes are ${Object.keys(LANES).join(', ')} and long`)
  return {
    lane,
    parts: args.filter((arg) => !arg.startsWith('-')),
    isChanged: options.includes('--changed'),
    // An empty list would choose no test at all.
    patterns: Object.fromEntries(
      [
        ['testNamePatterns', all('--test-name-pattern')],
        ['testSkipPatterns', all('--test-skip-pattern')],
      ].filter(([, patterns]) => patterns?.length),
    ),
  }
}

/** @param {ReturnType<typeof optionsOf>} options @returns {Record<string, import('./lanes.mjs').Lane>} by name */
const lanesOf = ({ lane, parts }) => {
  if (parts.length > 0 && lane === 'short') return { chosen: laneOf(`the files with ${parts.join(' or ')}`) }
  return lane === 'long' ? LONG_LANES : { [lane]: /** @type {import('./lanes.mjs').Lane} */ (LANES[lane]) }
}

/**
 * @param {Prepared} prepared
 * @param {ReturnType<typeof optionsOf>} options
 * @returns {Promise<Count>}
 */
const runLanes = async (prepared, options) => {
  /** @type {Count} */
  const count = { passed: 0, failed: 0, skipped: 0 }
  const { parts } = options
  const files = testFiles().filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
  if (files.length === 0) throw new CannotPrepare(`no test file matches ${parts.join(' ')}`)
  const lanes = Object.entries(lanesOf(options)).filter(
    ([, lane]) => parts.length === 0 || tasksOf(lane, files, {}).length > 0,
  )
  if (lanes.length === 0) throw new CannotPrepare(`no test file of the lane ${options.lane} matches ${parts.join(' ')}`)
  const [begunMs, before] = [performance.now(), processorSeconds()]
  await attempt(count, () => ready(prepared, ['map', 'renderer', 'panes', 'server', 'shell']))
  const isShort = lanes.some(([name]) => name === 'short')
  const checks = isShort ? runChecks(prepared) : Promise.resolve({ passed: 0, failed: 0 })
  add(count, await runTogether({ ...prepared, env: withBundles(prepared.env) }, lanes, { ...options, files }))
  add(count, await checks)
  const seconds = before === undefined ? undefined : Math.round((processorSeconds() ?? 0) - before)
  const wall = Math.round((performance.now() - begunMs) / 1000)
  const names = lanes.map(([name]) => name).join(', ')
  say(`${names}: ${inWords(count)}; ${wall} s${seconds === undefined ? '' : `, ${seconds} s of processor`}`)
  if (isShort && seconds !== undefined && seconds > SHORT_LANE_SECONDS)
    say(`warning: the short lane takes more than its ${SHORT_LANE_SECONDS} s of processor`)
  return count
}

/** @param {string[]} args */
export const run = async (args) => {
  /** @type {Count} */
  const count = { passed: 0, failed: 0, skipped: 0 }
  await attempt(count, async () => {
    const options = optionsOf(args)
    const prepared = await preparePackages()
    await attempt(count, () => ready(prepared, ['gdal', 'grid']))
    prepared.env = await readyTestTools(prepared.node, prepared.env, ['long', 'qgis'].includes(options.lane))
    add(count, await runLanes(prepared, options))
  })
  process.stdout.write(`${inWords(count)}\n`)
  return count.failed === 0 ? 0 : 1
}
