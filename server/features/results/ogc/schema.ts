/** What OGC API - Features gives out: conformance classes, coordinate systems, the columns that can be filtered by. */
export { CRS84, isLatitudeFirst, OUTPUT_CRS, type OutputCrs, RD_NEW } from '../../../exports/formats/output-crs.ts'

/** Each is a query parameter with the exact value; only columns that the layer has. */
export const FILTER_COLUMNS = ['thema', 'netbeheerder', 'objecttype', 'status', 'klic_nummer'] as const

export const CONFORMANCE = [
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core',
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/oas30',
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/html',
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson',
  'http://www.opengis.net/spec/ogcapi-features-2/1.0/conf/crs',
  'http://www.opengis.net/spec/ogcapi-features-5/1.0/conf/schemas',
  'http://www.opengis.net/spec/ogcapi-features-5/1.0/conf/core-roles-features',
  'http://www.opengis.net/spec/ogcapi-features-5/1.0/conf/returnables-and-receivables',
  'http://www.opengis.net/spec/ogcapi-features-5/1.0/conf/queryables',
] as const
