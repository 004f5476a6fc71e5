/**
 * Areas from what GDAL reads. Only the drivers that are named are tried, nothing is fetched from a network, and curves
 * become lines. Runs in a process of its own, in a cage (features/cage.ts), which starts it without the other drivers.
 * GeoPackages are not among them (geopackage.ts).
 */
import gdal from 'gdal-async'
import { AREA_FORMAT_NAMES, type KindByHead } from '../../../geometry/found-areas.ts'
import { type Choice, collecting, nameIn, type RawArea, type RawAreas, type Shape } from './collect.ts'
import { withContours } from './contours.ts'
import { metresOf } from './drawing-unit.ts'
import { type DrawingHead, headOfDrawing, refuseManyCopies, refuseWithoutEof } from './dxf.ts'
import { brokenOff, UnreadableArea } from './fault.ts'

export type GdalFormat = Exclude<KindByHead, 'geojson' | 'wkt' | 'text' | 'geopackage'>
const DRIVERS: Record<GdalFormat, string[]> = {
  // LIBKML, which not every GDAL has, reads some files otherwise.
  kml: ['KML'],
  shapefile: ['ESRI Shapefile'],
  dxf: ['DXF'],
  gml: ['GML'],
  flatgeobuf: ['FlatGeobuf'],
  mapinfo: ['MapInfo File'],
  gpx: ['GPX'],
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
  OSR_DEFAULT_AXIS_MAPPING_STRATEGY: 'TRADITIONAL_GIS_ORDER',
}
for (const [name, value] of Object.entries(CONFIG)) gdal.config.set(name, value)

/** @throws UnreadableArea when no driver of the format takes the file */
export async function readWithGdal(path: string, format: GdalFormat, choice: Choice): Promise<RawAreas> {
  let sheet: DrawingHead | undefined
  if (format === 'dxf') {
    await refuseManyCopies(path)
    sheet = await headOfDrawing(path)
    // It would take the code page of the head for text that is UTF-8.
    gdal.config.set('DXF_ENCODING', sheet.isUtf8 ? 'UTF-8' : null)
  }
  const available = DRIVERS[format].filter((name) => gdal.drivers.getNames().includes(name))
  // The .shp holds all that a .shx says; it is made beside it, in the folder of our own.
  gdal.config.set('SHAPE_RESTORE_SHX', 'YES')
  const file = await gdal
    .openAsync(path, 'r', available)
    .catch(() => {
      throw unreadable(format)
    })
    // It is in the way of one who writes a Shapefile.
    .finally(() => gdal.config.set('SHAPE_RESTORE_SHX', null))
  try {
    if (sheet) await refuseWithoutEof(path)
    refuseBrokenOff(file, format)
    return await flattened(file, format, (flat) => collectFrom(flat, { format, choice, sheet }))
  } finally {
    file.close()
  }
}

const FAILURE = 3

/** Their drivers end a layer where it is damaged, as if nothing followed. Others refuse such a file, or count it as empty. */
const ENDS_AT_DAMAGE: readonly GdalFormat[] = ['dxf', 'mapinfo', 'flatgeobuf']
/** Its layer ends where the table (.dbf) is cut; a shape that can't be read is counted as empty. */
const ENDS_WITH_TABLE: GdalFormat = 'shapefile'

/** Synchronous, since GDAL tells no error of another thread. @throws UnreadableArea BROKEN_OFF */
function refuseBrokenOff(file: gdal.Dataset, format: GdalFormat): void {
  if (!ENDS_AT_DAMAGE.includes(format) && format !== ENDS_WITH_TABLE) return
  file.layers.forEach((layer) => {
    let read = 0
    for (let feature = layer.features.first(); feature; feature = layer.features.next()) read += 1
    const error = gdal.lastError as { message: string; level: number } | null
    const isWhole = format === ENDS_WITH_TABLE && read >= layer.features.count()
    if (error && error.level >= FAILURE && !isWhole)
      throw brokenOff(Number(/at line (\d+)/.exec(error.message)?.[1]) || undefined)
  })
}

/** As plain polygons and lines: a CAD arc and a curve polygon can't be had otherwise. */
async function flattened(
  file: gdal.Dataset,
  format: GdalFormat,
  collect: (flat: gdal.Dataset) => RawAreas,
): Promise<RawAreas> {
  try {
    // The binding has no object for surfaces of faces (TIN), as drawings of terrain hold: they become polygons.
    const types = ['-nlt', 'PROMOTE_TO_MULTI', '-nlt', 'CONVERT_TO_LINEAR', '-dim', 'XY']
    const options = ['-f', memory(), ...types, '-skipfailures']
    // Its style says of each object whether it is seen.
    if (format === 'dxf') options.push('-dialect', 'OGRSQL', '-sql', 'SELECT *, OGR_STYLE AS style FROM entities')
    const flat = await gdal.vectorTranslateAsync('', file, options)
    try {
      return collect(flat)
    } finally {
      flat.close()
    }
  } catch (error) {
    throw error instanceof UnreadableArea ? error : unreadable(format)
  }
}

const unreadable = (format: GdalFormat): UnreadableArea =>
  new UnreadableArea(
    'NOT_UNDERSTOOD',
    `This can't be read as ${AREA_FORMAT_NAMES[format]}: it is damaged, incomplete or of another kind.`,
  )

interface GdalRequest {
  format: GdalFormat
  choice: Choice
  /** Of a drawing. */
  sheet: DrawingHead | undefined
}

function collectFrom(file: gdal.Dataset, { format, choice, sheet }: GdalRequest): RawAreas {
  const { found, aside, add, isFull } = collecting(format, choice)
  const metres = sheet ? metresOf(visibleExtents(file, sheet), sheet.metres) : 1
  file.layers.forEach((layer) => {
    // The points of the tracks beside them.
    if (format === 'gpx' && layer.name.endsWith('_points')) return
    const stated = layer.srs ? systemOf(layer.srs) : null
    for (let feature = layer.features.first(); feature && !isFull(); feature = layer.features.next()) {
      const fields: Record<string, unknown> = feature.fields.toObject()
      const drawnOn = sheet && typeof fields.Layer === 'string' ? fields.Layer : layer.name
      if (sheet && isHidden(fields, sheet)) {
        found.hidden += 1
        continue
      }
      const shape = shapeOf(geometryOf(feature))
      add(shape && metres !== 1 ? scaled(shape, metres) : shape, { name: nameIn(fields), layer: drawnOn, stated })
    }
  })
  return sheet ? ofDrawing(found, aside) : found
}

/** Null: there is none, or one that can't be read. */
function geometryOf(feature: gdal.Feature): gdal.Geometry | null {
  try {
    const geometry = feature.getGeometry() as gdal.Geometry | null
    return geometry && !geometry.isEmpty() ? geometry : null
  } catch {
    return null
  }
}

/** The binding refuses numbers that are none (NaN). */
function shapeOf(geometry: gdal.Geometry | null): Shape | null {
  try {
    return geometry && (geometry.toObject() as Shape)
  } catch {
    return null
  }
}

/**
 * On the paper of a layout, where nothing has a place in the country; on a layer that is off or frozen; or in a colour that can't be
 * seen, as GDAL draws what is invisible by itself, and parts of a block on such a layer.
 */
function isHidden(fields: Record<string, unknown>, { hidden }: DrawingHead): boolean {
  const { PaperSpace, Layer, style } = fields
  const isInvisible = typeof style === 'string' && /c:#[0-9a-f]{6}00/i.test(style)
  return PaperSpace === 1 || isInvisible || (typeof Layer === 'string' && hidden.has(Layer.toLowerCase()))
}

function visibleExtents(file: gdal.Dataset, sheet: DrawingHead): gdal.Envelope[] {
  const extents: gdal.Envelope[] = []
  file.layers.forEach((layer) => {
    for (let feature = layer.features.first(); feature; feature = layer.features.next()) {
      const geometry = geometryOf(feature)
      if (geometry && !isHidden(feature.fields.toObject(), sheet)) extents.push(geometry.getEnvelope())
    }
  })
  return extents
}

/** Loose lines that go around are areas, in the count of their layer too, wanted or not. */
function ofDrawing(found: RawAreas, aside: readonly RawArea[]): RawAreas {
  const areas = withContours(found.areas)
  const layers = new Map(found.layers)
  const counted = (each: readonly RawArea[], by: number): void => {
    for (const { layer } of each) layers.set(layer, layers.get(layer)! + by)
  }
  counted([...found.areas, ...aside], -1)
  counted([...areas, ...withContours(aside)], 1)
  return { ...found, areas, layers }
}

function scaled(shape: Shape, by: number): Shape {
  if (shape.type === 'GeometryCollection')
    return { ...shape, geometries: shape.geometries.map((each) => scaled(each, by)) }
  return 'coordinates' in shape ? ({ ...shape, coordinates: multiplied(shape.coordinates, by) } as Shape) : shape
}

type Numbers = number | Numbers[]
const multiplied = (value: Numbers, by: number): Numbers =>
  typeof value === 'number' ? value * by : value.map((each) => multiplied(each, by))

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
    // Then by what it says in words.
  }
  return named() ?? (isRdNew(srs.toWKT()) ? 'EPSG:28992' : srs.toWKT())
}

/** By the name that Esri gives it, or by its numbers, which are all that MapInfo has. */
const isRdNew = (wkt: string): boolean =>
  /^PROJCS\["(Amersfoort[ _/]*)?RD[_ ]New/i.test(wkt) ||
  (/stereographic/i.test(wkt) && /"false_easting",\s*155000/i.test(wkt) && /"false_northing",\s*463000/i.test(wkt))

/**
 * From a system that is neither RD New nor degrees to longitude and latitude, by PROJ's official operation. x is easting or
 * longitude, as in GIS files, in spite of the authority's order (OSR_DEFAULT_AXIS_MAPPING_STRATEGY).
 * @returns null: it is no system on the ground, or an unknown one
 * @throws UnreadableArea SYSTEM_UNKNOWN where PROJ could only ignore the difference of the datums
 */
export async function transformToDegrees(
  crs: string,
): Promise<((position: readonly number[]) => readonly number[]) | null> {
  let transformation: gdal.CoordinateTransformation
  let isExact: boolean
  try {
    const code = /^EPSG:(\d+)$/.exec(crs)?.[1]
    const from = code ? gdal.SpatialReference.fromEPSG(Number(code)) : gdal.SpatialReference.fromWKT(crs)
    if (!from.isGeographic() && !from.isProjected()) return null
    transformation = new gdal.CoordinateTransformation(from, wgs84())
    isExact = isDatumKnown(from.cloneGeogCS())
  } catch {
    return null
  }
  if (!isExact) {
    const message = `No official transformation is known from the coordinate system of the file (${crs.slice(0, 60)}): the areas could lie 100 m off. Save the file in RD New or WGS 84.`
    throw new UnreadableArea('SYSTEM_UNKNOWN', message)
  }
  return ([x, y]) => {
    const { x: lng, y: lat } = transformation.transformPoint(x!, y!)
    return [lng, lat]
  }
}

const wgs84 = () => gdal.SpatialReference.fromEPSG(4326)

/** Metres: of WGS 84 and GRS 1980. */
const MODERN_SEMI_MAJOR_AXIS = 6_378_137
const AMERSFOORT = { x: 5.3876, y: 52.1561 }

/**
 * Where PROJ knows no operation between two datums it takes the degrees over as they are (a ballpark transformation). That
 * is right, to a metre or two, between modern datums only: these share one ellipsoid.
 */
function isDatumKnown(degrees: gdal.SpatialReference): boolean {
  const there = new gdal.CoordinateTransformation(degrees, wgs84()).transformPoint(AMERSFOORT)
  const isTakenOver = Math.hypot(there.x - AMERSFOORT.x, there.y - AMERSFOORT.y) < 1e-9
  return !isTakenOver || Number(degrees.getAttrValue('SPHEROID', 1)) === MODERN_SEMI_MAJOR_AXIS
}
