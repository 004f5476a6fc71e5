/** The vector tile layer of real QGIS draws our tiles by our style, symbols included, from a running server. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lngLatFromRd } from '../../server/geometry/rd/rd.ts'
import { THEMES } from '../../server/imkl/model/themes.ts'
import { folder } from '../formats/samples.ts'
import { LINE_M, ORIGIN, ROW_M, writeSpecimen } from '../styling/specimen.ts'
import { openWorld } from '../support/api-world.ts'
import { mapAssets } from '../support/built-window.ts'
import { askQgisForTiles, inEachQgis } from './qgis.ts'

/** Of the specimen, metres from its origin, and within how many pixels: QGIS 3.44 turns a text about its middle, away from its anchor. */
const PLACES = {
  cabinet: [74, 0, 12],
  manhole: [78, ROW_M, 12],
  valve: [70, -8, 12],
  text: [56, -24.5, 25],
  depth: [66, -24, 12],
} as const satisfies Record<string, readonly [number, number, number]>

const channels = (colour: string): number[] =>
  (colour.match(/[0-9a-f]{2}/g) ?? []).map((hex) => Number.parseInt(hex, 16))

/** Symbols of cabinets let the paper through. */
const isTintOf = (colour: string) => (ink: string) => {
  const [own, seen] = [channels(colour), channels(ink)]
  const strongest = own.indexOf(Math.min(...own))
  const share = (255 - seen[strongest]!) / (255 - own[strongest]!)
  return share > 0.3 && own.every((value, i) => Math.abs(255 - share * (255 - value) - seen[i]!) <= 3)
}

/** Pixels of each theme; between 561 and 1,991 were counted in 3.22, 3.40 and 3.44. */
const LEAST_INK = 300

inEachQgis('QGIS draws every theme from vector tiles in its colour', async (t, qgis) => {
  const files = folder(t)
  const world = await openWorld(t, { mapAssetsDir: await mapAssets(files.path('map')) })
  const { job_id: jobId } = await world.quote()
  await world.put(jobId, 'ready', 'delivered', { revision: 1 })
  writeSpecimen(files.path('KLIC.gpkg'))
  await world.putFile(jobId, 'gpkg', readFileSync(files.path('KLIC.gpkg')))
  const extent = [ORIGIN.x, ORIGIN.y, ORIGIN.x + 100, ORIGIN.y + 50]
  await world.store.db
    .updateTable('job')
    .set({ summary: JSON.stringify({ extent }) })
    .where('id', '=', jobId)
    .execute()
  const base = `${world.baseUrl}/k/${world.keys.read}/tiles/${jobId}`
  const at = (x: number, y: number) => lngLatFromRd([ORIGIN.x + x, ORIGIN.y + y])
  const places = Object.values(PLACES).map(([x, y, around]) => [...at(x, y), around])
  const asked = async (metres: number, middle: readonly [number, number]) => {
    const pictures = process.env.KLIC_PICTURES
    const picture = pictures && join(pictures, `qgis-tiles-${qgis.version}-${metres}.png`)
    const drawn = await askQgisForTiles(
      qgis,
      `${base}/{z}/{x}/{y}.mvt`,
      `${base}/qgis-style.json`,
      ...at(...middle),
      metres,
      JSON.stringify(places),
      ...(picture ? [picture] : []),
    )
    assert.deepEqual([drawn.valid, drawn.styled, drawn.errors], [true, true, []])
    const inks = Object.keys(PLACES).map((name, i) => [name, Object.keys(drawn.places[i]!)] as const)
    return { colours: drawn.colours, inks: Object.fromEntries(inks) as Record<keyof typeof PLACES, string[]> }
  }

  const lines = await asked(50, [LINE_M * 2, (THEMES.length * ROW_M) / 2])
  // How much of a line has its whole colour depends on how a version smooths it.
  for (const { id, colour } of THEMES) {
    const isOf = isTintOf(colour)
    const ink = Object.entries(lines.colours).reduce((sum, [each, pixels]) => sum + (isOf(each) ? pixels : 0), 0)
    assert.ok(ink > LEAST_INK, `${id} ${colour}: ${ink} pixels`)
  }
  // On paper of 600 pixels what QGIS calls 1:441 and 1:1008.
  const near = await asked(35, [66, -10])
  for (const [name, theme] of [
    ['cabinet', 0],
    ['manhole', 1],
    ['valve', 10],
  ] as const)
    assert.ok(near.inks[name].some(isTintOf(THEMES[theme]!.colour)), `${name}: ${near.inks[name]}`)
  assert.ok(near.inks.text.length > 0 && near.inks.depth.length > 0, 'texts and depths near by')
  const far = await asked(80, [66, -10])
  assert.deepEqual([far.inks.text, far.inks.depth], [[], []], 'no texts where the official viewer has none')
})
