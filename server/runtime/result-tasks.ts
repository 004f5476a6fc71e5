/**
 * What the API has the conversion do with results and deliveries, one at a time for each company: it takes a core, and the
 * worker's own come first. Who waits has its turn by company, and who leaves ends what was made for it.
 */
import { join } from 'node:path'
import { ANSWER_QUEUE, type Asker, fairLimit } from '../domain/fair-limit.ts'
import type { PrintAsked } from '../domain/look/print-sheets.ts'
import type { ConversionTask, DifferenceReport } from '../domain/ports/conversion.ts'
import type { DifferenceFormat } from '../domain/result-formats.ts'
import type { Storage, StorageFile } from '../storage/port.ts'
import { describeDeliveries } from './describe-deliveries.ts'
import { mergeDeliveries } from './merge-deliveries.ts'
import { type Caged, LONGEST_ANSWER_MS, runConversion } from './run-conversion.ts'

interface TaskNeeds {
  /** The conversion's entry file */
  entry: string
  caged: Caged
  storage: Storage
  dataDir: string
  makeId(prefix: string): string
}

interface Comparing {
  before: StorageFile
  after: StorageFile
  /** Of the file with all of them; null: none */
  format: DifferenceFormat | null
  asker: Asker
}

interface Compared {
  report: DifferenceReport
  /** Of the file, relative to the data folder */
  path: string | null
}

const ONE_AT_A_TIME = { atOnce: 1, ...ANSWER_QUEUE }
const byAsker = (_one: unknown, _other: unknown, asker: Asker): Asker => asker

export const resultTasks = ({ entry, caged, storage, dataDir, makeId }: TaskNeeds) => ({
  /** @returns path of the PDF, relative to the data folder */
  print: fairLimit(ONE_AT_A_TIME, byAsker, async (gpkg: StorageFile, asked: PrintAsked, { gone }: Asker) => {
    // Not in tmp itself: all that lies beside it can be written by what makes it.
    const path = join('tmp', 'prints', `${makeId('prn')}.pdf`)
    const out = { path: join(dataDir, path), tempDir: join(dataDir, 'tmp', makeId('prn')), asked, out: [] }
    await storage.use([gpkg], ([file]) =>
      runConversion(entry, caged, { kind: 'print', gpkg: file!, ...out }, { gone, longestMs: LONGEST_ANSWER_MS }),
    )
    return path
  }),

  compare: fairLimit(
    ONE_AT_A_TIME,
    ({ asker }: Comparing) => asker,
    async ({ before, after, format, asker: { gone } }: Comparing): Promise<Compared> => {
      // As a print: not in tmp itself.
      const path = format && join('tmp', 'differences', `${makeId('cmp')}.${format}`)
      const { difference } = await storage.use([before, after], ([one, other]) => {
        const sides = { before: { gpkg: one! }, after: { gpkg: other! } }
        const out = format && path ? [{ format, path: join(dataDir, path) }] : []
        const task: ConversionTask = { kind: 'compare', ...sides, out, tempDir: join(dataDir, 'tmp', makeId('cmp')) }
        return runConversion(entry, caged, task, { gone, longestMs: LONGEST_ANSWER_MS })
      })
      return { report: difference!, path }
    },
  ),

  /** What is packed appears in a folder within this one. */
  describeDeliveries: fairLimit(
    ONE_AT_A_TIME,
    (_groups: readonly (readonly { path: string; name: string }[])[], _folder: string, asker: Asker) => asker,
    (groups, folder, { gone }) => describeDeliveries(entry, caged, groups, folder, gone),
  ),

  /** Nobody waits for the answer: it is asked for later. */
  mergeDeliveries: fairLimit(
    { atOnce: 1 },
    (_paths: readonly string[], _made: { id: string; fileName: string }, asker: Asker) => asker,
    (paths, made) => mergeDeliveries(entry, caged, dataDir, paths, made),
  ),
})
