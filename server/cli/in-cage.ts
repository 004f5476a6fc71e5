/** What a command does with files from anywhere: read in a cage, which can write nowhere but in a temporary folder. */
import { createReadStream, createWriteStream } from 'node:fs'
import { access, constants, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import type { ResultFormat, TrenchFormat } from '../exports/result-formats.ts'
import { cageIn } from '../features/cage.ts'
import { runConversion } from '../features/results/tasks/run-conversion.ts'
import type { ConversionResult, ConversionTask, OutFile, ResultSource } from '../imkl/model/conversion-task.ts'
import { Refusal } from '../platform/refusal.ts'
import { refuseUnwritable } from './say.ts'

export const CAGED = fileURLToPath(new URL('../caged.ts', import.meta.url))

/** @throws Refusal DELIVERY_UNREADABLE */
export const refuseUnreadable = (path: string): Promise<void> =>
  access(path, constants.R_OK).catch(() => {
    throw new Refusal('DELIVERY_UNREADABLE', `${path} is not there, or may not be read.`)
  })

/**
 * @param named a result GeoPackage, or deliveries joined by commas
 * @throws Refusal DELIVERY_UNREADABLE
 */
export async function sourceOf(named: string): Promise<ResultSource> {
  const isResult = extname(named).toLowerCase() === '.gpkg'
  const paths = (isResult ? [named] : named.split(',')).map((path) => resolve(path))
  for (const path of paths) await refuseUnreadable(path)
  return isResult ? { gpkg: paths[0]! } : { deliveries: paths.map((path) => ({ path, name: basename(path) })) }
}

/** As open as the person's other files, and whole or not at all. */
export async function putWhereAsked(made: string, out: string): Promise<void> {
  const part = join(dirname(out), `.${basename(out)}.${process.pid}.part`)
  try {
    await pipeline(createReadStream(made, { highWaterMark: 1024 * 1024 }), createWriteStream(part))
    await rename(part, out)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/**
 * @param wanted the one file that is written, if any
 * @throws Refusal as runConversion; Usage when the file can't be written there
 */
export async function answerInCage<Format extends ResultFormat | TrenchFormat>(
  taskWith: (files: { out: OutFile<Format>[]; tempDir: string }) => ConversionTask,
  wanted: { format: Format; file: string } | null,
): Promise<ConversionResult> {
  if (wanted) await refuseUnwritable(wanted.file)
  const folder = await mkdtemp(join(tmpdir(), 'klic-'))
  try {
    const made = wanted && join(folder, 'out', basename(wanted.file))
    const out = wanted && made ? [{ format: wanted.format, path: made }] : []
    const task = taskWith({ out, tempDir: join(folder, 'work') })
    const result = await runConversion({ cage: cageIn(CAGED, folder), isCommand: true }, task)
    if (wanted && made) await putWhereAsked(made, resolve(wanted.file))
    return result
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
