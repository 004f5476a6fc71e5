/** The label above every page: where notifications go, also while something is open that does not come from there. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type TestContext, test } from 'node:test'
import { within } from '@testing-library/dom'
import { ImportResult } from '../../server/features/imports/schema.ts'
import { openWorld, shown } from '../support/api-world.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { openPane } from './pane.ts'

const SIMULATOR = 'Simulator: not for use in the field'
const TEST = 'Kadaster test environment: not for use in the field'

/** A window with a delivery that was opened from a file. */
const openDelivery = async (t: TestContext, klicNumber: string) => {
  const world = await openWorld(t)
  const signedIn = await world.signIn()
  const { window } = signedIn
  const path = await simulatedDelivery(world.dataDir, klicNumber, [155_000, 390_000, 155_040, 390_040])
  const raw = readFileSync(path)
  const headers = { 'Content-Type': 'application/zip' }
  const reply = await window(`/imports?name=${basename(path)}`, { method: 'POST', raw, headers })
  const { job } = shown(ImportResult, reply, 201)
  const pane = await openPane(t, signedIn, `/?job=${job.job_id}`)
  const { screen } = pane
  return {
    ...{ ...pane, world },
    says: async (text: string) =>
      within(await screen.findByRole('complementary', { name: 'Where it is submitted' })).findByText(text),
    saysNotForTheField: () => screen.queryAllByText(/not for use in the field/).length > 0,
  }
}

test('a delivery of real notifications is not called simulated, and new notifications are', async (t) => {
  const { says, saysNotForTheField, screen, user, world, reload } = await openDelivery(t, '26O000001')
  await says('Opened from a file; new notifications: simulator')
  assert.ok(!saysNotForTheField())
  await world.set('registry.environment', 'eto')
  reload()
  await says('Opened from a file; new notifications: test environment')
  assert.ok(!saysNotForTheField())
  await user.click(screen.getByText('New notification'))
  await says(TEST)
})

test('what is simulated is called so wherever it is open, from a file too', async (t) => {
  const { says, saysNotForTheField, screen, user, world, reload } = await openDelivery(t, '99O000001')
  await says(SIMULATOR)
  await world.set('registry.environment', 'eto')
  reload()
  await says(TEST)
  await world.set('registry.environment', 'production')
  reload()
  await says('Test data: not for use in the field')
  await user.click(screen.getByText('New notification'))
  await screen.findByRole('heading', { name: 'New notification' })
  assert.ok(!saysNotForTheField())
  assert.equal(document.querySelector('.banner'), null)
})
