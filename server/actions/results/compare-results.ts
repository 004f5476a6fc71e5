/** What changed between two results of the company: of two jobs, or of two revisions of one. */

import { isDownloadable } from '../../domain/klic/klic.ts'
import type { DifferenceReport } from '../../domain/ports/conversion.ts'
import { lngLatFromRd } from '../../domain/rd/rd.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { StorageFile } from '../../storage/port.ts'
import { artifactsOf } from '../../store/rows/artifacts.ts'
import { jobShapes } from '../../store/rows/jobs.ts'
import { noSuchJob } from '../jobs/get-job.ts'
import type { Caller, Needs } from '../needs.ts'

/** The older side of a comparison: another job, or an earlier revision of the same one. */
export type Other = { jobId: string } | { revision: number }

/** With the places in degrees too, for the map. */
export type DifferenceOnMap = DifferenceReport & {
  listed: (DifferenceReport['listed'][number] & { lnglat: [number, number] | null })[]
}

/** @throws Refusal NOT_FOUND, NOT_READY, or VALIDATION_FAILED when both sides are the same result */
export async function compareResults(
  needs: Pick<Needs, 'store' | 'compare'>,
  caller: Caller,
  jobId: string,
  other: Other,
): Promise<DifferenceOnMap> {
  const after = await gpkgOf(needs, caller, jobId, null)
  const before =
    'jobId' in other
      ? await gpkgOf(needs, caller, other.jobId, null)
      : await gpkgOf(needs, caller, jobId, other.revision)
  if (before.key === after.key) {
    const message = 'This is the same result. Name another job, or an earlier revision.'
    const pointer = 'jobId' in other ? '?with' : '?revision'
    throw new Refusal('VALIDATION_FAILED', message, { complaints: [{ pointer, code: 'same_result', message }] })
  }
  const report = await needs.compare(before, after, caller)
  return {
    ...report,
    listed: report.listed.map((one) => ({
      ...one,
      lnglat: one.x === null || one.y === null ? null : lngLatFromRd([one.x, one.y]),
    })),
  }
}

/** @param revision null: the newest */
async function gpkgOf(
  { store }: Pick<Needs, 'store'>,
  { companyId }: Caller,
  jobId: string,
  revision: number | null,
): Promise<StorageFile> {
  const shapes = await jobShapes(store.db, companyId, jobId)
  if (!shapes) throw noSuchJob()
  if (!isDownloadable(shapes.status)) throw notReady()
  const artifacts = await artifactsOf(store.db, jobId, revision ?? shapes.revision)
  const gpkg = artifacts.find((artifact) => artifact.format === 'gpkg' && artifact.state === 'ready')
  if (!gpkg?.path) throw revision === null ? notReady() : new Refusal('NOT_FOUND', 'There is no such revision.')
  return { key: gpkg.path, sha256: gpkg.sha256 }
}

const notReady = () =>
  new Refusal('NOT_READY', 'There is no result of this job yet.', { extra: { next_action: 'wait' } })
