/** The documents around the features: landing page, conformance, collections, schema. */

import { CRS84, OUTPUT_CRS, RD_NEW } from '../../../exports/formats/output-crs.ts'
import { isPreliminary } from '../../../imkl/model/preliminary.ts'
import { type Column, columnTitle, type Layer } from '../../vocabulary.ts'
import { extentOf } from '../map/serve-layers.ts'
import { CONFORMANCE, type Collection, notesOf, type Scope } from './collections.ts'

export interface Link {
  href: string
  rel: string
  type: string
  title?: string
}

export const JSON_TYPE = 'application/json'
export const HTML_TYPE = 'text/html'
export const GEOJSON_TYPE = 'application/geo+json'
export const OPENAPI_TYPE = 'application/vnd.oai.openapi+json;version=3.0'
export const SCHEMA_TYPE = 'application/schema+json'

/** Of every document: itself, and itself for people. /req/core/fc-links and its like */
export const selfLinks = (href: string, type: string): Link[] => [
  { href, rel: 'self', type, title: 'This document' },
  { href: withFormat(href, 'html'), rel: 'alternate', type: HTML_TYPE, title: 'This document as a page' },
]

const withFormat = (href: string, f: string): string => {
  const url = new URL(href)
  url.searchParams.set('f', f)
  return url.href
}

export const landingPage = ({ url, title, description }: Scope, jobs: Link[]) => ({
  title,
  description,
  links: [
    ...selfLinks(url, JSON_TYPE),
    { href: `${url}/api`, rel: 'service-desc', type: OPENAPI_TYPE, title: 'The definition of this API' },
    { href: `${url}/api?f=html`, rel: 'service-doc', type: HTML_TYPE, title: 'The definition of this API as a page' },
    { href: `${url}/conformance`, rel: 'conformance', type: JSON_TYPE, title: 'What this API conforms to' },
    { href: `${url}/collections`, rel: 'data', type: JSON_TYPE, title: 'The collections' },
    ...jobs,
  ] satisfies Link[],
})

export const conformance = ({ url }: Scope) => ({
  links: selfLinks(`${url}/conformance`, JSON_TYPE),
  conformsTo: CONFORMANCE,
})

export const addressOf = ({ url }: Scope, { id }: Collection): string => `${url}/collections/${encodeURIComponent(id)}`

const OGC_REL = 'http://www.opengis.net/def/rel/ogc/1.0'

/**
 * @param isInRd its address asks for RD New: then the extent is in it too. QGIS 3.40 loses its transformation from degrees, and
 * makes none where both systems are the same (QgsOapifProvider::init).
 */
export const collectionDocument = (scope: Scope, collection: Collection, isInRd = false) => {
  const { id, title, result, layer } = collection
  const here = addressOf(scope, collection)
  const bbox = layer.geometry ? (isInRd ? result.summary.extent : extentOf(result)) : null
  return {
    id,
    title,
    description: `${layer.geometry ? '' : 'Table '}${layer.name} of job ${result.jobId}, ${isPreliminary(result.revision) ? `preliminary ${-result.revision}` : `revision ${result.revision}`}.${notesOf(result)}`,
    itemType: 'feature',
    ...(bbox && { extent: { spatial: { bbox: [bbox], crs: isInRd ? RD_NEW : CRS84 } } }),
    ...(layer.geometry && { crs: OUTPUT_CRS, storageCrs: RD_NEW }),
    links: [
      ...selfLinks(here, JSON_TYPE),
      { href: `${here}/items`, rel: 'items', type: GEOJSON_TYPE, title: 'The features' },
      { href: `${here}/items?f=html`, rel: 'items', type: HTML_TYPE, title: 'The features as a page' },
      { href: `${here}/schema`, rel: 'describedby', type: SCHEMA_TYPE, title: 'The columns' },
      { href: `${here}/schema`, rel: `${OGC_REL}/schema`, type: SCHEMA_TYPE, title: 'The columns' },
      { href: `${here}/queryables`, rel: `${OGC_REL}/queryables`, type: SCHEMA_TYPE, title: 'What to select by' },
    ] satisfies Link[],
  }
}

export const collectionsDocument = (scope: Scope, collections: Collection[]) => ({
  links: selfLinks(`${scope.url}/collections`, JSON_TYPE),
  crs: OUTPUT_CRS,
  collections: collections.map((collection) => collectionDocument(scope, collection)),
})

const GEOMETRY_FORMAT: Record<Layer['geometry'], string> = {
  Point: 'geometry-point',
  MultiLineString: 'geometry-multilinestring',
  Polygon: 'geometry-polygon',
  MultiPolygon: 'geometry-multipolygon',
}

/** One type each, though any may be null: QGIS 3.44 reads a list of types as text. */
const propertySchema = (column: Column) => {
  switch (column.type) {
    case 'date':
      return { type: 'string', format: 'date' }
    case 'text':
      return { type: 'string', ...(column.width && { maxLength: column.width }) }
    case 'real':
      return { type: 'number' }
    default:
      return { type: column.type }
  }
}

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'

/** Part 5: every property is always present, null where nothing is known. In the order of the columns, which JSON does not promise. */
export const schemaDocument = (scope: Scope, collection: Collection) => {
  const { geometry, columns } = collection.layer
  return {
    $schema: DIALECT,
    $id: `${addressOf(scope, collection)}/schema`,
    title: collection.title,
    type: 'object',
    properties: {
      ...Object.fromEntries(
        columns.map((column, i) => [
          column.name,
          { title: columnTitle(column.name), ...propertySchema(column), 'x-ogc-propertySeq': i + 1 },
        ]),
      ),
      ...(geometry && { geom: { 'x-ogc-role': 'primary-geometry', format: GEOMETRY_FORMAT[geometry] } }),
    },
    additionalProperties: false,
  }
}

/** Part 5: the columns that are query parameters. @param choices each with its values, as far as they fit into a list */
export const queryablesDocument = (
  scope: Scope,
  collection: Collection,
  choices: readonly [Column, string[] | null][],
) => ({
  $schema: DIALECT,
  $id: `${addressOf(scope, collection)}/queryables`,
  title: collection.title,
  type: 'object',
  properties: Object.fromEntries(
    choices.map(([column, values]) => [
      column.name,
      {
        title: columnTitle(column.name),
        type: 'string',
        ...(column.width && { maxLength: column.width }),
        // JSON Schema wants one value at least.
        ...(values && values.length > 0 && { enum: values }),
      },
    ]),
  ),
  additionalProperties: false,
})
