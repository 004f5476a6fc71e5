/**
 * GeoJSON of a result as text, straight from its cells and flat coordinates. Hand-built, since objects for JSON.stringify
 * to walk cost several times as much, most of all where it prints a float; equal to what it would print.
 * The one writer of features: files (exports/formats/geojson.ts) and pages (OGC API - Features) differ in what is around it.
 */

import type { ResultGeometry } from '../../geometry/geometry.ts'
import type { Cell, Column } from '../../imkl/model/layers.ts'

/** How a position in RD New metres is written. */
export type Place = (x: number, y: number) => string

/** '', '.001', '.002', ..., '.1', ... : every fraction of a metre in whole millimetres. */
const FRACTIONS = Array.from({ length: 1000 }, (_, mm) =>
  mm === 0 ? '' : `.${String(mm).padStart(3, '0').replace(/0+$/, '')}`,
)
/** '000', '001', ... */
const GROUPS = Array.from({ length: 1000 }, (_, group) => String(group).padStart(3, '0'))

/** Metres with 3 decimals, without trailing zeros. By table, as printing a float exactly is what would cost the time. */
export function metres(value: number): string {
  const mm = Math.round(Math.abs(value) * 1000)
  const text = `${Math.floor(mm / 1000)}${FRACTIONS[mm % 1000]!}`
  return value < 0 && mm > 0 ? `-${text}` : text
}

/** Degrees with 9 decimals, without trailing zeros, in the same way. */
export function degrees(value: number): string {
  const all = Math.round(Math.abs(value) * 1e9)
  const whole = Math.floor(all / 1e9)
  const fraction = all - whole * 1e9
  const first = Math.floor(fraction / 1e6)
  const second = Math.floor(fraction / 1e3) % 1000
  const third = fraction % 1000
  let text = `${whole}`
  if (third !== 0) text += `.${GROUPS[first]!}${GROUPS[second]!}${FRACTIONS[third]!.slice(1)}`
  else if (second !== 0) text += `.${GROUPS[first]!}${FRACTIONS[second]!.slice(1)}`
  else text += FRACTIONS[first]!
  return value < 0 && all > 0 ? `-${text}` : text
}

/** A number as it is; nearly all coordinates of deliveries are whole millimetres, which the table prints. */
export const exactly = (value: number): string =>
  Math.round(value * 1000) / 1000 === value && Math.abs(value) < 1e9 ? metres(value) : `${value}`

/** @param single a layer whose geometries are single polygons */
export function geometryText(geometry: ResultGeometry, place: Place, single = false): string {
  switch (geometry.type) {
    case 'Point':
      return `{"type":"Point","coordinates":${place(geometry.xy[0], geometry.xy[1])}}`
    case 'MultiLineString':
      return `{"type":"MultiLineString","coordinates":${pathsText(geometry.lines, place)}}`
    case 'MultiPolygon': {
      const polygons = geometry.polygons.map((rings) => pathsText(rings, place))
      return single && polygons.length === 1
        ? `{"type":"Polygon","coordinates":${polygons[0]}}`
        : `{"type":"MultiPolygon","coordinates":[${polygons.join(',')}]}`
    }
  }
}

function pathsText(paths: readonly (readonly number[])[], place: Place): string {
  let text = '['
  for (let p = 0; p < paths.length; p++) {
    const flat = paths[p]!
    text += p === 0 ? '[' : ',['
    for (let i = 0; i < flat.length; i += 2) text += (i === 0 ? '' : ',') + place(flat[i]!, flat[i + 1]!)
    text += ']'
  }
  return `${text}]`
}

/** What JSON must escape; anything else goes as it is. Lone surrogates too, since they have no UTF-8. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are what JSON does not allow bare.
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/

export const cellText = (cell: Cell): string =>
  typeof cell === 'string' ? (ESCAPED.test(cell) ? JSON.stringify(cell) : `"${cell}"`) : `${cell}`

/**
 * @param real how a number of a column of reals is written
 * @returns a writer of rows as members of an object, without its braces; unknown is null
 */
export function rowWriter(
  columns: readonly Column[],
  real: (cell: Cell) => string = cellText,
): (cells: readonly Cell[]) => string {
  const keys = columns.map(({ name }, i) => `${i === 0 ? '' : ','}${JSON.stringify(name)}:`)
  const texts = columns.map(({ type }) => (type === 'real' ? real : cellText))
  // Most cells are unknown, and the same ones in row after row: what stands between two known ones is put together once.
  const gaps: string[] = []
  const gap = (from: number, to: number): string => {
    const at = from * (keys.length + 1) + to
    gaps[at] ??= [...keys.slice(from, to).map((key) => `${key}null`), ...keys.slice(to, to + 1)].join('')
    return gaps[at]
  }
  return (cells) => {
    let text = ''
    let from = 0
    for (let to = 0; to < keys.length; to++) {
      const cell = cells[to] ?? null
      if (cell === null) continue
      text += gap(from, to) + texts[to]!(cell)
      from = to + 1
    }
    return text + gap(from, keys.length)
  }
}
