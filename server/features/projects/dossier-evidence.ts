/** What is on record under a job, with the files that belong to it: for a dossier. */

import type { Store } from '../../platform/database/open.ts'
import type { Measure } from '../../platform/measured.ts'
import { agreementFiles, startPhotos } from '../digging/files-of-job.ts'
import { digRecordsOf } from '../jobs/dig-facts.ts'
import type { RemovedFiles } from '../jobs/removed-files.ts'
import type { JobBriefRecord } from '../jobs/rows/jobs.ts'
import { openRowsOf } from '../jobs/rows/trench-plans.ts'
import { findingPhotos } from '../trenches/finding-photos.ts'
import { findingsOfJob, planOfJob } from '../trenches/rows.ts'

/** @template P path below `data/` in the dossier; null: the file did not come, or was removed */
export interface Placed<R, P = string> {
  path: P
  row: R
}

export interface StoredRow extends Measure {
  name: string
  /** Its key in the storage; empty: there is no file */
  path: string
}

/** Puts files into a folder of the dossier, numbered through all jobs. */
export type Place = <R extends StoredRow>(folder: string, kind: string, rows: readonly R[]) => Placed<R>[]

/** Called as Kadaster calls it */
export interface DeliveryOnRecord extends StoredRow {
  klicNumber: string | null
  sequence: number
  receivedAt: string | null
}

export type JobEvidence = Awaited<ReturnType<typeof evidenceOf>>

/** @param among ids of all jobs of the dossier: a plan that several have stands with the one that it was made in */
export async function evidenceOf({ db }: Store, job: JobBriefRecord, place: Place, among: readonly string[]) {
  const ids = [job.id]
  const { filed, work, contacts } = (await digRecordsOf(db, [job]))(job.id)
  const deliveries = place('deliveries', 'delivery', await deliveriesOf(db, job.id))
  const agreements = place('agreements', 'agreement', await agreementFiles.of(db, ids))
  const photos = place('photos', 'photo', await startPhotos.of(db, ids))
  const removals = db.selectFrom('removal').selectAll().where('job_id', '=', job.id).where('done_at', 'is not', null)
  const removed = (await removals.orderBy('what').execute()).map(({ what, done_at }) => [what, done_at])
  const days = db.selectFrom('site_presence').select('day').where('job_id', '=', job.id).orderBy('day')
  return {
    ...{ filed, work, contacts, agreements, photos },
    /** In the order of its parts; path null: it did not come, or was removed */
    deliveries: deliveries.map(({ path, row }) => ({ path: row.path ? path : null, row })),
    /** When the retention rule removed them */
    removed: Object.fromEntries(removed) as Partial<Record<RemovedFiles, string>>,
    /** Dutch days on which the crew was reported on the site */
    presence: (await days.execute()).map(({ day }) => day),
    trenches: await trenchesOf(db, job.id, place, among),
  }
}

/** null: no plan of trial trenches. Findings oldest first, without those that wait; open: rows that are not located, null: not known */
async function trenchesOf(db: Store['db'], jobId: string, place: Place, among: readonly string[]) {
  const plan = await planOfJob(db, jobId)
  if (!plan || (plan.jobId !== jobId && among.includes(plan.jobId))) return null
  const findings = await findingsOfJob(db, plan.jobId)
  const recorded = new Set(findings.map(({ id }) => id))
  const photos = (await findingPhotos.of(db, [plan.jobId])).filter(({ finding_id }) => recorded.has(finding_id))
  const open = (await openRowsOf(db, [jobId])).get(jobId) ?? null
  return { plan, open, findings, photos: place('finding-photos', 'photo', photos) }
}

/** Also those that did not come, or were removed. */
async function deliveriesOf(db: Store['db'], jobId: string): Promise<DeliveryOnRecord[]> {
  const rows = await db
    .selectFrom('delivery')
    .innerJoin('part', 'part.id', 'delivery.part_id')
    .select(['delivery.sequence', 'delivery.received_at', 'delivery.path', 'delivery.sha256', 'delivery.bytes'])
    .select(['part.klic_number', 'part.part_no'])
    .where('part.job_id', '=', jobId)
    .orderBy('part.part_no')
    .orderBy('delivery.sequence')
    .execute()
  return rows.map(({ klic_number, part_no, received_at, sequence, path, sha256, bytes }) => ({
    ...{ name: `Levering_${klic_number ?? part_no}_${sequence}.zip`, klicNumber: klic_number, sequence },
    ...{ receivedAt: received_at, path: (sha256 && path) ?? '', sha256: sha256 ?? '', bytes: bytes ?? 0 },
  }))
}
