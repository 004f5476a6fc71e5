/** The menu in the head of a job: what can be done with it on whichever page. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { waitFor, within } from '@testing-library/dom'
import { openWorld, START_DATE } from '../support/api-world.ts'
import { openPane } from './pane.ts'

const openJob = async (t: TestContext) => {
  const world = await openWorld(t)
  const { job_id } = await world.quote({ reference: 'Kerkstraat', klic_type: 'GRAAF', start_date: START_DATE })
  await world.set('people.desk_name', 'Piet Jansen')
  const signedIn = await world.signIn()
  await signedIn.window('/projects', { method: 'POST', body: { name: 'Sewer' } })
  const pane = await openPane(t, signedIn, `/?job=${job_id}`)
  const { user, panel, screen } = pane
  await screen.findByRole('button', { name: 'More actions' })
  return {
    ...pane,
    openMenu: async () => {
      await user.click(await panel().findByRole('button', { name: 'More actions' }))
      return within(await screen.findByRole('dialog', { name: 'More actions' }))
    },
  }
}

test('a job is put into a project from its menu, and then leads to it', async (t) => {
  const { openMenu, user, panel } = await openJob(t)
  const menu = await openMenu()
  await user.selectOptions(await menu.findByLabelText('Choose a project'), 'Sewer')
  await user.keyboard('{Escape}')
  await user.click(await panel().findByRole('button', { name: 'Sewer' }))
  await panel().findByRole('heading', { name: 'Sewer' })
})

test('a job makes a project of its own name from its menu', async (t) => {
  const { openMenu, user, panel } = await openJob(t)
  const menu = await openMenu()
  await user.click(await menu.findByRole('button', { name: 'New project' }))
  await panel().findByRole('heading', { name: 'Kerkstraat' })
  await panel().findByRole('button', { name: 'Remove from project: Kerkstraat' })
})

test('a job is archived from its menu, the panel says so, and restores it', async (t) => {
  const { openMenu, user, panel } = await openJob(t)
  await panel().findByText(/^Nothing has been submitted yet/)
  assert.equal(panel().queryByRole('button', { name: 'Archive' }), null)
  const menu = await openMenu()
  menu.getByText(/^Jobs are archived, not deleted/)
  await user.click(menu.getByRole('button', { name: 'Archive' }))
  await waitFor(() => assert.ok(document.querySelector('.right')?.textContent.includes('Archived on')))
  await user.keyboard('{Escape}')
  await user.click(await panel().findByRole('button', { name: 'Restore' }))
  await panel().findByText('Restored.')
})
