/** Names that others gave, as they stand in a ZIP. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inOrder } from '../../server/domain/file-name.ts'

test('a name in a ZIP shows the ending that it has, and is one that every file system takes', () => {
  const rightToLeft = String.fromCodePoint(0x202e)
  assert.equal(inOrder(1, `evil${rightToLeft}gpj.exe`), '001 evil-gpj.exe')
  for (const mark of [0x200b, 0x200e, 0x200f, 0x061c, 0x2066, 0x2069, 0xfeff, 0x2028, 0x2029])
    assert.equal(inOrder(12, `a${String.fromCodePoint(mark)}b.pdf`), '012 a-b.pdf')
  // The number in front keeps the names that Windows has for devices apart from those.
  assert.equal(inOrder(3, 'CON.txt'), '003 CON.txt')
  assert.equal(inOrder(4, '../../etc: plan. '), '004 ..-..-etc- plan')
})
