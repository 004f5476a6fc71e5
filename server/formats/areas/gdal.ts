/**
 * Areas from what GDAL reads. Only the drivers that are named are tried, nothing is fetched from a network, and curves
 * become lines. Runs in a process of its own, in a cage (runtime/cage.ts), which starts it without the other drivers.
 * GeoPackages are not among them: GDAL's driver loads SpatiaLite into them, with tables over any file; of those it gets
 * the shapes alone.
 */
import gdal from 'gdal-async'
import type { AreaFormat } from '../../domain/geometry/found-areas.ts'
import { MAX_INPUT_POSITIONS } from '../../domain/klic/prices.ts'
import { ActiveGeoPackage, type ForeignGeoPackage } from '../../domain/ports/foreign-geopackage.ts'
import { type RawArea, type RawAreas, UnreadableArea } from './fault.ts'
import { nameIn } from './text.ts'

export type GdalFormat = Exclude<AreaFormat, 'geojson' | 'wkt' | 'text'>
const DRIVERS: Record<Exclude<GdalFormat, 'geopackage'>, string[]> = {
  kml: ['LIBKML', 'KML'],
  shapefile: ['ESRI Shapefile'],
  dxf: ['DXF'],
  gml: ['GML'],
}
/** Where shapes lie while they are looked at; from GDAL 3.11 on the latter. */
const IN_MEMORY = ['Memory', 'MEM']

const memory = (): string => IN_MEMORY.find((name) => gdal.drivers.getNames().includes(name))!

/** What this GDAL has besides; a process of the cage starts without them. */
export const otherDrivers = (): string[] => {
  const needed = [...Object.values(DRIVERS).flat(), ...IN_MEMORY]
  return gdal.drivers.getNames().filter((name) => !needed.includes(name))
}

/** Features looked at, of all layers together; what is offered is bounded by the caller. */
const MAX_FEATURES = 20_000

const CONFIG = {
  // Xerces, which it would take for some encodings, resolves external entities.
  GML_PARSER: 'EXPAT',
  GML_DOWNLOAD_SCHEMA: 'NO',
  GML_DOWNLOAD_WFS_SCHEMA: 'NO',
  GML_SKIP_RESOLVE_ELEMS: 'ALL',
  GDAL_HTTP_TIMEOUT: '1',
  // No address is this one, so none is opened as a file.
  CPL_VSIL_CURL_ALLOWED_FILENAME: 'none',
  OGR_ARC_STEPSIZE: '4',
}
for (const [name, value] of Object.entries(CONFIG)) gdal.config.set(name, value)

interface GeoJsonGeometry {
  type: string
  coordinates?: unknown
  geometries?: GeoJsonGeometry[]
}

/** @throws UnreadableArea when no driver of the format takes the file */
export async function readWithGdal(path: string, format: keyof typeof DRIVERS): Promise<RawAreas> {
  const available = DRIVERS[format].filter((name) => gdal.drivers.getNames().includes(name))
  const file = await gdal.openAsync(path, 'r', available).catch(() => {
    throw unreadable(format)
  })
  try {
    return await flattened(file, format)
  } finally {
    file.close()
  }
}

/** @throws UnreadableArea when it is no GeoPackage, or one that holds more than rows */
export async function readShapes(open: () => Promise<ForeignGeoPackage>): Promise<RawAreas> {
  const shapes = gdal.open('shapes', 'w', memory())
  try {
    const file = await open()
    try {
      for (const each of file.layers) addLayer(shapes, each)
    } finally {
      file.close()
    }
    const [stated] = file.layers.map(({ crs }) => crs).filter((crs) => crs !== null)
    return { ...(await flattened(shapes, 'geopackage')), stated: stated === undefined ? null : statedAs(stated) }
  } catch (error) {
    if (error instanceof ActiveGeoPackage) throw active(error)
    throw error instanceof UnreadableArea ? error : unreadable('geopackage')
  } finally {
    shapes.close()
  }
}

function addLayer(shapes: gdal.Dataset, { name, features }: ForeignGeoPackage['layers'][number]): void {
  const layer = shapes.layers.create(name, null, gdal.wkbUnknown)
  layer.fields.add(new gdal.FieldDefn('name', gdal.OFTString))
  let count = 0
  for (const { fields, wkb } of features()) {
    if (++count > MAX_FEATURES) return
    const feature = new gdal.Feature(layer)
    feature.fields.set('name', nameIn(fields))
    if (wkb) feature.setGeometry(gdal.Geometry.fromWKB(wkb))
    layer.features.add(feature)
  }
}

/** As files state it: a number where there is one, also in text. */
const statedAs = (crs: string): string => (crs.startsWith('EPSG:') ? crs : systemOf(gdal.SpatialReference.fromWKT(crs)))

const active = ({ what, called }: ActiveGeoPackage): UnreadableArea =>
  new UnreadableArea(
    'ACTIVE_CONTENT',
    `This GeoPackage holds a ${what} (${called.slice(0, 60)}), and only tables are read. In QGIS, save the layer with the areas as a new GeoPackage (Export > Save Features As) and give that.`,
  )

/** As plain polygons and lines: a CAD arc and a curve polygon can't be had otherwise. */
async function flattened(file: gdal.Dataset, format: GdalFormat): Promise<RawAreas> {
  try {
    const options = ['-f', memory(), '-nlt', 'CONVERT_TO_LINEAR', '-dim', 'XY', '-skipfailures']
    const flat = await gdal.vectorTranslateAsync('', file, options)
    try {
      return collectFrom(flat, format)
    } finally {
      flat.close()
    }
  } catch (error) {
    throw error instanceof UnreadableArea ? error : unreadable(format)
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
