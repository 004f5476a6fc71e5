/** A result that a task was given as a GeoPackage, or as deliveries that are merged for the purpose. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConversionTask, ResultSource } from '../../imkl/model/conversion-task.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type GeoPackageReader, openResult } from '../geopackage/read.ts'

/** Makes a GeoPackage of deliveries at a path. */
export type Merge = (task: Extract<ConversionTask, { kind: 'merge' }>) => Promise<unknown>

export interface GivenResult {
  reader: GeoPackageReader
  /** Its path */
  gpkg: string
}

/**
 * @param scratch a folder for what is merged; `name`: of this one in it; `ground`: deliveries are merged with it
 * @returns the caller closes the reader
 * @throws Refusal DELIVERY_UNREADABLE
 */
export async function openGiven(
  source: ResultSource,
  scratch: string,
  name: string,
  merge: Merge,
  ground?: true,
): Promise<GivenResult> {
  if ('deliveries' in source) {
    const path = join(scratch, `${name}.gpkg`)
    const tempDir = join(scratch, name)
    await mkdir(tempDir)
    const out = [{ format: 'gpkg' as const, path }]
    await merge({ kind: 'merge', deliveries: source.deliveries, ...(ground && { ground }), out, tempDir })
    return { gpkg: path, reader: openResult(path) }
  }
  try {
    return { gpkg: source.gpkg, reader: openResult(source.gpkg) }
  } catch (cause) {
    throw new Refusal('DELIVERY_UNREADABLE', 'A .gpkg that was named is no result of this program.', { cause })
  }
}
