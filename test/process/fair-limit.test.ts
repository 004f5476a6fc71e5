import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fairLimit } from '../../server/process/fair-limit.ts'

test('one that waits alone comes before the many of another', async () => {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = fairLimit(
    2,
    (company: string) => company,
    async (company: string) => {
      begun.push(company)
      await new Promise<void>((end) => ends.push(end))
    },
  )
  const all = ['a', 'a', 'a', 'a', 'a', 'b'].map((company) => work(company))
  assert.deepEqual(begun, ['a', 'a'])
  ends.shift()!()
  await all[0]
  await new Promise(setImmediate)
  assert.deepEqual(begun, ['a', 'a', 'b'])
  while (begun.length < 6 || ends.length > 0) {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  await Promise.all(all)
  assert.deepEqual(begun.slice(3), ['a', 'a', 'a'])
})

test('work that fails gives its place to the next', async () => {
  const work = fairLimit(
    1,
    (_fails: boolean) => 'a',
    async (fails: boolean) => (fails ? Promise.reject(new Error('x')) : 'done'),
  )
  const [first, second] = await Promise.allSettled([work(true), work(false)])
  assert.equal(first.status, 'rejected')
  assert.equal(second.status, 'fulfilled')
})
