/**
 * The pictures that a map's symbols and patterns are drawn from, as SVG: one for each colour, since a client that shows
 * our tiles need not know how to colour one. Names are what the style asks for.
 */
import {
  CASING,
  DEPTH,
  DETAIL_INFO,
  DRAWING,
  ELEMENT,
  PRECAUTION,
  TOPOGRAPHY,
  UNKNOWN_THEME,
} from '../../domain/styles.ts'
import {
  APPURTENANCE_SYMBOLS,
  DEPTH_SYMBOL,
  DETAIL_SYMBOL,
  ELEMENT_SYMBOLS,
  type Shape,
  SYMBOL_BOX,
} from '../../domain/symbols.ts'
import { THEMES } from '../../domain/themes.ts'
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
  { id: UNKNOWN, colour: UNKNOWN_THEME.colour },
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

const symbolImage = (
  name: string,
  shapes: readonly Shape[],
  colour: string,
  size = SYMBOL_BOX,
  opacity = 1,
): MapImage =>
  image(name, size, size, `<g opacity="${opacity}">${shapesSvg(shapes, colour)}</g>`, `0 0 ${SYMBOL_BOX} ${SYMBOL_BOX}`)

/** The same sign twice: on light paper as it is, on dark paper with a halo. */
const inked = (
  name: string,
  width: number,
  height: number,
  draw: (colour: string, wider: number) => string,
  viewBox?: string,
) => [
  image(name, width, height, draw(DRAWING.colour, 0), viewBox),
  image(`${name}-halo`, width, height, draw(HALO, HALO_WIDTH) + draw(DRAWING.colour, 0), viewBox),
]

const square = (name: string, sizePx: number, box: number, fill: string, edge: string, dash: string): MapImage => {
  const at = (box - sizePx) / 2
  return image(
    name,
    box,
    box,
    `<rect x="${at}" y="${at}" width="${sizePx}" height="${sizePx}" ${fill} stroke="${edge}" stroke-width="1"${dash && ` stroke-dasharray="${dash}"`}/>`,
  )
}

const EDGE_DASH = { functional: '', projected: '1 2', disused: '4 2 1 2' } as const
const NEAR_DASH = { projected: '4 2', disused: '4 2 1 2' } as const

const elements = (): MapImage[] => [
  ...Object.entries(NEAR_DASH).map(([status, dash]) =>
    square(`element-vlak-${status}`, ELEMENT.symbol.size, ELEMENT.symbol.size + 3, 'fill="#ffffff"', '#000000', dash),
  ),
  ...THEME_COLOURS.flatMap(({ id, colour }) => [
    ...Object.entries(ELEMENT_SYMBOLS).map(([type, shapes]) =>
      symbolImage(`element-${type}-${id}`, shapes, colour, SYMBOL_BOX, ELEMENT.opacity),
    ),
    ...ELEMENT.squares.flatMap(({ size }) =>
      Object.entries(EDGE_DASH).map(([status, dash]) =>
        square(
          `element-${size}-${status}-${id}`,
          size,
          size + 2,
          `fill="${colour}" fill-opacity="${ELEMENT.opacity}"`,
          '#000000',
          dash,
        ),
      ),
    ),
  ]),
]

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

const HATCH_PX = 8
/** Strokes at 45 degrees that meet their neighbours on every side. */
const hatch = (width: number, height: number): string => {
  const strokes = Array.from({ length: Math.ceil((width + height) / HATCH_PX) + 1 }, (_, i) => {
    const x = i * HATCH_PX - height
    return `M${x - 1} ${height + 1}L${x + height + 1} -1`
  })
  return `<path d="${strokes.join('')}" stroke="${DETAIL_INFO.hatch}" stroke-width="1"/>`
}

const topography = (): MapImage[] =>
  TOPOGRAPHY.circles.flatMap(({ size }, band) =>
    [
      ['bestaand', ''],
      ['plan', band === 0 ? '4 4' : '1 1'],
    ].map(([status, dash]) =>
      image(
        `topografie-${size}-${status}`,
        size + 2,
        size + 2,
        `<circle cx="${size / 2 + 1}" cy="${size / 2 + 1}" r="${size / 2}" fill="none" stroke="${TOPOGRAPHY.colour}" stroke-width="${TOPOGRAPHY.lineWidth}"${dash && ` stroke-dasharray="${dash}"`}/>`,
      ),
    ),
  )

const depth = (colour: string, wider: number): string =>
  `<g stroke="${colour}" stroke-width="${1 + wider}" fill="none">${DEPTH_SYMBOL.map((shape) => ('path' in shape ? `<path d="${shape.path}"/>` : '')).join('')}</g>`

/** The tip is the middle of the right side. */
const arrow = (colour: string, wider: number): string =>
  `<path d="M${DRAWING.arrow} ${DRAWING.arrow / 2}L0 1V${DRAWING.arrow - 1}Z" fill="${colour}" stroke="${colour}" stroke-width="${wider}"/>`

export const mapImages = (): MapImage[] => [
  ...THEME_COLOURS.flatMap(({ id, colour }) => [
    ...APPURTENANCE_SYMBOLS.map(({ name, shapes }) => symbolImage(`${symbolName(name)}-${id}`, shapes, colour)),
    ...CASING.map(({ size }) => tick(`einde-${size.outer}-${id}`, size.outer, size.tickWidth, colour)),
    pattern(
      `eis-${id}`,
      PRECAUTION.pitch,
      `<rect x="2" y="2" width="${PRECAUTION.square}" height="${PRECAUTION.square}" fill="${colour}"/>`,
    ),
  ]),
  ...elements(),
  ...topography(),
  ...inked('diepte', DEPTH.symbolSize, DEPTH.symbolSize, depth, `0 0 ${SYMBOL_BOX} ${SYMBOL_BOX}`),
  ...inked('pijlpunt', DRAWING.arrow, DRAWING.arrow, arrow),
  // The diamond fills half of its box.
  symbolImage('detail-groot', DETAIL_SYMBOL, DETAIL_INFO.colour, DETAIL_INFO.large.size * 2),
  symbolImage('detail-klein', DETAIL_SYMBOL, DETAIL_INFO.colour, DETAIL_INFO.small * 2),
  tick('detail-einde', DETAIL_INFO.corridor.size, 1, DETAIL_INFO.colour),
  pattern('arcering', HATCH_PX, hatch(HATCH_PX, HATCH_PX)),
  pattern('arcering-lijn', HATCH_PX * 4, hatch(HATCH_PX * 4, HATCH_PX * 4)),
]

/** What a symbol is called in the names of images: 'overig of onbekend' has spaces. */
export const symbolName = (name: string): string => name.replaceAll(' ', '-')
