/** What must be read of a result, and who has said that they did. */

import type { Kysely, Selectable } from 'kysely'
import type { ResultSummary } from '../../imkl/model/conversion-task.ts'
import type { Store } from '../../platform/database/open.ts'
import type { DB } from '../../platform/database/schema.ts'
import { Refusal } from '../../platform/refusal.ts'
import { partsOf } from '../jobs/rows/parts.ts'
import { type Attention, attentionOf } from '../jobs/rules/attention.ts'
import type { AcknowledgementTable } from '../jobs/tables.ts'
import { appendToJobLog, type ResultCopy } from '../log-rows.ts'
import type { Caller, Database, Permitted } from '../services.ts'
import { whoHasOlder } from './download-log.ts'
import { jobSummary } from './map/show-on-map.ts'

interface AttentionView extends Attention {
  acknowledged: Pick<Acknowledgement, 'at' | 'actor'> | null
}

export interface AttentionSummary {
  items: AttentionView[]
  /** Who works by an older revision */
  older: ResultCopy[]
  /** Of which the newest site package was made; null: there was none */
  siteRevision: number | null
}

/** @throws Refusal NOT_FOUND or NOT_READY */
export async function attention(store: Store, caller: Caller, jobId: string): Promise<AttentionSummary> {
  const { summary, revision } = await jobSummary(store, caller, jobId)
  return viewOf(store, jobId, summary, revision)
}

async function viewOf(
  store: Store,
  jobId: string,
  summary: ResultSummary,
  revision: number,
): Promise<AttentionSummary> {
  const { db } = store
  const [parts, known, taken] = await Promise.all([
    partsOf(db, jobId),
    acknowledgementsOf(db, jobId, revision),
    whoHasOlder(store, jobId, revision),
  ])
  const byAbout = new Map(known.map((each) => [each.about, each]))
  const items = attentionOf({ ...summary, revision }, parts).map((each) => ({
    ...each,
    acknowledged: byAbout.get(each.about) ?? null,
  }))
  return { items, ...taken }
}

/**
 * Says that it was read: in the log of the job and of its project. Repeated, the first one stays.
 * @throws Refusal NOT_FOUND, also when the result holds nothing of the kind
 */
export async function acknowledge(
  services: Database,
  caller: Permitted<'write'>,
  jobId: string,
  about: string,
): Promise<AttentionSummary> {
  const { summary, revision } = await jobSummary(services.store, caller, jobId)
  const { items } = await viewOf(services.store, jobId, summary, revision)
  if (!items.some((each) => each.about === about)) {
    throw new Refusal('NOT_FOUND', 'The result has no such warning (any more).')
  }
  const at = services.clock.now().toISOString()
  await services.store.transaction({ company: caller.companyId }, async (trx) => {
    const isFirst = await insertAcknowledgement(trx, { job_id: jobId, revision, about, at, actor: caller.actor })
    if (!isFirst) return
    const { companyId, actor } = caller
    await appendToJobLog(trx, jobId, { companyId, at, actor, act: 'warning.acknowledged', data: { about, revision } })
  })
  return viewOf(services.store, jobId, summary, revision)
}

type Db = Kysely<DB>
type Acknowledgement = Selectable<AcknowledgementTable>

const acknowledgementsOf = (db: Db, jobId: string, revision: number): Promise<Acknowledgement[]> =>
  db
    .selectFrom('acknowledgement')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('revision', '=', revision)
    .orderBy('at')
    .orderBy('about')
    .execute()

/** @returns false when it was acknowledged before; then the first one stays. */
async function insertAcknowledgement(db: Db, row: Acknowledgement): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('acknowledgement')
    .values(row)
    .onConflict((conflict) => conflict.columns(['job_id', 'revision', 'about']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
