/**
 * The ground of results, and of preliminary ones: wanted with the result, put into its GeoPackage later, and what that was before,
 * until it is removed.
 */
import { type Kysely, sql } from 'kysely'
import type { GroundSummary, ResultSummary, ResultWarning } from '../../../imkl/model/conversion-task.ts'
import { isPreliminary } from '../../../imkl/model/preliminary.ts'
import type { Store } from '../../../platform/database/open.ts'
import type { DB } from '../../../platform/database/schema.ts'
import { JOBS_WITH_RESULT } from '../../../registry/klic.ts'
import { type Warning, withoutGround } from '../../../registry/warnings.ts'
import type { ArtifactTable } from '../../jobs/tables.ts'
import { replaceSheets } from './sheet-rows.ts'

type Db = Kysely<DB>

/** GeoPackages of the newest results, and of preliminary ones that nothing has come after, the oldest first. */
export const groundsToAdd = ({ db }: Store): Promise<{ id: string; company_id: string }[]> =>
  db
    .selectFrom('artifact')
    .innerJoin('job', 'job.id', 'artifact.job_id')
    .leftJoin('preliminary', 'preliminary.job_id', 'artifact.job_id')
    .select(['artifact.id', 'job.company_id'])
    // In the statement itself, where the index's own condition is looked for.
    .where('artifact.ground', '=', sql.lit('wanted'))
    .where('artifact.state', '=', 'ready')
    .where(({ and, eb, or }) =>
      or([
        and([eb('job.revision', '=', eb.ref('artifact.revision')), eb('job.status', 'in', JOBS_WITH_RESULT)]),
        and([
          // The result is being made, which takes its place.
          eb('job.status', '!=', 'processing'),
          eb('preliminary.made', '=', sql<number>`-artifact.revision`),
          eb('preliminary.done', '=', eb.ref('preliminary.wanted')),
        ]),
      ]),
    )
    .orderBy('artifact.created_at')
    .execute()

export interface AddedGround {
  /** What it was added to */
  before: { path: string; sha256: string }
  path: string
  sha256: string
  bytes: number
  ground: GroundSummary
}

/**
 * From now on this is the result's GeoPackage, and the summary tells of its ground.
 * @returns false when the result is another by now
 */
export const recordGround = (store: Store, artifactId: string, jobId: string, added: AddedGround): Promise<boolean> =>
  store.transaction({ job: jobId }, async (trx) => {
    const { before, path, sha256, bytes, ground } = added
    const changed = await trx
      .updateTable('artifact')
      .set({ path, sha256, bytes, ground: ground.layers.length > 0 ? 'ready' : 'unshown', bare_path: before.path })
      .where('id', '=', artifactId)
      .where('state', '=', 'ready')
      .where('ground', '=', 'wanted')
      .where('sha256', '=', before.sha256)
      .where(({ eb, exists, or, selectFrom }) =>
        or([
          eb('revision', '>', 0),
          // What has come since is not in it, and may be in the ground.
          exists(
            selectFrom('preliminary')
              .select('job_id')
              .where('job_id', '=', jobId)
              .where('made', '=', sql<number>`-artifact.revision`)
              .whereRef('wanted', '=', 'made'),
          ),
        ]),
      )
      .returning('revision')
      .executeTakeFirst()
    if (!changed) return false
    if (isPreliminary(changed.revision)) {
      await recordOfPreliminary(trx, jobId, changed.revision, ground)
      return true
    }
    const job = await trx
      .selectFrom('job')
      .select(['company_id', 'revision', 'summary', 'warnings'])
      .where('id', '=', jobId)
      .executeTakeFirst()
    if (job?.summary == null || job.revision !== changed.revision) return true
    await replaceSheets(trx, { id: jobId, companyId: job.company_id, revision: job.revision }, ground.pictures)
    const summary = JSON.parse(job.summary) as ResultSummary
    const others = withoutGround(JSON.parse(job.warnings) as Warning[])
    const said = ground.warnings.map(({ message }): Warning => ({ code: 'GROUND_NOT_SHOWN', message }))
    await trx
      .updateTable('job')
      .set({
        summary: JSON.stringify(withGround(summary, ground)),
        warnings: JSON.stringify([...others, ...said]),
      })
      .where('id', '=', jobId)
      .execute()
    return true
  })

const withGround = (summary: ResultSummary, ground: GroundSummary): ResultSummary => ({
  ...summary,
  ground,
  warnings: [...summary.warnings, ...ground.warnings],
})

async function recordOfPreliminary(trx: Db, jobId: string, revision: number, ground: GroundSummary): Promise<void> {
  const job = await trx.selectFrom('job').select('company_id').where('id', '=', jobId).executeTakeFirstOrThrow()
  await replaceSheets(trx, { id: jobId, companyId: job.company_id, revision }, ground.pictures)
  await changeSummary(trx, jobId, (summary) => withGround(summary, ground))
}

/** Of what is preliminary. */
async function changeSummary(trx: Db, jobId: string, change: (summary: ResultSummary) => ResultSummary): Promise<void> {
  const row = await trx.selectFrom('preliminary').select('summary').where('job_id', '=', jobId).executeTakeFirst()
  if (row?.summary == null) return
  const summary = JSON.stringify(change(JSON.parse(row.summary) as ResultSummary))
  await trx.updateTable('preliminary').set({ summary }).where('job_id', '=', jobId).execute()
}

const NOT_ADDED: Warning & ResultWarning = {
  code: 'GROUND_NOT_SHOWN',
  message: 'The base map of the deliveries could not be added to the GeoPackage, which is whole without it.',
  messageNl: 'De ondergrond van de leveringen kon niet in het GeoPackage worden gezet, dat zonder haar volledig is.',
}

/** The result stays as it is, without it, and the job says so. */
export async function failGround(store: Store, artifactId: string): Promise<void> {
  const of = await store.db.selectFrom('artifact').select('job_id').where('id', '=', artifactId).executeTakeFirst()
  if (!of) return
  await store.transaction({ job: of.job_id }, async (trx) => {
    const failed = await trx
      .updateTable('artifact')
      .set({ ground: 'failed' })
      .where('id', '=', artifactId)
      .where('ground', '=', 'wanted')
      .returning('revision')
      .executeTakeFirst()
    if (!failed) return
    if (isPreliminary(failed.revision)) {
      await changeSummary(trx, of.job_id, (summary) => ({ ...summary, warnings: [...summary.warnings, NOT_ADDED] }))
      return
    }
    const job = await trx
      .selectFrom('job')
      .select(['revision', 'warnings'])
      .where('id', '=', of.job_id)
      .executeTakeFirst()
    if (job?.revision !== failed.revision) return
    const warnings = [...withoutGround(JSON.parse(job.warnings) as Warning[]), NOT_ADDED]
    await trx
      .updateTable('job')
      .set({ warnings: JSON.stringify(warnings) })
      .where('id', '=', of.job_id)
      .execute()
  })
}

export interface BareFile extends Pick<ArtifactTable, 'id' | 'job_id' | 'revision' | 'format' | 'state'> {
  bare_path: string
}

/** What GeoPackages were before the ground came into them, and preliminary results that another has taken the place of. */
export const bareFiles = (db: Db, atMost: number): Promise<BareFile[]> =>
  db
    .selectFrom('artifact')
    .select(['id', 'job_id', 'revision', 'format', 'state', 'bare_path'])
    .where('bare_path', 'is not', null)
    .orderBy('created_at')
    .limit(atMost)
    .$narrowType<{ bare_path: string }>()
    .execute()

/** @param bare as it was read: one whose file has become that of a later state since is looked at again */
export async function recordBareGone(db: Db, { id, state, bare_path }: BareFile): Promise<void> {
  if (state === 'removed') await db.deleteFrom('artifact').where('id', '=', id).where('revision', '<', 0).execute()
  else
    await db
      .updateTable('artifact')
      .set({ bare_path: null })
      .where('id', '=', id)
      .where('bare_path', '=', bare_path)
      .execute()
}
