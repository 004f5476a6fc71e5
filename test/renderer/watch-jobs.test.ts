/** The shell's notices of jobs, from a real server: nothing old, and every end, with any number of newer jobs. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { dueText } from '../../electron/texts.ts'
import { type Due, jobsWatcher, type WatchedJob } from '../../electron/watch-jobs.ts'
import { recordEvent } from '../../server/features/webhooks/rows.ts'
import { openWorld } from '../support/api-world.ts'
import { copyQuote } from '../support/copy-quote.ts'

async function watched(t: TestContext) {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const told: WatchedJob[] = []
  let open = -1
  let isAway = false
  const session = {
    get: async (path: string): Promise<Response> => {
      if (isAway && /^\/jobs\/\w/.test(path)) throw new Error('connection refused')
      const { status, text } = await window(path)
      return new Response(text, { status })
    },
  }
  const due: string[] = []
  const tell = {
    onOpen: (count: number) => (open = count),
    onEnded: (job: WatchedJob) => told.push(job),
    onDue: (_type: string, { reference, day }: Due) => due.push(`${reference} ${day}`),
  }
  let cursor: string | undefined
  const heard = { now: () => cursor, keep: (value: string) => (cursor = value) }
  let look = jobsWatcher(session, tell, heard)
  return {
    world,
    look: () => look(),
    /** The program was ended, and begins with what it kept. */
    restart: (kept = cursor) => {
      cursor = kept
      look = jobsWatcher(session, tell, heard)
    },
    due: () => due.splice(0),
    /** As the worker tells it. */
    isDue: async (jobId: string, day: string) => {
      const at = world.clock.now().toISOString()
      const event = { id: world.services.ids.make('evt'), companyId: world.companyId, jobId, at, target: null }
      const data = { job_id: jobId, reference: 'Berm', klic_numbers: [], day, operators: ['Gasnet'] }
      await recordEvent(world.store.db, { ...event, type: 'precaution.due', data })
    },
    told: () => told.splice(0).map(({ reference, status }) => `${reference} ${status}`),
    open: () => open,
    away: (value: boolean) => (isAway = value),
    /** As the worker leaves a result. */
    result: async (jobId: string, revision: number, status: 'ready' | 'ready_incomplete' = 'ready') => {
      await world.put(jobId, status, 'delivered', { revision })
      const at = world.clock.now().toISOString()
      const event = { id: world.services.ids.make('evt'), companyId: world.companyId, jobId, at, target: null }
      await recordEvent(world.store.db, { ...event, type: 'job.ready', data: { revision } })
    },
    /** Copies of a quote, all newer than it. */
    newer: (jobId: string, count: number) => copyQuote(world.store.db, jobId, count),
  }
}

test('a later delivery gives a notice for a job that 200 others are newer than', async (t) => {
  const { world, look, told, result, newer } = await watched(t)
  const { job_id: old } = await world.quote({ reference: 'Oud' })
  await result(old, 1)
  const { job_id: quote } = await world.quote({ reference: 'Later' })
  await newer(quote, 200)
  await look()
  assert.deepEqual(told(), [], 'what was there at the start is old')
  await result(old, 2)
  await look()
  assert.deepEqual(told(), ['Oud ready'])
  await look()
  assert.deepEqual(told(), [], 'once')
})

test('a refusal and a stop give a notice for a job that 200 others are newer than, and all under way are counted', async (t) => {
  const { world, look, told, open, newer } = await watched(t)
  const { job_id: refused } = await world.quote({ reference: 'Geweigerd' })
  const { job_id: stopped } = await world.quote({ reference: 'Gestopt' })
  await world.put(refused, 'submitted', 'submitted')
  await world.put(stopped, 'processing', 'delivered')
  await newer(refused, 201)
  await look()
  assert.deepEqual([open(), told()], [203, []])
  await world.put(refused, 'rejected', 'rejected')
  await world.put(stopped, 'failed', 'delivered', { failure: 'failed_merging' })
  await look()
  assert.deepEqual([open(), told().sort()], [201, ['Gestopt failed', 'Geweigerd rejected']])
})

test('a result that came while the server went away is told when it is back; one that was overtaken is told with the next', async (t) => {
  const { world, look, told, away, result } = await watched(t)
  const { job_id: job } = await world.quote({ reference: 'Berm' })
  await world.put(job, 'submitted', 'submitted')
  await look()
  await result(job, 1, 'ready_incomplete')
  away(true)
  await assert.rejects(look())
  away(false)
  await look()
  assert.deepEqual(told(), ['Berm ready_incomplete'])
  await result(job, 2)
  await world.put(job, 'processing', 'delivered', { revision: 2 })
  await look()
  assert.deepEqual(told(), [], 'it is being made anew')
  await result(job, 3)
  await look()
  assert.deepEqual(told(), ['Berm ready'])
})

test('what is due is told once: at once, or at the next start when it came while nobody listened', async (t) => {
  const { world, look, told, due, isDue, result, restart } = await watched(t)
  const { job_id: job } = await world.quote({ reference: 'Berm' })
  await isDue(job, '2026-12-01')
  await look()
  assert.deepEqual(due(), [], 'the first start of all tells nothing old')
  await isDue(job, '2026-12-02')
  await look()
  await look()
  assert.deepEqual(due(), ['Berm 2026-12-02'])

  await isDue(job, '2026-12-03')
  await result(job, 1)
  restart()
  await look()
  await look()
  assert.deepEqual([due(), told()], [['Berm 2026-12-03'], []], 'a result that came meanwhile is not news any more')
  restart()
  await look()
  assert.deepEqual(due(), [])

  restart('999999')
  await isDue(job, '2026-12-04')
  await look()
  assert.deepEqual(due(), [], 'of other data, put back from a backup')
  await isDue(job, '2026-12-05')
  await look()
  assert.deepEqual(due(), ['Berm 2026-12-05'])
})

test('what is due is said in both languages, with its day and whom to call', () => {
  const due = { job_id: 'job_1', reference: null, klic_numbers: [], day: '2026-12-09', operators: ['Gasnet', ''] }
  assert.equal(
    dueText('en', 'precaution.due', due),
    'Contact Gasnet, the manager of the precaution area by Wed 9 Dec for the precautions',
  )
  assert.match(dueText('nl', 'precaution.due', due), /^Neem uiterlijk wo 9 dec contact op met Gasnet, de beheerder/)
  assert.match(dueText('nl', 'validity.expiring', due), /uiterlijk wo 9 dec/)
  assert.match(dueText('en', 'start.missed', due), /Wed 9 Dec/)
})
