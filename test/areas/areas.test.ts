/** A file with areas, sent to the window's own route: read in a process of its own, and gone afterwards. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { FoundAreas } from '../../server/features/areas/schema.ts'
import { MAX_AREA_FILE_BYTES } from '../../server/geometry/found-areas.ts'
import { openWorld, refused, shown } from '../support/api-world.ts'
import { makeAreaFile } from '../support/area-files.ts'

const open = async (t: Parameters<typeof openWorld>[0]) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const headers = { 'Content-Type': 'application/octet-stream' }
  return {
    world,
    give: (raw: string | Uint8Array, query = '') => window(`/areas${query}`, { method: 'POST', raw, headers }),
  }
}

test('a GeoPackage and a text are read, and nothing of them stays', async (t) => {
  const { world, give } = await open(t)
  const found = shown(FoundAreas, await give(await makeAreaFile('gpkg', world.services.dataDir)))
  assert.deepEqual([found.format, found.crs, found.is_inside], ['geopackage', 'EPSG:28992', true])
  assert.deepEqual(
    found.areas.map(({ kind, name }) => [kind, name]),
    [
      ['polygon', 'Veld'],
      ['line', 'Sleuf'],
    ],
  )
  const text = '155000 463000\n155100 463000\n155100 463100'
  assert.equal(shown(FoundAreas, await give(text)).format, 'text')
  assert.equal(shown(FoundAreas, await give(text, '?crs=EPSG:28992')).crs_from, 'chosen')
  const folder = join(world.services.dataDir, 'tmp')
  assert.deepEqual(existsSync(folder) ? readdirSync(folder) : [], [])
})

test('a file that is no area is refused with its reason', async (t) => {
  const { give } = await open(t)
  const detail = refused(await give('meadow behind the church'), 422, 'GEOMETRY_INVALID')
  assert.equal(detail.errors?.[0]?.code, 'NOT_UNDERSTOOD')
  const second = refused(await give('155000 463000\n155100\n155100 463100'), 422, 'GEOMETRY_INVALID')
  assert.deepEqual([second.errors?.[0]?.code, second.errors?.[0]?.limit], ['BAD_LINE', 2])
  refused(await give('1 2', '?crs=EPSG:1'), 422, 'VALIDATION_FAILED')
})

test('more than the largest file is not taken in', async (t) => {
  const { world, give } = await open(t)
  refused(await give(new Uint8Array(MAX_AREA_FILE_BYTES + 1)), 413, 'PAYLOAD_TOO_LARGE')
  const folder = join(world.services.dataDir, 'tmp')
  assert.deepEqual(existsSync(folder) ? readdirSync(folder) : [], [])
})
