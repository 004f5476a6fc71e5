/** The ground of results: wanted with the result, put into its GeoPackage later, and what that was before, until it is removed. */
import { type Kysely, sql } from 'kysely'
import { JOBS_WITH_RESULT } from '../../domain/klic/klic.ts'
import { type Warning, withoutGround } from '../../domain/klic/warnings.ts'
import type { GroundSummary, ResultSummary } from '../../domain/ports/conversion.ts'
import type { ResultFormat } from '../../domain/result-formats.ts'
import type { Store } from '../open.ts'
import type { DB } from '../schema.ts'
import { replaceSheets } from './ground-sheets.ts'

type Db = Kysely<DB>

/** GeoPackages of the newest results, the oldest first. */
export const groundsToAdd = ({ db }: Store): Promise<{ id: string; company_id: string }[]> =>
  db
    .selectFrom('artifact')
    .innerJoin('job', (join) =>
      join.onRef('job.id', '=', 'artifact.job_id').onRef('job.revision', '=', 'artifact.revision'),
    )
    .select(['artifact.id', 'job.company_id'])
    // In the statement itself, where the index's own condition is looked for.
    .where('artifact.ground', '=', sql.lit('wanted'))
    .where('artifact.state', '=', 'ready')
    .where('job.status', 'in', JOBS_WITH_RESULT)
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
      .returning('revision')
      .executeTakeFirst()
    if (!changed) return false
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
        summary: JSON.stringify({ ...summary, ground, warnings: [...summary.warnings, ...ground.warnings] }),
        warnings: JSON.stringify([...others, ...said]),
      })
      .where('id', '=', jobId)
      .execute()
    return true
  })

const NOT_ADDED: Warning = {
  code: 'GROUND_NOT_SHOWN',
  message: 'The base map of the deliveries could not be added to the GeoPackage, which is whole without it.',
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

/** What GeoPackages were before the ground came into them, and preliminary results that another has taken the place of. */
export const bareFiles = (db: Db, atMost: number): Promise<{ id: string; format: ResultFormat; bare_path: string }[]> =>
  db
    .selectFrom('artifact')
    .select(['id', 'format', 'bare_path'])
    .where('bare_path', 'is not', null)
    .orderBy('created_at')
    .limit(atMost)
    .$narrowType<{ bare_path: string }>()
    .execute()

export const recordBareGone = async (db: Db, id: string): Promise<void> => {
  const gone = await db.deleteFrom('artifact').where('id', '=', id).where('revision', '<', 0).executeTakeFirst()
  if (gone.numDeletedRows > 0n) return
  await db.updateTable('artifact').set({ bare_path: null }).where('id', '=', id).execute()
}
