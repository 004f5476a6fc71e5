/**
 * Layers and line types of a drawing, named by NLCS (nlcs.ts). A layer exists when something is on it. Colours are the
 * official ones of the themes, which people know from the KLIC viewer; dashes tell the status.
 */

import {
  DETAIL_INFO,
  DRAWING,
  LINE_DASH,
  PIXEL_MM,
  REQUEST,
  TOPOGRAPHY,
  UNKNOWN_COLOUR,
} from '../../../imkl/look/styles.ts'
import { themeOf } from '../../../imkl/model/themes.ts'
import { DRAWN_AT } from './entities.ts'
import {
  besideLayerName,
  type LayerKind,
  LETTERING,
  type Letter,
  LINE_WEIGHT_MM,
  layerName,
  ownLayerName,
} from './nlcs.ts'
import { colourTags, decimal, lineWeight, tag } from './tags.ts'

/** One pixel of the official look in the drawing, metres. */
export const PIXEL_M = (PIXEL_MM * DRAWN_AT) / 1000

export interface DxfLayer {
  name: string
  colour: string
  lineType: string
  widthMm: number
  isOff: boolean
}

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

interface Status {
  letter: Letter
  lineType: string
  isDisused?: boolean
}
const STATUS: Readonly<Record<string, Status>> = {
  projected: { letter: 'N', lineType: PROJECTED },
  disused: { letter: 'B', lineType: DISUSED, isDisused: true },
  plan: { letter: 'N', lineType: PLANNED },
}
const IN_USE: Status = { letter: 'B', lineType: CONTINUOUS }
const statusOf = (status: string | null): Status => STATUS[status ?? ''] ?? IN_USE

/** @param what the kind of object; null: the cable or pipe itself */
export function themeLayer(
  theme: string | null,
  what: string | null,
  status: string | null,
  kind: LayerKind,
): DxfLayer {
  const found = statusOf(status)
  return {
    name: layerName(found, theme, what, kind),
    colour: (theme === null ? undefined : themeOf(theme)?.colour) ?? UNKNOWN_COLOUR,
    // The edge of a hatch and the strokes of a symbol are whole.
    lineType: kind === 'G' ? found.lineType : CONTINUOUS,
    widthMm: kind === 'T' ? LETTERING[found.letter].penMm : LINE_WEIGHT_MM[found.letter],
    isOff: false,
  }
}

/** Texts and arrows: in ink, by theme, so that they can be switched off with what they are about. */
export const drawingLayer = (theme: string | null, what: string, kind: LayerKind): DxfLayer => ({
  ...themeLayer(theme, what, null, kind),
  colour: DRAWING.colour,
})

const ownLayer = (
  letter: Letter,
  what: string,
  kind: LayerKind,
  look: { colour: string; lineType?: string },
): DxfLayer => ({
  name: ownLayerName(letter, what, kind),
  lineType: CONTINUOUS,
  widthMm: LINE_WEIGHT_MM[letter],
  isOff: false,
  ...look,
})

export function topographyLayer(status: string | null, kind: LayerKind): DxfLayer {
  const { letter, lineType } = statusOf(status)
  const look = { colour: TOPOGRAPHY.colour, lineType: kind === 'G' ? lineType : CONTINUOUS }
  return ownLayer(letter, 'eigen topografie', kind, look)
}

export const detailLayer = (kind: LayerKind): DxfLayer =>
  ownLayer('B', 'extra detailinfo', kind, { colour: kind === 'A' ? DETAIL_INFO.hatch : DETAIL_INFO.colour })

export const requestLayer = (kind: string): DxfLayer => ({
  ...ownLayer('B', kind, 'G', {
    colour: REQUEST.colour,
    lineType: kind === 'Informatiepolygoon' ? CONTINUOUS : REQUESTED,
  }),
  widthMm: REQUEST.width * PIXEL_MM,
})

/** Officially not drawn: there, but switched off. */
export const ownerlessLayer = (theme: string | null): DxfLayer => ({
  ...themeLayer(theme, 'extra_geometrie_zonder_eigenaar', null, 'G'),
  isOff: true,
})

export const GROUND_LAYER: DxfLayer = {
  name: besideLayerName('ondergrond', 'G'),
  colour: '#000000',
  lineType: CONTINUOUS,
  widthMm: PIXEL_MM,
  isOff: false,
}

export const NOTICE_LAYER: DxfLayer = {
  name: besideLayerName('let op', 'T'),
  colour: '#ff0000',
  lineType: CONTINUOUS,
  widthMm: PIXEL_MM,
  isOff: false,
}

export const layerBody = ({ name, colour, lineType, widthMm, isOff }: DxfLayer): string =>
  tag(2, name) + tag(70, 0) + colourTags(colour, isOff ? -1 : 1) + tag(6, lineType) + tag(370, lineWeight(widthMm))

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
