/** What the page of a site package has of a result beside its tiles. Runs in a thread (tile-thread.ts): it reads every position. */
import { gzipSync } from 'node:zlib'
import { emptyExtent, isEmpty, pathsOf, widen } from '../../geometry/flat.ts'
import type { Position, ResultGeometry } from '../../geometry/geometry.ts'
import { lngLatFromRd } from '../../geometry/rd/rd.ts'
import { LAYERS } from '../../imkl/model/layers.ts'
import type { ResultReader } from '../../imkl/model/result.ts'
import { boxInDegrees } from '../formats/output-crs.ts'
import { firstPicture } from '../styling/first-picture.ts'
import {
  type Bounds,
  SITE_ROWS,
  type SiteLayers,
  type SiteMapFacts,
  type SiteMapRequest,
  type SiteRow,
} from './site-map.ts'

/** Gives way between the pieces of objects, and reads no more once it has ended. */
export function* siteLayers(reader: ResultReader, { extent, ground }: SiteMapRequest): Generator<void, SiteLayers> {
  const areas = areasOf(reader)
  const pieces: SiteLayers['pieces'] = []
  const objects = yield* objectsOf(reader, pieces)
  const first = firstPicture(reader, extent, ground)
  const themes: Record<string, number> = {}
  for (const { name } of LAYERS)
    for (const [theme, count] of reader.themes(name)) if (theme !== null) themes[theme] = (themes[theme] ?? 0) + count
  return { areas, objects, pieces, themes, first }
}

const packedJson = (value: unknown): string => gzipSync(JSON.stringify(value), { level: 9 }).toString('base64')

function areasOf(reader: ResultReader): SiteMapFacts['areas'] {
  const addresses = new Map(reader.table('levering').map(({ klic_nummer, adres }) => [klic_nummer, adres]))
  return [...reader.features('aanvraag_polygoon', { columns: ['klic_nummer'] })].flatMap(({ geometry, cells }) => {
    if (!geometry) return []
    const address = addresses.get(cells[0] ?? null)
    const rings = pathsOf(geometry).map((path) =>
      Array.from({ length: path.length / 2 }, (_, i): Position => {
        const [lng, lat] = lngLatFromRd([path[2 * i]!, path[2 * i + 1]!])
        return [rounded(lng), rounded(lat)]
      }),
    )
    return [{ address: typeof address === 'string' ? address : null, rings }]
  })
}

function* objectsOf(reader: ResultReader, pieces: SiteLayers['pieces']): Generator<void, SiteMapFacts['objects']> {
  const objects: { layer: string; columns: string[]; firsts: number[] }[] = []
  for (const { name, columns } of LAYERS) {
    let rows: SiteRow[] = []
    const firsts: number[] = []
    const put = (): void => {
      pieces.push([`o/${name}/${firsts.length}`, packedJson(rows)])
      firsts.push(rows[0]![0])
      rows = []
    }
    for (const { fid, geometry, cells } of reader.features(name)) {
      rows.push([fid, geometry && boxOf(geometry), cells])
      if (rows.length < SITE_ROWS) continue
      put()
      yield
    }
    if (rows.length > 0) put()
    if (firsts.length > 0) objects.push({ layer: name, columns: columns.map((column) => column.name), firsts })
    yield
  }
  return objects
}

const MICRO = 1e6

function boxOf(geometry: ResultGeometry): Bounds | null {
  const box = emptyExtent()
  for (const path of pathsOf(geometry)) widen(box, path)
  if (isEmpty(box)) return null
  const [west, south, east, north] = boxInDegrees(box)
  return [rounded(west), rounded(south), rounded(east), rounded(north)]
}

const rounded = (degrees: number): number => Math.round(degrees * MICRO) / MICRO
