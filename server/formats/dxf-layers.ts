/**
 * Layers and line types of a drawing, named after the pattern of NLCS: status, discipline, what it is, kind of
 * element, as in `B-KL-WATER-KABEL_OF_LEIDING-G`. Status B (bestaand) is in use, N (nieuw) projected, V (vervallen)
 * disused but still in the ground. Kind G is geometry, S a symbol, T text, A hatching. A layer exists when something is
 * on it. Colours are the official ones of the themes.
 */

import { themeOf } from '../domain/imkl/themes.ts'
import {
  DETAIL_INFO,
  DRAWING,
  LINE_DASH,
  LINE_WIDTH,
  PIXEL_MM,
  REQUEST,
  TOPOGRAPHY,
  UNKNOWN_THEME,
} from '../domain/look/styles.ts'
import { colourTags, decimal, lineWeight, tag } from './dxf-tags.ts'

/** Symbols, texts and dashes have their official size on paper at this scale. */
export const DRAWN_AT = 200
/** One pixel of the official look in the drawing, metres. */
export const PIXEL_M = (PIXEL_MM * DRAWN_AT) / 1000

export interface DxfLayer {
  name: string
  colour: string
  lineType: string
  widthPx: number
  isOff: boolean
}

export type LayerKind = 'G' | 'S' | 'T' | 'A'

export const CONTINUOUS = 'Continuous'
const PROJECTED = 'KLIC_GEPROJECTEERD'
const DISUSED = 'KLIC_BUITEN_GEBRUIK'
const PLANNED = 'KLIC_PLAN'
const REQUESTED = 'KLIC_AANVRAAG'

/** Lengths in pixels: on, off, on, off, ... */
export const LINE_TYPES: readonly { name: string; says: string; dash: readonly number[] }[] = [
  { name: PROJECTED, says: 'geprojecteerd', dash: LINE_DASH.projected! },
  { name: DISUSED, says: 'buiten gebruik', dash: LINE_DASH.disused! },
  { name: PLANNED, says: 'plantopografie', dash: TOPOGRAPHY.planDash },
  { name: REQUESTED, says: 'aanvraag', dash: REQUEST.dash },
]

const STATUS: Record<string, { letter: string; lineType: string }> = {
  projected: { letter: 'N', lineType: PROJECTED },
  disused: { letter: 'V', lineType: DISUSED },
  plan: { letter: 'N', lineType: PLANNED },
}
const IN_USE = { letter: 'B', lineType: CONTINUOUS }

const named = (letter: string, what: string, kind: LayerKind): string =>
  `${letter}-KL-${what.toUpperCase().replace(/[^A-Z0-9_-]+/g, '_')}-${kind}`

/** @param what the kind of object */
export function themeLayer(theme: string | null, what: string, status: string | null, kind: LayerKind): DxfLayer {
  const { letter, lineType } = STATUS[status ?? ''] ?? IN_USE
  return {
    name: named(letter, `${theme ?? 'zonder_thema'}-${what}`, kind),
    colour: (theme === null ? undefined : themeOf(theme)?.colour) ?? UNKNOWN_THEME.colour,
    // The edge of a hatch and the strokes of a symbol are whole.
    lineType: kind === 'G' ? lineType : CONTINUOUS,
    widthPx: kind === 'G' ? LINE_WIDTH[0]!.size : 1,
    isOff: false,
  }
}

/** Texts and arrows: in ink, by theme, so that they can be switched off with what they are about. */
export const drawingLayer = (theme: string | null, what: string, kind: LayerKind): DxfLayer => ({
  ...themeLayer(theme, what, null, kind),
  colour: DRAWING.colour,
  widthPx: DRAWING.lineWidth,
})

export const topographyLayer = (status: string | null, kind: LayerKind): DxfLayer => ({
  ...themeLayer(null, 'eigen_topografie', status, kind),
  name: named((STATUS[status ?? ''] ?? IN_USE).letter, 'EIGEN_TOPOGRAFIE', kind),
  colour: TOPOGRAPHY.colour,
  widthPx: TOPOGRAPHY.lineWidth,
})

export const detailLayer = (kind: LayerKind): DxfLayer => ({
  name: named(IN_USE.letter, 'EXTRA_DETAILINFO', kind),
  colour: kind === 'A' ? DETAIL_INFO.hatch : DETAIL_INFO.colour,
  lineType: CONTINUOUS,
  widthPx: 1,
  isOff: false,
})

export const requestLayer = (kind: string): DxfLayer => ({
  name: named(IN_USE.letter, kind, 'G'),
  colour: REQUEST.colour,
  lineType: kind === 'Informatiepolygoon' ? CONTINUOUS : REQUESTED,
  widthPx: REQUEST.width,
  isOff: false,
})

/** Officially not drawn: there, but switched off. */
export const ownerlessLayer = (theme: string | null): DxfLayer => ({
  ...themeLayer(theme, 'extra_geometrie_zonder_eigenaar', null, 'G'),
  isOff: true,
})

export const NOTICE_LAYER: DxfLayer = {
  name: 'KLIC-LET_OP-T',
  colour: '#ff0000',
  lineType: CONTINUOUS,
  widthPx: 1,
  isOff: false,
}

export const layerBody = ({ name, colour, lineType, widthPx, isOff }: DxfLayer): string =>
  tag(2, name) +
  tag(70, 0) +
  colourTags(colour, isOff ? -1 : 1) +
  tag(6, lineType) +
  tag(370, lineWeight(widthPx * PIXEL_MM))

export function lineTypeBody(name: string, says: string, dash: readonly number[]): string {
  const lengths = dash.map((length, i) => (i % 2 === 0 ? length : -length) * PIXEL_M)
  const total = lengths.reduce((sum, length) => sum + Math.abs(length), 0)
  return (
    tag(2, name) +
    tag(70, 0) +
    tag(3, says) +
    tag(72, 65) +
    tag(73, lengths.length) +
    tag(40, decimal(total)) +
    lengths.map((length) => tag(49, decimal(length)) + tag(74, 0)).join('')
  )
}
