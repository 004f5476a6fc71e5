/** Names of places on a map without a background. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { FeatureCollection, Point } from 'geojson'
import { readPlaces } from '../../renderer/features/search/gazetteer-api.ts'
import { namesLayer, placeNames } from '../../renderer/map/layers/names.ts'
import { PALETTES } from '../../renderer/map/palette.ts'

const names = placeNames(readPlaces(readFileSync('renderer/public/places-nl.txt', 'utf8'))) as FeatureCollection<Point>
const filterOf = (isAlone: boolean) =>
  namesLayer(PALETTES.light, names, isAlone).styles[0] as { filter: unknown[]; maxzoom: number }

test('each place of the gazetteer has its name where it lies, the largest first, and no municipality a second', () => {
  const [first] = names.features
  assert.equal(first?.properties?.name, 'Amsterdam')
  const [lng, lat] = first!.geometry.coordinates
  assert.ok(Math.abs(lng! - 4.89) < 0.02 && Math.abs(lat! - 52.37) < 0.02, String([lng, lat]))
  const someren = names.features.filter(({ properties }) => properties?.name === 'Someren')
  assert.equal(someren.length, 1)
  assert.deepEqual(
    names.features.map(({ properties }) => properties?.rank),
    [...names.features.keys()],
  )
})

test('from 1:100,000 on all are named, farther away the larger ones; a background with names has few added', () => {
  const { filter, maxzoom } = filterOf(true)
  const [, , [, , ...steps]] = filter as [string, unknown, unknown[]]
  const most = (zoom: number) =>
    steps.reduce<number>(
      (now, step, i) => (i % 2 === 1 && Number(step) <= zoom ? Number(steps[i + 1]) : now),
      Number(steps[0]),
    )
  assert.ok(most(6) < 50 && most(7) > most(6) && most(9) < 1000)
  assert.ok(most(10.7) >= names.features.length)
  assert.ok(maxzoom >= 15.1, 'at 1:5,000, too')
  assert.deepEqual(filterOf(false).filter, ['<', ['get', 'rank'], 22])
  assert.ok(filterOf(false).maxzoom < 12)
})
