/** A result held against another: only jobs on its ground are offered, and where nothing differs one sentence says so. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runTask } from '../../server/exports/conversion/task.ts'
import { openWorld } from '../support/api-world.ts'
import { rdBox } from '../support/rd-box.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { openPane } from './pane.ts'

test('offers what lies on the same ground; equal results are said to be equal before any figure', async (t) => {
  const world = await openWorld(t)
  const path = await simulatedDelivery(world.dataDir, '26O000001', [155_000, 463_000, 155_100, 463_100])
  const gpkg = join(world.dataDir, 'result.gpkg')
  const out = [{ format: 'gpkg' as const, path: gpkg }]
  const { summary } = await runTask({ kind: 'merge', deliveries: [{ path }], out, tempDir: world.dataDir })
  const ready = async (reference: string, x: number) => {
    const { job_id } = await world.quote({ reference, geometry: rdBox(x, 463_000, 100, 100) })
    await world.put(job_id, 'ready')
    await world.putFile(job_id, 'gpkg', readFileSync(gpkg))
    const set = { summary: JSON.stringify(summary) }
    await world.store.db.updateTable('job').set(set).where('id', '=', job_id).execute()
    return job_id
  }
  const first = await ready('First', 155_000)
  await ready('Elsewhere', 185_000)
  const second = await ready('Second', 155_000)
  const { screen } = await openPane(t, await world.signIn(), `/?job=${second}&tab=course&compare=with:${first}`)
  await screen.findByText('No differences.')
  assert.equal(screen.queryByText('moved'), null)
  const choice = screen.getByLabelText('Compare with…')
  await screen.findByRole('option', { name: /^First, / })
  assert.deepEqual(
    [...choice.querySelectorAll('option')].map(({ textContent }) => textContent?.split(',')[0]),
    ['Compare with…', 'First'],
  )
})
