/** What is on record under jobs, with the files that belong to it: for their dossier. */

import { inOrder } from '../../exports/file-name.ts'
import type { Store } from '../../platform/database/open.ts'
import { type AgreementRow, agreementFiles, type StartPhotoRow, startPhotos } from '../digging/files-of-job.ts'
import { type DigRecords, digRecordsOf } from '../jobs/dig-facts.ts'
import type { RemovedFiles } from '../jobs/removed-files.ts'
import type { JobBriefRecord } from '../jobs/rows/jobs.ts'
import { type FindingPhotoRow, findingPhotos } from '../trenches/finding-photos.ts'
import { type FindingRow, findingsOfJob, planOfJob } from '../trenches/rows.ts'
import type { PlanRecord } from '../trenches/tables.ts'

/** @template P path below `data/` in the dossier; null: the file did not come, or was removed */
export interface Placed<R, P = string> {
  path: P
  row: R
}

export interface DeliveryOnRecord {
  /** As Kadaster calls it */
  name: string
  klicNumber: string | null
  sequence: number
  receivedAt: string | null
  sha256: string
  bytes: number
  /** Its key in the storage */
  path: string
}

export interface JobEvidence extends Pick<DigRecords, 'filed' | 'work' | 'contacts'> {
  agreements: Placed<AgreementRow>[]
  photos: Placed<StartPhotoRow>[]
  deliveries: Placed<DeliveryOnRecord, string | null>[]
  /** When the retention rule removed them */
  removed: Partial<Record<RemovedFiles, string>>
  /** Dutch days on which the crew was reported on the site, in order */
  presence: string[]
  /** null: no plan of trial trenches; findings oldest first, without those that wait */
  trenches: { plan: PlanRecord; findings: FindingRow[]; photos: Placed<FindingPhotoRow>[] } | null
}

/** @returns of each of these jobs; paths are numbered through all of them */
export async function evidenceOf({ db }: Store, jobs: readonly JobBriefRecord[]): Promise<JobEvidence[]> {
  const ids = jobs.map(({ id }) => id)
  // A list of none is no SQL everywhere.
  if (ids.length === 0) return []
  const records = await digRecordsOf(db, jobs)
  const agreements = placed('agreements', await agreementFiles.of(db, ids))
  const photos = placed('photos', await startPhotos.of(db, ids))
  const deliveries = await deliveriesOf(db, ids)
  const removals = await db.selectFrom('removal').selectAll().where('job_id', 'in', ids).execute()
  const presence = await db.selectFrom('site_presence').selectAll().where('job_id', 'in', ids).orderBy('day').execute()
  const plans = await Promise.all(
    ids.map(async (id) => {
      const plan = await planOfJob(db, id)
      return plan && { plan, findings: await findingsOfJob(db, id) }
    }),
  )
  const recorded = new Set(plans.flatMap((each) => each?.findings.map(({ id }) => id) ?? []))
  const ofFindings = (await findingPhotos.of(db, ids)).filter(({ finding_id }) => recorded.has(finding_id))
  const shown = placed('finding-photos', ofFindings)
  return ids.map((id, index) => {
    const found = plans[index]
    const { filed, work, contacts } = records(id)
    const removed = removals.flatMap(({ job_id, what, done_at }) => (job_id === id && done_at ? [[what, done_at]] : []))
    return {
      ...{ filed, work, contacts },
      agreements: agreements.filter(({ row }) => row.job_id === id),
      photos: photos.filter(({ row }) => row.job_id === id),
      deliveries: deliveries.get(id) ?? [],
      removed: Object.fromEntries(removed),
      presence: presence.flatMap(({ job_id, day }) => (job_id === id ? [day] : [])),
      trenches: found ? { ...found, photos: shown.filter(({ row }) => row.job_id === id) } : null,
    }
  })
}

export const placed = <R extends { name: string }>(folder: string, rows: readonly R[]): Placed<R>[] =>
  rows.map((row, index) => ({ path: `${folder}/${inOrder(index + 1, row.name)}`, row }))

/** By job, in the order of its parts; also those that did not come, or were removed. */
async function deliveriesOf(
  db: Store['db'],
  jobIds: readonly string[],
): Promise<Map<string, JobEvidence['deliveries']>> {
  const rows = await db
    .selectFrom('delivery')
    .innerJoin('part', 'part.id', 'delivery.part_id')
    .select(['delivery.sequence', 'delivery.received_at', 'delivery.path', 'delivery.sha256', 'delivery.bytes'])
    .select(['part.job_id', 'part.klic_number', 'part.part_no'])
    .where('part.job_id', 'in', jobIds)
    .orderBy('part.job_id')
    .orderBy('part.part_no')
    .orderBy('delivery.sequence')
    .execute()
  const named = rows.map(({ job_id: jobId, klic_number, part_no, received_at, sequence, path, sha256, bytes }) => ({
    ...{ jobId, name: `Levering_${klic_number ?? part_no}_${sequence}.zip`, klicNumber: klic_number, sequence },
    ...{ receivedAt: received_at, path: path ?? '', sha256: sha256 ?? '', bytes: bytes ?? 0 },
  }))
  const all = placed('deliveries', named).map(({ path, row }) => ({ path: row.path && row.sha256 ? path : null, row }))
  return Map.groupBy(all, ({ row }) => row.jobId)
}
