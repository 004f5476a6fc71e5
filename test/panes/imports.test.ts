/** Files dropped on the window: what is said of each, by its name. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openWorld } from '../support/api-world.ts'
import { openPane } from './pane.ts'

const openWindow = async (t: TestContext) => {
  const world = await openWorld(t)
  const pane = await openPane(t, await world.signIn(), '/')
  await pane.screen.findByText('New notification')
  return {
    ...pane,
    drop: (...files: File[]) => {
      const dropped = new Event('drop', { bubbles: true, cancelable: true })
      document.body.dispatchEvent(Object.assign(dropped, { dataTransfer: { files, items: [] } }))
    },
  }
}

test('a file of another type is refused by its name, and nothing is opened', async (t) => {
  const { screen, drop } = await openWindow(t)
  drop(new File(['PK\u0003\u0004 word'], 'brief.docx'), new File(['x'], 'photo.JPG'))
  await screen.findByText(/^brief\.docx: This type of file does not open here/)
  screen.getByText(/^photo\.JPG: This type/)
  assert.equal(screen.getByRole('alert').querySelector('strong')?.textContent, 'Nothing was imported')
  assert.equal(screen.queryByRole('heading', { name: 'New notification' }), null)
})

test('deliveries that are all refused are told by name', async (t) => {
  const { screen, drop } = await openWindow(t)
  drop(new File(['PK\u0003\u0004'], 'first.zip'), new File(['PK\u0003\u0004'], 'second.zip'))
  await screen.findByText(/^first\.zip: The file is damaged/)
  screen.getByText(/^second\.zip: The file is damaged/)
})
