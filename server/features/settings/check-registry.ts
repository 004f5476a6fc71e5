/** Tests the connection to the registry because the window asked, and writes down each step as it ends. */
import type { Flow } from '../../platform/queue/port.ts'
import type { Needs } from '../task-context.ts'
import { checkById, recordSteps } from './registry-check-rows.ts'

export const checkRegistry = (needs: Needs): Flow<{ checkId: string }> => ({
  name: 'check-registry',
  version: '1',
  async run({ checkId }, steps) {
    await steps.run('walk', () => walk(needs, checkId), { attempts: 2, firstMs: 1000, maxMs: 1000 })
  },
})

async function walk(needs: Needs, checkId: string): Promise<null> {
  const check = await checkById(needs.store, checkId)
  if (!check || check.state === 'done') return null
  await recordSteps(needs.store, checkId, [], null)
  const steps = await needs.testConnection(check.environment, check.companyId, (soFar) =>
    recordSteps(needs.store, checkId, soFar, null),
  )
  await recordSteps(needs.store, checkId, steps, needs.clock.now().toISOString())
  return null
}
