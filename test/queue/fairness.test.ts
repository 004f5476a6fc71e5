import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { inTurn } from '../../server/platform/fairness.ts'

const of = (names: string) => [...names].map((companyId, no) => ({ companyId, no }))
const order = (names: string, most: number, busy: Record<string, number> = {}) =>
  inTurn(of(names), new Map(Object.entries(busy)), most)
    .map(({ companyId, no }) => companyId + no)
    .join(' ')

test('companies take turns, each with its oldest first', () => {
  assert.equal(order('aaaabbc', 7), 'a0 b4 c6 a1 b5 a2 a3')
})

test('who has much under way waits for those who have little', () => {
  assert.equal(order('aaab', 4, { a: 3 }), 'b3 a0 a1 a2')
  assert.equal(order('aab', 2, { a: 1, b: 1 }), 'a0 b2')
})

test('no more than asked for, and none when there is no room', () => {
  assert.equal(order('aab', 1), 'a0')
  assert.equal(order('aab', 0), '')
  assert.equal(order('aab', -3), '')
})

test('everything is chosen once, and nobody gets two before another got one', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 60 }), (companies) => {
      const waiting = companies.map((companyId, no) => ({ companyId, no }))
      const chosen = inTurn(waiting, new Map(), Number.POSITIVE_INFINITY)
      assert.equal(new Set(chosen).size, waiting.length)
      const kinds = new Set(companies).size
      assert.equal(new Set(chosen.slice(0, kinds).map(({ companyId }) => companyId)).size, kinds)
    }),
  )
})
