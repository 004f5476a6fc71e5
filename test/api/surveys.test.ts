/** Surveys beside the event loop give what they give on it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { survey } from '../../server/actions/survey.ts'
import { createSurveyPool } from '../../server/actions/survey-pool.ts'
import { Refusal } from '../../server/domain/refusal.ts'
import { GARDEN } from '../support/api-world.ts'

const circle = (positions: number, radiusM: number, wobble = 0) => {
  const outline = Array.from({ length: positions }, (_, i) => {
    const angle = (i / positions) * 2 * Math.PI
    const reachM = radiusM * (1 + wobble * Math.sin(i * 2.1))
    return [155_000 + reachM * Math.cos(angle), 390_000 + reachM * Math.sin(angle)].map((m) => Math.round(m))
  })
  return { type: 'Polygon', coordinates: [[...outline, outline[0]!]] }
}
const LARGE = { geometry: circle(400, 1500), klicType: 'GRAAF' as const }

test('a large area is cut in a thread, to the same parts', async (t) => {
  const pool = createSurveyPool()
  t.after(() => pool.close())
  assert.deepEqual(await pool.survey(LARGE), survey(LARGE))
})

test('the event loop goes on while a large area is cut', async (t) => {
  const pool = createSurveyPool()
  t.after(() => pool.close())
  await pool.survey(LARGE)
  let turns = 0
  const beat = setInterval(() => {
    turns += 1
  }, 1)
  await pool.survey({ geometry: circle(2000, 1500, 0.001), klicType: 'GRAAF' })
  clearInterval(beat)
  assert.ok(turns > 5, `${turns} turns`)
})

test('a refusal crosses the thread with its code and its place', async (t) => {
  const pool = createSurveyPool()
  t.after(() => pool.close())
  const bad = circle(400, 1500)
  bad.coordinates[0]!.pop()
  await assert.rejects(pool.survey({ geometry: bad, klicType: 'GRAAF' }), (error) => {
    assert.ok(error instanceof Refusal)
    assert.equal(error.code, 'GEOMETRY_INVALID')
    assert.match(error.complaints[0]?.pointer ?? '', /^\/geometry/)
    return true
  })
  assert.ok((await pool.survey(LARGE)).parts.length > 1, 'the thread lives on')
})

test('a thread that dies fails what it had in hand; the next survey gets a new one', async (t) => {
  const pool = createSurveyPool({ threadFile: new URL('../support/thread-that-dies.ts', import.meta.url) })
  t.after(() => pool.close())
  await assert.rejects(pool.survey(LARGE), /survey thread/)
  await assert.rejects(pool.survey(LARGE), /survey thread/)
  assert.equal((await pool.survey({ geometry: GARDEN, klicType: 'GRAAF' })).parts.length, 1)
})
