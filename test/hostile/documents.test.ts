/** Documents that a colleague puts into a dossier to trap its readers: by its name, its kind or its contents. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Project } from '../../server/features/projects/schema.ts'
import { refused, shown } from '../support/api-world.ts'
import { openAttacked } from '../support/attacked-world.ts'

const PAGE = '<script>alert(document.cookie)</script>'

test('a name leads nowhere, and shows the ending that it has', async (t) => {
  const world = await openAttacked(t)
  const { window } = await world.signIn()
  const project = shown(Project, await window('/projects', { method: 'POST', body: { name: 'Trap' } }), 201)
  const put = (name: string, type = 'text/html') =>
    window(`/projects/${project.project_id}/documents?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      raw: PAGE,
      headers: { 'Content-Type': type },
    })
  const leading = ['../evil', '..\\evil', '/etc/passwd', 'C:\\evil', 'a/../b', '.', '..', '...', '', ' '.repeat(3)]
  const broken = ['a\r\nSet-Cookie: x=1', 'a\0b', 'a\tb', 'x'.repeat(201)]
  // Read from right to left "gnp.exe" is "exe.png".
  const turned = ['\u202egnp.exe', 'a\u200f.exe', '\u2067gnp\u2069.exe', 'a\u061c.exe']
  for (const name of [...leading, ...broken, ...turned]) refused(await put(name), 422, 'VALIDATION_FAILED')

  const names = ['con.txt', '=cmd|x.csv', '-rf', 'a"b;c.html', '%2e%2e%2fx', 'tekening ø.pdf', '\u{1f6a7}.txt', 'a:b']
  for (const name of names) assert.equal((await put(name)).status, 201, name)
  for (const type of ['image/svg+xml', 'application/xhtml+xml', `${'x'.repeat(300)}/y`, 'a b']) {
    assert.equal((await put('kind.bin', type)).status, 201, type)
  }
  const { documents } = shown(Project, await window(`/projects/${project.project_id}`))
  assert.equal(documents.length, names.length + 4)
  for (const { document_id, name } of documents) {
    const got = await window(`/projects/${project.project_id}/documents/${document_id}`)
    assert.equal(got.text, PAGE)
    const said = (header: string) => got.headers.get(header) ?? ''
    // Saved, never shown as one of our pages; and guessed to be nothing else.
    assert.match(said('content-disposition'), /^attachment; filename=/, name)
    assert.equal(said('x-content-type-options'), 'nosniff')
    assert.match(said('content-security-policy'), /script-src 'self'/)
    assert.ok(said('content-type').length <= 200, said('content-type'))
  }
})
