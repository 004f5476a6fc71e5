/**
 * Which way rings turn, in every format that has rules for it: outlines against the clock and holes with it in a
 * GeoPackage (PDOK's RC20) and in GeoJSON (RFC 7946, 3.1.6); the other way round in a Shapefile (its specification, page 8).
 * The deliveries' own rings turn as they like.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import gdal from 'gdal-async'
import * as yauzl from 'yauzl'
import { runTask } from '../../server/exports/conversion/task.ts'
import { createGeoPackage } from '../../server/exports/geopackage/write.ts'
import { folder } from './samples.ts'

type Ring = readonly (readonly number[])[]

const X = 120_000
const Y = 480_000
const square = (at: number, side: number): number[] =>
  [at, at, at + side, at, at + side, at + side, at, at + side, at, at].map((value, i) => value + (i % 2 === 0 ? X : Y))
const backwards = (flat: readonly number[]): number[] =>
  Array.from({ length: flat.length / 2 }, (_, i) => flat.slice(i * 2, i * 2 + 2))
    .toReversed()
    .flat()

const [OUTLINE, HOLE, ISLAND] = [square(0, 90), square(20, 20), square(200, 10)]
/** Outline and hole each way round. */
const WAYS = [OUTLINE, backwards(OUTLINE)].flatMap((outline) => [HOLE, backwards(HOLE)].map((hole) => [outline, hole]))

/** A result with every way round, in a layer of single polygons and in one of several, and what it is exported to. */
async function exported(t: TestContext) {
  const at = folder(t)
  const gpkg = at.path('result.gpkg')
  const writer = createGeoPackage(gpkg)
  for (const [i, rings] of WAYS.entries()) {
    writer.feature('aanvraag_polygoon', { id: `a${i}` }, { type: 'MultiPolygon', polygons: [rings] })
    const island = i % 2 === 0 ? ISLAND : backwards(ISLAND)
    writer.feature('extra_geometrie', { id: `e${i}` }, { type: 'MultiPolygon', polygons: [rings, [island]] })
  }
  writer.finish({ lastChange: null, warnings: [] })
  const paths = {
    rd: at.path('rd.geojson'),
    degrees: at.path('degrees.geojson'),
    shp: at.path('shp.zip'),
  }
  const out = [
    { format: 'geojson', path: paths.rd },
    { format: 'geojson-crs84', path: paths.degrees },
    { format: 'shp', path: paths.shp },
  ] as const
  await runTask({ kind: 'export', gpkg, tempDir: at.path('temp'), out: [...out] })
  return { gpkg, ...paths }
}

/** Twice the area within: above zero against the clock. Reckoned from the first corner, where numbers are small. */
const turn = (ring: Ring): number => {
  const [x0, y0] = ring[0]!
  return ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length]!
    return sum + (x! - x0!) * (nextY! - y0!) - (nextX! - x0!) * (y! - y0!)
  }, 0)
}

/** @param sign of an outline */
function holds(polygons: readonly Ring[][], sign: 1 | -1, what: string): void {
  assert.equal(polygons.length, WAYS.length * 3, what)
  for (const rings of polygons)
    for (const [i, ring] of rings.entries()) assert.equal(Math.sign(turn(ring)), i === 0 ? sign : -sign, `${what} ${i}`)
  assert.equal(polygons.filter((rings) => rings.length === 2).length, WAYS.length * 2, what)
}

const polygonsOf = ({ type, coordinates }: { type: string; coordinates: unknown }): Ring[][] =>
  type === 'Polygon' ? [coordinates as Ring[]] : (coordinates as Ring[][])

/** As they stand in the file: GDAL's own GeoJSON would turn them. */
function ringsByGdal(path: string, layers: readonly string[]): Ring[][] {
  const source = gdal.open(path)
  const found = layers.flatMap((name) =>
    [...source.layers.get(name).features].flatMap((feature) => {
      const geometry = feature.getGeometry()
      const parts = geometry instanceof gdal.MultiPolygon ? [...geometry.children] : [geometry]
      return parts.map((part) =>
        [...(part as gdal.Polygon).rings].map((ring) => [...ring.points].map(({ x, y }) => [x, y])),
      )
    }),
  )
  source.close()
  return found
}

const LAYER_NAMES = ['aanvraag_polygoon', 'extra_geometrie']

test('in a GeoPackage outlines run against the clock and holes with it, however they came', async (t) => {
  const { gpkg } = await exported(t)
  holds(ringsByGdal(gpkg, LAYER_NAMES), 1, 'GeoPackage')
})

test('so they do in GeoJSON, in RD New and in degrees', async (t) => {
  const { rd, degrees } = await exported(t)
  for (const [path, isDegrees] of [
    [rd, false],
    [degrees, true],
  ] as const) {
    const { features } = JSON.parse(readFileSync(path, 'utf8'))
    assert.equal(features[0].geometry.coordinates[0][0][0] < 10, isDegrees)
    holds(
      features.flatMap(({ geometry }: { geometry: { type: string; coordinates: unknown } }) => polygonsOf(geometry)),
      1,
      path,
    )
  }
})

test('in a Shapefile outlines run with the clock and holes against it', async (t) => {
  const { shp } = await exported(t)
  const archive = await yauzl.openPromise(shp, { lazyEntries: true, autoClose: false })
  const files = new Map<string, Buffer>()
  for await (const entry of archive.eachEntry())
    files.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)))
  archive.close()
  for (const [name, rings] of [
    ['aanvraag_polygoon', [-1, 1]],
    ['extra_geometrie', [-1, 1, -1]],
  ] as const) {
    const found = shapesIn(files.get(`${name}.shp`)!)
    assert.equal(found.length, WAYS.length)
    for (const shape of found)
      assert.deepEqual(
        shape.map((ring) => Math.sign(turn(ring))),
        [...rings],
        name,
      )
  }
})

/** Polygons of a .shp by the specification: GDAL turns rings as it reads them. */
function shapesIn(shp: Buffer): Ring[][] {
  const shapes: Ring[][] = []
  for (let at = 100; at < shp.length; at += 8 + shp.readInt32BE(at + 4) * 2) {
    const record = shp.subarray(at + 8)
    const [parts, points] = [record.readInt32LE(36), record.readInt32LE(40)]
    const starts = Array.from({ length: parts }, (_, i) => record.readInt32LE(44 + i * 4))
    const xy = (i: number): number[] => [0, 8].map((more) => record.readDoubleLE(44 + parts * 4 + i * 16 + more))
    shapes.push(
      starts.map((start, i) => Array.from({ length: (starts[i + 1] ?? points) - start }, (_, n) => xy(start + n))),
    )
  }
  return shapes
}
