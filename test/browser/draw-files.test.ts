/** Areas from files, in a real browser against the real server: every format, several at once, and those that are none. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type AreaKind, FIELD_RD, makeAreaFile, zipOf } from '../support/area-files.ts'
import { noBrowser } from '../support/browser.ts'
import { type DrawnEntity, drawing } from '../support/drawings.ts'
import { SUITE_MS } from '../support/until.ts'
import { hasValue, lists, shows } from '../support/waits.ts'
import { button, clear, FIELD_WKT, giveFile, paste, priced, WindowWorld, xOf } from '../support/window-world.ts'

const squareAt = (x: number): [number, number][] =>
  [
    [0, 0],
    [50, 0],
    [50, 50],
    [0, 50],
  ].map(([right, up]) => [x + right!, 463000 + up!])

describe('areas from files', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  before(async () => {
    world = await WindowWorld.open()
  })
  after(() => world?.close())

  test('every format: the field is on the map, and what is more is offered', () =>
    world.inWindow(async (page) => {
      const kinds: AreaKind[] = ['geojson', 'geojson-rd', 'kml', 'kmz', 'shp', 'gpkg', 'dxf', 'gml', 'wkt', 'csv']
      for (const kind of kinds) {
        await giveFile(page, await makeAreaFile(kind, world.folder), `field.${kind}`)
        if (!['shp', 'wkt', 'csv'].includes(kind)) {
          await page.getByText(/objects found/).waitFor()
          await button(page, 'Use this').click()
        }
        await xOf(page, 4).waitFor({ state: 'attached' })
        const fields = await page.locator('[data-ring="0"] .figure').all()
        const all = await Promise.all(
          fields.map(async (field) => Math.round(Number(await field.inputValue()) * 10) / 10),
        )
        for (const figure of [155000, 155200, 463150, 463180]) assert.ok(all.includes(figure), `${kind}: ${all}`)
        await button(page, 'Clear area').click()
        await button(page, 'Clear area').waitFor()
      }
    }))

  test('several areas: chosen, a line as a corridor, joined, split again, and undone', () =>
    world.inWindow(async (page) => {
      await paste(
        page,
        `${FIELD_WKT}\nPOLYGON((155200 463000,155300 463000,155300 463100,155200 463100,155200 463000))\nLINESTRING(155400 463000,155500 463000)`,
      )
      await page.getByText('3 objects found').waitFor()
      await button(page, 'All').click()
      await page.getByText('Width around lines').waitFor()
      await button(page, 'Use 3 areas').click()
      await page.getByRole('heading', { name: /Other areas/ }).waitFor()
      await button(page, /^Join Area 1/).click()
      await button(page, /^Join Area 2/).waitFor({ state: 'detached' })
      await button(page, 'Undo').click()
      await button(page, /^Join Area 2/).waitFor()
    }))

  test('a drawing is read by layer: the list has what is drawn and shown, and the one that is chosen is read again alone', () =>
    world.inWindow(async (page) => {
      const tree = (x: number): DrawnEntity => ({ kind: 'polyline', layer: 'BOMEN', at: squareAt(x), closed: true })
      const file = drawing({
        layers: { OUD: 'off' },
        entities: [
          tree(155500),
          { kind: 'polyline', layer: 'WERKGRENS', at: FIELD_RD.slice(0, 4), closed: true },
          tree(155600),
          { kind: 'polyline', layer: 'OUD', at: squareAt(155700), closed: true },
          { kind: 'polyline', layer: 'KADER', at: squareAt(155800), closed: true, onPaper: true },
        ],
      })
      await giveFile(page, file, 'ontwerp.dxf')
      await page.getByText('3 objects found').waitFor()
      const list = page.getByRole('combobox', { name: /^Layer/ })
      await lists(list.locator('option'), ['All 2 layers', 'BOMEN (2)', 'WERKGRENS (1)'])
      await list.selectOption('WERKGRENS')
      const choices = page.locator('.choices li')
      await choices.filter({ hasText: 'BOMEN' }).first().waitFor({ state: 'detached' })
      await choices.filter({ hasText: 'WERKGRENS' }).waitFor()
      await shows(choices, 1)
      await hasValue(list, 'WERKGRENS')
      await list.selectOption('')
      await page.getByText('3 objects found').waitFor()
      await list.selectOption('WERKGRENS')
      await choices.filter({ hasText: 'BOMEN' }).first().waitFor({ state: 'detached' })
      await button(page, 'Use this').click()
      await xOf(page, 4).waitFor({ state: 'attached' })
      await clear(page)
    }))

  test('wrong files say why, and another system can be chosen', () =>
    world.inWindow(async (page) => {
      await giveFile(page, Buffer.from('%PDF-1.7 nothing'), 'letter.pdf')
      await page.getByText('No area can be read from this').waitFor()
      await giveFile(
        page,
        Buffer.from('SRID=4326;POLYGON((155000 463000,155100 463000,155100 463100,155000 463000))'),
        'wrong.wkt',
      )
      await page.getByText('This lies outside the Netherlands').waitFor()
      await page.getByRole('combobox', { name: /Coordinate system/ }).selectOption('EPSG:28992')
      await page.getByText('chosen by you').waitFor()
      await xOf(page, 3).waitFor({ state: 'attached' })
      await clear(page)
      await giveFile(
        page,
        Buffer.from('SRID=28992;POLYGON((463000 155000,463100 155000,463100 155100,463000 155000))'),
        'turned.wkt',
      )
      await button(page, /^Read as RD .*, x and y exchanged$/).click()
      await page.getByText('chosen by you').waitFor()
      await xOf(page, 3).waitFor({ state: 'attached' })
      await hasValue(xOf(page, 1), '155000')
    }))

  test('what was read stays with the area that came of it, and is not offered to the next', () =>
    world.inWindow(async (page) => {
      const card = page.locator('.area-import')
      await paste(page, FIELD_WKT)
      await priced(page)
      await card.waitFor()
      await clear(page)
      await card.waitFor({ state: 'detached' })
      await button(page, 'Undo').click()
      await card.waitFor()
      await page.locator('.kind', { hasText: 'Planning request' }).click()
      await priced(page)
      await button(page, 'Save draft').click()
      await page.getByText('This price is valid until').waitFor()
      await button(page, /^New notification/).click()
      await page.getByRole('heading', { name: 'New notification' }).waitFor()
      await shows(card, 0)
    }))

  test('of a result the area that was asked for is offered, and its cables when they are wanted', () =>
    world.inWindow(async (page) => {
      const result = zipOf({
        'aanvraag_polygoon.wkt': FIELD_WKT,
        'kabel_of_leiding.wkt': 'LINESTRING(155400 463000,155500 463000)',
      })
      await giveFile(page, result, 'result.zip')
      const list = page.getByRole('combobox', { name: /^Layer/ })
      await list.waitFor()
      const named = ['The area that was asked for', 'All 2 layers', 'aanvraag_polygoon (1)', 'kabel_of_leiding (1)']
      await lists(list.locator('option'), named)
      await shows(page.locator('.choices li'), 1)
      await list.selectOption('All 2 layers')
      await page.getByText('2 objects found').waitFor()
      await list.selectOption('The area that was asked for')
      await page.getByText('2 objects found').waitFor({ state: 'detached' })
      await button(page, 'Use this').click()
      await xOf(page, 4).waitFor({ state: 'attached' })
    }))
})
