/** The documents around the features: landing page, conformance, collections, schema. */
import { extentOf } from '../../actions/serve-layers.ts'
import { CONFORMANCE, CRS84, OUTPUT_CRS, RD_NEW } from '../../contract/ogc.ts'
import type { Column, Layer } from '../../contract/vocabulary.ts'
import type { Collection, Scope } from './scope.ts'

export interface Link {
  href: string
  rel: string
  type: string
  title?: string
}

export const JSON_TYPE = 'application/json'
export const GEOJSON_TYPE = 'application/geo+json'
export const OPENAPI_TYPE = 'application/vnd.oai.openapi+json;version=3.0'
const SCHEMA_TYPE = 'application/schema+json'

export const landingPage = ({ url, title, description }: Scope) => ({
  title,
  description,
  links: [
    { href: url, rel: 'self', type: JSON_TYPE, title: 'This document' },
    { href: `${url}/api`, rel: 'service-desc', type: OPENAPI_TYPE, title: 'The definition of this API' },
    { href: `${url}/conformance`, rel: 'conformance', type: JSON_TYPE, title: 'What this API conforms to' },
    { href: `${url}/collections`, rel: 'data', type: JSON_TYPE, title: 'The collections' },
  ] satisfies Link[],
})

export const conformance = () => ({ conformsTo: CONFORMANCE })

export const collectionDocument = ({ url }: Scope, { id, title, result, layer }: Collection) => {
  const here = `${url}/collections/${encodeURIComponent(id)}`
  const bbox = extentOf(result)
  return {
    id,
    title,
    description: `${layer.name} of job ${result.jobId}, revision ${result.revision}`,
    itemType: 'feature',
    ...(bbox && { extent: { spatial: { bbox: [bbox], crs: CRS84 } } }),
    crs: OUTPUT_CRS,
    storageCrs: RD_NEW,
    links: [
      { href: here, rel: 'self', type: JSON_TYPE, title: 'This document' },
      { href: `${here}/items`, rel: 'items', type: GEOJSON_TYPE, title: 'The features' },
      { href: `${here}/schema`, rel: 'describedby', type: SCHEMA_TYPE, title: 'The columns' },
      {
        href: `${here}/schema`,
        rel: 'http://www.opengis.net/def/rel/ogc/1.0/schema',
        type: SCHEMA_TYPE,
        title: 'The columns',
      },
    ] satisfies Link[],
  }
}

export const collectionsDocument = (scope: Scope, collections: Collection[]) => ({
  links: [{ href: `${scope.url}/collections`, rel: 'self', type: JSON_TYPE, title: 'This document' }] satisfies Link[],
  crs: OUTPUT_CRS,
  collections: collections.map((collection) => collectionDocument(scope, collection)),
})

const GEOMETRY_FORMAT: Record<Layer['geometry'], string> = {
  Point: 'geometry-point',
  MultiLineString: 'geometry-multilinestring',
  Polygon: 'geometry-polygon',
  MultiPolygon: 'geometry-multipolygon',
}

const propertySchema = (column: Column) => {
  switch (column.type) {
    case 'date':
      return { type: ['string', 'null'], format: 'date' }
    case 'text':
      return { type: ['string', 'null'], ...(column.width && { maxLength: column.width }) }
    case 'real':
      return { type: ['number', 'null'] }
    default:
      return { type: [column.type, 'null'] }
  }
}

/** Part 5: every property is always present, null where nothing is known. */
export const schemaDocument = ({ url }: Scope, { id, title, layer }: Collection) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `${url}/collections/${encodeURIComponent(id)}/schema`,
  title,
  type: 'object',
  properties: {
    ...Object.fromEntries(layer.columns.map((column) => [column.name, propertySchema(column)])),
    geom: { 'x-ogc-role': 'primary-geometry', format: GEOMETRY_FORMAT[layer.geometry] },
  },
})
