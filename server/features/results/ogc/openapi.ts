/**
 * The definition of the API, OpenAPI 3.0 as the standard asks. QGIS reads two things in it: `components.parameters.limit`
 * with its default and maximum, and, from 3.42 on, by which parameters the path of each collection selects: those it sends.
 */

import { CRS84, OUTPUT_CRS } from '../../../exports/formats/output-crs.ts'
import { CONFORMANCE, type Collection, FILTER_COLUMNS, isCode, type Scope } from './collections.ts'
import { GEOJSON_TYPE, HTML_TYPE, JSON_TYPE, OPENAPI_TYPE, SCHEMA_TYPE } from './documents.ts'
import { DEFAULT_LIMIT, FORMATS, MAX_LIMIT } from './query.ts'

const answer = (description: string, type: string) => ({
  description,
  content: { [type]: { schema: { type: 'object' } }, [HTML_TYPE]: { schema: { type: 'string' } } },
})
const failure = {
  description: 'What is wrong, and what to do',
  content: { [JSON_TYPE]: { schema: { type: 'object' } } },
}
const operation = (
  operationId: string,
  summary: string,
  type = JSON_TYPE,
  names: string[] = [],
  more: unknown[] = [],
) => ({
  get: {
    operationId,
    summary,
    tags: [type === GEOJSON_TYPE ? 'Data' : 'Capabilities'],
    parameters: [...[...names, 'f'].map(parameter), ...more],
    responses: { 200: answer(summary, type), 400: failure, 401: failure, 404: failure },
  },
})
const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` })
const text = (name: string, description: string) => ({
  name,
  in: 'query',
  required: false,
  description,
  schema: { type: 'string' },
})
const filter = (name: string) => ({
  ...text(
    name,
    `Only features with exactly this ${name}${isCode(name) ? ', or one of several with commas between' : ''}`,
  ),
  style: 'form',
  explode: false,
})
const PAGE_PARAMETERS = ['limit', 'bbox', 'bbox-crs', 'crs', 'datetime', 'after', 'skipGeometry']
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })
const uri = (name: string, description: string) => ({
  name,
  in: 'query',
  required: false,
  description,
  schema: { type: 'string', format: 'uri', enum: OUTPUT_CRS, default: CRS84 },
})

/** Of one collection: only what it has columns for. */
const itemsOf = ({ id, layer }: Collection): [string, object] => [
  `/collections/${id}/items`,
  operation(
    `get-${id}`,
    `The features of ${id}`,
    GEOJSON_TYPE,
    PAGE_PARAMETERS,
    FILTER_COLUMNS.filter((name) => layer.columns.some((column) => column.name === name)).map(filter),
  ),
]

export const apiDefinition = (
  { url, title, description }: Scope,
  collections: readonly Collection[],
  version: string,
) => ({
  openapi: '3.0.3',
  info: { title, description, version },
  servers: [{ url }],
  'x-conforms-to': CONFORMANCE,
  security: [{ key: [] }, { basic: [] }],
  paths: {
    '/': operation('getLandingPage', 'Where everything is'),
    '/api': operation('getDefinition', 'The definition of this API', OPENAPI_TYPE),
    '/conformance': operation('getConformance', 'What this API conforms to'),
    '/collections': operation('getCollections', 'The collections'),
    '/collections/{collectionId}': operation('getCollection', 'One collection', JSON_TYPE, ['collectionId']),
    '/collections/{collectionId}/schema': operation('getSchema', 'Its columns', SCHEMA_TYPE, ['collectionId']),
    '/collections/{collectionId}/queryables': operation(
      'getQueryables',
      'What its features can be selected by',
      SCHEMA_TYPE,
      ['collectionId'],
    ),
    '/collections/{collectionId}/items': operation(
      'getFeatures',
      'Its features',
      GEOJSON_TYPE,
      ['collectionId', ...PAGE_PARAMETERS],
      FILTER_COLUMNS.map(filter),
    ),
    ...Object.fromEntries(collections.map(itemsOf)),
    '/collections/{collectionId}/items/{featureId}': operation('getFeature', 'One feature', GEOJSON_TYPE, [
      ...['collectionId', 'featureId', 'crs', 'skipGeometry'],
    ]),
  },
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      basic: { type: 'http', scheme: 'basic', description: 'The API key as password, any user name' },
    },
    parameters: {
      collectionId: inPath('collectionId'),
      featureId: inPath('featureId'),
      limit: {
        name: 'limit',
        in: 'query',
        required: false,
        description: 'How many features a page holds at most',
        schema: { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
        style: 'form',
        explode: false,
      },
      bbox: {
        name: 'bbox',
        in: 'query',
        required: false,
        description: 'Only features that meet this box, in the axes of bbox-crs',
        schema: {
          type: 'array',
          oneOf: [
            { minItems: 4, maxItems: 4 },
            { minItems: 6, maxItems: 6 },
          ],
          items: { type: 'number' },
        },
        style: 'form',
        explode: false,
      },
      'bbox-crs': uri('bbox-crs', 'Coordinate system of bbox'),
      crs: uri('crs', 'Coordinate system of the answer'),
      datetime: {
        ...text('datetime', 'An instant or an interval; all features are there at any time, so it selects all'),
        style: 'form',
        explode: false,
      },
      after: {
        ...text('after', 'Only features with a higher number than this: part of the address of a next page'),
        schema: { type: 'integer', minimum: 0 },
      },
      f: {
        ...text('f', 'The form of the answer; without it, what the Accept header asks for'),
        schema: { type: 'string', enum: FORMATS },
      },
      skipGeometry: text('skipGeometry', 'Taken, and without effect'),
    },
  },
})
