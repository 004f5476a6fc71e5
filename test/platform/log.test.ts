/** What an error or a library might say, and what of it is written down. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HIDING, withoutSecrets } from '../../server/platform/hiding.ts'
import { openLog } from '../../server/platform/log/log.ts'

const KEY = `klic_sim_${'a1B2'.repeat(8)}`

test('people and secrets do not reach the log, wherever they stand; ids do', () => {
  const lines: string[] = []
  const log = openLog('api', { write: (line: string) => void lines.push(line) })
  const error = new Error(`no answer from https://user:word@erp.example/hook?token=abc123&x=1 for jan.smit@bedrijf.nl`)
  log.error({ err: error, jobId: 'job_01', email: 'jan.smit@bedrijf.nl' }, `called by ${KEY}, phone +31 6 12345678`)
  log.info({ contact: { name: 'Jan Smit' }, deep: { password: 'hunter2', authorization: 'Basic abcdefghij' } }, 'x')
  log.warn({ text: 'Authorization: Bearer eyJhbGciOi.payload.signature', requestId: 'req-1' }, 'y')
  const text = lines.join('')
  for (const hidden of [
    'jan.smit',
    'bedrijf.nl',
    KEY,
    '12345678',
    'user:word',
    'abc123',
    'Jan Smit',
    'hunter2',
    'eyJ',
  ]) {
    assert.ok(!text.includes(hidden), `${hidden}\n${text}`)
  }
  for (const kept of ['job_01', 'req-1', 'erp.example/hook', 'x=1', '[key]', '[e-mail]', '[phone]']) {
    assert.ok(text.includes(kept), kept)
  }
  for (const line of text.trim().split('\n')) assert.equal(JSON.parse(line).name, 'api')
})

test('what strangers send is looked through once: each pattern begins at a place of its own', () => {
  for (const [pattern] of HIDING) {
    // A fixed text, one of a few words, or a place before which the repeated can't stand.
    assert.match(
      pattern.source,
      /^(\(:\\\/\\\/\)|\(\[\?&\]\(|klic_|\\b\(\w+\||\(\?<!\[[^\]]+\]\)|\\\+)/,
      pattern.source,
    )
  }
  // 15,800 letters took a quarter of a second, a million would take a quarter of an hour.
  const letters = 'a'.repeat(1_000_000)
  assert.equal(withoutSecrets(letters), letters)
  assert.equal(withoutSecrets(`${letters}@bedrijf.nl`), '[e-mail]')
})
