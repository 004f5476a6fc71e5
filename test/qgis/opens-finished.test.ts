import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { LAYERS } from '../../server/domain/imkl/layers.ts'
import { THEMES } from '../../server/domain/imkl/themes.ts'
import { openResult } from '../../server/store/geopackage/read.ts'
import { folder } from '../formats/samples.ts'
import { ANCHOR, anchors, LINE_M, ORIGIN, ROW_M, specimen, writeSpecimen } from '../styling/specimen.ts'
import { askQgis, withoutQgis } from './qgis.ts'

const options = { skip: withoutQgis }
/** Rounding of a pixel at the edge of a line. */
const SLACK_PX = 3

test('QGIS finds the style of every layer by itself and understands all of it', options, (t) => {
  const file = folder(t).path('KLIC.gpkg')
  writeSpecimen(file)
  const { layers, messages } = askQgis(file)
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
})

test('the project inside opens whole: every layer, every feature once, its frame and its page', options, (t) => {
  const file = folder(t).path('KLIC.gpkg')
  writeSpecimen(file)
  const { projects, opened, project, messages } = askQgis(file)
  assert.deepEqual([projects, opened, messages], [['KLIC'], true, []])
  assert.equal(project.crs, 'EPSG:28992')
  assert.deepEqual(
    project.layers.filter(({ valid, faults }) => !valid || faults.length > 0),
    [],
  )
  assert.equal(project.order.length, project.layers.length)
  const reader = openResult(file)
  t.after(() => reader.close())
  for (const { name } of LAYERS) {
    const shown = project.layers.filter(({ table }) => table === name).reduce((sum, { features }) => sum + features!, 0)
    assert.equal(shown, reader.count(name), name)
  }
  const groups = project.tree.map(({ name }) => name)
  for (const { nl } of THEMES) assert.ok(groups.includes(nl), nl)
  const [minX, minY, maxX, maxY] = project.extent as [number, number, number, number]
  assert.ok(minX < ORIGIN.x && maxX > ORIGIN.x + 90 && minY < ORIGIN.y - 30 && maxY > ORIGIN.y + 40)
  const page = Object.values(project.layouts)[0]!
  for (const part of ['Map', 'Legend', 'ScaleBar', 'Picture', 'Label'])
    assert.ok(page.includes(`QgsLayoutItem${part}`), part)
})

test('a file that was moved to another folder still opens', options, (t) => {
  const at = folder(t)
  writeSpecimen(at.path('KLIC.gpkg'), { only: specimen().slice(0, 30) })
  mkdirSync(at.path('elsewhere'))
  copyFileSync(at.path('KLIC.gpkg'), at.path('elsewhere/KLIC.gpkg'))
  const { opened, project } = askQgis(at.path('elsewhere/KLIC.gpkg'))
  assert.equal(opened, true)
  assert.deepEqual(
    project.layers.filter(({ valid }) => !valid),
    [],
  )
})

test('the map shows every theme in its colour, symbols when near and circles when far', options, (t) => {
  const at = folder(t)
  writeSpecimen(at.path('KLIC.gpkg'))
  const [x, y] = [ORIGIN.x + 48, ORIGIN.y + 6]
  const picture = (name: string, scale: number) => ['--picture', at.path(name), x, y, scale]
  const { pictures, page } = askQgis(
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

test('a line is as wide as the standard has it, at each scale', options, (t) => {
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
  const { inks } = askQgis(file, ...[500, 1000, 9000].flatMap((scale) => ['--ink', x, y, scale]))
  assert.deepEqual(
    inks.map((ink) => ink && ink[3] - ink[1] + 1),
    [4, 2, 2],
  )
})

test('a text stands on its anchor, and turns clockwise around it', options, (t) => {
  const file = folder(t).path('KLIC.gpkg')
  writeSpecimen(file)
  const places = anchors().flatMap((_, i) => [
    '--ink',
    ORIGIN.x + ANCHOR.x + i * ANCHOR.stepM,
    ORIGIN.y + ANCHOR.y,
    250,
  ])
  const { inks } = askQgis(file, ...places)
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
