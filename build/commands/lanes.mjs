// @ts-check
/**
 * The lanes of the tests. The folder of a test says its lane: the folders of a long lane stand here, every other folder
 * of test/ with tests is in the short one.
 */
import fs from 'node:fs'
import path from 'node:path'
import { inRoot } from '../setup/places.mjs'

/**
 * @typedef {{ what: string, folders: string[], onPostgres: string[], mayBeEmpty?: true }} Lane what: one sentence.
 *   onPostgres: folders that run on PostgreSQL as well, from any lane. mayBeEmpty: the program it needs
 *   is too large to install unasked, so that it may skip all of its tests
 */

/**
 * The nouns in which the worker's tasks write rows, orders and money are, or several wait for one row. Of every other, the
 * walk meets each function of the store that a call needs, on both databases.
 */
const NOUNS_WITH_TASKS = ['imports', 'jobs', 'queue', 'quotes', 'results', 'trenches', 'webhooks']

/** @type {Record<string, Lane>} */
export const LONG_LANES = {
  browser: { what: 'the window in a real browser', folders: ['browser'], onPostgres: [] },
  postgres: {
    what: 'tasks of the worker, orders, the store and hostile callers on PostgreSQL',
    folders: ['postgres'],
    onPostgres: [...NOUNS_WITH_TASKS, 'hostile', 'store'],
  },
  faults: {
    what: 'a kill at every effect, damaged deliveries, a broken machine, the largest inputs, proofs over all real deliveries',
    folders: ['faults'],
    onPostgres: [],
  },
  setup: { what: 'set-up, shell and packages', folders: ['setup'], onPostgres: [] },
  qgis: { what: 'QGIS with what the server hands out', folders: ['qgis'], onPostgres: [], mayBeEmpty: true },
}

/** Folders whose files change their environment or measure it: each file gets a process of its own. */
const ALONE = ['browser', 'cli', 'faults', 'postgres', 'process', 'qgis', 'setup', 'window']

/** Folders whose files open a browser: no more of them at once than there are cores. */
const WITH_WINDOW = ['browser', 'window']

/** Folders whose files share a process with each other and with no others: they load a DOM. */
const APART = ['panes']

/** The other files share processes, at most so many each: what they import is loaded once for all of them. */
const MOST_IN_A_BATCH = 24

/** @param {string} file */
const folderOf = (file) => file.split('/')[1] ?? ''

/** @returns {string[]} paths from the project's root, with forward slashes */
export const testFiles = () =>
  fs
    .readdirSync(inRoot('test'), { recursive: true, encoding: 'utf8' })
    .map((name) => `test/${name.split(path.sep).join('/')}`)
    .filter((name) => name.endsWith('.test.ts'))
    .sort()

const folders = [...new Set(testFiles().map(folderOf))]

/**
 * Every folder, on SQLite only: for files that are chosen by their paths.
 * @param {string} what
 * @returns {Lane}
 */
export const laneOf = (what) => ({ what, folders, onPostgres: [] })

/** @type {Record<string, Lane>} */
export const LANES = {
  short: {
    what: 'every folder that no long lane has',
    folders: folders.filter((folder) => !Object.values(LONG_LANES).some((lane) => lane.folders.includes(folder))),
    onPostgres: ['store', 'walk'],
  },
  ...LONG_LANES,
}

/** @param {string[]} files @param {string[]} folders */
const inFolders = (files, folders) => files.filter((file) => folders.includes(folderOf(file)))

/** @param {string[]} files @returns {string[][]} of nearly the same length, each with files of all folders */
const batchesOf = (files) => {
  const count = Math.ceil(files.length / MOST_IN_A_BATCH)
  return Array.from({ length: count }, (_, batch) => files.filter((_file, index) => index % count === batch))
}

/**
 * @param {string[]} files
 * @param {string} suffix of the names in the report
 * @param {Record<string, string>} [env]
 * @returns {import('./run-tests.mjs').Task[]}
 */
const tasksOfFiles = (files, suffix, env) => {
  const own = env && { env }
  const alone = inFolders(files, ALONE).map((file) => ({
    files: [file],
    name: `${file}${suffix}`,
    hasWindow: WITH_WINDOW.includes(folderOf(file)),
    ...own,
  }))
  const shared = files.filter((file) => ![...ALONE, ...APART].includes(folderOf(file)))
  const groups = [
    ...APART.map((folder) => inFolders(files, [folder])).filter(({ length }) => length > 0),
    ...batchesOf(shared),
  ]
  const batches = groups.map((group, index) => ({
    files: group,
    name: `${group.length === 1 ? group[0] : `batch ${index + 1} of ${groups.length}`}${suffix}`,
    hasWindow: false,
    ...own,
  }))
  // A batch takes longest: it begins first.
  return [...batches, ...alone]
}

/**
 * @param {Lane} lane
 * @param {string[]} files those that are wanted
 * @param {Record<string, string> | undefined} postgres the environment of a test on PostgreSQL; without, there is none
 * @returns {import('./run-tests.mjs').Task[]}
 */
export const tasksOf = (lane, files, postgres) => {
  return [
    ...(postgres ? tasksOfFiles(inFolders(files, lane.onPostgres), ' on PostgreSQL', postgres) : []),
    ...tasksOfFiles(inFolders(files, lane.folders), ''),
  ]
}
