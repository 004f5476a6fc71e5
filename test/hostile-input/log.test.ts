/** Secrets and people that a caller puts into an address, by mistake or to have them kept: the log has none of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLog } from '../../server/platform/log/log.ts'
import { openAttacked } from '../support/attacked-world.ts'

const escaped = (text: string): string => [...text].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('')

test('a key, an e-mail address or a telephone number in an address is hidden, however it is spelled', async (t) => {
  const lines: string[] = []
  const world = await openAttacked(t)
  const watched = await openAttacked(t, {
    baseUrl: world.services.baseUrl,
    isLocal: world.services.isLocal,
    log: openLog('api', { write: (line: string) => void lines.push(line) }),
  })
  const key = watched.keys.admin
  const mail = 'jan.jansen@bedrijf.example'
  const spelled = [key, mail].flatMap((text) => [
    text,
    escaped(text),
    encodeURIComponent(text),
    text.replace('_', '%5F'),
  ])
  for (const text of spelled)
    for (const path of [
      `/${text}`,
      `/k/${text}/ogc`,
      `/x/${text}/y`,
      `//k/${text}`,
      `/api/v1/jobs/${text}`,
      `/?key=${text}`,
    ])
      await watched.ask(path, { key: null })
  await watched.ask('/api/v1/jobs', { headers: { 'X-Request-Id': key } })
  const text = lines.join('')
  assert.ok(lines.length > spelled.length, text)
  for (const secret of [key, key.slice('klic_sim_'.length), mail, 'jan.jansen'])
    for (const form of [secret, escaped(secret), encodeURIComponent(secret)]) assert.ok(!text.includes(form), form)
})
