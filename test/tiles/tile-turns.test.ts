/** Tiles are cut in turn by company: whoever moves a large map about takes nobody else's. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTilePool } from '../../server/tiles/tile-pool.ts'

test('a company that asks for one tile comes before the many of another', async (t) => {
  const asked: string[] = []
  const doors: (() => void)[] = []
  const pool = createTilePool({
    grid: null,
    local: ({ key }) => {
      asked.push(key)
      return new Promise((_resolve, reject) => doors.push(() => reject(new Error('no such file'))))
    },
  })
  t.after(() => pool.close())
  const ask = (company: string, n: number) =>
    pool.tile({ key: company, sha256: '' }, [15, n, n], { companyId: company }).catch(() => null)
  const many = Array.from({ length: 10 }, (_, n) => ask('we', n))
  const one = ask('they', 0)
  assert.deepEqual(asked, ['we', 'we'])
  doors.shift()!()
  await many[0]
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(asked, ['we', 'we', 'they'])
  const answers = Promise.all([...many, one])
  while (asked.length < 11 || doors.length > 0) {
    doors.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await answers
})
