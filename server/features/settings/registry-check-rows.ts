/** Tests of the connection to the registry: asked for by the window, carried out by the worker, step after step. */
import { sql } from 'kysely'
import type { Store } from '../../platform/database/open.ts'
import type { ConnectionStep } from '../../registry/connection-test.ts'
import type { RegistryEnvironment } from '../../registry/klic.ts'

export interface RegistryCheck {
  id: string
  companyId: string
  environment: RegistryEnvironment
  state: 'asked' | 'running' | 'done'
  steps: ConnectionStep[]
  askedAt: string
  doneAt: string | null
}

/** Older ones are of no use to anybody: a new test replaces them. */
export const askCheck = (
  store: Store,
  check: { id: string; companyId: string; environment: RegistryEnvironment; at: string },
): Promise<void> =>
  store.transaction({ company: check.companyId }, async (trx) => {
    await trx.deleteFrom('registry_check').where('company_id', '=', check.companyId).execute()
    await trx
      .insertInto('registry_check')
      .values({
        id: check.id,
        company_id: check.companyId,
        environment: check.environment,
        state: 'asked',
        steps: '[]',
        asked_at: check.at,
        done_at: null,
      })
      .execute()
  })

export const checkById = async (store: Store, id: string): Promise<RegistryCheck | undefined> => {
  const row = await store.db.selectFrom('registry_check').selectAll().where('id', '=', id).executeTakeFirst()
  return (
    row && {
      id: row.id,
      companyId: row.company_id,
      environment: row.environment,
      state: row.state,
      steps: JSON.parse(row.steps),
      askedAt: row.asked_at,
      doneAt: row.done_at,
    }
  )
}

export const checksToRun = (store: Store): Promise<{ id: string; company_id: string }[]> =>
  store.db.selectFrom('registry_check').select(['id', 'company_id']).where('state', '<>', sql.lit('done')).execute()

/** A test that was replaced in the meantime is written nowhere. */
export const recordSteps = async (
  store: Store,
  id: string,
  steps: readonly ConnectionStep[],
  doneAt: string | null,
): Promise<void> => {
  await store.db
    .updateTable('registry_check')
    .set({ steps: JSON.stringify(steps), state: doneAt === null ? 'running' : 'done', done_at: doneAt })
    .where('id', '=', id)
    .execute()
}
