/** All rows that tell when something happened to a job. */
import type { Kysely } from 'kysely'
import type { MergeProgress } from '../../../imkl/model/merge-progress.ts'
import type { Store } from '../../../platform/database/open.ts'
import type { DB } from '../../../platform/database/schema.ts'

type Db = Kysely<DB>

/** @returns undefined when the company has no such job */
export async function happeningsOf(db: Db, companyId: string, jobId: string) {
  const job = await db
    .selectFrom('job')
    .select([
      'id',
      'source',
      'status',
      'environment',
      'warnings',
      'quote_expires_at',
      'created_at',
      'submitted_at',
      'failure',
    ])
    .where('id', '=', jobId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!job) return undefined
  const former = await db
    .selectFrom('job')
    .select(['id', 'submitted_at', 'corrected_at'])
    .where('corrected_as', '=', jobId)
    .where('source', '=', 'ordered')
    .execute()
  const attempts = [jobId, ...former.map(({ id }) => id)]
  const [parts, orders, deliveries, artifacts, events, tries] = await Promise.all([
    db
      .selectFrom('part')
      .select(['id', 'part_no', 'status', 'klic_number', 'registry_order_id'])
      .where('job_id', '=', jobId)
      .orderBy('part_no')
      .execute(),
    db
      .selectFrom('registry_order')
      .select([
        'id',
        'order_index',
        'attempt',
        'state',
        'sends',
        'polls',
        'created_at',
        'sent_at',
        'decided_at',
        'watch_at',
        'messages',
        'trouble',
        'answer',
      ])
      .where('job_id', 'in', attempts)
      .orderBy('order_index')
      .orderBy('attempt')
      .execute(),
    db
      .selectFrom('delivery')
      .innerJoin('part', 'part.id', 'delivery.part_id')
      .select(['delivery.part_id', 'delivery.sequence', 'delivery.complete', 'delivery.received_at'])
      .select(['delivery.read_at', 'delivery.failure'])
      .where('part.job_id', '=', jobId)
      .orderBy('delivery.sequence')
      .execute(),
    db
      .selectFrom('artifact')
      .select(['format', 'revision', 'state', 'created_at', 'ready_at'])
      .where('job_id', '=', jobId)
      .execute(),
    db
      .selectFrom('event')
      .select(['id', 'state', 'attempts', 'next_attempt_at', 'created_at'])
      .where('job_id', '=', jobId)
      .where('company_id', '=', companyId)
      .orderBy('seq')
      .execute(),
    db
      .selectFrom('event_attempt')
      .innerJoin('event', 'event.id', 'event_attempt.event_id')
      .select(['event_attempt.at', 'event_attempt.no', 'event_attempt.error'])
      .where('event.job_id', '=', jobId)
      .where('event.company_id', '=', companyId)
      .execute(),
  ])
  return { job, former, parts, orders, deliveries, artifacts, events, tries }
}

export type Happenings = NonNullable<Awaited<ReturnType<typeof happeningsOf>>>

/** @returns null for no job of this company; `merging` is null while nothing is merged, or nothing is known of it */
export async function mergingOfJob(
  store: Store,
  companyId: string,
  jobId: string,
): Promise<{ merging: MergeProgress | null } | null> {
  const row = await store.db
    .selectFrom('job')
    .select(['status', 'merging'])
    .where('id', '=', jobId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!row) return null
  const isKnown = row.status === 'processing' && row.merging !== null
  return { merging: isKnown ? (JSON.parse(row.merging!) as MergeProgress) : null }
}
