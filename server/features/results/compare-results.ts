/** What changed between two results of the company: of two jobs, or of two revisions of one. */
import type { MultiLineString, MultiPolygon, Point } from 'geojson'
import { fileNumbers, readableName, withTestLabel } from '../../exports/file-name.ts'
import { geometryText } from '../../exports/formats/geojson-text.ts'
import { CRS84, placeIn } from '../../exports/formats/output-crs.ts'
import type { DifferenceFormat } from '../../exports/result-formats.ts'
import { lngLatFromRd } from '../../geometry/rd/rd.ts'
import type { DifferenceReport } from '../../imkl/model/conversion-task.ts'
import { createYielder } from '../../platform/event-loop-yield.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { StorageFile } from '../../platform/storage/port.ts'
import { isDownloadable } from '../../registry/klic.ts'
import { noSuchJob } from '../jobs/get-job.ts'
import type { Caller, Compute } from '../services.ts'
import { fileOfJob, klicNumbersOfJob } from './rows/results-of-company.ts'
import { notReady, type ResultServices, wholeFile } from './whole-result.ts'

/** The older side of a comparison: another job, or an earlier revision of the same one. */
export type Other = { jobId: string } | { revision: number }

type ListedDifference = DifferenceReport['listed'][number]

/** With places and shapes in degrees, for the map. */
export type DifferenceOnMap = Omit<DifferenceReport, 'listed'> & {
  listed: (Omit<ListedDifference, 'vorm'> & {
    lnglat: [number, number] | null
    shape_lnglat: Point | MultiLineString | MultiPolygon | null
  })[]
}

type CompareServices = ResultServices & Pick<Compute, 'compare'>

/** @throws Refusal NOT_FOUND, NOT_READY, or VALIDATION_FAILED when both sides are the same result; as wholeFile */
export async function compareResults(
  services: CompareServices,
  caller: Caller,
  jobId: string,
  other: Other,
): Promise<DifferenceOnMap> {
  const sides = await sidesOf(services, caller, jobId, other)
  const { report } = await services.compare({ ...sides, format: null, asker: caller })
  const giveWay = createYielder(caller)
  const listed: DifferenceOnMap['listed'] = []
  for (const { vorm, ...one } of report.listed) {
    const lnglat = one.x === null || one.y === null ? null : lngLatFromRd([one.x, one.y])
    listed.push({ ...one, lnglat, shape_lnglat: vorm && JSON.parse(geometryText(vorm, placeIn(CRS84))) })
    await giveWay()
  }
  return { ...report, listed }
}

/**
 * All that changed as a file.
 * @returns its path relative to the data folder, to be removed when it was sent, and the name to save it under
 * @throws as compareResults
 */
export async function differencesFile(
  services: CompareServices,
  caller: Caller,
  jobId: string,
  other: Other,
  format: DifferenceFormat,
): Promise<{ path: string; name: string }> {
  const sides = await sidesOf(services, caller, jobId, other)
  const { path } = await services.compare({ ...sides, format, asker: caller })
  const job = await fileOfJob(services.store.db, caller.companyId, jobId, 'gpkg')
  if (!job || path === null) throw noSuchJob()
  const numbers = fileNumbers(job.reference, await klicNumbersOfJob(services.store.db, jobId))
  const subject = withTestLabel(job.reference ?? jobId, job.environment)
  return { path, name: readableName(subject, format, `${numbers}_verschillen`) }
}

async function sidesOf(
  services: CompareServices,
  caller: Caller,
  jobId: string,
  other: Other,
): Promise<{ before: StorageFile; after: StorageFile }> {
  const after = await gpkgOf(services, caller, jobId, null)
  const before =
    'jobId' in other
      ? await gpkgOf(services, caller, other.jobId, null)
      : await gpkgOf(services, caller, jobId, other.revision)
  if (before.key === after.key) {
    const message = 'This is the same result. Name another job, or an earlier revision.'
    const pointer = 'jobId' in other ? '?with' : '?revision'
    throw new Refusal('VALIDATION_FAILED', message, { complaints: [{ pointer, code: 'same_result', message }] })
  }
  return { before, after }
}

/** @param revision null: the newest */
async function gpkgOf(
  services: ResultServices,
  { companyId }: Caller,
  jobId: string,
  revision: number | null,
): Promise<StorageFile> {
  const { store, storage } = services
  const gpkg = await fileOfJob(store.db, companyId, jobId, 'gpkg', revision ?? undefined)
  if (!gpkg) throw noSuchJob()
  if (!isDownloadable(gpkg.status)) throw notReady()
  if (revision === null || revision === gpkg.revision) {
    const result = await wholeFile(services, companyId, jobId)
    if (!result) throw notReady()
    return { key: result.path, sha256: result.sha256 }
  }
  if (gpkg.state !== 'ready' || !gpkg.path || gpkg.sha256 === null)
    throw new Refusal('NOT_FOUND', 'There is no such revision.')
  const file = { key: gpkg.path, sha256: gpkg.sha256 }
  if (!(await storage.isIntact({ ...file, bytes: gpkg.bytes }))) {
    throw new Refusal(
      'EXPORT_FAILED',
      `The GeoPackage of revision ${revision} was changed, cut off or lost on the disk of the server. Only the newest is made again from the deliveries: put this one back from a backup.`,
    )
  }
  return file
}
