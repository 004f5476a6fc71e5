/** Surveys beside the event loop give what they give on it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { survey } from '../../server/features/areas/survey.ts'
import { createSurveyPool } from '../../server/features/areas/survey-pool.ts'
import type { Requester } from '../../server/platform/fair-limit.ts'
import { canonicalJson } from '../../server/platform/json-text.ts'
import { Refusal, TryLater } from '../../server/platform/refusal.ts'
import { GARDEN } from '../support/api-world.ts'

const circle = (positions: number, radiusM: number, wobble = 0) => {
  const outline = Array.from({ length: positions }, (_, i) => {
    const angle = (i / positions) * 2 * Math.PI
    const reachM = radiusM * (1 + wobble * Math.sin(i * 2.1))
    return [155_000 + reachM * Math.cos(angle), 390_000 + reachM * Math.sin(angle)].map((m) => Math.round(m))
  })
  return { type: 'Polygon', coordinates: [[...outline, outline[0]!]] }
}
const WE = { companyId: 'we' }
const LARGE = { geometry: canonicalJson(circle(400, 1500)), klicType: 'GRAAF' as const }

test('a large area is cut in a thread, to the same parts', async (t) => {
  const pool = createSurveyPool()
  t.after(() => pool.close())
  assert.deepEqual(await pool.survey(LARGE, WE), survey(LARGE))
})

test('the event loop goes on while a large area is cut', async (t) => {
  const pool = createSurveyPool()
  t.after(() => pool.close())
  await pool.survey(LARGE, WE)
  let turns = 0
  const beat = setInterval(() => {
    turns += 1
  }, 1)
  await pool.survey({ geometry: canonicalJson(circle(2000, 1500, 0.001)), klicType: 'GRAAF' }, WE)
  clearInterval(beat)
  assert.ok(turns > 5, `${turns} turns`)
})

test('a refusal crosses the thread with its code and its place', async (t) => {
  const pool = createSurveyPool()
  t.after(() => pool.close())
  const bad = circle(400, 1500)
  bad.coordinates[0]!.pop()
  await assert.rejects(pool.survey({ geometry: canonicalJson(bad), klicType: 'GRAAF' }, WE), (error) => {
    assert.ok(error instanceof Refusal)
    assert.equal(error.code, 'GEOMETRY_INVALID')
    assert.match(error.complaints[0]?.pointer ?? '', /^\/geometry/)
    return true
  })
  assert.ok((await pool.survey(LARGE, WE)).parts.length > 1, 'the thread lives on')
})

test('a thread that dies fails its survey; the next survey gets a new thread', async (t) => {
  const pool = createSurveyPool({ threadFile: new URL('../support/thread-that-dies.ts', import.meta.url) })
  t.after(() => pool.close())
  await assert.rejects(pool.survey(LARGE, WE), /survey thread/)
  await assert.rejects(pool.survey(LARGE, WE), /survey thread/)
  assert.equal((await pool.survey({ geometry: canonicalJson(GARDEN), klicType: 'GRAAF' }, WE)).parts.length, 1)
})

const HANGING = new URL('../support/thread-that-hangs.ts', import.meta.url)

test('only the one that is too slow is refused: those behind it are done by another thread', async (t) => {
  const pool = createSurveyPool({ threadFile: HANGING, longestRunMs: 300 })
  t.after(() => pool.close())
  const asked = (crs: string, asker: Requester) => pool.survey({ ...LARGE, crs }, asker) as Promise<unknown>
  const slow = asked('slow', WE)
  const others = ['one', 'two', 'three'].map((name) => asked(name, WE))
  await assert.rejects(slow, (error) => error instanceof Refusal && error.code === 'GEOMETRY_TOO_LARGE')
  assert.deepEqual(await Promise.all(others), ['one', 'two', 'three'])
})

test('an area of one company that takes long delays no area of another', async (t) => {
  const pool = createSurveyPool({ threadFile: HANGING, longestRunMs: 600_000 })
  t.after(() => pool.close())
  const slow = pool.survey({ ...LARGE, crs: 'slow' }, { companyId: 'they' })
  slow.catch(() => {})
  assert.equal(await (pool.survey({ ...LARGE, crs: 'one' }, WE) as Promise<unknown>), 'one')
  await pool.close()
  await assert.rejects(slow)
})

test('waiting counts against nobody: who waits too long may ask again', async (t) => {
  const pool = createSurveyPool({
    threadFile: HANGING,
    longestRunMs: 2000,
    queue: { mostWaiting: { ofOne: 5, ofAll: 5 }, longestWaitMs: 200 },
  })
  t.after(() => pool.close())
  const slow = pool.survey({ ...LARGE, crs: 'slow' }, WE)
  await assert.rejects(pool.survey({ ...LARGE, crs: 'one' }, WE), (error) => {
    assert.ok(error instanceof TryLater, String(error))
    assert.equal(error.reason, 'busy')
    return true
  })
  await assert.rejects(slow, Refusal)
})

test('who hangs up frees the thread', async (t) => {
  const pool = createSurveyPool({ threadFile: HANGING, longestRunMs: 600_000 })
  t.after(() => pool.close())
  const hangUp = new AbortController()
  const slow = pool.survey({ ...LARGE, crs: 'slow' }, { ...WE, signal: hangUp.signal })
  const behind = pool.survey({ ...LARGE, crs: 'one' }, WE) as Promise<unknown>
  hangUp.abort()
  await assert.rejects(slow, TryLater)
  assert.equal(await behind, 'one')
})

test('what waits when the pool is closed begins nothing', async () => {
  const pool = createSurveyPool({ threadFile: HANGING, longestRunMs: 600_000 })
  const all = [1, 2, 3].map(() => pool.survey({ ...LARGE, crs: 'slow' }, WE))
  const ended = Promise.all(all.map((one) => assert.rejects(one)))
  await pool.close()
  await ended
})
