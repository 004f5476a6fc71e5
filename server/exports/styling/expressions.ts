/** QGIS expressions for what depends on the feature or on the scale of the map. */

import type { Dashes } from '../../imkl/look/display-list.ts'
import { type Band, PIXEL_MM, UNKNOWN_COLOUR } from '../../imkl/look/styles.ts'
import { THEMES } from '../../imkl/model/themes.ts'

/** Pixels of the standard to millimetres on screen and paper. */
export const mm = (px: number): number => Math.round(px * PIXEL_MM * 1000) / 1000

const quoted = (text: string): string => `'${text.replace(/'/g, "''")}'`

/** #rrggbb to QGIS's r,g,b */
const rgb = (colour: string): string => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join(',')

/** A colour for the legend, and how it follows from the feature where it does. */
export interface Paint {
  readonly rgb: string
  readonly expression?: string
}

export const fixed = (colour: string): Paint => ({ rgb: rgb(colour) })

const BY_THEME = `coalesce(map_get(map(${THEMES.map(({ id, colour }) => `${quoted(id)},${quoted(rgb(colour))}`).join(',')}),"thema"),${quoted(rgb(UNKNOWN_COLOUR))})`

export const byTheme: Paint = { rgb: rgb(UNKNOWN_COLOUR), expression: BY_THEME }

/** @param alpha 0 to 1 */
export const faded = (paint: Paint, alpha: number): Paint => {
  const a = Math.round(alpha * 255)
  return {
    rgb: `${paint.rgb},${a}`,
    ...(paint.expression === undefined ? {} : { expression: `${paint.expression}||',${a}'` }),
  }
}

export const is = (column: string, value: string): string => `"${column}"=${quoted(value)}`

export const isOneOf = (column: string, values: readonly string[]): string =>
  values.length === 1 ? is(column, values[0]!) : `"${column}" IN (${values.map(quoted).join(',')})`

/** What is none of these, unknown included. */
export const isNoneOf = (column: string, values: readonly string[]): string =>
  `"${column}" IS NULL OR NOT ${isOneOf(column, values)}`

export const SCALE = '@map_scale'

/** Without a scale, as in a legend, the first band holds. */
export function byScale<T>(bands: readonly Band<T>[], show: (size: T) => string): string {
  const [first, ...more] = bands
  if (!first) throw new Error('A style needs a size')
  const last = more.pop()
  if (!last) return show(first.size)
  const cases = [first, ...more].map(({ upTo, size }) => `WHEN ${SCALE}<=${upTo} THEN ${show(size)}`)
  return `CASE WHEN ${SCALE} IS NULL THEN ${show(first.size)} ${cases.join(' ')} ELSE ${show(last.size)} END`
}

export const sizeByScale = (bands: readonly Band<number>[]): string => byScale(bands, (px) => String(mm(px)))

/** Begins where a rule up to this scale ends: see `ruleBound`. */
export const beyond = (scale: number): string => `coalesce(${SCALE},0)>${ruleBound(scale)}`

/**
 * QGIS reads the bound of a rule as a whole number, and takes any other for none (3.22). It reckons 1:500 as 1:500.0000001
 * at times and draws no rule beyond its bound.
 */
export const ruleBound = (scale: number): number => scale + 1

/** As QGIS takes a dash: millimetres with semicolons. */
export const dashText = (dash: readonly number[]): string => dash.map(mm).join(';')

/** A stroke of a metre of paper: where an expression of a dash gives NULL, QGIS 3.40 draws a dash of its own. */
const SOLID = '1000;0.001'

/** Solid for a status without a dash or an unknown one: rather drawn as lying there. */
export const dashByStatus = (dashes: Dashes): string =>
  `CASE ${Object.entries(dashes)
    .flatMap(([status, dash]) => (dash ? [`WHEN ${is('status', status)} THEN ${quoted(dashText(dash))}`] : []))
    .join(' ')} ELSE ${quoted(SOLID)} END`
