/** Symbols as SVG: with QGIS's placeholder for the colour, or in a fixed one. Small, since each style carries its own. */
import { type Shape, STROKE_WIDTH, SYMBOL_BOX } from '../../imkl/look/symbols.ts'

/** What QGIS replaces by the colour of the symbol layer, and its opacity. */
const PLACEHOLDER = { colour: 'param(fill)', opacity: 'param(fill-opacity)' }

/** @param colour as #rrggbb; left out: QGIS's placeholder */
export function svgOf(shapes: readonly Shape[], colour?: string): string {
  const paint = colour ?? PLACEHOLDER.colour
  const opacity =
    colour === undefined ? ` stroke-opacity="${PLACEHOLDER.opacity}" fill-opacity="${PLACEHOLDER.opacity}"` : ''
  const size = SYMBOL_BOX
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">` +
    `<g fill="none" stroke="${paint}" stroke-width="${STROKE_WIDTH}" stroke-linejoin="round"${opacity}>` +
    `${shapes.map((shape) => shapeSvg(shape, paint)).join('')}</g></svg>`
  )
}

/** The shapes alone, in a fixed colour (#rrggbb), for a picture that holds more than them. */
export const shapesSvg = (shapes: readonly Shape[], colour: string): string =>
  `<g fill="none" stroke="${colour}" stroke-width="${STROKE_WIDTH}" stroke-linejoin="round">` +
  `${shapes.map((shape) => shapeSvg(shape, colour)).join('')}</g>`

function shapeSvg(shape: Shape, paint: string): string {
  const fill = shape.fill === undefined ? '' : ` fill="${shape.fill === 'white' ? '#ffffff' : paint}" stroke="none"`
  if ('path' in shape) return `<path d="${shape.path}"${shape.width ? ` stroke-width="${shape.width}"` : ''}${fill}/>`
  return `<ellipse cx="${shape.cx}" cy="${shape.cy}" rx="${shape.rx}" ry="${shape.ry}"${fill}/>`
}

/** As QGIS takes a picture inside a style. SVG here is ASCII. */
export const embedSvg = (svg: string): string => `base64:${btoa(svg)}`
