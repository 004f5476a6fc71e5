/** What the API has the conversion do with results, one at a time: it takes a core, and the worker's own come first. */
import { join } from 'node:path'
import type { ConversionTask, DifferenceReport } from '../domain/conversion.ts'
import type { PrintAsked } from '../domain/print.ts'
import type { Storage, StorageFile } from '../storage/port.ts'
import { compileCache } from './compiled.ts'
import { limit } from './limit.ts'
import { runConversion } from './run-conversion.ts'

interface TaskNeeds {
  /** The conversion's entry file */
  entry: string
  storage: Storage
  dataDir: string
  makeId(prefix: string): string
}

export const resultTasks = ({ entry, storage, dataDir, makeId }: TaskNeeds) => ({
  /** @returns path of the PDF, relative to the data folder */
  print: limit(1, async (gpkg: StorageFile, asked: PrintAsked): Promise<string> => {
    const path = join('tmp', `${makeId('prn')}.pdf`)
    const out = { path: join(dataDir, path), tempDir: join(dataDir, 'tmp', makeId('prn')), asked, out: [] }
    await storage.use([gpkg], ([file]) => runConversion(entry, { kind: 'print', gpkg: file!, ...out }))
    return path
  }),

  compare: limit(1, async (before: StorageFile, after: StorageFile): Promise<DifferenceReport> => {
    const { difference } = await storage.use([before, after], ([one, other]) => {
      const sides = { before: { gpkg: one! }, after: { gpkg: other! } }
      const task: ConversionTask = { kind: 'compare', ...sides, out: [], tempDir: join(dataDir, 'tmp', makeId('cmp')) }
      return runConversion(entry, task, { cacheDir: compileCache(dataDir) })
    })
    return difference!
  }),
})
