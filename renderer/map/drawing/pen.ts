/** The pen: terra-draw behind two verbs. It reports what the hand does and knows nothing of prices, undo or the server. */
import type { LineString, Polygon } from 'geojson'
import type { Map as MapLibreMap } from 'maplibre-gl'
import {
  type GeoJSONStoreFeatures,
  TerraDraw,
  TerraDrawLineStringMode,
  TerraDrawPolygonMode,
  TerraDrawRectangleMode,
  TerraDrawSelectMode,
} from 'terra-draw'
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter'
import type { Tool } from './draft.ts'
import { roundedPolygon, type Shape } from './shape.ts'

/** What the hand should hold. `polygon` is the shape's outline in degrees, which for an RD area only the server knows. */
export interface PenRequest {
  tool: Tool
  shape: Shape | null
  polygon: Polygon | null
  widthM: number
}

export interface PenReport {
  sketched: (shape: Shape | null) => void
  finished: (shape: Shape) => void
}

const INK = '#c800c8'
const DRAWN = { fillColor: INK, fillOpacity: 0.06, outlineColor: INK, outlineWidth: 3 } as const
const CLOSING = {
  closingPointColor: '#ffffff',
  closingPointOutlineColor: INK,
  closingPointWidth: 6,
  closingPointOutlineWidth: 2,
} as const
const HANDLE = {
  selectionPointColor: '#ffffff',
  selectionPointOutlineColor: INK,
  selectionPointOutlineWidth: 2,
} as const

const MODES = {
  polygon: 'polygon',
  rectangle: 'rectangle',
  corridor: 'linestring',
  edit: 'select',
  none: 'static',
} as const

const isDrawn = (feature: GeoJSONStoreFeatures): boolean =>
  ['polygon', 'rectangle', 'linestring'].includes(String(feature.properties.mode)) && feature.geometry.type !== 'Point'

/** Three different corners at least: before that there is nothing to price. */
const isArea = (polygon: Polygon): boolean => new Set(polygon.coordinates[0]?.map(String)).size >= 3

export class Pen {
  readonly #draw: TerraDraw
  readonly #report: PenReport
  #held: PenRequest = { tool: 'none', shape: null, polygon: null, widthM: 1 }
  /** The shape whose corners are under the hand. */
  #laid: Shape | null = null
  /** Set while we ourselves change the store, so that our own changes are not reported as the hand's. */
  #quiet = false

  constructor(map: MapLibreMap, report: PenReport) {
    this.#report = report
    const flags = { feature: { draggable: true, coordinates: { midpoints: true, draggable: true, deletable: true } } }
    this.#draw = new TerraDraw({
      adapter: new TerraDrawMapLibreGLAdapter({ map }),
      modes: [
        new TerraDrawPolygonMode({
          styles: {
            ...DRAWN,
            ...CLOSING,
          },
        }),
        new TerraDrawRectangleMode({ styles: DRAWN }),
        new TerraDrawLineStringMode({ styles: { lineStringColor: INK, lineStringWidth: 3, ...CLOSING } }),
        new TerraDrawSelectMode({
          flags: { polygon: flags, linestring: flags },
          // Delete stays with the page: it must go through undo.
          keyEvents: { deselect: null, delete: null, rotate: null, scale: null },
          styles: {
            selectedPolygonColor: INK,
            selectedPolygonFillOpacity: 0.06,
            selectedPolygonOutlineColor: INK,
            selectedPolygonOutlineWidth: 3,
            selectedLineStringColor: INK,
            selectedLineStringWidth: 3,
            selectionPointWidth: 6,
            midPointColor: INK,
            midPointOutlineColor: '#ffffff',
            midPointWidth: 4,
            ...HANDLE,
          },
        }),
      ],
    })
    this.#draw.start()
    this.#draw.on('change', (_ids, type) => {
      if (!this.#quiet && type !== 'styling') this.#sketch()
    })
    this.#draw.on('finish', () => {
      const shape = this.#drawnShape()
      if (!this.#quiet && shape) this.#report.finished(shape)
    })
  }

  hold(wanted: PenRequest): void {
    const before = this.#held
    this.#held = wanted
    const editing = wanted.tool === 'edit'
    if (before.tool === wanted.tool && (!editing || this.#laid === wanted.shape)) return
    this.#quietly(() => {
      const isInHand = editing && this.#matchesHand(wanted)
      if (!isInHand) this.#draw.clear()
      if (this.#draw.getMode() !== MODES[wanted.tool]) this.#draw.setMode(MODES[wanted.tool])
      this.#laid = null
      if (editing && (isInHand || this.#lay(wanted))) this.#laid = wanted.shape
    })
  }

  stop(): void {
    this.#draw.stop()
  }

  #quietly(work: () => void): void {
    this.#quiet = true
    try {
      work()
    } finally {
      this.#quiet = false
    }
  }

  /** Puts the shape under the hand, its corners showing. False: its outline is not known exactly yet. */
  #lay({ shape, polygon }: PenRequest): boolean {
    const geometry: Polygon | LineString | null =
      shape?.kind === 'corridor' ? shape.line : polygon && roundedPolygon(polygon)
    if (!geometry) return false
    const mode = geometry.type === 'Polygon' ? 'polygon' : 'linestring'
    const [added] = this.#draw.addFeatures([
      { type: 'Feature', geometry, properties: { mode } } as GeoJSONStoreFeatures,
    ])
    if (added?.valid && added.id !== undefined) this.#draw.selectFeature(added.id)
    return true
  }

  /** True when the wanted shape is the one that the hand has just made: laying it again would drop the grip. */
  #matchesHand({ shape }: PenRequest): boolean {
    if (this.#draw.getMode() !== 'select') return false
    const drawn = this.#drawnShape()
    if (!drawn || !shape || drawn.kind !== shape.kind) return false
    const coordinates = (one: Shape) =>
      JSON.stringify(one.kind === 'corridor' ? one.line.coordinates : one.geometry.coordinates)
    return coordinates(drawn) === coordinates(shape)
  }

  #drawnShape(): Shape | null {
    const geometry = this.#draw.getSnapshot().find(isDrawn)?.geometry
    if (geometry?.type === 'LineString') {
      const { widthM, shape } = this.#held
      return {
        kind: 'corridor',
        line: geometry,
        widthM: this.#held.tool === 'edit' && shape?.kind === 'corridor' ? shape.widthM : widthM,
      }
    }
    return geometry?.type === 'Polygon' ? { kind: 'polygon', frame: 'EPSG:4326', geometry } : null
  }

  #sketch(): void {
    const shape = this.#drawnShape()
    if (shape?.kind === 'polygon' && !isArea(shape.geometry)) return
    if (shape?.kind === 'corridor' && new Set(shape.line.coordinates.map(String)).size < 2) return
    // Null when Esc has emptied the store.
    this.#report.sketched(shape)
  }
}
