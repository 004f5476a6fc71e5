/** When the work may start: said in the tense of the day on which it is read. */
import { type TestContext, test } from 'node:test'
import { dutchDate } from '../../server/features/vocabulary.ts'
import { openWorld, START_DATE } from '../support/api-world.ts'
import { openPane } from './pane.ts'

const DAY_MS = 86_400_000

const openAttention = async (t: TestContext, clock: { now: () => Date } | undefined, start_date: string) => {
  const world = await openWorld(t, clock ? { clock } : {})
  const { job_id } = await world.quote({ klic_type: 'GRAAF', start_date, submit: true })
  await world.put(job_id, 'ready')
  return openPane(t, await world.signIn(), `/?job=${job_id}&tab=attention`)
}

test('of a period that is over the window says that work could start', async (t) => {
  const { screen } = await openAttention(t, undefined, START_DATE)
  await screen.findByText(/^The work could start from .* 2026 to .* 2026$/)
})

test('of a period to come it says that work may start', async (t) => {
  const start = dutchDate(Date.now() + 14 * DAY_MS)
  const { screen } = await openAttention(t, { now: () => new Date() }, start)
  await screen.findByText(/^Permitted start: /)
})
