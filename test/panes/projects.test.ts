/** Projects: jobs, documents and checklists, what completes them, and who did what. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { waitFor, within } from '@testing-library/dom'
import { openWorld } from '../support/api-world.ts'
import { openPane } from './pane.ts'

const openProjects = async (t: TestContext) => {
  const world = await openWorld(t)
  await world.quote({ reference: 'Kerkstraat' })
  await world.set('people.desk_name', 'Piet Jansen')
  const signedIn = await world.signIn()
  const { window } = signedIn
  const pane = await openPane(t, signedIn, '/')
  const { screen, user, panel, fill } = pane
  await user.click(await screen.findByText('Projects'))
  const press = async (name: string) => user.click(await panel().findByRole('button', { name }))
  return {
    ...{ ...pane, world, press },
    create: async (name: string) => {
      await user.click(await screen.findByRole('button', { name: 'New project' }))
      await fill(screen.getByLabelText('Project name'), name)
      await user.click(screen.getByRole('button', { name: 'Create' }))
      await screen.findByRole('heading', { name })
    },
    events: async () => ((await window('/events')).json as { data: { type: string }[] }).data.map(({ type }) => type),
    isTicked: (item: RegExp) =>
      waitFor(() => assert.ok(panel().getByRole<HTMLInputElement>('checkbox', { name: item }).checked)),
  }
}

test('New project opens a field; without a name it asks for one; a new project is not urged to its end', async (t) => {
  const { screen, user, fill, panel, create } = await openProjects(t)
  await screen.findByText(/^No projects yet/)
  await user.click(screen.getByRole('button', { name: 'New project' }))
  const name = screen.getByLabelText('Project name')
  assert.ok(document.activeElement === name)
  assert.equal(screen.queryAllByText('Give the project a name.').length, 0)
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByText('Give the project a name.')
  assert.ok(document.activeElement === name)
  await fill(name, 'Sewer')
  await waitFor(() => assert.equal(screen.queryAllByText('Give the project a name.').length, 0))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await create('Sewer')
  assert.doesNotMatch(panel().getByRole('button', { name: 'Complete project' }).className, /act-primary/)
})

test('a project takes a job, a document and a checklist, is completed, and its log names who did it', async (t) => {
  const { user, panel, press, create, events, isTicked, reload, fill } = await openProjects(t)
  await create('Renewal')
  await fill(await panel().findByLabelText('Add job'), 'nowhere')
  await panel().findByText('No job outside a project matches.')
  await fill(panel().getByLabelText('Add job'), 'kerk')
  const found = within(await panel().findByRole('list', { name: 'Jobs found' }))
  await user.click(found.getByRole('button', { name: 'Kerkstraat' }))
  await panel().findByRole('button', { name: 'Remove from project: Kerkstraat' })
  const permit = new File(['%PDF-1.4 permit'], 'permit één.pdf', { type: 'application/pdf' })
  await user.upload(document.querySelector<HTMLInputElement>('.right input[type=file]')!, permit)
  await panel().findByRole('button', { name: /^permit één\.pdf/ })

  await user.selectOptions(await panel().findByLabelText('Add checklist'), 'Careful digging: completion')
  for (const item of [/^Cables and pipes supported/, /^New positions measured/, /^Dossier complete/]) {
    await user.click(await panel().findByText(item))
    await isTicked(item)
  }
  await panel().findAllByText(/3 of 3 ticked/)
  assert.deepEqual(await events(), ['checklist.completed'])
  await press('Complete project')
  await panel().findByRole('button', { name: 'Reopen' })
  assert.deepEqual(await events(), ['checklist.completed', 'project.completed'])

  await panel().findByText(/^Log verified/)
  const item = panel()
    .getByRole('checkbox', { name: /^Dossier complete/ })
    .closest<HTMLElement>('.check-item')!
  within(item).getByText(/^Piet Jansen,/)
  const entry = (await panel().findByText(/^Project completed/)).closest<HTMLElement>('li')!
  assert.match(entry.textContent, /, Piet Jansen$/)

  await press('Kerkstraat')
  await press('Renewal')
  await panel().findByRole('heading', { name: 'Renewal' })
  reload()
  await waitFor(() => panel().getByRole('heading', { name: 'Renewal' }))
})

test('the steps of CROW 500 come by one click, in our words, and only those that are missing', async (t) => {
  const { panel, press, create } = await openProjects(t)
  await create('Renewal')
  await panel().findByText(/they do not replace CROW 500/)
  await press('Add CROW 500 steps')
  const names = () => [...document.querySelectorAll('.right .checklist > summary')].map((each) => each.textContent)
  await waitFor(() => assert.equal(names().length, 7))
  const open = () => [...document.querySelectorAll<HTMLDetailsElement>('.right .checklist')].map(({ open }) => open)
  assert.deepEqual(open(), [true, ...Array(6).fill(false)])
  await waitFor(() => assert.equal(panel().queryByRole('button', { name: 'Add CROW 500 steps' }), null))
  assert.equal(new Set(names()).size, 7)
  assert.doesNotMatch(names().join(), /complies|conform/i)
})
