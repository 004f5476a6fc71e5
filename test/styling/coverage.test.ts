/** Points of a real delivery hide next to nothing of its cables and pipes at the scales at which they are drawn small. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runTask } from '../../server/exports/conversion/task.ts'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { type Spot, spotAt } from '../../server/imkl/look/display-list.ts'
import { LOOKS } from '../../server/imkl/look/looks.ts'
import { PIXEL_MM } from '../../server/imkl/look/styles.ts'
import { folder } from '../formats/samples.ts'
import { shared } from '../support/shared.ts'

const MOST_COVERED = 0.05
const SCALES = [501, 750, 1000, 1250, 2000, 2500, 5000]
const STEP_M = 0.25
const LAYERS = ['leidingelement', 'containerleidingelement'] as const

/** Metres from a point of this layer within which its spot hides what lies under it. */
function radiusAt(layer: (typeof LAYERS)[number], scale: number): number {
  const look = LOOKS[layer]
  const rule = look.rules.find(({ beyond = 0, upTo = Infinity }) => scale > beyond && scale <= upTo)
  const spots = (rule?.marks ?? []).filter((mark): mark is Spot => mark.kind === 'spot')
  const widths = spots.map((spot) => {
    const drawn = spotAt(spot, scale)
    return drawn ? drawn.size + drawn.edgeWidth : 0
  })
  return (Math.max(0, ...widths) * PIXEL_MM * scale) / 1000 / 2
}

for (const name of ['Levering_22G003181_1', 'Levering_22C001966_3']) {
  const delivery = shared(`deliveries/${name}.zip`)
  test(`hides at most 5 % of the lines of ${name} beyond 1:500`, {
    skip: !delivery && 'the shared deliveries are not there',
  }, async (t) => {
    const at = folder(t)
    await runTask({
      kind: 'merge',
      deliveries: [{ path: delivery! }],
      job: { reference: null, klicType: 'GRAAF', environment: 'production', missingParts: [] },
      out: [{ format: 'gpkg', path: at.path('klic.gpkg'), name: 'klic.gpkg' }],
      tempDir: at.path('temp'),
    })
    const reader = openResult(at.path('klic.gpkg'))
    t.after(() => reader.close())
    const points = LAYERS.map((layer) =>
      [...reader.features(layer)].flatMap(({ geometry }) => (geometry?.type === 'Point' ? [geometry.xy] : [])),
    )
    const samples = [...reader.features('kabel_of_leiding')].flatMap(({ geometry }) =>
      geometry?.type === 'MultiLineString' ? geometry.lines.flatMap(alongLine) : [],
    )
    assert.ok(points[0]!.length > 500 && samples.length > 10_000, 'a delivery of a street')
    for (const scale of SCALES) {
      const hidden = new Set<number>()
      for (const [i, layer] of LAYERS.entries()) {
        const radius = radiusAt(layer, scale)
        for (const sample of within(points[i]!, samples, radius)) hidden.add(sample)
      }
      const share = hidden.size / samples.length
      assert.ok(share <= MOST_COVERED, `1:${scale}: ${(100 * share).toFixed(1)} %`)
    }
  })
}

/** @param flat x, y, x, y, … in metres */
function alongLine(flat: readonly number[]): [number, number][] {
  const out: [number, number][] = []
  for (let i = 2; i < flat.length; i += 2) {
    const [x0, y0, x1, y1] = [flat[i - 2]!, flat[i - 1]!, flat[i]!, flat[i + 1]!]
    const steps = Math.ceil(Math.hypot(x1 - x0, y1 - y0) / STEP_M)
    for (let s = 0; s < steps; s++) out.push([x0 + ((x1 - x0) * s) / steps, y0 + ((y1 - y0) * s) / steps])
  }
  return out
}

/** @returns indexes of the samples that lie at most a radius from a point */
function within(points: readonly (readonly [number, number])[], samples: [number, number][], radius: number): number[] {
  if (radius === 0) return []
  const cells = Map.groupBy(points, ([x, y]) => `${Math.floor(x / radius)} ${Math.floor(y / radius)}`)
  return samples.flatMap(([x, y], index) => {
    const [cx, cy] = [Math.floor(x / radius), Math.floor(y / radius)]
    for (let i = cx - 1; i <= cx + 1; i++) {
      for (let j = cy - 1; j <= cy + 1; j++) {
        if (cells.get(`${i} ${j}`)?.some(([px, py]) => Math.hypot(px - x, py - y) <= radius)) return [index]
      }
    }
    return []
  })
}

test('covers 0.4 m of ground with an appurtenance from 1:501 on', () => {
  const circle = LOOKS.leidingelement.rules[0]!.marks[0] as Spot
  for (const scale of [501, 1000, 1250]) {
    const { size, edgeWidth } = spotAt(circle, scale)!
    assert.ok(Math.abs(((size + edgeWidth) * PIXEL_MM * scale) / 1000 - 0.4) < 1e-9)
  }
  assert.deepEqual(spotAt(circle, 50), { size: 11, edgeWidth: 1 })
})
