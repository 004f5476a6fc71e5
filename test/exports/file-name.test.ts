/** Names that others gave, as they stand in a ZIP. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inOrder, resultTitle } from '../../server/exports/file-name.ts'

test('a name in a ZIP shows the ending that it has, and is one that every file system takes', () => {
  const rightToLeft = String.fromCodePoint(0x202e)
  assert.equal(inOrder(1, `evil${rightToLeft}gpj.exe`), '001 evil-gpj.exe')
  for (const mark of [0x200b, 0x200e, 0x200f, 0x061c, 0x2066, 0x2069, 0xfeff, 0x2028, 0x2029])
    assert.equal(inOrder(12, `a${String.fromCodePoint(mark)}b.pdf`), '012 a-b.pdf')
  // The number in front keeps the names that Windows has for devices apart from those.
  assert.equal(inOrder(3, 'CON.txt'), '003 CON.txt')
  assert.equal(inOrder(4, '../../etc: plan. '), '004 ..-..-etc- plan')
})

test('jobs of one reference are told apart by their KLIC numbers', () => {
  assert.equal(resultTitle('Kerkstraat', ['22G003175']), 'Kerkstraat, 22G003175')
  assert.equal(
    resultTitle('Kerkstraat', ['22G003176', '22G003174', '22G003175', '22G003174']),
    'Kerkstraat, 22G003174 +2',
  )
  assert.equal(resultTitle(null, ['22G003175', '22G003174']), '22G003174 +1')
  // It names them already, as what is imported without a reference does.
  assert.equal(resultTitle('22G003174, 22G003175', ['22G003174', '22G003175']), '22G003174, 22G003175')
  assert.equal(resultTitle('Kerkstraat', []), 'Kerkstraat')
})
