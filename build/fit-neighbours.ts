/**
 * Where it is certain that one is in Belgium or Germany, from the countries of Natural Earth (1:10 million, public domain;
 * package world-atlas), written to server/geometry/neighbours.ts.
 *
 *   node build/fit-neighbours.ts && npx biome check --write server/geometry/neighbours.ts
 *
 * Borders at that scale are a km or two off: what lies less than MARGIN_M beyond the Dutch one is left out.
 */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import gdal from 'gdal-async'
import type { FeatureCollection, Geometry, MultiPolygon, Polygon, Position } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { doubleArea } from '../server/geometry/plane.ts'
import { NETHERLANDS_BOX } from '../server/geometry/rd/crs.ts'
import { rdFromLngLat } from '../server/geometry/rd/rd.ts'

const COUNTRIES = { netherlands: '528', belgium: '056', germany: '276' }
const MARGIN_M = 3000
/** Corners that move an outline by less are left out: it may come nearer to the Netherlands by as much. */
const SIMPLER_M = 400
const ROUNDED_M = 100
const LEAST_AREA_M2 = 10_000_000

const world = createRequire(import.meta.url)('world-atlas/countries-10m.json') as Topology
const countries = feature(world, world.objects.countries as GeometryCollection) as FeatureCollection<
  Polygon | MultiPolygon
>
/** Far away RD New means nothing: degrees are cut off first. */
const NEAR = new gdal.Envelope({ minX: 2, minY: 50, maxX: 8, maxY: 54.2 }).toPolygon()

type Rings = Position[][]

const polygonsOf = (shape: Geometry): Rings[] => {
  if (shape.type === 'Polygon') return [shape.coordinates]
  if (shape.type === 'MultiPolygon') return shape.coordinates
  return shape.type === 'GeometryCollection' ? shape.geometries.flatMap(polygonsOf) : []
}

const inRd = (id: string): gdal.Geometry => {
  const found = countries.features.find((country) => country.id === id)
  if (!found) throw new Error(`world-atlas has no country ${id}`)
  const cut = gdal.Geometry.fromGeoJson(found.geometry).makeValid().intersection(NEAR)
  const coordinates = polygonsOf(cut.toObject() as Geometry).map((rings) =>
    rings.map((ring) => ring.map((at) => [...rdFromLngLat(at as [number, number])])),
  )
  return gdal.Geometry.fromGeoJson({ type: 'MultiPolygon', coordinates }).makeValid()
}

const box = new gdal.Envelope(NETHERLANDS_BOX).toPolygon()
const kept = inRd(COUNTRIES.netherlands).buffer(MARGIN_M, 8)

const outlinesIn = (id: string): Position[][] =>
  polygonsOf(inRd(id).intersection(box).difference(kept).simplify(SIMPLER_M).toObject() as Geometry)
    .map(([ring]) => ring!.slice(0, -1).map((at) => at.map((metres) => Math.round(metres / ROUNDED_M) * ROUNDED_M)))
    .filter((ring) => Math.abs(doubleArea(ring.flat())) / 2 > LEAST_AREA_M2)

const written = (rings: readonly Position[][]): string =>
  `[${rings.map((ring) => `[${ring.map((at) => at.map((metres) => metres / ROUNDED_M).join(', ')).join(', ')}]`).join(', ')}]`

const text = `/**
 * Where it is certain that one is in Belgium or Germany: rings of x, y, x, y in RD New, in units of UNIT_M.
 * Written by build/fit-neighbours.ts; don't edit. From Natural Earth 1:10 million (public domain), but for what lies less
 * than ${MARGIN_M} m beyond the Dutch border there.
 */
export const UNIT_M = ${ROUNDED_M}

export const NEIGHBOURS: Readonly<Record<'Belgium' | 'Germany', readonly (readonly number[])[]>> = {
  Belgium: ${written(outlinesIn(COUNTRIES.belgium))},
  Germany: ${written(outlinesIn(COUNTRIES.germany))},
}
`
writeFileSync(new URL('../server/geometry/neighbours.ts', import.meta.url), text)
