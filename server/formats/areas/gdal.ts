/**
 * Areas from what GDAL reads. Only the drivers that are named are tried, nothing is fetched from a network, and curves
 * become lines. Runs in a process of its own, in a cage (runtime/cage.ts), which starts it without the other drivers.
 * GeoPackages are not among them (geopackage.ts).
 */
import gdal from 'gdal-async'
import type { AreaFormat } from '../../domain/geometry/found-areas.ts'
import { collecting, type Shape } from './collect.ts'
import { type RawAreas, UnreadableArea } from './fault.ts'
import { nameIn } from './text.ts'

export type GdalFormat = Exclude<AreaFormat, 'geojson' | 'wkt' | 'text' | 'geopackage'>
const DRIVERS: Record<GdalFormat, string[]> = {
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

/** @throws UnreadableArea when no driver of the format takes the file */
export async function readWithGdal(path: string, format: GdalFormat): Promise<RawAreas> {
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
  dxf: 'DXF',
  gml: 'GML',
}
const unreadable = (format: GdalFormat): UnreadableArea =>
  new UnreadableArea(
    'NOT_UNDERSTOOD',
    `This ${NAMES[format]} can't be read: it is damaged, incomplete or of another kind.`,
  )

function collectFrom(file: gdal.Dataset, format: GdalFormat): RawAreas {
  const { found, add, isFull } = collecting(format)
  file.layers.forEach((layer) => {
    found.stated ??= layer.srs ? systemOf(layer.srs) : null
    for (let feature = layer.features.first(); feature && !isFull(); feature = layer.features.next()) {
      const geometry = feature.getGeometry() as gdal.Geometry | null
      const shape = geometry && !geometry.isEmpty() ? (geometry.toObject() as Shape) : null
      add(shape, nameIn(feature.fields.toObject()) || layer.name)
    }
  })
  return found
}

export const systemOfWkt = (wkt: string): string => systemOf(gdal.SpatialReference.fromWKT(wkt))

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
