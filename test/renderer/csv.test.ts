/** What tables of the window are saved as: read by Excel as they stand, and nothing that somebody called a job is run there. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvOf } from '../../renderer/csv.ts'

test('separators, quotes and lines within a reference stay in its cell, and a formula is text', () => {
  const rows = [
    ['Referentie', 'Prijs'],
    ['Kabel 1; "oud"', '€ 39,95'],
    ['=SOM("A1")', '-1+2'],
    ['-0,35', '-1'],
    ['twee\nregels', '@som'],
  ]
  const lines = [
    'Referentie;Prijs',
    '"Kabel 1; ""oud""";€ 39,95',
    `"'=SOM(""A1"")";'-1+2`,
    '-0,35;-1',
    `"twee\nregels";'@som`,
    '',
  ]
  assert.equal(csvOf(rows), `\uFEFF${lines.join('\r\n')}`)
})
