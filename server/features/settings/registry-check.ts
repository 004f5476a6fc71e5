/** Tests of the connection to the registry: the window asks for one, the worker carries it out and stores each step as it ends. */

import { sql } from 'kysely'
import type { Store } from '../../platform/database/open.ts'
import type { Flow } from '../../platform/queue/port.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ConnectionStep } from '../../registry/client/connection-test.ts'
import type { RegistryEnvironment } from '../../registry/klic.ts'
import type { Background, Caller, Database, Permitted } from '../services.ts'
import type { RegistryCalls } from '../task-context.ts'
import { settingsOf } from './rows.ts'

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
const askCheck = (
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

const checkById = async (store: Store, id: string): Promise<RegistryCheck | undefined> => {
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

/** @param environment another than the one in use can be tried before it is chosen */
export async function askForTest(
  services: Database & Background,
  caller: Permitted<'admin'>,
  environment?: RegistryEnvironment,
): Promise<RegistryCheck> {
  const { store, clock, ids } = services
  const id = ids.make('chk')
  const chosen = environment ?? (await settingsOf(store.db, caller.companyId))['registry.environment']
  await askCheck(store, { id, companyId: caller.companyId, environment: chosen, at: clock.now().toISOString() })
  services.nudge()
  return getTest(services.store, caller, id)
}

/** @throws Refusal NOT_FOUND, also when a newer test has replaced it */
export async function getTest(store: Store, caller: Caller, id: string): Promise<RegistryCheck> {
  const check = await checkById(store, id)
  if (check?.companyId !== caller.companyId) throw new Refusal('NOT_FOUND', 'There is no such test.')
  return check as RegistryCheck
}

export const checkRegistry = (services: Database & RegistryCalls): Flow<{ checkId: string }> => ({
  name: 'check-registry',
  version: '1',
  async run({ checkId }, steps) {
    await steps.run('walk', () => walk(services, checkId), { attempts: 2, firstMs: 1000, maxMs: 1000 })
  },
})

async function walk(services: Database & RegistryCalls, checkId: string): Promise<null> {
  const check = await checkById(services.store, checkId)
  if (!check || check.state === 'done') return null
  await recordSteps(services.store, checkId, [], null)
  const steps = await services.testConnection(check.environment, check.companyId, (soFar) =>
    recordSteps(services.store, checkId, soFar, null),
  )
  await recordSteps(services.store, checkId, steps, services.clock.now().toISOString())
  return null
}
