/**
 * Every kind of file that a result can be had as. A row decides all that the API and the window show of it; how it is written
 * stands in exports/conversion/write.ts, and what the window calls it in its words.
 */
interface Row {
  /** API v1 gives it; the others only the window and the command line do */
  readonly inV1?: true
  /** Behind the name under which people get it */
  readonly ending: string
  /** Of the name under which it is kept; the format itself where it says nothing */
  readonly kept?: string
  readonly mediaType: string
  /** Text shrinks to a tenth, so a compressed copy lies beside it; the others are compressed in themselves or read at random */
  readonly packed?: true
  /** Endings of a file by which the command line takes it to be meant */
  readonly named?: readonly string[]
  /** Longitude and latitude, for which the official grid is read first; the others are in RD New */
  readonly inDegrees?: true
  /** GDAL writes it */
  readonly byGdal?: true
  /** What the command line says of one whose name says too little */
  readonly about?: string
}

const GEOJSON = 'application/geo+json'
const ZIP = 'application/zip'

const FORMATS = {
  shp: { inV1: true, ending: '_shp.zip', kept: 'zip', mediaType: ZIP, named: ['.zip'], byGdal: true },
  geojson: { inV1: true, ending: '.geojson', mediaType: GEOJSON, packed: true, named: ['.geojson', '.json'] },
  gpkg: { inV1: true, ending: '.gpkg', mediaType: 'application/geopackage+sqlite3', named: ['.gpkg'] },
  dxf: { ending: '.dxf', mediaType: 'image/vnd.dxf', packed: true, named: ['.dxf'] },
  'geojson-crs84': {
    ending: '_crs84.geojson',
    kept: 'crs84.geojson',
    mediaType: GEOJSON,
    packed: true,
    inDegrees: true,
    about: 'GeoJSON in longitude and latitude',
  },
  xlsx: {
    ending: '.xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    named: ['.xlsx'],
  },
  /** The ground alone, to lay below the others */
  geotiff: {
    ending: '_ondergrond.zip',
    kept: 'ondergrond.zip',
    mediaType: ZIP,
    byGdal: true,
    about: 'a ZIP with the delivered base map, to lay below any of the others',
  },
} as const satisfies Record<string, Row>

export type ResultFormat = keyof typeof FORMATS
export type ExportFormat = { [F in ResultFormat]: (typeof FORMATS)[F] extends { inV1: true } ? F : never }[ResultFormat]

const ROWS: Readonly<Record<ResultFormat, Row>> = FORMATS
export const RESULT_FORMATS = Object.keys(FORMATS) as ResultFormat[]
export const EXPORT_FORMATS = RESULT_FORMATS.filter((format): format is ExportFormat => ROWS[format].inV1 === true)

/** What changed between two results is a file of one of these. */
export const DIFFERENCE_FORMATS = ['gpkg', 'geojson'] as const
export type DifferenceFormat = (typeof DIFFERENCE_FORMATS)[number]

/** A plan of trial trenches is a file of one of these; the last is on paper. */
export const TRENCH_FORMATS = ['gpkg', 'xlsx', 'pdf'] as const
export type TrenchFormat = (typeof TRENCH_FORMATS)[number]

export const endingOf = (format: ResultFormat): string => ROWS[format].ending
export const keptEnding = (format: ResultFormat): string => ROWS[format].kept ?? format
export const isInDegrees = (format: ResultFormat): boolean => ROWS[format].inDegrees === true
export const isByGdal = (format: ResultFormat): boolean => ROWS[format].byGdal === true
export const aboutFormat = (format: ResultFormat): string | undefined => ROWS[format].about
export const mediaTypeOf = (format: ResultFormat | TrenchFormat): string =>
  format === 'pdf' ? 'application/pdf' : ROWS[format].mediaType

/** Where the compressed copy of a result file lies; null for a format that has none. */
export const packedKey = (path: string, format: ResultFormat): string | null =>
  ROWS[format].packed ? `${path}.gz` : null

const BY_ENDING = new Map(RESULT_FORMATS.flatMap((format) => (ROWS[format].named ?? []).map((name) => [name, format])))
export const NAMED_ENDINGS: readonly string[] = [...BY_ENDING.keys()]
/** What a file of this ending is meant to be; undefined: that does not follow from it. */
export const formatNamed = (ending: string): ResultFormat | undefined => BY_ENDING.get(ending.toLowerCase())
