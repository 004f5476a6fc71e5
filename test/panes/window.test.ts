/** The way of a person through the window: an area, its price, a quote or a submission, and a rejection that is corrected. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { within } from '@testing-library/dom'
import { issueWindowToken } from '../../server/features/users/sessions.ts'
import { openWorld } from '../support/api-world.ts'
import { openPane } from './pane.ts'

/** 1,200 by 400 m in RD: three excavation notifications, or one for orientation. */
const CORNERS = '155000 463000\n156200 463000\n156200 463400\n155000 463400'
/** A trench across four squares of a grid, of which two notifications are enough. */
const SLANTING = '155000 463000\n155750 463600\n155730 463620\n154980 463020'

const clock = { now: () => new Date() }

const openWindow = async (t: TestContext, path = '/?area') => {
  const world = await openWorld(t, { clock })
  await world.set('people.desk_name', 'Sanne de Vries')
  const pane = await openPane(t, await world.signIn(), path)
  const { screen, user, panel, fill } = pane
  const press = async (name: string | RegExp) => user.click(await panel().findByRole('button', { name }))
  return {
    ...{ ...pane, world, press },
    paste: async (text: string) => {
      await screen.findByRole('heading', { name: 'New notification' })
      await press('Paste')
      await fill(panel().getByLabelText(/WKT/), text)
      await press('Use this area')
    },
    price: async () => within(await panel().findByRole('region', { name: 'Price' })),
    refer: (text: string) => fill(panel().getByLabelText(/^Reference/), text),
    chooseOrientation: async () =>
      user.click(await panel().findByText('Planning request (oriëntatieverzoek)', { selector: '.kind *' })),
    jobs: () => world.store.db.selectFrom('job').selectAll().execute(),
  }
}

test('pasted coordinates get their price, and what a grid would cost', async (t) => {
  const { paste, price, user } = await openWindow(t)
  await paste(SLANTING)
  const shown = await price()
  await shown.findByText('€79.90')
  await shown.findByText(/€39.95 saved/)
  await user.click(shown.getByText('Details'))
  await shown.findByText('A grid over the area needs 3 notifications. This is the minimum.', { exact: false })
})

test('text that is no area gets a reason', async (t) => {
  const { paste, panel } = await openWindow(t)
  await paste('155000 463000\n155100 463000\nhere')
  await panel().findByText('Line 3 does not hold two numbers.', { exact: false })
})

test('a crossing outline is shown with what the repair would change, and repaired only when asked', async (t) => {
  const { paste, panel, press, price } = await openWindow(t)
  await paste('155000 463000\n155300 463300\n155300 463000\n155000 463300')
  await panel().findByText(/^Found: one crossing/)
  assert.equal(panel().queryByRole('region', { name: 'Price' }), null)
  await press('Use this')
  await (await price()).findByText('€39.95')
  await panel().findByText(/Other areas/)
})

test('submitting is confirmed with the number of notifications and the sum, and happens once', async (t) => {
  const { paste, price, panel, press, refer, chooseOrientation, screen, user, jobs } = await openWindow(t)
  await paste(CORNERS)
  await (await price()).findByText('€119.85')
  await chooseOrientation()
  await refer('Followed')
  await (await price()).findByText('€39.95')
  await press('Submit…')
  const dialog = within(await screen.findByRole('alertdialog'))
  dialog.getByText(/€39.95 excl. VAT/)
  assert.ok(!(await jobs()).some(({ submit }) => submit))
  await user.dblClick(dialog.getByRole('button', { name: 'Submit 1 notification for €39.95' }))
  await panel().findByRole('heading', { name: 'Followed' })
  assert.deepEqual(
    (await jobs()).map(({ reference, submit }) => [reference, submit]),
    [['Followed', 1]],
  )
})

test('the submit button goes to what is missing, the area before the start date, and marks it', async (t) => {
  const { paste, price, panel, press, screen, jobs } = await openWindow(t)
  await screen.findByRole('heading', { name: 'New notification' })
  const area = panel().getByRole('group', { name: 'Define the area' })
  assert.equal(within(area).queryAllByText('Draw an area first.').length, 0)
  await press('Submit…')
  await within(area).findByText('Draw an area first.')
  assert.ok(area.contains(document.activeElement))
  await paste(CORNERS)
  await (await price()).findByText('€119.85')
  await press('Submit…')
  await panel().findByText(/^Enter the start date to submit/)
  assert.ok(document.activeElement?.closest('.field.day'))
  assert.equal(screen.queryByRole('alertdialog'), null)
  assert.deepEqual(await jobs(), [])
})

test('a draft is submitted from its page only with a start date, to which its button leads', async (t) => {
  const { paste, price, panel, press, screen } = await openWindow(t)
  await paste(CORNERS)
  await (await price()).findByText('€119.85')
  await press('Save draft')
  await panel().findByText(/^Nothing has been submitted yet/)
  await press('Submit…')
  await panel().findByText(/^Enter the start date to submit/)
  assert.ok(document.activeElement?.closest('.field.day'))
  assert.equal(screen.queryByRole('alertdialog'), null)
})

test('optional fields are folded under More, which says what they hold', async (t) => {
  const { panel, user, screen } = await openWindow(t)
  await screen.findByRole('heading', { name: 'New notification' })
  const more = panel().getByText('More').closest('details')!
  assert.ok(!more.open)
  await user.type(within(more).getByLabelText(/^Description of the location/), 'behind the barn')
  await within(more).findByText('behind the barn', { selector: 'summary *' })
})

test('a double click saves one quote', async (t) => {
  const { paste, price, panel, refer, user, jobs } = await openWindow(t)
  await paste(CORNERS)
  await (await price()).findByText('€119.85')
  await refer('Twice')
  await user.dblClick(panel().getByRole('button', { name: 'Save draft' }))
  await panel().findByText(/Nothing has been submitted yet\./)
  assert.equal((await jobs()).length, 1)
})

test('the simulator is named above the list of jobs and above a new area', async (t) => {
  const { screen, user } = await openWindow(t, '/')
  await screen.findByText('Simulator: not for use in the field')
  await user.click(screen.getByText('New notification'))
  await screen.findByRole('heading', { name: 'New notification' })
  screen.getByText('Simulator: not for use in the field')
})

test('without a session the window says how to get one, and refuses an unknown token', async (t) => {
  const world = await openWorld(t)
  const { screen, user, fill } = await openPane(t, { url: world.baseUrl, cookie: '', csrf: '' }, '/')
  await screen.findByRole('heading', { name: 'This window is not signed in' })
  await fill(screen.getByLabelText('One-time token'), 'a-token-of-no-window')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByText(/^This token is unknown or has been used/)
})

test('a session whose token is not stored asks to sign in again, and signing in solves it', async (t) => {
  const { world, screen, user, fill, reload } = await openWindow(t, '/')
  await screen.findByText('New notification')
  // As a browser comes from an earlier version.
  localStorage.removeItem('klic-desktop:csrf')
  reload()
  await screen.findByText(/^The sign-in of this browser has expired/)
  await fill(await screen.findByLabelText('One-time token'), await issueWindowToken(world.services, world.companyId))
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await user.click(await screen.findByText('Projects'))
  await user.click(await screen.findByRole('button', { name: 'New project' }))
  await fill(screen.getByLabelText('Project name'), 'Third')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByRole('heading', { name: 'Third' })
})

test('the language follows the system, and is switched while the window is open', async (t) => {
  const { screen, user, reload } = await openWindow(t, '/')
  localStorage.removeItem('klic-desktop:preferences')
  Object.defineProperty(navigator, 'language', { value: 'nl-NL' })
  Object.defineProperty(navigator, 'languages', { value: ['nl-NL'] })
  reload()
  await screen.findByText('Nieuwe melding')
  await user.click(screen.getByRole('button', { name: 'English' }))
  await screen.findByText('New notification')
  assert.equal(document.documentElement.lang, 'en')
  reload()
  await screen.findByText('New notification')
})
