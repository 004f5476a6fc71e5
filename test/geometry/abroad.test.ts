/** An area that reaches into Belgium or Germany is taken, and said to. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { normaliseArea } from '../../server/geometry/area.ts'
import type { Position } from '../../server/geometry/geometry.ts'
import { rdFromLngLat } from '../../server/geometry/rd/rd.ts'
import { rdBox } from '../support/rd-box.ts'

describe('beyond the border', () => {
  const warned = (place: Position) => {
    const [x, y] = rdFromLngLat(place).map(Math.round) as [number, number]
    return normaliseArea({ geometry: rdBox(x, y, 100) }).warnings
  }

  const ABROAD: Record<string, { place: Position; country: string }> = {
    Turnhout: { place: [4.95, 51.32], country: 'Belgium' },
    Gent: { place: [3.72, 51.05], country: 'Belgium' },
    Aachen: { place: [6.084, 50.776], country: 'Germany' },
    Nordhorn: { place: [7.07, 52.43], country: 'Germany' },
  }
  for (const [name, { place, country }] of Object.entries(ABROAD)) {
    test(`${name} is not the registry's`, () => {
      const [warning, ...others] = warned(place)
      assert.equal(warning?.code, 'SEEMS_ABROAD')
      assert.match(warning!.message, new RegExp(`seems to lie in ${country}`))
      assert.deepEqual(others, [])
    })
  }

  // The most easterly, southerly and westerly places, enclaves, and what is cut into by a neighbour.
  const AT_HOME: Record<string, Position> = {
    'Bad Nieuweschans': [7.207, 53.182],
    Bourtange: [7.19, 53.006],
    Schoonebeek: [6.885, 52.66],
    Losser: [7.0, 52.26],
    Dinxperlo: [6.487, 51.864],
    Vaals: [6.018, 50.774],
    Koningsbosch: [5.96, 51.05],
    Eijsden: [5.71, 50.777],
    Stevensweert: [5.845, 51.13],
    Reusel: [5.165, 51.36],
    'Baarle-Nassau': [4.93, 51.443],
    Putte: [4.395, 51.36],
    Clinge: [4.09, 51.27],
    Sluis: [3.387, 51.308],
  }
  for (const [name, place] of Object.entries(AT_HOME)) {
    test(`${name} is`, () => assert.deepEqual(warned(place), []))
  }

  test('one corner of many is enough, and the first such is named in the numbers that came', () => {
    const { warnings, abroad } = normaliseArea({ geometry: rdBox(200_000, 450_000, 80_000, 1000) })
    assert.match(warnings[0]!.message, /^Position \[280000, 450000\] seems to lie in Germany/)
    assert.deepEqual(abroad, [280_000, 450_000])
    assert.equal(normaliseArea({ geometry: rdBox(155_000, 463_000, 1000) }).abroad, null)
  })
})
