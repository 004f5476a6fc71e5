/** Loads what `nextAction` needs besides the job row: orders, links and removed files. Asks only what the states of the jobs need. */
import type { ExpressionBuilder, Kysely } from 'kysely'
import type { DB } from '../../../platform/database/schema.ts'
import { isDownloadable, isMoving, type JobState } from '../../../registry/klic.ts'
import { SUPPLEMENTED } from '../rules/attention.ts'
import { type Filing, type NextActionFacts, NO_FACTS } from '../rules/next-action.ts'
import { type LinkFailure, linkUntil, type RetryableFailure } from '../rules/retryable-failure.ts'
import type { RegistryOrderTable } from '../tables.ts'

type Db = Kysely<DB>

/** @returns for each of these jobs */
export async function nextActionFactsOf(
  db: Db,
  jobs: readonly { id: string; status: JobState; revision: number }[],
): Promise<(jobId: string) => NextActionFacts> {
  const idsOf = (wanted: (job: (typeof jobs)[number]) => boolean) => jobs.filter(wanted).map(({ id }) => id)
  const [filing, removals, read, links, missing] = await Promise.all([
    filingOf(
      db,
      idsOf(({ status }) => status === 'accepted'),
    ),
    removalsOf(
      db,
      idsOf(({ status }) => isDownloadable(status)),
    ),
    supplementsRead(
      db,
      idsOf(({ status, revision }) => isDownloadable(status) && revision > 1),
    ),
    linksOf(
      db,
      idsOf(({ status }) => isMoving(status) || isDownloadable(status)),
    ),
    laterMissing(
      db,
      idsOf(({ status }) => isDownloadable(status)),
    ),
  ])
  const revisions = new Map(jobs.map(({ id, revision }) => [id, revision]))
  return (id) => ({
    filing: filing.get(id)?.step ?? NO_FACTS.filing,
    order: filing.get(id)?.trouble ?? null,
    link: links.get(id) ?? null,
    isLaterMissing: missing.has(id),
    removedAt: removals.get(id) ?? null,
    isSupplementRead: read.has(`${id}:${revisions.get(id)}`),
  })
}

/** Orders of a job are filed one after another: the first that the registry has not accepted is the one that counts. */
async function filingOf(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { step: Filing; trouble: NextActionFacts['order'] }>> {
  if (ids.length === 0) return new Map()
  const orders = await db
    .selectFrom('registry_order')
    .select(['job_id', 'order_index', 'attempt', 'state', 'sends', 'undecided_polls', 'trouble'])
    .where('job_id', 'in', ids)
    .orderBy('job_id')
    .orderBy('order_index')
    .orderBy('attempt')
    .execute()
  const newest = new Map(orders.map((order) => [`${order.job_id}:${order.order_index}`, order]))
  const found: Awaited<ReturnType<typeof filingOf>> = new Map()
  for (const order of newest.values()) {
    if (order.state === 'accepted' || found.has(order.job_id)) continue
    const trouble = order.trouble === null ? null : JSON.parse(order.trouble)
    found.set(order.job_id, { step: stepOf(order), trouble })
  }
  return found
}

const stepOf = (order: Pick<RegistryOrderTable, 'state' | 'sends' | 'undecided_polls'>): Filing => {
  if (order.state === 'undecided' || order.undecided_polls > 0) return 'undecided'
  if (order.state === 'validating') return 'judging'
  return order.sends > 1 ? 'sent_again' : 'sending'
}

const isNewest = ({ not, exists, selectFrom }: ExpressionBuilder<DB, 'delivery'>) =>
  not(
    exists(
      selectFrom('delivery as newer')
        .select('newer.id')
        .whereRef('newer.part_id', '=', 'delivery.part_id')
        .whereRef('newer.sequence', '>', 'delivery.sequence'),
    ),
  )

/** Of each job the delivery that can't be fetched and whose link ends first; one that a newer takes the place of is none. */
async function linksOf(db: Db, ids: readonly string[]): Promise<Map<string, NonNullable<NextActionFacts['link']>>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('delivery')
    .innerJoin('part', 'part.id', 'delivery.part_id')
    .select(['part.job_id', 'delivery.trouble', 'delivery.composed_at'])
    .where('delivery.trouble', 'is not', null)
    .where('part.job_id', 'in', ids)
    .where(isNewest)
    .execute()
  const links = new Map<string, NonNullable<NextActionFacts['link']>>()
  for (const { job_id, trouble, composed_at } of rows) {
    const found: RetryableFailure<LinkFailure> = JSON.parse(trouble!)
    const until = linkUntil(composed_at ?? found.since)
    const known = links.get(job_id)
    if (!known || until < known.until) links.set(job_id, { ...found, until })
  }
  return links
}

/** Jobs with a part whose newest delivery is not in the result, for which it would have been read. */
export const withNewerUnread = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('delivery')
    .innerJoin('part', 'part.id', 'delivery.part_id')
    .select('part.job_id')
    .distinct()
    .where('delivery.read_at', 'is', null)
    // One that is withheld is no delivery of lines; its part says so.
    .where('part.status', 'in', ['delivered', 'partially_delivered'])
    .where('part.job_id', 'in', ids)
    .where(isNewest)

/** Of those, the ones whose delivery was given up. */
async function laterMissing(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await withNewerUnread(db, ids).where('delivery.failure', 'is not', null).execute()
  return new Set(rows.map(({ job_id }) => job_id))
}

async function removalsOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('removal')
    .select(['job_id', 'done_at'])
    .where('job_id', 'in', ids)
    .where('what', '=', 'results')
    .where('done_at', 'is not', null)
    .execute()
  return new Map(rows.map(({ job_id, done_at }) => [job_id, done_at!]))
}

async function supplementsRead(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('acknowledgement')
    .select(['job_id', 'revision'])
    .where('job_id', 'in', ids)
    .where('about', '=', SUPPLEMENTED)
    .execute()
  return new Set(rows.map(({ job_id, revision }) => `${job_id}:${revision}`))
}
