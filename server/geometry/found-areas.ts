/** What a file holds that can be an area: polygons, and lines around which one can be drawn. */
import type { Position } from './geometry.ts'

/** Every kind of file that is read, by what people call it. */
export const AREA_FORMAT_NAMES = {
  geojson: 'GeoJSON',
  kml: 'KML',
  shapefile: 'Shapefile',
  geopackage: 'GeoPackage',
  flatgeobuf: 'FlatGeobuf',
  mapinfo: 'MapInfo',
  dxf: 'DXF',
  gml: 'GML',
  gpx: 'GPX',
  esrijson: 'Esri JSON',
  topojson: 'TopoJSON',
  wkt: 'WKT',
  text: 'CSV',
} as const
export type AreaFormat = keyof typeof AREA_FORMAT_NAMES
/** What the first bytes of a file tell: which JSON it is shows in the whole. */
export type KindByHead = Exclude<AreaFormat, 'esrijson' | 'topojson'>
export const AREA_FORMATS = Object.keys(AREA_FORMAT_NAMES) as AreaFormat[]

/** @param or in the language of the sentence */
export function areaFormatsIn(or: string): string {
  const names = Object.values(AREA_FORMAT_NAMES)
  return `${names.slice(0, -1).join(', ')} ${or} ${names.at(-1)}`
}

/** How names of files that hold areas end; alone or in a ZIP, where the contents decide. */
export const AREA_FILE_ENDS: readonly string[] = [
  '.shp',
  '.kml',
  '.gpkg',
  '.gml',
  '.xml',
  '.dxf',
  '.geojson',
  '.geojsonl',
  '.topojson',
  '.json',
  '.wkt',
  '.csv',
  '.txt',
  '.fgb',
  '.tab',
  '.mif',
  '.gpx',
]

/** With the archives that they come in. */
export const AREA_FILE_TYPES: readonly string[] = ['.zip', '.kmz', ...AREA_FILE_ENDS]

/** Systems that a person can choose when a file states none, or a wrong one. */
export const AREA_SYSTEMS = ['EPSG:28992', 'EPSG:4326', 'EPSG:4258', 'EPSG:3857', 'EPSG:25831', 'EPSG:25832'] as const

export interface FoundArea {
  kind: 'polygon' | 'line'
  /** What the file calls it, or its layer; empty when it has no name. */
  name: string
  /** In which layer, table or file of the file it is; empty where there is one without a name. */
  layer: string
  /** RD New metres on whole millimetres; of a line one list. Rings are as the file has them: perhaps open or crossing. */
  coordinates: Position[][]
}

/** What the person chose of a file. */
export interface AreaImportOptions {
  /** The system that it is in, `EPSG:…`; undefined: as the file says. */
  crs: string | undefined
  /** The one layer that is wanted; empty: all. Undefined: all, but of a delivery or a result the area that was asked for. */
  layer: string | undefined
  /** Its numbers are to be taken in the other order: y before x, latitude before longitude. */
  isTurned: boolean
}

/** A way to read the numbers of a file by which they lie in the Netherlands. */
export interface Fit {
  crs: (typeof AREA_SYSTEMS)[number]
  isTurned: boolean
}

export interface AreaReadTask extends AreaImportOptions {
  path: string
  /** Of its own, for what is unpacked; it is made and removed. */
  folder: string
}

export interface FoundLayer {
  name: string
  count: number
}

export interface LeftOut {
  points: number
  empty: number
  tooMany: number
  /** Of a drawing: on its paper, or on layers that are off or frozen. */
  hidden: number
  /** Far from where most of the file lies, as a legend in the corner of a drawing does. */
  elsewhere: number
  /** Names of files of a ZIP that could not be read, the first MAX_NAMED_FILES. */
  files: string[]
}

export interface FoundAreas {
  format: AreaFormat
  /** `EPSG:…`; null when the file has a system of its own without a number, or several. */
  crs: string | null
  /** `turned`: the numbers showed it, in the other order; `several`: each area is placed by its own system. */
  crsFrom: 'file' | 'numbers' | 'turned' | 'chosen' | 'several'
  /** Every position lies in the Netherlands. */
  isInside: boolean
  /** Of what does not: how else its numbers would. */
  fits: Fit[]
  areas: FoundArea[]
  /** Those that hold an area or a line, the chosen one or not, with how many. */
  layers: FoundLayer[]
  /** It is a delivery or a result: unless something else is wanted, the area that was asked for is all of it that is given. */
  hasRequest: boolean
  leftOut: LeftOut
}

/** Why nothing could be read; the window words each in its own language. */
export const AREA_FAULTS = [
  'EMPTY_FILE',
  'NOT_UNDERSTOOD',
  'BROKEN_OFF',
  'BAD_LINE',
  'NUMBERS_UNCLEAR',
  'TOO_FEW_CORNERS',
  'NO_AREAS',
  'ALL_HIDDEN',
  'MIXED_SYSTEMS',
  'SYSTEM_UNKNOWN',
  'TOO_MANY_CORNERS',
  'ZIP_DAMAGED',
  'ZIP_TOO_LARGE',
  'ZIP_WITHOUT_AREAS',
  'SHAPEFILE_ALONE',
  'ACTIVE_CONTENT',
  'TOO_LONG',
] as const
export type AreaFault = (typeof AREA_FAULTS)[number]

/** Of a file with areas, in any format. */
export const MAX_AREA_FILE_BYTES = 50 * 1024 ** 2

/** Of a file; the others are counted. */
export const MAX_AREAS = 200

/** Of a ZIP, those that could not be read. */
export const MAX_NAMED_FILES = 20

/** Of a GeoPackage; each is read. */
export const MAX_LAYERS = 100

/** What came of reading a file. */
export type AreaReadingLine = { read: FoundAreas } | { fault: { code: AreaFault; message: string; line?: number } }
