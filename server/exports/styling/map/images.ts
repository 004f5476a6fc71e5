/**
 * The pictures that a map's symbols and patterns are drawn from, as SVG: one for each colour, since a client that shows
 * our tiles need not know how to colour one. Names are what the style asks for.
 */

import {
  type Dashes,
  firstOf,
  isBanded,
  type Mark,
  OF_THEME,
  picturesOf,
  type SizeBand,
  type Spot,
  type SymbolMark,
} from '../../../imkl/look/display-list.ts'
import { LOOKS } from '../../../imkl/look/looks.ts'
import { UNKNOWN_COLOUR } from '../../../imkl/look/styles.ts'
import { type Shape, STROKE_WIDTH, SYMBOL_BOX } from '../../../imkl/look/symbols.ts'
import { THEMES } from '../../../imkl/model/themes.ts'
import { shapesSvg } from '../svg.ts'

/** Patterns and dashes are enlarged between two whole zoom levels, up to double: half way by this. */
export const ENLARGED = Math.SQRT2

export interface MapImage {
  readonly name: string
  /** In pixels of the standard */
  readonly width: number
  readonly height: number
  readonly svg: string
  /** Repeated to fill a line or an area */
  readonly isPattern?: true
}

/** Every theme and, for codes that the value list does not have, one more. */
export const UNKNOWN = 'onbekend'
export const THEME_COLOURS: readonly { id: string; colour: string }[] = [
  ...THEMES.map(({ id, colour }) => ({ id, colour })),
  { id: UNKNOWN, colour: UNKNOWN_COLOUR },
]

const HALO = '#ffffff'
/** Around black signs where the paper is dark. */
const HALO_WIDTH = 2.5

const image = (name: string, width: number, height: number, content: string, viewBox = `0 0 ${width} ${height}`) => ({
  name,
  width,
  height,
  svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${viewBox}">${content}</svg>`,
})

/** @param parts what tells it from other pictures of the same mark; what is undefined does not */
export const imageName = (...parts: (string | number | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join('-')

/** By status: those with a dash of their own, and the one whose picture all others share. */
export function statusesOf({ edgeDashes = {} }: Spot): { dashed: readonly string[]; usual: string } {
  const dashes = firstOf<Dashes>(edgeDashes)
  const all = Object.keys(dashes)
  const usual = all.find((status) => dashes[status] === null) ?? all.at(-1)!
  return { dashed: all.filter((status) => status !== usual), usual }
}

/** Whether it takes a picture: a map draws filled circles by itself. */
export const isImage = ({ shape, fill, edgeDashes }: Spot): boolean =>
  shape === 'square' || fill === null || edgeDashes !== undefined

/** All that the looks ask for, each once. */
export function mapImages(): MapImage[] {
  const images = new Map<string, MapImage>()
  const marks = Object.values(LOOKS).flatMap(({ rules }) => rules.flatMap((rule) => rule.marks))
  for (const made of marks.flatMap(imagesOf)) images.set(made.name, made)
  return [...images.values()]
}

function imagesOf(mark: Mark): MapImage[] {
  switch (mark.kind) {
    case 'hatch': {
      const size = mark.along === undefined ? mark.pitch : mark.pitch * 4
      return [pattern(imageName(mark.image), size, hatch(size, mark.pitch, mark.colour))]
    }
    case 'squares':
      return inColours(mark.colour, (colour, theme) => [
        pattern(
          imageName(mark.image, theme),
          mark.pitch,
          `<rect x="2" y="2" width="${mark.side}" height="${mark.side}" fill="${colour}"/>`,
        ),
      ])
    case 'ends':
      return mark.sign === 'arrow'
        ? []
        : inColours(mark.colour, (colour, theme) =>
            bandsOf(mark.length).map(({ size, isOnly }) =>
              tick(imageName(mark.image, isOnly ? undefined : size, theme), size, mark.width, colour),
            ),
          )
    case 'arrow':
      return inked(imageName(mark.image), mark.length, mark.colour, (colour, wider) =>
        arrow(mark.length, colour, wider),
      )
    case 'spot':
      return isImage(mark) ? spotImages(mark) : []
    case 'symbol':
      return symbolImages(mark)
    default:
      return []
  }
}

const inColours = (colour: string | null, make: (colour: string, theme?: string) => MapImage[]): MapImage[] =>
  colour === OF_THEME ? THEME_COLOURS.flatMap(({ id, colour: own }) => make(own, id)) : make(colour ?? 'none')

const bandsOf = (size: number | readonly SizeBand[]) =>
  isBanded(size)
    ? size.map(({ size: px, name }) => ({ size: px, name, isOnly: false }))
    : [{ size, name: undefined, isOnly: true }]

const BOX = `0 0 ${SYMBOL_BOX} ${SYMBOL_BOX}`

const symbolImages = ({ picture, colour, size, opacity = 1, isInk }: SymbolMark): MapImage[] =>
  inColours(colour, (own, theme) =>
    picturesOf(picture).flatMap(({ name, shapes }) =>
      bandsOf(size).flatMap((band) => {
        const named = imageName(name, band.name, theme)
        const drawn = (paint: string, wider = 0) => shapesSvg(wider > 0 ? widened(shapes, wider) : shapes, paint)
        if (isInk) return inked(named, band.size, own, drawn, BOX)
        return [image(named, band.size, band.size, `<g opacity="${opacity}">${drawn(own)}</g>`, BOX)]
      }),
    ),
  )

const widened = (shapes: readonly Shape[], by: number): Shape[] =>
  shapes.map((shape) => ('path' in shape ? { ...shape, width: (shape.width ?? STROKE_WIDTH) + by } : shape))

/** The same sign twice: on light paper as it is, on dark paper with a halo. */
const inked = (
  name: string,
  size: number,
  colour: string,
  draw: (colour: string, wider: number) => string,
  viewBox?: string,
): MapImage[] => [
  image(name, size, size, draw(colour, 0), viewBox),
  image(`${name}-halo`, size, size, draw(HALO, HALO_WIDTH) + draw(colour, 0), viewBox),
]

function spotImages(spot: Spot): MapImage[] {
  const { shape, size, fill, opacity, edge, edgeWidth = 1, edgeDashes = {} } = spot
  const draw = (px: number, paint: string, dash: readonly number[] | null | undefined): string => {
    const look =
      `fill="${paint}"${opacity === undefined ? '' : ` fill-opacity="${opacity}"`} stroke="${edge}" ` +
      `stroke-width="${edgeWidth}"${dash ? ` stroke-dasharray="${dash.join(' ')}"` : ''}`
    const middle = px / 2 + 1
    return shape === 'square'
      ? `<rect x="1" y="1" width="${px}" height="${px}" ${look}/>`
      : `<circle cx="${middle}" cy="${middle}" r="${px / 2}" ${look}/>`
  }
  return inColours(fill, (paint, theme) =>
    bandsOf(size).flatMap(({ size: px, isOnly }, band) =>
      Object.entries(isBanded(edgeDashes) ? edgeDashes[band]!.size : edgeDashes).map(([status, dash]) => {
        const name = imageName(spot.image, isOnly ? undefined : px, status, theme)
        return image(name, px + 2, px + 2, draw(px, paint, dash))
      }),
    ),
  )
}

const pattern = (name: string, sizePx: number, content: string): MapImage => ({
  ...image(name, sizePx, sizePx, content),
  isPattern: true,
})

/** A stroke across the end of a line that runs to the right. */
const tick = (name: string, heightPx: number, widthPx: number, colour: string): MapImage =>
  image(
    name,
    widthPx + 2,
    heightPx,
    `<path d="M${widthPx / 2 + 1} 0V${heightPx}" stroke="${colour}" stroke-width="${widthPx}"/>`,
  )

/** Strokes at 45 degrees that meet their neighbours on every side of a square. */
function hatch(size: number, pitch: number, colour: string): string {
  const strokes = Array.from({ length: Math.ceil((size + size) / pitch) + 1 }, (_, i) => {
    const x = i * pitch - size
    return `M${x - 1} ${size + 1}L${x + size + 1} -1`
  })
  return `<path d="${strokes.join('')}" stroke="${colour}" stroke-width="1"/>`
}

/** The tip is the middle of the right side. */
const arrow = (length: number, colour: string, wider: number): string =>
  `<path d="M${length} ${length / 2}L0 1V${length - 1}Z" fill="${colour}" stroke="${colour}" stroke-width="${wider}"/>`
