/** The day on which digging starts is chosen from a calendar. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDate } from '@internationalized/date'
import { dutchDate, earliestStart } from '../../server/features/vocabulary.ts'
import { openWorld } from '../support/api-world.ts'
import { openPane } from './pane.ts'

test('the calendar opens on the first day on which one may dig, in its month', async (t) => {
  const world = await openWorld(t)
  const { job_id } = await world.quote({ klic_type: 'GRAAF', start_date: undefined })
  const { screen, user } = await openPane(t, await world.signIn(), `/?job=${job_id}`)
  await user.click(await screen.findByRole('button', { name: /Open the calendar/ }))
  await screen.findByRole('grid')
  const first = parseDate(earliestStart(dutchDate(Date.now()), { 'digging.wait_working_days': 3 }))
  const focused = document.querySelector('.calendar-day[tabindex="0"]')
  assert.equal(focused?.textContent, String(first.day))
  const month = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' }).format(first.toDate('UTC'))
  screen.getByRole('heading', { name: new RegExp(`^${month} ${first.year}$`) })
})
