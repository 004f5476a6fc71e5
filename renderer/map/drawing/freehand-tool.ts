/**
 * Freehand and editing: terra-draw behind two verbs, for what is a gesture: freehand, and dragging the corners of what lies there.
 * (Corner by corner is vertex-tool.ts's, because that is also done by keys and numbers.) RD in and out.
 */
import type { LineString, Polygon, Position } from 'geojson'
import type { Map as MapLibreMap } from 'maplibre-gl'
import {
  type GeoJSONStoreFeatures,
  TerraDraw,
  TerraDrawFreehandMode,
  TerraDrawLineStringMode,
  type TerraDrawMouseEvent,
  TerraDrawPolygonMode,
  TerraDrawSelectMode,
} from 'terra-draw'
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter'
import { toDegrees, toRd } from '../exact.ts'
import { metresPerPixel } from '../scale.ts'
import type { CornerDraft } from './corner-draft.ts'
import type { Tool } from './draft.ts'
import { MIN_AREA_M2, simplifyPolygon } from './operations.ts'
import { editObstacle, type Shape, surfaceOf } from './shape.ts'
import { type SnapLines, snap } from './snap.ts'

/** What is to be drawn, and with what; RD New. */
export interface DrawingRequest {
  tool: Tool
  shape: Shape | null
  making: CornerDraft
  snapLines: SnapLines
  /** The pointer sticks to what lies on the map below it, too, and straight across to it. */
  sticksToMap: boolean
  /** Metres for each press of an arrow key. */
  stepM: number
  /** It is for places to be dug at: at the scale of a country nothing is begun by accident. */
  nearOnly: boolean
}

export interface DrawingEvents {
  /** What the drawing library is making. */
  sketched: (shape: Shape | null) => void
  finished: (shape: Shape) => void
  /** The pointer of a corner tool moved, placed a corner, is done, took one back. */
  pointed: (at: Position) => void
  placed: (at: Position) => void
  completed: () => void
  takenBack: () => void
  /** Whether the map is too far away for what is held. */
  far: (isFar: boolean) => void
  /** A figure was typed with the map in focus: it belongs into the field for the length. */
  typed: (figure: string) => void
}

/** Pixels within which the pointer jumps. */
export const SNAP_PX = 12
const DRAWN_COLOUR = '#c800c8'
const DRAWN = { fillColor: DRAWN_COLOUR, fillOpacity: 0.06, outlineColor: DRAWN_COLOUR, outlineWidth: 3 } as const
const HANDLE = {
  selectionPointColor: '#ffffff',
  selectionPointOutlineColor: DRAWN_COLOUR,
  selectionPointOutlineWidth: 2,
} as const
/** Freehand wobbles by a pixel or two; its corners would be paid for in positions. */
const WOBBLE_PX = 2

/** Nine decimals of a degree are a tenth of a millimetre; the drawing library takes no more. */
const rounded = (position: Position): Position => {
  const [lng, lat] = toDegrees(position)
  return [Math.round(lng * 1e9) / 1e9, Math.round(lat * 1e9) / 1e9]
}

/** Tools that are gestures: without one of them terra-draw, whose making takes a moment, need not be there. */
export const isFreehandTool = (tool: Tool): boolean => tool === 'edit' || tool === 'freehand'

export class FreehandTool {
  readonly #map: MapLibreMap
  readonly #draw: TerraDraw
  readonly #report: DrawingEvents
  #held: Pick<DrawingRequest, 'tool' | 'shape' | 'snapLines'> = { tool: 'none', shape: null, snapLines: [] }
  /** The shape whose corners are under the hand. */
  #laid: Shape | null = null
  /** Set while we ourselves change the store, so that our own changes are not reported as the hand's. */
  #quiet = false

  constructor(map: MapLibreMap, report: DrawingEvents) {
    this.#map = map
    this.#report = report
    const coordinates = {
      midpoints: { draggable: true },
      draggable: true,
      deletable: true,
      snappable: { toCustom: (event: TerraDrawMouseEvent) => this.#snapped(event) },
    }
    const whole = { feature: { draggable: true, coordinates } }
    this.#draw = new TerraDraw({
      adapter: new TerraDrawMapLibreGLAdapter({ map }),
      modes: [
        new TerraDrawPolygonMode({ styles: DRAWN }),
        new TerraDrawLineStringMode({ styles: { lineStringColor: DRAWN_COLOUR, lineStringWidth: 3 } }),
        new TerraDrawFreehandMode({ styles: DRAWN, minDistance: 8, drawInteraction: 'click-move-or-drag' }),
        new TerraDrawSelectMode({
          flags: { polygon: whole, linestring: whole },
          // Delete stays with the page: it must go through undo.
          keyEvents: { deselect: null, delete: null, rotate: null, scale: null },
          styles: {
            selectedPolygonColor: DRAWN_COLOUR,
            selectedPolygonFillOpacity: 0.06,
            selectedPolygonOutlineColor: DRAWN_COLOUR,
            selectedPolygonOutlineWidth: 3,
            selectedLineStringColor: DRAWN_COLOUR,
            selectedLineStringWidth: 3,
            selectionPointWidth: 6,
            midPointColor: DRAWN_COLOUR,
            midPointOutlineColor: '#ffffff',
            midPointWidth: 4,
            ...HANDLE,
          },
        }),
      ],
    })
    this.#draw.on('change', (_ids, type) => {
      if (!this.#quiet && type !== 'styling') this.#sketch()
    })
    this.#draw.on('finish', () => {
      const shape = this.#drawnShape()
      if (!this.#quiet && shape) this.#report.finished(shape)
    })
  }

  hold(wanted: Pick<DrawingRequest, 'tool' | 'shape' | 'snapLines'>): void {
    const before = this.#held
    this.#held = wanted
    const editing = wanted.tool === 'edit'
    if (before.tool === wanted.tool && (!editing || this.#laid === wanted.shape)) return
    const mode = editing ? 'select' : wanted.tool === 'freehand' ? 'freehand' : null
    this.#quietly(() => {
      if (!mode) return this.stop()
      // Its layers are on the map while it is in the hand only: each of its sources is a pass over all pixels.
      if (!this.#draw.enabled) this.#draw.start()
      const isSame = editing && this.#matchesDrawn(wanted.shape)
      if (!isSame) this.#draw.clear()
      if (this.#draw.getMode() !== mode) this.#draw.setMode(mode)
      this.#laid = editing ? wanted.shape : null
      if (editing && !isSame) this.#lay(wanted.shape)
    })
  }

  /** Takes it off the map. */
  stop(): void {
    this.#laid = null
    if (this.#draw.enabled) this.#draw.stop()
  }

  #quietly(work: () => void): void {
    this.#quiet = true
    try {
      work()
    } finally {
      this.#quiet = false
    }
  }

  #snapped(event: TerraDrawMouseEvent): Position | undefined {
    if (event.heldKeys.includes('Alt')) return undefined
    const reach = SNAP_PX * metresPerPixel(this.#map)
    const found = snap(this.#held.snapLines, toRd([event.lng, event.lat]), reach)
    return found ? rounded(found.at) : undefined
  }

  /** Puts the shape under the hand, its corners showing: each ring is a feature of its own, so that holes can be dragged too. */
  #lay(shape: Shape | null): void {
    if (!shape || editObstacle(shape)) return
    const geometries: (Polygon | LineString)[] =
      shape.kind === 'corridor'
        ? [{ type: 'LineString', coordinates: shape.line.coordinates.map(rounded) }]
        : shape.geometry.coordinates.map((ring) => ({ type: 'Polygon', coordinates: [ring.map(rounded)] }))
    const mode = shape.kind === 'corridor' ? 'linestring' : 'polygon'
    const features = geometries.map(
      (geometry, ring) => ({ type: 'Feature', geometry, properties: { mode, ring } }) as GeoJSONStoreFeatures,
    )
    const [first] = this.#draw.addFeatures(features)
    if (first?.valid && first.id !== undefined) this.#draw.selectFeature(first.id)
  }

  /** True when the wanted shape is the one that the hand has just made: laying it again would drop the grip. */
  #matchesDrawn(shape: Shape | null): boolean {
    if (this.#draw.getMode() !== 'select') return false
    const drawn = this.#drawnShape()
    if (!drawn || !shape || drawn.kind !== shape.kind) return false
    const coordinates = (one: Shape) =>
      JSON.stringify(one.kind === 'corridor' ? one.line.coordinates : one.geometry.coordinates)
    return coordinates(drawn) === coordinates(shape)
  }

  #drawnShape(): Shape | null {
    const features = this.#draw.getSnapshot()
    if (this.#held.tool === 'freehand') {
      const drawn = features.find(({ properties }) => properties.mode === 'freehand')?.geometry
      if (drawn?.type !== 'Polygon') return null
      const geometry: Polygon = { type: 'Polygon', coordinates: drawn.coordinates.map((ring) => ring.map(toRd)) }
      // It begins as a point, then as a line there and back, of which no polygon can be made simpler.
      if (surfaceOf(geometry) < MIN_AREA_M2) return null
      return { kind: 'polygon', geometry: simplifyPolygon(geometry, WOBBLE_PX * metresPerPixel(this.#map)) }
    }
    const laid = features
      .filter(({ properties }) => typeof properties.ring === 'number')
      .sort((a, b) => Number(a.properties.ring) - Number(b.properties.ring))
      .map(({ geometry }) => geometry)
    const [first] = laid
    if (first?.type === 'LineString') {
      const { shape } = this.#held
      const widthM = shape?.kind === 'corridor' ? shape.widthM : 1
      return { kind: 'corridor', line: { type: 'LineString', coordinates: first.coordinates.map(toRd) }, widthM }
    }
    const rings = laid.flatMap((geometry) => (geometry.type === 'Polygon' ? [geometry.coordinates[0]!.map(toRd)] : []))
    return rings.length > 0 ? { kind: 'polygon', geometry: { type: 'Polygon', coordinates: rings } } : null
  }

  #sketch(): void {
    const shape = this.#drawnShape()
    if (shape?.kind === 'polygon' && new Set(shape.geometry.coordinates[0]?.map(String)).size < 3) return
    // Null when Esc has emptied the store.
    this.#report.sketched(shape)
  }
}
