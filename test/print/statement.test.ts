/** The statement of a month on paper: what is invoiced, and nothing that nobody bills. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import type { StatementLine } from '../../server/domain/klic/statement.ts'
import { printStatement } from '../../server/print/statement.ts'

const skip = spawnSync('pdftotext', ['-v']).error ? 'no pdftotext (poppler-utils) here' : false

const line = (no: number, more: Partial<StatementLine>): StatementLine => ({
  day: `2026-03-0${no}`,
  at: `2026-03-0${no}T11:00:00.000Z`,
  companyId: 'com_1',
  company: 'Buren B.V.',
  jobId: null,
  reference: `Werk ${no}`,
  actor: 'Piet',
  notifications: 1,
  environment: 'production',
  billedBy: 'invoice',
  cents: 4150,
  ...more,
})

const said = async (lines: StatementLine[], language: 'nl' | 'en'): Promise<string> => {
  const input = await printStatement({ month: '2026-03', company: 'Buren B.V.', lines }, language)
  return spawnSync('pdftotext', ['-layout', '-', '-'], { input, encoding: 'utf8' }).stdout.replaceAll(/ +/g, ' ')
}

test('the sum to be invoiced is what the installation bills: not Kadaster’s, and not the simulator’s', {
  skip,
}, async () => {
  const lines = [
    line(1, {}),
    line(2, { notifications: 2, cents: 8300 }),
    line(3, { billedBy: 'kadaster', cents: 3995 }),
    line(4, { environment: 'simulator', cents: 7990 }),
  ]
  const dutch = await said(lines, 'nl')
  assert.match(dutch, /Kadaster, op factuur van wie deze installatie beheert: 3 meldingen, EUR 124\.50/)
  assert.match(dutch, /Kadaster, door het Kadaster gefactureerd naar eigen tarief; [^\n]*: 1 melding, EUR 39\.95/)
  assert.match(dutch, /simulator, door niemand gefactureerd; [^\n]*: 1 melding, EUR 79\.90/)
  assert.match(dutch, /Te factureren door wie deze installatie beheert: EUR 124\.50 \(exclusief btw\)/)
  assert.match(dutch, /Werk 4 simulator, geen factuur/)
  assert.match(await said(lines, 'en'), /To be invoiced by whoever runs this installation: EUR 124\.50/)
})

test('a month without a submission says so', { skip }, async () => {
  assert.match(await said([], 'nl'), /In deze maand is niets aangeboden\./)
})
