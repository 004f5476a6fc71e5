/** The map of the page: the official look over the tiles in the page, on the delivered ground. Nothing is fetched from anywhere. */
import type { GeoJSONSource, LayerSpecification, Map as MapLibreMap, StyleSpecification } from 'maplibre-gl'
import { addProtocol, Map as OneMap, setWorkerUrl } from 'maplibre-gl'
import worker from 'maplibre-gl/dist/maplibre-gl-worker.mjs?raw'
import type { MapStyleLayer } from '../../server/features/results/map/map-style-schema.ts'
import type { SiteMapFacts } from '../../server/features/site-package/page-schema.ts'
import { type ResultChoice, resultLayer } from '../map/layers/result.ts'
import { NUMBERED_FROM } from '../map/layers/trench-styles.ts'
import { isFeature, type MapLayer, styleLayersOf } from '../map/map-layer.ts'
import { afterMapIsDrawn, SlowPicture } from '../map/slow-picture.ts'
import { isDrawnBySoftware } from '../map/software.ts'
import { groundTile } from './ground.ts'
import { bytesOf, unpackPiece } from './pieces.ts'

const PAPER = '#ffffff'
const LAYER = 'site'
const AREA = 'aanvraag_polygoon'
const NOTHING: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] }

const address = (url: string): [number, number, number] => {
  const [z = 0, x = 0, y = 0] = url.split('/').slice(-3).map(Number)
  return [z, x, y]
}

/** What the map asks for lies in the page. */
const answer = (facts: SiteMapFacts) => {
  const tiles = new Set(facts.tiles)
  return async (url: string) => {
    const [, what = ''] = url.split('://')
    if (what.startsWith('t/')) return (tiles.has(what) ? await unpackPiece(what) : null) ?? new ArrayBuffer(0)
    if (what.startsWith('g/')) {
      const picture = await groundTile(facts.ground, address(what))
      return picture ?? createImageBitmap(new ImageData(1, 1))
    }
    if (what.endsWith('.json'))
      return JSON.parse(new TextDecoder().decode((await unpackPiece('sprite.json')) ?? undefined)) as object
    return (await bytesOf('sprite.png'))?.buffer ?? new ArrayBuffer(0)
  }
}

const drawn = (facts: SiteMapFacts, choice: ResultChoice): LayerSpecification[] => {
  const layers = facts.layers as readonly MapStyleLayer[]
  const tiles = { tiles: [], minzoom: facts.zooms.min, maxzoom: facts.zooms.max, ground: null }
  return styleLayersOf(resultLayer(LAYER, { layers, tiles }, choice, PAPER)).map(
    (layer) => ({ ...layer, source: 'klic' }) as LayerSpecification,
  )
}

const styleOf = (facts: SiteMapFacts, choice: ResultChoice, trenches: MapLayer | null): StyleSpecification => {
  const area = (facts.layers as readonly LayerSpecification[]).filter(
    (layer) => 'source-layer' in layer && layer['source-layer'] === AREA,
  )
  return {
    version: 8,
    sprite: 'klic://sprite',
    sources: {
      klic: {
        type: 'vector',
        tiles: ['klic://t/{z}/{x}/{y}'],
        minzoom: facts.zooms.min,
        maxzoom: facts.zooms.max,
      },
      ground: {
        type: 'raster',
        tiles: ['klic://g/{z}/{x}/{y}'],
        tileSize: 512,
        minzoom: 10,
        maxzoom: 20,
        bounds: [...facts.bounds] as [number, number, number, number],
      },
      picked: { type: 'geojson', data: NOTHING },
      measured: { type: 'geojson', data: NOTHING },
      here: { type: 'geojson', data: NOTHING },
      ...(trenches && { trenches: { type: 'geojson', data: trenches.data as GeoJSON.FeatureCollection } }),
    },
    layers: [
      { id: 'paper', type: 'background', paint: { 'background-color': PAPER } },
      ...(facts.ground.length > 0
        ? [{ id: 'ground', type: 'raster' as const, source: 'ground', paint: { 'raster-fade-duration': 0 } }]
        : []),
      ...area,
      ...drawn(facts, choice),
      ...(trenches ? styleLayersOf(trenches) : []),
      ...overlay(),
    ],
  }
}

const overlay = (): LayerSpecification[] => [
  {
    id: 'here:circle',
    type: 'fill',
    source: 'here',
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': '#0060ff', 'fill-opacity': 0.15, 'fill-outline-color': '#0030a0' },
  },
  {
    id: 'here:dot',
    type: 'circle',
    source: 'here',
    filter: ['==', ['geometry-type'], 'Point'],
    paint: {
      'circle-radius': 9,
      'circle-color': '#0060ff',
      'circle-stroke-width': 3,
      'circle-stroke-color': '#ffffff',
    },
  },
  {
    id: 'measured:line',
    type: 'line',
    source: 'measured',
    paint: { 'line-color': '#000000', 'line-width': 4, 'line-dasharray': [1, 1] },
  },
  {
    id: 'measured:points',
    type: 'circle',
    source: 'measured',
    filter: ['==', ['geometry-type'], 'Point'],
    paint: {
      'circle-radius': 7,
      'circle-color': '#ffd400',
      'circle-stroke-width': 3,
      'circle-stroke-color': '#000000',
    },
  },
  {
    id: 'picked:line',
    type: 'line',
    source: 'picked',
    filter: ['!=', ['geometry-type'], 'Point'],
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': '#ff00c8', 'line-width': 14, 'line-opacity': 0.4 },
  },
  {
    id: 'picked:point',
    type: 'circle',
    source: 'picked',
    filter: ['==', ['geometry-type'], 'Point'],
    paint: { 'circle-radius': 16, 'circle-color': '#ff00c8', 'circle-opacity': 0.4 },
  },
]

export interface TappedFeature {
  layer: string
  fid: number
  geometry: GeoJSON.Geometry
}

/** A finger is as wide as this, in pixels to each side. */
const FINGER = [5, 16]

export class SiteMap {
  readonly map: MapLibreMap
  private readonly facts: SiteMapFacts
  /** Where the processor draws the map: a card never waits for it */
  private readonly picture: SlowPicture | null
  /** Layers that answer to a finger */
  private readonly touched: string[]
  private readonly trenchFill: string | undefined
  private readonly filled = new Set<string>()

  /**
   * @param first picture of the whole, which lies over the map until that is drawn or somebody moves it
   * @throws when the browser can't draw it
   */
  constructor(
    container: HTMLElement,
    facts: SiteMapFacts,
    choice: ResultChoice,
    trenches: MapLayer | null,
    first: Element | null,
  ) {
    this.facts = facts
    const asked = answer(facts)
    addProtocol('klic', async ({ url }) => ({ data: await asked(url) }))
    setWorkerUrl(URL.createObjectURL(new Blob([worker], { type: 'text/javascript' })))
    const [west, south, east, north] = facts.bounds
    const whole = { padding: 16, animate: false }
    const style = styleOf(facts, choice, trenches)
    this.trenchFill = style.layers.findLast((layer) => layer.type === 'fill' && layer.source === trenches?.id)?.id
    this.touched = style.layers
      .filter((layer) => 'source' in layer && layer.source === 'klic' && isFeature(layer as never))
      .map(({ id }) => id)
    this.map = new OneMap({
      container,
      style,
      attributionControl: false,
      validateStyle: false,
      bounds: [west, south, east, north],
      fitBoundsOptions: whole,
      minZoom: facts.zooms.min - 1,
      maxZoom: 22,
      maxPitch: 0,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      fadeDuration: 0,
    })
    this.map.touchZoomRotate.disableRotation()
    this.map.keyboard.disableRotation()
    this.picture = isDrawnBySoftware(this.map.getCanvas()) ? new SlowPicture(this.map) : null
    let isFitting = false
    const uncover = (): void => {
      if (!isFitting) first?.remove()
    }
    this.whenDrawn(uncover)
    this.map.on('movestart', uncover)
    // The picture keeps to the room that there is: so does the map below it.
    this.map.on('resize', () => {
      if (!first?.isConnected) return
      isFitting = true
      this.map.fitBounds([west, south, east, north], whole)
      isFitting = false
    })
  }

  /** Does it once all of the map is drawn, and seen. */
  whenDrawn(work: () => void): void {
    this.map.once('idle', () => afterMapIsDrawn(this.picture, work))
  }

  show(choice: ResultChoice, withGround: boolean): void {
    for (const layer of drawn(this.facts, choice)) {
      if ('filter' in layer) this.map.setFilter(layer.id, layer.filter ?? null)
      else this.map.setFilter(layer.id, null)
      this.map.setLayoutProperty(layer.id, 'visibility', layer.layout?.visibility ?? 'visible')
    }
    if (this.facts.ground.length > 0)
      this.map.setLayoutProperty('ground', 'visibility', withGround ? 'visible' : 'none')
  }

  /** Beyond what is under a panel; the map is drawn anew, so never before what a person waits for. */
  see(hiddenBelow: number, center?: [number, number]): void {
    const { bottom } = this.map.getPadding()
    if (bottom === hiddenBelow && !center) return
    this.map.jumpTo({ padding: { top: 0, left: 0, right: 0, bottom: hiddenBelow }, ...(center && { center }) })
  }

  put(source: 'picked' | 'measured' | 'here', features: GeoJSON.Feature[]): void {
    if (features.length === 0 && !this.filled.has(source)) return
    if (features.length === 0) this.filled.delete(source)
    else this.filled.add(source)
    this.map.getSource<GeoJSONSource>(source)?.setData({ type: 'FeatureCollection', features })
  }

  /** Number of the trench under a finger; from afar a finger is for what lies around it. */
  trenchAt({ x, y }: { x: number; y: number }): number | null {
    const [by = 0] = FINGER
    const box: [[number, number], [number, number]] = [
      [x - by, y - by],
      [x + by, y + by],
    ]
    if (!this.trenchFill || this.map.getZoom() < NUMBERED_FROM) return null
    const [found] = this.map.queryRenderedFeatures(box, { layers: [this.trenchFill] })
    return found ? Number(found.properties.no) : null
  }

  /** What lies under a finger, the uppermost first: what is met exactly before what is near. */
  at({ x, y }: { x: number; y: number }): TappedFeature[] {
    const { touched: layers } = this
    for (const by of FINGER) {
      const found = this.map.queryRenderedFeatures(
        [
          [x - by, y - by],
          [x + by, y + by],
        ],
        { layers },
      )
      const each = new Map<string, TappedFeature>()
      for (const { id, sourceLayer, geometry } of found)
        if (typeof id === 'number' && sourceLayer !== undefined && sourceLayer !== AREA)
          each.set(
            `${sourceLayer} ${id}`,
            each.get(`${sourceLayer} ${id}`) ?? { layer: sourceLayer, fid: id, geometry },
          )
      if (each.size > 0) return [...each.values()].toSorted((a, b) => weightOf(a) - weightOf(b))
    }
    return []
  }
}

/** Cables and pipes before what is drawn about them; areas last. */
const weightOf = ({ layer, geometry }: TappedFeature): number =>
  layer === 'kabel_of_leiding' ? 0 : geometry.type.endsWith('Polygon') ? 2 : 1
