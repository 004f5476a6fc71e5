/** Figures for which whole tables are read. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cachedFigure } from '../../server/features/status/measure.ts'

/** A clock that finding a figure moves. */
function world(tookMs: number) {
  let nowMs = 1000
  let found = 0
  const owner = {}
  return {
    pass: (ms: number) => {
      nowMs += ms
    },
    ask: (name = 'jobs', of: object = owner) =>
      cachedFigure(
        of,
        name,
        async () => {
          nowMs += tookMs
          return ++found
        },
        () => nowMs,
      ),
  }
}

test('what takes long is found again only after twenty times as long', async () => {
  const { ask, pass } = world(500)
  assert.equal(await ask(), 1)
  pass(9_999)
  assert.equal(await ask(), 1)
  pass(1)
  assert.equal(await ask(), 2)
  assert.equal(await ask('events'), 3, 'each by itself')
  assert.equal(await ask('jobs', {}), 4, 'each owner its own')
})

test('what costs little is always fresh', async () => {
  const { ask } = world(249)
  assert.deepEqual([await ask(), await ask(), await ask()], [1, 2, 3])
})

test('who asks while it is being found gets that one, and a failure is nobody’s answer later', async () => {
  const owner = {}
  const finding = Promise.withResolvers<number>()
  let asked = 0
  const ask = () =>
    cachedFigure(owner, 'jobs', () => {
      asked++
      return finding.promise
    })
  const answers = [ask(), ask()]
  assert.equal(asked, 1)
  finding.reject(new Error('the database is away'))
  for (const answer of answers) await assert.rejects(answer, /away/)
  assert.equal(await cachedFigure(owner, 'jobs', async () => 7), 7)
})
