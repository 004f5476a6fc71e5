/** A layer of the window: one source and how it is drawn. The map is a stack of them, bottom to top; a function that makes one is pure. */
import type { FeatureCollection, Geometry } from 'geojson'
import type { GeoJSONSourceSpecification, LayerSpecification, SourceSpecification } from 'maplibre-gl'
import type { Tone } from '../tone.ts'

/** A layer of the style language without its id and source, which the window's layer gives it. */
export type LayerStyle = LayerSpecification extends infer Each
  ? Each extends { source: string }
    ? Omit<Each, 'id' | 'source'>
    : never
  : never

export interface MapLayer {
  readonly id: string
  /** Those of the same data name the source that they share: for each one more the map goes over all its pixels. */
  readonly source?: string
  /** A new object means new data: keep it the same while it is the same. */
  readonly data: FeatureCollection | SourceSpecification
  readonly styles: readonly LayerStyle[]
  /** A click may pick its features, but for looks whose metadata says that they are no features. */
  readonly pickable?: boolean
  /** Points that lie close together are drawn as one, which a click takes apart. */
  readonly clusters?: Pick<GeoJSONSourceSpecification, 'clusterRadius' | 'clusterMaxZoom' | 'clusterProperties'>
  /** The map is veiled until its tiles are drawn. */
  readonly isResult?: boolean
}

export const styleLayerId = (layer: MapLayer, index: number): string => `${layer.id}:${index}`
export const sourceId = (layer: MapLayer): string => layer.source ?? layer.id

export const isGeoJson = (data: MapLayer['data']): data is FeatureCollection => data.type === 'FeatureCollection'

/** Bottom to top, as the map takes them. */
export const styleLayersOf = (layer: MapLayer): LayerSpecification[] =>
  layer.styles.map(
    (look, index) => ({ ...look, id: styleLayerId(layer, index), source: sourceId(layer) }) as LayerSpecification,
  )

export const collection = (features: FeatureCollection['features']): FeatureCollection => ({
  type: 'FeatureCollection',
  features,
})

export const feature = (
  geometry: Geometry,
  properties: Record<string, unknown> = {},
): FeatureCollection['features'][number] => ({
  type: 'Feature',
  geometry,
  properties,
})

/** A note of HTML on the map. */
export interface Note {
  readonly id: string
  readonly at: readonly [number, number]
  readonly text: string
  /** `mistake` lies on a place; `care` and `wrong` hang below it, what is said of digging stands on it. */
  readonly look: 'part' | 'mistake' | 'name' | 'tip' | 'place' | 'care' | 'wrong' | 'sheet' | 'no-sheet' | `dig-${Tone}`
  /** Of what hangs below its place: which part of its upper edge is there. */
  readonly hangsBy?: 'left' | 'right'
  /** Spoken or shown on hover. */
  readonly label?: string
}

/** Free space around what is looked at, in pixels, so that no panel lies over it. */
export type Margins = () => { top: number; right: number; bottom: number; left: number }

/** Where to look: [west, south, east, north]. A new `key` starts a flight; the same key never does. */
export interface Focus {
  readonly key: string
  readonly bounds: readonly [number, number, number, number]
}

export const boundsOf = (coordinates: readonly (readonly number[])[]): [number, number, number, number] => {
  const bounds: [number, number, number, number] = [180, 90, -180, -90]
  for (const [x, y] of coordinates) {
    bounds[0] = Math.min(bounds[0], x!)
    bounds[1] = Math.min(bounds[1], y!)
    bounds[2] = Math.max(bounds[2], x!)
    bounds[3] = Math.max(bounds[3], y!)
  }
  return bounds
}

/** So that what hangs below a place at the edge reaches over what is looked at, not under the panel beside it. */
export const hangingOver = (
  coordinates: readonly (readonly number[])[],
  [x]: readonly number[],
): Pick<Note, 'hangsBy'> => {
  const [west, , east] = boundsOf(coordinates)
  const third = (east - west) / 3
  return x! < west + third ? { hangsBy: 'left' } : x! > east - third ? { hangsBy: 'right' } : {}
}

/** What is new or other in a group of properties; undefined for what is gone. */
export const changedProperties = (before: object | undefined, after: object | undefined): [string, never][] => {
  const was = (before ?? {}) as Record<string, unknown>
  const is = (after ?? {}) as Record<string, unknown>
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return names
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
    .map((name) => [name, is[name] as never])
}

/** Halos and ends of lines are no features. */
export const isFeature = (look: LayerStyle): boolean =>
  (look.metadata as Record<string, unknown> | undefined)?.['klic:pick'] !== false
