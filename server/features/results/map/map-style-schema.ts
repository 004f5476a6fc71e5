/** What the window reads of a job's map style (/tiles/{job_id}/style.json); the whole is a style of version 8. */
import { z } from 'zod'
import { EXTRA_GROUPS, type ExtraGroup } from '../../../imkl/look/styles.ts'

const GROUPS = Object.keys(EXTRA_GROUPS) as [ExtraGroup, ...ExtraGroup[]]

export const MapStyleLayer = z.looseObject({
  id: z.string(),
  type: z.enum(['fill', 'line', 'circle', 'symbol']),
  'source-layer': z.string(),
  filter: z.array(z.unknown()).optional(),
  layout: z.record(z.string(), z.unknown()).optional(),
  paint: z.record(z.string(), z.unknown()).optional(),
  metadata: z.object({ 'klic:group': z.enum(GROUPS).nullable(), 'klic:pick': z.boolean() }),
})
export type MapStyleLayer = z.infer<typeof MapStyleLayer>

export const MapStyle = z.looseObject({
  version: z.literal(8),
  sources: z.object({ klic: z.object({ type: z.literal('vector'), url: z.url() }) }),
  layers: z.array(MapStyleLayer),
})
export type MapStyle = z.infer<typeof MapStyle>

/** What the window reads of a job's TileJSON (/tiles/{job_id}/tile.json). Bounds: west, south, east, north in degrees. */
const Tiles = z.object({
  tiles: z.array(z.string()),
  minzoom: z.number(),
  maxzoom: z.number(),
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).optional(),
})
export const GroundTiles = Tiles.extend({ tileSize: z.number() })
export type GroundTiles = z.infer<typeof GroundTiles>

export const ResultTiles = Tiles.extend({
  ground: z.union([GroundTiles, z.literal('coming')]).nullable(),
})
export type ResultTiles = z.infer<typeof ResultTiles>

/** What the window reads of /tiles/ground.json: all that the company was delivered. */
export const CompanyGround = GroundTiles.extend({
  results: z.number().meta({ description: 'Of how many results it is made; 0: there is none' }),
  left_out: z.number().meta({ description: 'How many of them are left out because their file is damaged' }),
})
export type CompanyGround = z.infer<typeof CompanyGround>

/** One feature: as tiles name it (its layer, a full stop, its number in the layer), or by its IMKL id. */
export const FeatureRef = z.string().min(1).max(254)

export const OBJECTS_LIMIT = 200

/** GET /dashboard/api/jobs/{job_id}/objects?refs=…: whole features, in degrees; what is not there is left out. */
export const JobObjects = z.object({
  type: z.literal('FeatureCollection'),
  features: z
    .array(
      z.object({
        type: z.literal('Feature'),
        id: FeatureRef,
        layer: z.string(),
        geometry: z
          .object({ type: z.enum(['Point', 'MultiLineString', 'Polygon', 'MultiPolygon']), coordinates: z.unknown() })
          .nullable(),
        properties: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
      }),
    )
    .max(OBJECTS_LIMIT),
})
export type JobObjects = z.infer<typeof JobObjects>
