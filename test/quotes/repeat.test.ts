/** A notification that is made once more for the same area, or for what is left of it: who follows whom, and what does not go along. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Job, JobBrief } from '../../server/features/jobs/schema.ts'
import { GARDEN, openWorld, pointers, refused, START_DATE, shown } from '../support/api-world.ts'
import { rdBox } from '../support/rd-box.ts'

const DIG = { geometry: GARDEN, klic_type: 'GRAAF', start_date: START_DATE }

test('a repeat is a quote that knows its predecessor, which knows it; asked again it is the same one, and nothing is filed', async (t) => {
  const world = await openWorld(t)
  const first = await world.quote({ ...DIG, submit: true, reference: 'Sloot' })
  await world.put(first.job_id, 'ready')
  const nudged = world.nudges.count
  const again = { ...DIG, geometry: rdBox(155_000, 390_000, 20, 40), follows: first.job_id, client_ref: 'again' }
  const repeat = await world.quote(again)
  assert.deepEqual(
    [repeat.status, repeat.submit, repeat.follows, repeat.followed_by],
    ['quoted', false, first.job_id, []],
  )
  assert.equal((await world.quote(again)).job_id, repeat.job_id)
  const of = async (id: string) => shown(Job, await world.v1(`/jobs/${id}`))
  assert.deepEqual((await of(first.job_id)).followed_by, [repeat.job_id])
  assert.deepEqual([(await of(first.job_id)).follows, world.nudges.count], [null, nudged])
  const { data } = (await world.v1('/jobs')).json as { data: unknown[] }
  assert.deepEqual(
    data.map((each) => JobBrief.parse(each).follows),
    [first.job_id, null],
  )
  const paid = async () => (await world.store.db.selectFrom('audit').select('job_id').execute()).length
  const before = await paid()
  const submit = () => world.v1(`/jobs/${repeat.job_id}/submit`, { method: 'POST', body: {} })
  assert.equal((await submit()).status, 202)
  assert.equal((await submit()).status < 300, true)
  assert.equal((await paid()) - before, 1, 'paid once')
})

test('only what was filed here is repeated: no quote, no other company’s job, none that is not there', async (t) => {
  const world = await openWorld(t)
  const quote = await world.quote(DIG)
  const other = await world.company()
  const theirs = await world.keyWith(['read', 'write'], other)
  const { job_id } = await world.quote({ ...DIG, submit: true })
  for (const [follows, key] of [
    [quote.job_id, world.keys.admin],
    ['job_none', world.keys.admin],
    [job_id, theirs.secret],
  ] as const) {
    const reply = await world.v1('/jobs', { method: 'POST', key, body: { ...DIG, follows } })
    assert.deepEqual(pointers(refused(reply, 422, 'VALIDATION_FAILED')), ['/follows'])
  }
})
