/**
 * Areas from what GDAL reads. Only the drivers that are named are tried, nothing is fetched from a network, and curves
 * become lines. Runs in a process of its own: a hostile file can take that down and nothing else.
 */
import gdal from 'gdal-async'
import type { AreaFormat } from '../../domain/found-areas.ts'
import { MAX_INPUT_POSITIONS } from '../../domain/prices.ts'
import { type RawArea, type RawAreas, UnreadableArea } from './fault.ts'
import { nameIn } from './text.ts'

export type GdalFormat = Exclude<AreaFormat, 'geojson' | 'wkt' | 'text'>
const DRIVERS: Record<GdalFormat, string[]> = {
  kml: ['LIBKML', 'KML'],
  shapefile: ['ESRI Shapefile'],
  geopackage: ['GPKG'],
  dxf: ['DXF'],
  gml: ['GML'],
}

/** Features looked at, of all layers together; what is offered is bounded by the caller. */
const MAX_FEATURES = 20_000

const CONFIG = {
  GML_DOWNLOAD_SCHEMA: 'NO',
  GML_SKIP_RESOLVE_ELEMS: 'ALL',
  GDAL_HTTP_TIMEOUT: '1',
  CPL_VSIL_CURL_ALLOWED_EXTENSIONS: '.none',
  OGR_ARC_STEPSIZE: '4',
}
for (const [name, value] of Object.entries(CONFIG)) gdal.config.set(name, value)

interface GeoJsonGeometry {
  type: string
  coordinates?: unknown
  geometries?: GeoJsonGeometry[]
}

/** @throws UnreadableArea when no driver of the format takes the file */
export async function readWithGdal(path: string, format: GdalFormat): Promise<RawAreas> {
  const available = DRIVERS[format].filter((name) => gdal.drivers.getNames().includes(name))
  const file = await gdal.openAsync(path, 'r', available).catch(() => {
    throw unreadable(format)
  })
  try {
    // As plain polygons and lines: a CAD arc and a curve polygon can't be had otherwise.
    const flat = await gdal.vectorTranslateAsync('', file, [
      '-f',
      'Memory',
      '-nlt',
      'CONVERT_TO_LINEAR',
      '-dim',
      'XY',
      '-skipfailures',
    ])
    try {
      return collectFrom(flat, format)
    } finally {
      flat.close()
    }
  } catch (error) {
    throw error instanceof UnreadableArea ? error : unreadable(format)
  } finally {
    file.close()
  }
}

const NAMES: Record<GdalFormat, string> = {
  kml: 'KML',
  shapefile: 'Shapefile',
  geopackage: 'GeoPackage',
  dxf: 'DXF',
  gml: 'GML',
}
const unreadable = (format: GdalFormat): UnreadableArea =>
  new UnreadableArea(
    'NOT_UNDERSTOOD',
    `This ${NAMES[format]} can't be read: it is damaged, incomplete or of another kind.`,
  )

function collectFrom(file: gdal.Dataset, format: GdalFormat): RawAreas {
  const found: RawAreas = { areas: [], stated: null, points: 0, empty: 0 }
  let [features, positions] = [0, 0]
  file.layers.forEach((layer) => {
    found.stated ??= layer.srs ? systemOf(layer.srs) : null
    for (let feature = layer.features.first(); feature; feature = layer.features.next()) {
      if (++features > MAX_FEATURES) return
      const geometry = feature.getGeometry() as gdal.Geometry | null
      if (!geometry || geometry.isEmpty()) {
        found.empty += 1
        continue
      }
      const name = nameIn(feature.fields.toObject()) || layer.name
      const before = found.areas.length
      take(found, geometry.toObject() as GeoJsonGeometry, name.slice(0, 80), format)
      for (const area of found.areas.slice(before))
        positions += area.coordinates.reduce((sum, line) => sum + line.length, 0)
      if (positions > 4 * MAX_INPUT_POSITIONS) {
        throw new UnreadableArea(
          'TOO_MANY_CORNERS',
          `The file has more than ${4 * MAX_INPUT_POSITIONS} corners. Simplify or split it.`,
        )
      }
    }
  })
  return found
}

/** `EPSG:…`, also for what says no number but is one; else its WKT. */
function systemOf(srs: gdal.SpatialReference): string {
  const named = () => {
    const [authority, code] = [srs.getAuthorityName(), srs.getAuthorityCode()]
    return authority === 'EPSG' && code ? `EPSG:${code}` : null
  }
  const before = named()
  if (before) return before
  try {
    // ESRI's .prj files name no number.
    srs.autoIdentifyEPSG()
  } catch {
    if (/^PROJCS\["(Amersfoort[ _/]*)?RD[_ ]New/i.test(srs.toWKT())) return 'EPSG:28992'
  }
  return named() ?? srs.toWKT()
}

function take(
  found: RawAreas,
  { type, coordinates, geometries }: GeoJsonGeometry,
  name: string,
  format: GdalFormat,
): void {
  const add = (kind: RawArea['kind'], lines: number[][][]): void => {
    found.areas.push({ kind, name, coordinates: lines })
  }
  const addLine = (line: number[][]): void => {
    const [first, last] = [line[0], line.at(-1)]
    const isClosed = line.length >= 4 && first?.[0] === last?.[0] && first?.[1] === last?.[1]
    // CAD draws areas as closed lines.
    add(isClosed && format === 'dxf' ? 'polygon' : 'line', [line])
  }
  if (type === 'Polygon') add('polygon', coordinates as number[][][])
  else if (type === 'MultiPolygon') for (const rings of coordinates as number[][][][]) add('polygon', rings)
  else if (type === 'LineString') addLine(coordinates as number[][])
  else if (type === 'MultiLineString') for (const line of coordinates as number[][][]) addLine(line)
  else if (type === 'GeometryCollection') for (const each of geometries ?? []) take(found, each, name, format)
  else found.points += 1
}

/** From a system that is neither RD New nor degrees to longitude and latitude, by PROJ. @throws UnreadableArea */
export async function transformToDegrees(crs: string): Promise<(position: readonly number[]) => readonly number[]> {
  try {
    const code = /^EPSG:(\d+)$/.exec(crs)?.[1]
    const from = code ? gdal.SpatialReference.fromEPSG(Number(code)) : gdal.SpatialReference.fromWKT(crs)
    // As GIS files have it, whatever the authority says: x (east, longitude) first.
    const to = gdal.SpatialReference.fromProj4('+proj=longlat +ellps=GRS80 +no_defs')
    const transformation = new gdal.CoordinateTransformation(from, to)
    return ([x, y]) => {
      const { x: lng, y: lat } = transformation.transformPoint(x!, y!)
      return [lng, lat]
    }
  } catch {
    throw new UnreadableArea(
      'SYSTEM_UNKNOWN',
      `The coordinate system of the file (${crs.slice(0, 60)}) is unknown here. Choose it.`,
    )
  }
}
