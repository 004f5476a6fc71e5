/** With which jobs a result can be compared: those on its ground, nearest first. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { JobsOnGround } from '../../server/features/jobs/dashboard-schema.ts'
import { openWorld, refused, shown } from '../support/api-world.ts'
import { rdBox } from '../support/rd-box.ts'

test('a job is offered those with a result on its ground, nearest first, and none that only lies beside it', async (t) => {
  const world = await openWorld(t)
  const make = async (reference: string, geometry: object, status: 'ready' | null = 'ready') => {
    const { job_id } = await world.quote({ reference, geometry })
    if (status) await world.put(job_id, status)
    return job_id
  }
  const own = await make('eigen', rdBox(173_000, 450_000, 100, 100))
  await make('halve overlap', rdBox(173_060, 450_000, 100, 100))
  await make('erbinnen', rdBox(173_045, 450_045, 10, 10))
  await make('eromheen', rdBox(172_800, 449_800, 460, 460))
  await make('ernaast', rdBox(173_200, 450_000, 50, 50))
  await make('alleen offerte', rdBox(173_000, 450_000, 100, 100), null)
  // Around its corner: the extents meet, the areas do not.
  const corner = [
    [172_900, 449_900],
    [173_300, 449_900],
    [173_300, 449_950],
    [172_950, 449_950],
    [172_950, 450_300],
    [172_900, 450_300],
    [172_900, 449_900],
  ]
  await make('om de hoek', { type: 'Polygon', coordinates: [corner] })
  const { window } = await world.signIn()
  const { data } = shown(JobsOnGround, await window(`/jobs/${own}/on-ground`))
  assert.deepEqual(
    data.map(({ reference }) => reference),
    ['erbinnen', 'eromheen', 'halve overlap'],
  )
  const { window: other } = await world.signIn(await world.company())
  refused(await other(`/jobs/${own}/on-ground`), 404, 'NOT_FOUND')
})
