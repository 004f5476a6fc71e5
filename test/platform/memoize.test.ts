import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoize } from '../../server/platform/memoize.ts'

test('what could not be made is made anew for the next one who asks, and then kept', async () => {
  let tries = 0
  const reference = memoize(async () => {
    tries++
    if (tries === 1) throw new Error('no room to read it')
    return { made: tries }
  })
  const [one, other] = [reference(), reference()]
  await assert.rejects(one, /no room/)
  await assert.rejects(other, /no room/)
  assert.equal(tries, 1)
  const kept = await reference()
  assert.deepEqual(kept, { made: 2 })
  assert.equal(await reference(), kept)
})
