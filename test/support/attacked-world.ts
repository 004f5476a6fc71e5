/**
 * The server that the attacks of test/hostile are made on: on SQLite the one of a single computer, on PostgreSQL that of an
 * office, which is called by https through a proxy and has other companies beside the one that is attacked.
 */
import type { TestContext } from 'node:test'
import type { ApiServices } from '../../server/features/services.ts'
import { openWorld, type World } from './api-world.ts'
import { onPostgres } from './test-store.ts'

export const OFFICE = { baseUrl: () => 'https://klic.office.example', isLocal: false, proxies: 1 } as const

export async function openAttacked(
  t: Pick<TestContext, 'after'>,
  more: Partial<ApiServices> = onPostgres ? OFFICE : {},
): Promise<World> {
  const world = await openWorld(t, more)
  if (onPostgres)
    for (const name of ['Buren B.V.', 'Overburen B.V.']) await world.user('owner', await world.company(name))
  return world
}
