import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { TABLES_TO_READ } from '../../server/exports/styling/attention.ts'
import { SHEETS } from '../../server/exports/styling/sheets.ts'
import type { Position } from '../../server/geometry/geometry.ts'
import { LOOKS } from '../../server/imkl/look/looks.ts'
import { LAYERS } from '../../server/imkl/model/layers.ts'
import { themeNameIn } from '../../server/imkl/model/names.ts'
import { THEMES } from '../../server/imkl/model/themes.ts'
import { pluginFolder } from '../../server/platform/places.ts'
import { translate } from '../../server/texts/texts.ts'
import { folder } from '../formats/samples.ts'
import {
  ANCHOR,
  anchors,
  LINE_M,
  ORIGIN,
  type PlacedFeature,
  ROW_M,
  specimen,
  writeSpecimen,
} from '../styling/specimen.ts'
import { askThis, inEachQgis, inQgis } from './qgis.ts'

/** Rounding of a pixel at the edge of a line. */
const SLACK_PX = 3

inEachQgis('QGIS finds the style of every layer by itself and understands all of it', (t, qgis) => {
  const file = folder(t).path('KLIC.gpkg')
  writeSpecimen(file)
  const { layers, messages } = askThis(qgis, file)
  assert.deepEqual(
    Object.keys(layers),
    LAYERS.map(({ name }) => name),
  )
  for (const [name, layer] of Object.entries(layers)) {
    const { valid, style_found, renderer, faults } = layer
    assert.deepEqual(
      { valid, style_found, renderer, faults },
      { valid: true, style_found: true, renderer: 'RuleRenderer', faults: [] },
      name,
    )
  }
  assert.deepEqual(messages, [])
  // Where a look has bounds QGIS has them too: it takes a bound that it can't read for none.
  for (const [name, { rules }] of Object.entries(LOOKS)) {
    const wanted = new Set(rules.map(({ upTo }) => (upTo === undefined ? 0 : upTo + 1)))
    assert.deepEqual(new Set(layers[name]!.bounds), wanted, name)
  }
})

inEachQgis('the project inside opens whole: every layer, every feature once, its frame and its page', (t, qgis) => {
  const file = folder(t).path('KLIC.gpkg')
  writeSpecimen(file)
  const { projects, opened, project, messages } = askThis(qgis, file)
  assert.deepEqual([projects, opened, messages], [['KLIC'], true, []])
  assert.equal(project.crs, 'EPSG:28992')
  assert.deepEqual(
    project.layers.filter(({ valid, faults }) => !valid || faults.length > 0),
    [],
  )
  const drawn = ['annotatie_lijn', 'annotatie_punt', 'maatvoering_lijn', 'maatvoering_punt']
  assert.deepEqual(project.snaps, { off_m: 0, not: drawn })
  const attention = project.tree[0]!
  assert.deepEqual([attention.name, attention.inside?.length], ['Let op', 3])
  assert.equal(project.order.length, project.layers.length - 3)
  assert.ok([500, 1000].includes(Math.round(project.page_scale * 100) / 100), `1:${project.page_scale}`)
  for (const { id, table, says } of project.layers) {
    const columns = LAYERS.find(({ name }) => name === table)?.columns
    if (!columns) continue
    const [line, tip, titles] = says
    assert.ok(!['', '0', 'NULL'].includes(line), `${id}: ${line}`)
    assert.ok(tip.includes('<table>') && !tip.includes('[%'), `${id}: ${tip}`)
    assert.equal(titles, columns.length, id)
  }
  const reader = openResult(file)
  t.after(() => reader.close())
  for (const { name } of LAYERS) {
    const shown = project.layers.filter(({ table }) => table === name).reduce((sum, { features }) => sum + features!, 0)
    assert.equal(shown, reader.count(name), name)
  }
  const groups = project.tree.map(({ name }) => name)
  for (const { id } of THEMES) assert.ok(groups.includes(themeNameIn('nl', id)), id)
  const [minX, minY, maxX, maxY] = project.extent as [number, number, number, number]
  assert.ok(minX < ORIGIN.x && maxX > ORIGIN.x + 90 && minY < ORIGIN.y - 30 && maxY > ORIGIN.y + 40)
  for (const page of ['A3 liggend', 'A3 liggend, bladen 1:500'])
    for (const part of ['Map', 'Legend', 'ScaleBar', 'Picture', 'Label'])
      assert.ok(project.layouts[page]!.includes(`QgsLayoutItem${part}`), `${page}: ${part}`)
})

inEachQgis('map themes show a network theme each, and bookmarks each notification', (t, qgis) => {
  const file = folder(t).path('KLIC.gpkg')
  writeSpecimen(file)
  const { layers, map_themes, bookmarks } = askThis(qgis, file).project
  const drawn = layers.filter(({ id, table }) => id !== SHEETS && !TABLES_TO_READ.some((each) => each.table === table))
  assert.deepEqual(map_themes.alles, drawn.map(({ id }) => id).sort())
  const cables = (name: string) => map_themes[name]!.filter((id) => id.includes('kabel_of_leiding__'))
  for (const { id } of THEMES) assert.deepEqual(cables(themeNameIn('nl', id)), [`klic_layer_kabel_of_leiding__${id}`])
  assert.deepEqual(cables(translate('nl')('imkl.unknownTheme')), ['klic_layer_kabel_of_leiding__onbekend'])
  assert.deepEqual(cables('eis voorzorgsmaatregel'), [])
  for (const shown of Object.values(map_themes)) assert.ok(shown.includes('klic_layer_aanvraag_polygoon'))
  assert.deepEqual(Object.keys(bookmarks).sort(), ['99G0000001', 'hele gebied'])
  const [minX, minY, maxX, maxY] = bookmarks['99G0000001'] as [number, number, number, number]
  assert.ok(minX < ORIGIN.x - 4 && maxX > ORIGIN.x + 100 && minY < ORIGIN.y - 38 && maxY > ORIGIN.y + 50)
})

inEachQgis('the sheets of 1:500 show all of a request, and none lies beside it', (t, qgis) => {
  const file = folder(t).path('KLIC.gpkg')
  const { x, y } = ORIGIN
  const request = (soort: string, polygons: number[][][]): PlacedFeature => {
    const row = { id: soort, objecttype: soort, soort, klic_nummer: '99G0000001' }
    return { layer: 'aanvraag_polygoon', row, geometry: { type: 'MultiPolygon', polygons } }
  }
  // A strip of 10 m that climbs 600 m to the east, and what was informed about around it.
  const strip = [x, y, x + 10, y, x + 610, y + 600, x + 600, y + 600, x, y]
  const around = [x, y, x + 610, y, x + 610, y + 600, x, y + 600, x, y]
  writeSpecimen(file, { only: [request('Graafpolygoon', [[strip]]), request('Informatiepolygoon', [[around]])] })
  const { sheets } = askThis(qgis, file).project
  assert.deepEqual(
    sheets.map(({ scale, says }) => [scale, says]),
    sheets.map((_, i) => [500, `Schaal 1:500 op A3, RD (EPSG:28992), blad ${i + 1} van ${sheets.length}`]),
  )
  const isOn = (left: number, bottom: number) => (sheet: (typeof sheets)[number]) => {
    const [minX, minY, maxX, maxY] = sheet.box as [number, number, number, number]
    return left >= minX && left + 10 <= maxX && bottom >= minY && bottom <= maxY
  }
  for (let m = 0; m <= 600; m += 5) assert.ok(sheets.some(isOn(x + m, y + m)), `${m} m`)
  // Of the 25 of the block.
  assert.ok(sheets.length >= 9 && sheets.length <= 13, `${sheets.length} sheets`)
  const first = sheets[0]!.box
  assert.ok(
    sheets.every(({ box }) => box[3]! <= first[3]!),
    'from the upper left',
  )
})

inEachQgis('a file that was moved to another folder still opens', (t, qgis) => {
  const at = folder(t)
  writeSpecimen(at.path('KLIC.gpkg'), { only: specimen().slice(0, 30) })
  mkdirSync(at.path('elsewhere'))
  copyFileSync(at.path('KLIC.gpkg'), at.path('elsewhere/KLIC.gpkg'))
  const { opened, project } = askThis(qgis, at.path('elsewhere/KLIC.gpkg'))
  assert.equal(opened, true)
  assert.deepEqual(
    project.layers.filter(({ valid }) => !valid),
    [],
  )
})

inEachQgis(
  'with the plugin a result opens its own layers under any name, also beside the older one',
  async (t, qgis) => {
    const at = folder(t)
    mkdirSync(at.path('copies'))
    for (const [name, only] of [
      ['KLIC', specimen().slice(0, 30)],
      ['KLIC (1)', specimen()],
      ['anders', specimen()],
    ] as const) {
      writeSpecimen(at.path(`copies/${name}.gpkg`), { only, fileName: 'KLIC.gpkg' })
    }
    interface ProjectReport {
      valid: number
      wrong: number
      files: string[]
    }
    const { without, followed } = await inQgis<{ without: ProjectReport[]; followed: ProjectReport[] }>(
      'open_renamed.py',
      [pluginFolder, ...['KLIC', 'KLIC (1)', 'anders'].map((name) => at.path(`copies/${name}.gpkg`))],
      {},
      qgis,
    )
    // What the plugin is for: beside the older result, the newer one's project reads the older's layers.
    assert.deepEqual(without[1]!.files, ['KLIC'])
    assert.deepEqual(
      followed.map(({ files, wrong }) => [files, wrong]),
      [
        [['KLIC'], 0],
        [['KLIC (1)'], 0],
        [['anders'], 0],
      ],
    )
  },
)

inEachQgis('the map shows every theme in its colour, symbols when near and circles when far', (t, qgis) => {
  const at = folder(t)
  writeSpecimen(at.path('KLIC.gpkg'))
  const [x, y] = [ORIGIN.x + 48, ORIGIN.y + 6]
  const picture = (name: string, scale: number) => ['--picture', at.path(name), x, y, scale]
  const { pictures, page } = askThis(
    qgis,
    at.path('KLIC.gpkg'),
    ...picture('near.png', 500),
    ...picture('far.png', 5000),
    ...picture('away.png', 20_000),
    '--page',
    at.path('page.png'),
  )
  const [near, far, away] = pictures
  assert.deepEqual(
    pictures.flatMap(({ errors }) => errors),
    [],
  )
  for (const { id, colour } of THEMES) assert.ok((near!.colours[colour] ?? 0) > 500, `${id} near`)
  for (const { id, colour } of THEMES) assert.ok((far!.colours[colour] ?? 0) > 10, `${id} far`)
  assert.ok((near!.colours['#ff00ff'] ?? 0) > 1000, 'the request is magenta')
  // Texts, arrows and hatching end at 1:500; squares with a black edge at 1:10,000.
  assert.ok((near!.colours['#000000'] ?? 0) > 500)
  assert.equal(away!.colours['#000000'], undefined)
  assert.equal(page, 0)
  assert.ok(readFileSync(at.path('page.png')).length > 10_000)
})

inEachQgis('a line is as wide as the standard has it, at each scale', (t, qgis) => {
  const file = folder(t).path('KLIC.gpkg')
  // Dark enough to be found: low voltage.
  const row = THEMES.findIndex(({ id }) => id === 'laagspanning')
  const wanted = THEMES[row]!
  writeSpecimen(file, {
    only: specimen().filter(
      ({ layer, row: { thema, status } }) =>
        layer === 'kabel_of_leiding' && thema === wanted.id && status === 'functional',
    ),
  })
  const [x, y] = [ORIGIN.x + LINE_M / 2, ORIGIN.y + row * ROW_M]
  const { inks } = askThis(qgis, file, ...[500, 1000, 9000].flatMap((scale) => ['--ink', x, y, scale]))
  assert.deepEqual(
    inks.map((ink) => ink && ink[3] - ink[1] + 1),
    [4, 2, 2],
  )
})

inEachQgis('an outline of what is in use has no gaps, and a symbol is there at exactly 1:500', (t, qgis) => {
  const at = folder(t)
  const theme = THEMES[0]!
  const drawn = (what: (placed: PlacedFeature) => boolean, x: number, y: number, scale: number): number => {
    const file = at.path(`KLIC_${scale}.gpkg`)
    writeSpecimen(file, { only: specimen().filter(what) })
    const [picture] = askThis(qgis, file, '--picture', at.path('out.png'), x, y, scale).pictures
    return picture!.colours[theme.colour] ?? 0
  }
  // A square of 2 m, in a line of 4 pixels: at 1:100 a metre is 10 mm, and a pixel 0.28 mm.
  const whole = ((4 * 2000) / 100 / 0.28) * 4
  const square = drawn(
    ({ layer, row }) =>
      layer === 'extra_geometrie' && row.thema === theme.id && row.eigenaar_objecttype === 'Mantelbuis',
    ...([ORIGIN.x + 66, ORIGIN.y, 100] as const),
  )
  assert.ok(square > 0.7 * whole, `${square} of ${whole} pixels`)
  const symbol = specimen().find(({ layer, row }) => layer === 'leidingelement' && row.thema === theme.id)!
  const [x, y] = (symbol.geometry as { xy: Position }).xy
  const symbolAt = (scale: number) => drawn(({ row }) => row.id === symbol.row.id, x, y, scale)
  assert.ok(symbolAt(500) > 20)
  // 0.4 m of ground is 1.4 pixels at 1:1000, and nothing beyond 1:1250.
  const far = symbolAt(1000)
  assert.ok(far <= 4, `${far} pixels`)
  assert.equal(symbolAt(2000), 0)
})

inEachQgis('a text stands on its anchor, and turns clockwise around it', (t, qgis) => {
  const file = folder(t).path('KLIC.gpkg')
  writeSpecimen(file)
  const places = anchors().flatMap((_, i) => [
    '--ink',
    ORIGIN.x + ANCHOR.x + i * ANCHOR.stepM,
    ORIGIN.y + ANCHOR.y,
    250,
  ])
  const { inks } = askThis(qgis, file, ...places)
  // The box of a text is higher than its capitals: room for what hangs below the line.
  const room = 8
  for (const [i, { h, v, rotation }] of anchors().entries()) {
    const [left, top, right, bottom] = inks[i]!
    const where = `anchor ${h} ${v} turned ${rotation}: ${left} ${top} ${right} ${bottom}`
    if (rotation === 90) {
      // Left lower corner: the text runs downwards, its upper side to the right.
      assert.ok(top >= -SLACK_PX && bottom > 50 && left >= -SLACK_PX && left <= room && right <= 20, where)
      continue
    }
    const middle = (left + right) / 2
    if (h === 0) assert.ok(left >= -SLACK_PX && left <= SLACK_PX && right > 50, where)
    if (h === 0.5) assert.ok(Math.abs(middle) <= SLACK_PX, where)
    if (h === 1) assert.ok(right <= SLACK_PX && right >= -SLACK_PX && left < -50, where)
    if (v === 0) assert.ok(bottom <= SLACK_PX && bottom >= -room, where)
    if (v === 0.5) assert.ok(top < 0 && bottom > 0, where)
    if (v === 1) assert.ok(top >= -SLACK_PX && top <= room, where)
  }
})
