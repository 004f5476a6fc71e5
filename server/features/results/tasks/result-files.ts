/** The files of a result: their keys in the storage, what a conversion is asked to write, and what is kept or removed of it. */

import { keptEnding, packedKey, type ResultFormat } from '../../../exports/result-formats.ts'
import type { Artifact } from '../../../imkl/model/conversion-task.ts'
import { isPreliminary } from '../../../imkl/model/preliminary.ts'
import type { Database } from '../../services.ts'
import type { Conversions } from '../../task-context.ts'
import type { BareFile } from '../ground/rows.ts'
import { artifactById } from '../rows/results.ts'

/** @param revision below zero: of a preliminary result */
const folderOf = (jobId: string, revision: number): string =>
  `results/${jobId}/${isPreliminary(revision) ? `preliminary${revision}` : revision}`

/** @param revision as for folderOf */
export const resultKey = (jobId: string, revision: number, format: ResultFormat): string =>
  `${folderOf(jobId, revision)}/klic.${keptEnding(format)}`

/** Of a GeoPackage with the base map in it: readers of the one without it are not disturbed. */
export const groundedKey = (jobId: string, revision: number): string => `${folderOf(jobId, revision)}/klic.ground.gpkg`

/** What the house-keeping removes: of a preliminary GeoPackage, whose row goes with it, with the ground and without. */
export function keysToRemove({ job_id, revision, format, state, bare_path: key }: BareFile): string[] {
  if (state === 'removed' && format === 'gpkg')
    return [resultKey(job_id, revision, 'gpkg'), groundedKey(job_id, revision)]
  const packed = packedKey(key, format)
  return packed === null ? [key] : [packed, key]
}

/** A file of which another has taken the place while it was made: removed, unless a row names it after all. */
export async function removeUnnamed(
  { store, storage }: Database & Conversions,
  artifactId: string | undefined,
  { path, format }: Pick<Artifact, 'path' | 'format'>,
): Promise<void> {
  const now = artifactId === undefined ? undefined : await artifactById(store, artifactId)
  if (now?.path === path || now?.bare_path === path) return
  const packed = packedKey(path, format)
  if (packed !== null) await storage.remove(packed)
  await storage.remove(path)
}
