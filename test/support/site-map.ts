/** The map of a site package held against the GeoPackage that it is made from. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { runTask } from '../../server/exports/conversion/task.ts'
import { openResult } from '../../server/exports/geopackage/read.ts'
import type { SiteMap, SiteRow } from '../../server/exports/tiles/site-map.ts'
import { createTilePool, type TilePool } from '../../server/exports/tiles/tile-pool.ts'
import { siteMap } from '../../server/features/site-package/site-map.ts'
import type { ResultSummary } from '../../server/imkl/model/conversion-task.ts'
import { LAYERS } from '../../server/imkl/model/layers.ts'
import { folderStorage } from '../../server/platform/storage/folder.ts'

const ASSETS = { script: '', symbols: Buffer.from('{}'), symbolsPicture: Buffer.alloc(0) }

/** The result of deliveries, and what makes its map. */
export async function mapOf(t: TestContext, deliveries: (folder: string) => Promise<string[]>) {
  const folder = mkdtempSync(join(tmpdir(), 'klic site '))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const zips = (await deliveries(folder)).map((path) => ({ path }))
  const path = join(folder, 'result.gpkg')
  const out = [{ format: 'gpkg' as const, path }]
  const { artifacts, summary } = await runTask({
    kind: 'merge',
    deliveries: zips,
    ground: true,
    out,
    tempDir: join(folder, 'temp'),
  })
  return { path, make: makerOf(t, folder, summary!.extent, artifacts[0]!.sha256) }
}

/** Makes the map of the result in a folder, with these answers instead of the thread's. */
export function makerOf(t: TestContext, folder: string, extent: ResultSummary['extent'], sha256 = '') {
  const storage = folderStorage(folder)
  const tiles = createTilePool({ local: storage.local, grid: null })
  t.after(() => tiles.close())
  const asked = { gpkg: { key: 'result.gpkg', sha256 }, extent, operators: [], publicKey: '' }
  return (instead: Partial<TilePool> = {}) => {
    const services = { tiles: { ...tiles, ...instead }, storage, siteAssets: async () => ASSETS }
    return siteMap(services, asked, { companyId: 'com_1' })
  }
}

const byKind = (rows: Iterable<readonly unknown[]>): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(row.join(' '), (counts.get(row.join(' ')) ?? 0) + 1)
  return new Map([...counts].toSorted())
}

/** MapLibre draws a line of two different places and more, and an area with a surface. */
function isDrawn(feature: VectorTileFeature): boolean {
  const paths = feature.loadGeometry()
  if (feature.type === 1) return paths.length > 0
  if (feature.type === 2) return paths.some((path) => path.some(({ x, y }) => x !== path[0]!.x || y !== path[0]!.y))
  return paths.some((ring) => surface(ring) !== 0)
}
const surface = (ring: readonly { x: number; y: number }[]): number =>
  ring.reduce((sum, { x, y }, i) => sum + x * ring.at(i - 1)!.y - y * ring.at(i - 1)!.x, 0)

/** Every object of the GeoPackage is in the map, and what can be drawn is in its tiles. */
export function assertSameObjects(map: SiteMap, path: string): void {
  const pieces = new Map(map.pieces)
  const unpacked = (id: string) => gunzipSync(Buffer.from(pieces.get(id)!, 'base64'))
  const drawn = new Map<string, Set<number>>()
  for (const id of pieces.keys()) {
    if (!id.startsWith(`t/${map.facts.zooms.max}/`)) continue
    const { layers } = new VectorTile(new PbfReader(unpacked(id)))
    for (const [name, layer] of Object.entries(layers)) {
      const fids = drawn.get(name) ?? new Set()
      drawn.set(name, fids)
      for (let i = 0; i < layer.length; i++) {
        const feature = layer.feature(i)
        if (feature.id !== undefined && isDrawn(feature)) fids.add(feature.id)
      }
    }
  }
  const reader = openResult(path)
  try {
    for (const { name, columns } of LAYERS) {
      const [theme, owner] = ['thema', 'bronhouder'].map((known) => columns.findIndex((each) => each.name === known))
      const features = [...reader.features(name)]
      const firsts = map.facts.objects.find(({ layer }) => layer === name)?.firsts ?? []
      const rows = firsts.flatMap((first, i) => {
        const piece = JSON.parse(unpacked(`o/${name}/${i}`).toString()) as SiteRow[]
        assert.equal(piece[0]![0], first, 'a piece is found by the number of its first object')
        return piece
      })
      assert.deepEqual(
        byKind(rows.map(([, , cells]) => [cells[theme!], cells[owner!]])),
        byKind(features.map(({ cells }) => [cells[theme!], cells[owner!]])),
        name,
      )
      assert.deepEqual(
        rows.map(([fid, , cells]) => [fid, cells]),
        features.map(({ fid, cells }) => [fid, [...cells]]),
        name,
      )
      const fids = drawn.get(name) ?? new Set()
      const missing = features.filter(({ fid, geometry }) => geometry && !fids.has(fid))
      assert.deepEqual(missing, [], `${name} in the tiles`)
      const drawable = new Set(features.filter(({ geometry }) => geometry !== null).map(({ fid }) => fid))
      assert.deepEqual(
        [...fids].filter((fid) => !drawable.has(fid)),
        [],
        name,
      )
    }
  } finally {
    reader.close()
  }
}
