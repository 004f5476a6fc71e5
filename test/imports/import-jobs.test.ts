import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupAsChosen, groupByJob } from '../../server/features/imports/import-jobs.ts'
import type { PolygonJson } from '../../server/geometry/geometry.ts'
import type { KlicType } from '../../server/registry/klic.ts'
import { rdBox } from '../support/rd-box.ts'

let count = 0
const head = (
  box: ReturnType<typeof rdBox>,
  more: { klicType?: KlicType; reference?: string | null; no?: string } = {},
) => ({
  klicNumber: more.no ?? `26G${String(++count).padStart(6, '0')}`,
  klicType: more.klicType ?? ('GRAAF' as const),
  reference: more.reference ?? null,
  area: box as PolygonJson,
})
const grouped = (...heads: ReturnType<typeof head>[]) => groupByJob(heads, 'production')

test('groups deliveries that overlap or lie within 250 m', () => {
  const site = rdBox(155_000, 390_000, 100, 100)
  assert.deepEqual(grouped(head(site), head(rdBox(155_050, 390_050, 100, 100))), [[0, 1]])
  assert.deepEqual(grouped(head(site), head(rdBox(155_350, 390_000, 100, 100))), [[0, 1]], '250 m to the east')
  assert.deepEqual(grouped(head(site), head(rdBox(155_350.01, 390_000, 100, 100))), [[0], [1]], '250.01 m')
  assert.deepEqual(grouped(head(site), head(rdBox(155_277, 390_277, 100, 100))), [[0], [1]], '250.3 m across a corner')
  assert.deepEqual(grouped(head(site), head(rdBox(155_276, 390_276, 100, 100))), [[0, 1]], '248.9 m across a corner')
  assert.deepEqual(
    grouped(head(rdBox(150_000, 390_000, 2000, 2000)), head(rdBox(151_000, 391_000, 10, 10))),
    [[0, 1]],
    'inside',
  )
  assert.deepEqual(
    grouped(head(rdBox(150_000, 390_900, 2000, 100)), head(rdBox(150_950, 390_000, 100, 2000))),
    [[0, 1]],
    'a cross, its corners far apart',
  )
  assert.deepEqual(
    grouped(head(site), head(rdBox(155_600, 390_000, 10, 10)), head(rdBox(155_340, 390_000, 20, 20))),
    [[0, 1, 2]],
    'by way of the third',
  )
})

test('keeps kinds, registries and references apart', () => {
  const site = rdBox(155_000, 390_000, 100, 100)
  assert.deepEqual(grouped(head(site), head(site, { klicType: 'ORIENT' })), [[0], [1]])
  assert.deepEqual(grouped(head(site), head(site, { no: '99G000001' })), [[0], [1]])
  assert.deepEqual(grouped(head(site, { reference: 'A' }), head(site, { reference: 'B' }), head(site)), [[0], [1], [2]])
  assert.deepEqual(grouped(head(site, { reference: 'A' }), head(site, { reference: 'A' })), [[0, 1]])
})

test('takes the jobs that a person chose, and refuses a mixture of kinds', () => {
  const [near, far] = [rdBox(155_000, 390_000, 100, 100), rdBox(200_000, 500_000, 100, 100)]
  const heads = [
    head(near, { no: '26G1' }),
    head(near, { no: '26G2' }),
    head(far, { no: '26G3' }),
    head(far, { no: '26O4', klicType: 'ORIENT' }),
  ]
  assert.deepEqual(groupAsChosen(heads, 'production', [['26G1', '26G3'], ['26G2']]), [[0, 2], [1], [3]])
  assert.deepEqual(groupAsChosen(heads, 'production', [['26G1'], ['26G9']]), [[0], [1], [2], [3]])
  assert.throws(() => groupAsChosen(heads, 'production', [['26G3', '26O4']]), { code: 'VALIDATION_FAILED' })
  assert.throws(() => groupAsChosen(heads, 'production', [['26G1'], ['26G1']]), { code: 'VALIDATION_FAILED' })
})
