/** The files of a result: their keys in the storage, what a conversion is asked to write, and what is kept or removed of it. */

import { resultName } from '../../../exports/file-name.ts'
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

/**
 * Of a GeoPackage, whose project finds its layers by the name that it was made with.
 * @param revision as for folderOf
 * @param numbers fileNumbers in that name
 * @param isGrounded with the base map in it: readers of the one without it are not disturbed
 */
export const geoPackageKey = (jobId: string, revision: number, numbers: string, isGrounded: boolean): string =>
  `${folderOf(jobId, revision)}/klic${numbers}${isGrounded ? '.ground' : ''}.gpkg`

/** The numbers that a GeoPackage was named by, from its key; empty where it was made before names had them. */
export const numbersInKey = (key: string): string => /\/klic(_[\w-]+)(?:\.ground)?\.gpkg$/.exec(key)?.[1] ?? ''

/** The name that the GeoPackage of this key was made with, which its project looks for. */
export const geoPackageName = (job: Parameters<typeof resultName>[0], revision: number, key: string): string =>
  resultName(job, revision, 'gpkg', numbersInKey(key))

/** What the house-keeping removes: of a preliminary GeoPackage, whose row goes with it, with the ground and without. */
export function keysToRemove({ job_id, revision, format, state, bare_path: key }: BareFile): string[] {
  if (state === 'removed' && format === 'gpkg')
    return [false, true].map((isGrounded) => geoPackageKey(job_id, revision, '', isGrounded))
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
