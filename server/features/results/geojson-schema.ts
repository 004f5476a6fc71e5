/** What a GeoJSON file of a result looks like, for the document. */
import type { ZodOpenApiMediaTypeObject } from 'zod-openapi'
import { LAYERS } from '../../imkl/model/layers.ts'

const layer = LAYERS.find(({ name }) => name === 'kabel_of_leiding')!
const KNOWN: Readonly<Record<string, string | number | boolean>> = {
  id: 'nl.imkl-KL1012.4711',
  objecttype: 'elektriciteitskabel',
  thema: 'laagspanning',
  thema_naam: 'laagspanning',
  bronhouder: 'KL1012',
  netbeheerder: 'Netwerk Zuid',
  klic_nummer: '26O012345',
  net_id: 'nl.imkl-KL1012.net-ls',
  status: 'functional',
  status_naam: 'in gebruik',
  nauwkeurigheid_xy_cm: 30,
  aantal_kabels_leidingen: 1,
  fictief: false,
  afgekapt: true,
  aantal_delen: 1,
  lengte_m: 120.5,
}

/** One cable with every column of its layer, as the writer spells them. */
export const exampleCollection = {
  type: 'FeatureCollection',
  crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::28992' } },
  levering: [{ klic_nummer: '26O012345', volgnummer: 1, compleet: true }],
  netbeheerders: [{ klic_nummer: '26O012345', bronhouder: 'KL1012', naam: 'Netwerk Zuid', geleverd: true }],
  documenten: [],
  utiliteitsnetten: [{ id: 'nl.imkl-KL1012.net-ls', thema: 'laagspanning', bronhouder: 'KL1012' }],
  waarschuwingen: [],
  verantwoording: [
    { bronhouder: 'KL1012', netbeheerder: 'Netwerk Zuid', heeft_geleverd: true, geleverd: 3, getekend: 1 },
  ],
  onbekend: [],
  features: [
    {
      type: 'Feature',
      properties: {
        laag: layer.name,
        ...Object.fromEntries(layer.columns.map(({ name }) => [name, KNOWN[name] ?? null])),
      },
      id: KNOWN.id,
      geometry: {
        type: 'MultiLineString',
        coordinates: [
          [
            [154812.5, 387921.25],
            [154933, 387921.25],
          ],
        ],
      },
    },
  ],
} as const

export const COLLECTION: ZodOpenApiMediaTypeObject['schema'] = {
  type: 'object',
  additionalProperties: true,
  required: ['type', 'crs', 'features'],
  properties: {
    type: { type: 'string', const: 'FeatureCollection', description: 'Always FeatureCollection' },
    crs: {
      type: 'object',
      additionalProperties: true,
      description: 'Names EPSG:28992: the numbers are RD New, in metres',
    },
    features: {
      type: 'array',
      description: 'In draw order, bottom to top',
      items: {
        type: 'object',
        additionalProperties: true,
        required: ['type', 'properties', 'geometry'],
        properties: {
          type: { type: 'string', const: 'Feature', description: 'Always Feature' },
          properties: {
            type: 'object',
            additionalProperties: true,
            description: 'All columns of its layer: see What the files hold',
            required: ['laag'],
            properties: { laag: { type: 'string', enum: LAYERS.map(({ name }) => name), description: 'Its layer' } },
          },
          geometry: {
            type: ['object', 'null'],
            additionalProperties: true,
            description: 'GeoJSON; null: it is known, but can’t be drawn',
          },
        },
      },
    },
  },
}
