/**
 * What the API has the conversion do with results and deliveries, one at a time for each company: it takes a core, and the
 * worker's own come first. Who waits has its turn by company, and who leaves ends what was made for it.
 */
import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { PrintRequest } from '../../../exports/print/print-sheets.ts'
import type { DifferenceFormat, TrenchFormat } from '../../../exports/result-formats.ts'
import type { ConversionResult, ConversionTask, DifferenceReport } from '../../../imkl/model/conversion-task.ts'
import type { TrenchPlan } from '../../../imkl/model/trench-plan.ts'
import { ANSWER_QUEUE, fairLimit, fairTurns, type Requester } from '../../../platform/fair-limit.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Storage, StorageFile } from '../../../platform/storage/port.ts'
import { LONGEST_ANSWER_MS, type RunOptions } from './run-conversion.ts'

export type Convert = (task: ConversionTask, options?: RunOptions) => Promise<ConversionResult>

interface TaskOptions {
  convert: Convert
  storage: Storage
  dataDir: string
  makeId(prefix: string): string
  /** Of one company while others wait, ms */
  turnMs?: number
}

interface PrintTask {
  gpkg: StorageFile
  asked: PrintRequest
}

interface DescribeTask {
  groups: readonly (readonly { path: string; name: string }[])[]
  folder: string
}

interface CompareTask {
  before: StorageFile
  after: StorageFile
  /** Of the file with all of them; null: none */
  format: DifferenceFormat | null
}

interface TrenchTask extends Pick<TrenchConversion, 'works' | 'parameters' | 'awaited' | 'located' | 'print'> {
  gpkgs: readonly StorageFile[]
  /** Of the file; null: none */
  format: TrenchFormat | null
}
type TrenchConversion = Extract<ConversionTask, { kind: 'trenches' }>

interface ComparisonFile {
  report: DifferenceReport
  /** Of the file, relative to the data folder */
  path: string | null
}

/** Of one company while others wait: most answers take less. */
const TURN_MS = 15_000

export function resultTasks({ convert, storage, dataDir, makeId, turnMs = TURN_MS }: TaskOptions) {
  const places = { atOnce: 1, ...ANSWER_QUEUE, turnMs }
  /** @returns path of the file, relative to the data folder; there once it is whole */
  const inOwnFolder = async (kind: string, name: string, make: (path: string) => Promise<unknown>): Promise<string> => {
    // Not in tmp itself: all that lies beside a file can be written by what makes it.
    const path = join('tmp', kind, name)
    const folder = join(dataDir, 'tmp', kind, makeId('out'))
    await mkdir(folder, { recursive: true })
    try {
      await make(join(folder, name))
      await rename(join(folder, name), join(dataDir, path))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    return path
  }
  const answer = (task: ConversionTask, signal: AbortSignal) => convert(task, { signal, longestMs: LONGEST_ANSWER_MS })

  const print = fairTurns(places, ({ gpkg, asked }: PrintTask, ended) =>
    inOwnFolder('prints', `${makeId('prn')}.pdf`, (path) =>
      storage.use([gpkg], ([file]) => {
        const tempDir = join(dataDir, 'tmp', makeId('prn'))
        return answer({ kind: 'print', gpkg: file!, path, tempDir, asked, out: [] }, ended)
      }),
    ),
  )
  const compare = fairTurns(places, async ({ before, after, format }: CompareTask, ended): Promise<ComparisonFile> => {
    const compared = (out: ConversionTask['out']) =>
      storage.use([before, after], async ([one, other]) => {
        const sides = { before: { gpkg: one! }, after: { gpkg: other! } }
        const task: ConversionTask = { kind: 'compare', ...sides, out, tempDir: join(dataDir, 'tmp', makeId('cmp')) }
        return (await answer(task, ended)).difference!
      })
    if (format === null) return { report: await compared([]), path: null }
    let report: DifferenceReport | undefined
    const path = await inOwnFolder('differences', `${makeId('cmp')}.${format}`, async (file) => {
      report = await compared([{ format, path: file }])
    })
    return { report: report!, path }
  })
  const trenches = fairTurns(places, async ({ gpkgs, format, ...asked }: TrenchTask, ended) => {
    const planned = (out: Pick<TrenchConversion, 'file'>): Promise<TrenchPlan> =>
      storage.use(gpkgs, async (paths) => {
        const results = paths.map((gpkg) => ({ gpkg }))
        const task = { ...asked, ...out, results, tempDir: join(dataDir, 'tmp', makeId('tre')) }
        return (await answer({ kind: 'trenches', out: [], ...task }, ended).catch(ofWorks)).trenchPlan!
      })
    if (format === null) return { plan: await planned({}), path: null }
    let plan: TrenchPlan | undefined
    const path = await inOwnFolder('trenches', `${makeId('tre')}.${format}`, async (file) => {
      plan = await planned({ file: { format, path: file } })
    })
    return { plan: plan!, path }
  })
  const describe = fairTurns(places, async ({ groups, folder }: DescribeTask, ended) => {
    const named = groups.map((group) => [...group])
    const folders = { packed: join(folder, 'packed'), tempDir: join(folder, 'work') }
    return (await answer({ kind: 'describe', groups: named, ...folders, out: [] }, ended)).found!
  })
  return {
    /** A PDF of a result GeoPackage. @returns its path relative to the data folder; it is the caller's to remove */
    print: (gpkg: StorageFile, asked: PrintRequest, asker: Requester) => print({ gpkg, asked }, asker),

    /** What changed between two result GeoPackages; a file with all of it is the caller's to remove. */
    compare: ({ asker, ...asked }: CompareTask & { asker: Requester }) => compare(asked, asker),

    /** Trial trenches for works on result GeoPackages; a file with them is the caller's to remove. @throws Refusal VALIDATION_FAILED */
    planTrenches: ({ asker, ...asked }: TrenchTask & { asker: Requester }) => trenches(asked, asker),

    /** What deliveries in files say of themselves. @param folder the caller's own; what has to be packed appears in it */
    describeDeliveries: (groups: DescribeTask['groups'], folder: string, asker: Requester) =>
      describe({ groups, folder }, asker),

    /**
     * Merges delivery files into the folder for what is kept for a while. Nobody waits for the answer: it is asked for later.
     * @param fileName under which the project inside looks for the layers
     * @throws Refusal DELIVERY_UNREADABLE
     */
    mergeDeliveries: fairLimit(
      { atOnce: 1 },
      (_paths: readonly string[], _made: { id: string; fileName: string }, asker: Requester) => asker,
      async (paths, { id, fileName }) => {
        const path = join('tmp', 'merges', `${id}.gpkg`)
        await mkdir(join(dataDir, 'tmp', 'merges'), { recursive: true })
        const { artifacts, summary } = await convert({
          kind: 'merge',
          ground: true,
          deliveries: paths.map((each) => ({ path: each, name: basename(each) })),
          out: [{ format: 'gpkg', path: join(dataDir, path), name: fileName }],
          tempDir: join(dataDir, 'tmp', id),
        })
        return { path, sha256: artifacts[0]!.sha256, features: summary?.features ?? null }
      },
    ),
  }
}

/** A result that was sealed can be read: what is refused is the works. */
const ofWorks = (error: unknown): never => {
  if (!(error instanceof Refusal) || error.code !== 'DELIVERY_UNREADABLE') throw error
  const { message } = error
  throw new Refusal('VALIDATION_FAILED', message, { complaints: [{ pointer: '/works', code: 'INVALID', message }] })
}
