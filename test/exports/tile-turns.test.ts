/** Tiles are cut in turn by company, in a thread that ends at a deadline: what one company draws delays no other. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTilePool, type TilePoolOptions } from '../../server/exports/tiles/tile-pool.ts'
import { Refusal, TryLater } from '../../server/platform/refusal.ts'

const HANGING = new URL('../support/tile-thread-that-hangs.ts', import.meta.url)
const SLOW = 1
const ENDING = 2

const poolThatHangs = (options: Partial<TilePoolOptions> = {}) =>
  createTilePool({ grid: null, local: async ({ key }) => key, threadFile: HANGING, longestRunMs: 300, ...options })

const isTooMuch = (error: unknown): boolean => error instanceof Refusal && error.code === 'TOOK_TOO_LONG'

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
    pool
      .ground([{ key: company, sha256: '' }], { matrix: 'rd', z: 15, x: n, y: n }, { companyId: company })
      .catch(() => null)
  const many = Array.from({ length: 10 }, (_, n) => ask('we', n))
  const others = [ask('they', 0), ask('they', 1)]
  assert.deepEqual(asked, ['we', 'we', 'they'])
  doors.shift()!()
  await many[0]
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(asked, ['we', 'we', 'they', 'we'])
  const answers = Promise.all([...many, ...others])
  while (asked.length < 12 || doors.length > 0) {
    doors.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await answers
})

test('a tile that takes too long is refused and stays refused; the one behind it is cut by another thread', async (t) => {
  let paths = 0
  const pool = poolThatHangs({
    local: async ({ key }) => {
      paths++
      return key
    },
  })
  t.after(() => pool.close())
  const tile = (column: number) => pool.tile({ key: 'job', sha256: '' }, [15, column, 0], { companyId: 'we' })
  const slow = tile(SLOW)
  const behind = tile(7)
  await assert.rejects(slow, isTooMuch)
  assert.deepEqual(await behind, Uint8Array.of(7))
  const before = paths
  await assert.rejects(tile(SLOW), isTooMuch)
  assert.equal(paths, before, 'nothing is asked of a thread again')
})

test('a tile that takes long delays no tile of another company', async (t) => {
  const pool = poolThatHangs({ longestRunMs: 600_000 })
  t.after(() => pool.close())
  const tile = (companyId: string, column: number) =>
    pool.tile({ key: companyId, sha256: '' }, [15, column, 0], { companyId })
  const slow = [15, 16, 17].map((z) => pool.tile({ key: 'they', sha256: '' }, [z, SLOW, 0], { companyId: 'they' }))
  for (const each of slow) each.catch(() => {})
  assert.deepEqual(await tile('we', 7), Uint8Array.of(7))
  assert.deepEqual(await tile('we', 8), Uint8Array.of(8))
  await pool.close()
  for (const each of slow) await assert.rejects(each, TryLater)
})

test('a thread that dies fails the tile that it cut, and no other', async (t) => {
  const pool = poolThatHangs({ longestRunMs: 600_000 })
  t.after(() => pool.close())
  const tile = (column: number) => pool.tile({ key: 'job', sha256: '' }, [15, column, 0], { companyId: 'we' })
  const dying = tile(ENDING)
  const behind = tile(7)
  await assert.rejects(dying, /tile thread/)
  assert.deepEqual(await behind, Uint8Array.of(7))
})

test('who hangs up while waiting takes no place; who waits for the same tile gets it', async (t) => {
  const asked: string[] = []
  const doors: (() => void)[] = []
  const pool = poolThatHangs({
    longestRunMs: 600_000,
    local: ({ key }) => {
      asked.push(key)
      return new Promise((resolve) => doors.push(() => resolve(key)))
    },
  })
  t.after(() => pool.close())
  const ground = (key: string, gone?: AbortSignal) =>
    pool.ground([{ key, sha256: '' }], { matrix: 'rd', z: 15, x: 1, y: 1 }, { companyId: 'we', signal: gone })
  const [first, second] = [ground('a'), ground('b')]
  const [one, other] = [new AbortController(), new AbortController()]
  const left = ground('left', one.signal)
  const shared = [ground('shared', one.signal), ground('shared', other.signal)]
  one.abort()
  await assert.rejects(left, TryLater)
  await assert.rejects(ground('left', one.signal), TryLater)
  for (const each of [first, second]) each.catch(() => {})
  while (!asked.includes('shared')) {
    doors.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  other.abort()
  doors.shift()?.()
  await Promise.all(shared.map((each) => assert.rejects(each, TryLater)))
  assert.deepEqual(asked, ['a', 'b', 'shared'])
})
