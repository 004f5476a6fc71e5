/** Places by name, from the window's own list. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { placesCalled, readPlaces } from '../../renderer/features/search/gazetteer-api.ts'
import { findPostcode } from '../../renderer/features/search/postcodes.ts'

const places = readPlaces(readFileSync(new URL('../../renderer/public/places-nl.txt', import.meta.url), 'utf8'))
const called = (text: string) => placesCalled(places, text, 4).map(({ name, province }) => `${name}, ${province}`)

describe('places by name', () => {
  test('are there, with every municipality that is called otherwise, each in the Netherlands', () => {
    assert.ok(places.length > 2_100, String(places.length))
    assert.equal(places.filter(({ kind }) => kind === 'municipality').length, 120)
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
    assert.deepEqual(called('hollands kroon'), ['Hollands Kroon, N.-H.'])
    assert.deepEqual(called('s gravendeel'), ["'s-Gravendeel, Z.-H."])
    for (const town of ['Rijssen', 'Bilthoven', 'Nieuw-Vennep', 'Etten-Leur', 'Leidschendam'])
      assert.equal(placesCalled(places, town, 1)[0]?.name, town)
    assert.deepEqual(called('feanwalden')[0], 'Feanwâlden, Fr.')
    assert.deepEqual(called('amst')[0], 'Amsterdam, N.-H.')
    assert.ok(called('oedenrode').includes('Sint-Oedenrode, N.-Br.'))
    assert.deepEqual(called('a'), [])
    assert.deepEqual(called('nergenshuizen'), [])
  })
})

describe('a postcode', () => {
  const known = [
    { text: 'Dorpsstraat 3, 5711GA Someren', rd: [177_500, 377_900] },
    { text: 'Postelstraat 1, 5711EC Someren', rd: [177_700, 378_100] },
    { text: 'Witvrouwensteeg 10, 3511 AB Utrecht', rd: [136_800, 456_100] },
    { text: '5712 Someren, ergens 5711', rd: [1, 1] },
  ]
  test('is found by its four digits, with any letters behind, amid the addresses that were found before', () => {
    assert.deepEqual(findPostcode('3511', known), { text: '3511 Utrecht', rd: [136_800, 456_100], addresses: 1 })
    for (const typed of ['5711', '5711 AB', '5711ab', ' 5711 g'])
      assert.deepEqual(findPostcode(typed, known), { text: '5711 Someren', rd: [177_600, 378_000], addresses: 2 })
  })

  test('of which no address was found is not made up, and neither is what is none', () => {
    for (const typed of ['3512', '0511', '57', '57111', '5711 ABC', 'Someren', '155000 463000'])
      assert.equal(findPostcode(typed, known), null, typed)
  })
})
