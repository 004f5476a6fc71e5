/** What every ZIP with a file per layer has in common: a word of explanation, the tables as CSV, and a work folder. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { RESULT_TABLES } from '../../imkl/model/result.ts'
import { csv } from './csv.ts'
import type { ResultRows } from './words.ts'
import { addNotice, writeZip, type ZipDraft } from './zip-file.ts'

export interface LayerZipTask {
  /** A file that does not exist yet; synced when this returns. */
  zip: string
  /** A folder of its own is made in it, and removed. */
  tempDir: string
  /** Rows of every result table by name. */
  tables: ResultRows
  /** Features per layer, for LEESMIJ.txt. */
  counts: Readonly<Record<string, number>>
  onLayer?: (done: number, total: number) => void
}

/** @param fill adds the files of the layers, which it may make in the folder */
export async function writeLayerZip(
  { zip, tempDir, tables }: LayerZipTask,
  readme: string,
  fill: (archive: ZipDraft, folder: string) => Promise<void>,
): Promise<void> {
  const folder = join(tempDir, 'layers')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  try {
    await writeZip(zip, async (archive) => {
      addNotice(archive, tables)
      archive.text('LEESMIJ.txt', readme)
      for (const table of RESULT_TABLES) archive.text(`${table.name}.csv`, csv(table, tables[table.name] ?? []))
      await fill(archive, folder)
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
