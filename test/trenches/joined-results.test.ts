/** Results beside each other, read as one: as if their deliveries had been one result. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runTask } from '../../server/exports/conversion/task.ts'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { trenchPlan } from '../../server/exports/trenches/trench-plan.ts'
import type { Position } from '../../server/geometry/geometry.ts'
import { joinedResults, type PlaceReader } from '../../server/imkl/merge/joined-results.ts'
import { randomFrom } from '../support/random.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { PARAMETERS } from '../support/trench-parameters.ts'

const [X, Y] = [155_000, 463_000]
const WIDE = 150

test('a plan over two results has the rows of the plan over one result of both deliveries', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'klic-joined-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const deliveries: string[] = []
  for (const [i, west] of [X, X + WIDE].entries()) {
    mkdirSync(join(folder, `${i}`))
    deliveries.push(await simulatedDelivery(join(folder, `${i}`), `26G00000${i}`, [west, Y, west + WIDE, Y + WIDE]))
  }
  const merged = async (name: string, paths: readonly string[]) => {
    const path = join(folder, `${name}.gpkg`)
    const named = paths.map((each) => ({ path: each }))
    await runTask({ kind: 'merge', deliveries: named, out: [{ format: 'gpkg', path }], tempDir: folder })
    const reader = openResult(path)
    t.after(() => reader.close())
    return reader
  }
  const one = await merged('one', deliveries)
  const [west, east] = [await merged('west', [deliveries[0]!]), await merged('east', [deliveries[1]!])]
  const rowsOf = (reader: PlaceReader, line: Position[]) =>
    trenchPlan(reader, { kind: 'axis', line }, PARAMETERS).plan.rows.map(
      ({ id, kind, distanceM, crossings, stretches, shape }) => ({ id, kind, distanceM, crossings, stretches, shape }),
    )
  type Rows = ReturnType<typeof rowsOf>
  const byId = (rows: Rows) => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))
  // What a border cuts was rounded to the millimetre in each result, and its crossing follows.
  const placesOf = (rows: Rows) => byId(rows).map(({ id, kind, crossings }) => [id, kind, crossings.length])
  const random = randomFrom(47)
  const corner = (): Position => [X + random() * 2 * WIDE, Y + random() * WIDE]
  let rows = 0
  for (let round = 0; round < 20; round++) {
    const line = [corner(), corner()]
    const expected = rowsOf(one, line)
    const joined = rowsOf(joinedResults([west, east]), line)
    assert.deepEqual(rowsOf(joinedResults([east, west]), line), joined)
    assert.deepEqual(placesOf(joined), placesOf(expected))
    const distances = byId(expected).map(({ distanceM }) => distanceM)
    for (const [i, { id, distanceM }] of byId(joined).entries())
      assert.ok(Math.abs(distanceM - distances[i]!) < 0.0015, `${id}: ${distanceM} and ${distances[i]} m`)
    rows += expected.length
  }
  assert.ok(rows > 50, `${rows} rows`)
  const along: Position[] = [
    [X + 10, Y + 75],
    [X + 290, Y + 75],
  ]
  assert.ok(rowsOf(west, along).length < rowsOf(one, along).length)
})
