/** Keys that work anywhere: the sheet that names them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitFor } from '@testing-library/dom'
import { openWorld } from '../support/api-world.ts'
import { openPane } from './pane.ts'

test('a question mark opens the sheet of shortcuts, Escape closes it, and a text field keeps the key', async (t) => {
  const world = await openWorld(t)
  const { screen, user } = await openPane(t, await world.signIn(), '/')
  await screen.findByText('New notification')
  await user.click(document.body)
  await user.keyboard('?')
  const sheet = await screen.findByRole('dialog', { name: 'Shortcuts' })
  assert.match(sheet.textContent, /Undo.*Ctrl Z/)
  await user.keyboard('{Escape}')
  await waitFor(() => assert.equal(screen.queryByRole('dialog'), null))
  await user.click(screen.getByRole('combobox', { name: /^Search/ }))
  await user.keyboard('?')
  assert.equal(screen.queryByRole('dialog', { name: 'Shortcuts' }), null)
})
