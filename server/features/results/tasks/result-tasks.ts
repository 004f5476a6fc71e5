/**
 * What the API has the conversion do with results and deliveries, one at a time for each company: it takes a core, and the
 * worker's own come first. Who waits has its turn by company, and who leaves ends what was made for it.
 */
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PrintRequest } from '../../../exports/print/print-sheets.ts'
import type { DifferenceFormat } from '../../../exports/result-formats.ts'
import type { ConversionTask, DifferenceReport } from '../../../imkl/model/conversion-task.ts'
import { ANSWER_QUEUE, fairLimit, fairTurns, type Requester } from '../../../platform/fair-limit.ts'
import type { Storage, StorageFile } from '../../../platform/storage/port.ts'
import { describeDeliveries, mergeDeliveries } from './merge-deliveries.ts'
import { type CageOptions, LONGEST_ANSWER_MS, runConversion } from './run-conversion.ts'

interface TaskNeeds {
  caged: CageOptions
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

interface ComparisonFile {
  report: DifferenceReport
  /** Of the file, relative to the data folder */
  path: string | null
}

/** Of one company while others wait: most answers take less. */
const TURN_MS = 15_000

export function resultTasks({ caged, storage, dataDir, makeId, turnMs = TURN_MS }: TaskNeeds) {
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
  const answer = (task: ConversionTask, signal: AbortSignal) =>
    runConversion(caged, task, { signal, longestMs: LONGEST_ANSWER_MS })

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
  const describe = fairTurns(places, ({ groups, folder }: DescribeTask, ended) =>
    describeDeliveries(caged, groups, folder, ended),
  )
  return {
    /** @returns path of the PDF, relative to the data folder */
    print: (gpkg: StorageFile, asked: PrintRequest, asker: Requester) => print({ gpkg, asked }, asker),

    compare: ({ asker, ...asked }: CompareTask & { asker: Requester }) => compare(asked, asker),

    /** What is packed appears in a folder within this one. */
    describeDeliveries: (groups: DescribeTask['groups'], folder: string, asker: Requester) =>
      describe({ groups, folder }, asker),

    /** Nobody waits for the answer: it is asked for later. */
    mergeDeliveries: fairLimit(
      { atOnce: 1 },
      (_paths: readonly string[], _made: { id: string; fileName: string }, asker: Requester) => asker,
      (paths, made) => mergeDeliveries(caged, dataDir, paths, made),
    ),
  }
}
