/** JSON that is carried as it is written comes out as if it had been a value. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { JsonText, writeJson } from '../../server/platform/json-text.ts'
import { attachRawGeometry, rawGeometry, readBodyWithAreas } from '../../server/platform/read-json.ts'

test('written in place, wherever it stands and however often', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const as = (value: unknown) => new JsonText(JSON.stringify(value))
      const plain = { one, list: [other, one, { other }] }
      const carried = { one: as(one), list: [as(other), as(one), { other: as(other) }] }
      assert.equal(writeJson(carried), JSON.stringify(plain))
      assert.equal(JSON.stringify(carried), JSON.stringify(plain))
    }),
  )
})

test('no text of a caller is taken for one', () => {
  for (const text of ['"\\ud800 written"', '\\ud800 written', '\\\\ud800 written']) {
    const body = { text, area: new JsonText('[1]') }
    assert.deepEqual(JSON.parse(writeJson(body)), { text, area: [1] })
  }
})

test('the areas of a body are texts with their members in order; all else is as it was sent', () => {
  const geometry = { coordinates: [[[1, 2]]], type: 'Polygon' }
  const sent = { reference: 'a', geometry, cut_rules: { keep_out: [geometry, 'no area'] } }
  const read = attachRawGeometry(readBodyWithAreas(Buffer.from(JSON.stringify(sent)))) as typeof sent
  assert.equal(rawGeometry(read.geometry).text, JSON.stringify(geometry))
  assert.equal(read.geometry.type, 'Polygon')
  assert.equal(read.reference, 'a')
  assert.equal(read.cut_rules.keep_out[1], 'no area')
  // What a caller calls by our name is a member like any other.
  const forged = { type: 'Polygon', written: { text: '[]' } }
  assert.equal(rawGeometry(forged).text, JSON.stringify(forged))
})
