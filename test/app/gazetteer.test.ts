/** Places by name, from the window's own list. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { placesCalled, readPlaces } from '../../renderer/api/gazetteer.ts'

const places = readPlaces(readFileSync(new URL('../../renderer/public/places-nl.txt', import.meta.url), 'utf8'))
const called = (text: string) => placesCalled(places, text, 4).map(({ name, province }) => `${name}, ${province}`)

describe('places by name', () => {
  test('are there: all that GeoNames knows of more than 500 people, each in the Netherlands', () => {
    assert.ok(places.length > 1_800, String(places.length))
    for (const { name, province, rd } of places) {
      assert.ok(name && province, name)
      const [x, y] = rd as [number, number]
      assert.ok(x > 13_000 && x < 279_000 && y > 306_000 && y < 620_000, `${name} ${x} ${y}`)
    }
  })

  test('each once: none is named twice within 3 km', () => {
    const byName = Map.groupBy(places, ({ name }) => name)
    for (const [name, same] of byName)
      for (const [i, one] of same.entries())
        for (const other of same.slice(i + 1))
          assert.ok(Math.hypot(one.rd[0]! - other.rd[0]!, one.rd[1]! - other.rd[1]!) >= 3_000, name)
  })

  test('lie where they are', () => {
    // Church towers by the RD of the topographic map, to the km.
    const where: Record<string, [number, number]> = {
      Amersfoort: [155, 463],
      Maastricht: [176, 318],
      Groningen: [234, 582],
      Middelburg: [32, 391],
      Someren: [178, 378],
    }
    for (const [name, [x, y]] of Object.entries(where)) {
      const [found] = placesCalled(places, name, 1)
      assert.ok(Math.hypot(found!.rd[0]! / 1000 - x, found!.rd[1]! / 1000 - y) < 2.5, `${name} ${found!.rd}`)
    }
  })

  test('are found as people type, the exact and the larger first', () => {
    assert.deepEqual(called('someren')[0], 'Someren, N.-Br.')
    assert.deepEqual(called('s gravenhage')[0], 'Den Haag, Z.-H.')
    assert.deepEqual(called('den bosch')[0], "'s-Hertogenbosch, N.-Br.")
    assert.deepEqual(called('Hengelo'), ['Hengelo, Ov.', 'Hengelo, Gld.'])
    assert.deepEqual(called('feanwalden')[0], 'Feanwâlden, Fr.')
    assert.deepEqual(called('amst')[0], 'Amsterdam, N.-H.')
    assert.ok(called('oedenrode').includes('Sint-Oedenrode, N.-Br.'))
    assert.deepEqual(called('a'), [])
    assert.deepEqual(called('nergenshuizen'), [])
  })
})
