/** Areas from text: GeoJSON, Esri JSON and TopoJSON, and corners line by line. Knows nothing of systems. */

import { anglesIn } from '../../../geometry/rd/angles.ts'
import { MAX_INPUT_POSITIONS } from '../../../geometry/registry-limits.ts'
import {
  type AreaCollector,
  type Choice,
  collecting,
  MAX_NAME,
  nameIn,
  type RawArea,
  type RawAreas,
  type Shape,
  type Where,
} from './collect.ts'
import { badLine, CORNERS_EXAMPLE, UnreadableArea } from './fault.ts'
import { geoJsonOfEsri, geoJsonOfTopology, isEsriJson, isTopoJson, lineOf, listOf } from './json-forms.ts'
import { type CornerLine, cellsIn, cornersInTable, numberIn } from './table.ts'

/** As GeoJSON has it, of any type, with its numbers tried. */
const shapeOf = (type: string | undefined, coordinates: unknown): Shape => {
  switch (type) {
    case 'Polygon':
    case 'MultiLineString':
      return { type, coordinates: listOf(coordinates).map(lineOf) }
    case 'MultiPolygon':
      return { type, coordinates: listOf(coordinates).map((rings) => listOf(rings).map(lineOf)) }
    case 'LineString':
      return { type, coordinates: lineOf(coordinates) }
    case 'Point':
      return { type }
    case 'MultiPoint':
      return { type }
    default:
      throw new UnreadableArea('NOT_UNDERSTOOD', `This is no GeoJSON: there is no geometry of type ${type}.`)
  }
}

interface Json {
  type?: string
  features?: unknown
  geometry?: unknown
  geometries?: unknown
  properties?: unknown
  coordinates?: unknown
  crs?: { properties?: { name?: unknown } }
}
/** Collections in each other; the standard advises against the first. */
const MAX_DEPTH = 10

const collectJson = (into: AreaCollector, node: Json | null, where: Where, depth = 0): void => {
  if (depth > MAX_DEPTH) {
    const message = `In this GeoJSON more than ${MAX_DEPTH} collections hold each other: export the areas as single polygons.`
    throw new UnreadableArea('NOT_UNDERSTOOD', message)
  }
  if (node === null) into.add(null, where)
  else if (node.type === 'FeatureCollection')
    for (const each of listOf(node.features)) collectJson(into, each as Json, where, depth + 1)
  else if (node.type === 'Feature')
    collectJson(into, (node.geometry ?? null) as Json | null, { ...where, name: nameIn(node.properties) }, depth + 1)
  else if (node.type === 'GeometryCollection')
    for (const each of listOf(node.geometries)) collectJson(into, each as Json, where, depth + 1)
  else into.add(shapeOf(node.type, node.coordinates), where)
}

/** One document, or a feature on each line as GeoJSON Text Sequences have it. */
const documentsIn = (text: string): Json[] => {
  try {
    return [JSON.parse(text) as Json]
  } catch {
    const lines = text
      .replaceAll('\u001e', '\n')
      .split('\n')
      .filter((line) => line.trim() !== '')
    try {
      return lines.map((line) => JSON.parse(line) as Json)
    } catch {
      // Then it is neither.
    }
    throw new UnreadableArea('NOT_UNDERSTOOD', 'This is no GeoJSON: the text breaks off or holds a mistake.')
  }
}

/** Which JSON it is, and what is in it by layer: that of GeoJSON has no name. */
const kindOfJson = (
  json: Json | null,
): { format: 'geojson' | 'esrijson' | 'topojson'; layers: [layer: string, json: Json | null][] } => {
  if (json !== null && typeof json === 'object') {
    if (isTopoJson(json)) return { format: 'topojson', layers: geoJsonOfTopology(json) as [string, Json][] }
    if (isEsriJson(json)) return { format: 'esrijson', layers: [['', geoJsonOfEsri(json) as Json]] }
  }
  return { format: 'geojson', layers: [['', json]] }
}

export const readJson = (text: string, choice: Choice): RawAreas => {
  const documents = documentsIn(text).map(kindOfJson)
  const collected = collecting(documents[0]?.format ?? 'geojson', choice)
  for (const [layer, json] of documents.flatMap(({ layers }) => layers)) {
    const stated = json?.crs?.properties?.name
    collectJson(collected, json, { name: '', layer, stated: typeof stated === 'string' ? stated : null })
  }
  return collected.found
}

const twoOf = (numbers: number[]): number[] =>
  numbers.length >= 2 && numbers.length <= 3 && numbers.every(Number.isFinite) ? numbers.slice(0, 2) : []

/** `155000,5 463000` (decimal comma), `155000.5, 463000`, `155000;463000`, tabs: two or three numbers, or nothing. */
const numbersIn = (line: string): number[] => {
  const mark = [';', '\t'].find((each) => line.includes(each))
  if (mark)
    return twoOf(
      cellsIn(line, mark)
        .filter((cell) => cell.trim() !== '')
        .map(numberIn),
    )
  const byBlank = line
    .split(/\s+/)
    .map((token) => token.replace(/,$/, ''))
    .filter(Boolean)
  const tokens = byBlank.length === 1 ? byBlank[0]!.split(',') : byBlank.map((token) => token.replace(',', '.'))
  return twoOf(tokens.map((token) => (token === '' ? Number.NaN : Number(token))))
}

/** With minutes and seconds, longitude first; below a heading, of two lines at most. Null: they are not written so. */
function cornersInDegrees(lines: readonly string[]): CornerLine[] | null {
  const places = lines.map((line) => anglesIn(line))
  const head = lines.findIndex((line, i) => places[i] && line.trim() !== '')
  if (head < 0 || head > 2 || lines.slice(head).some((line, i) => line.trim() !== '' && !places[head + i])) return null
  return places.map((place) => ({ at: place ? [place[1], place[0]] : [], area: '' }))
}

interface Block {
  name: string
  corners: number[][]
}

/** The points of an area in the order of the file, and the areas in that of their first; where none is named an empty line begins another. */
const blocksInTable = (lines: readonly string[], table: readonly CornerLine[]): Block[] => {
  const blocks = new Map<string, Block>()
  let emptyLines = 0
  for (const [index, { at, area }] of table.entries()) {
    if (lines[index] === '') emptyLines++
    if (at.length === 0) continue
    const key = area || String(emptyLines)
    const block = blocks.get(key) ?? { name: area.slice(0, MAX_NAME), corners: [] }
    block.corners.push(at)
    blocks.set(key, block)
  }
  return [...blocks.values()]
}

/** An empty line begins another area. A first line of words is a heading, as in a CSV file. */
const blocksInList = (lines: readonly string[]): Block[] => {
  const blocks: Block[] = []
  let isNext = true
  for (const [index, row] of lines.entries()) {
    if (row === '') {
      isNext = true
      continue
    }
    const corner = numbersIn(row)
    if (corner.length === 0) {
      if (blocks.length > 0) throw badLine(index + 1)
      if (/^[^\d]*$/.test(row) && lines.slice(index + 1).some(Boolean)) continue
      throw noCorners()
    }
    if (isNext) blocks.push({ name: '', corners: [] })
    isNext = false
    blocks.at(-1)!.corners.push(corner)
  }
  return blocks
}

const noCorners = () =>
  new UnreadableArea('NOT_UNDERSTOOD', `This is no GeoJSON, no WKT and no list of corners. ${CORNERS_EXAMPLE}`)

/** Twice as many corners as the areas of a file may have. */
const MAX_LINES = 4 * MAX_INPUT_POSITIONS

/** Corners line by line, as a table or a list. */
export const readCorners = (text: string): RawAreas => {
  // Rows of a spreadsheet in which nothing was written have their separators all the same.
  const lines = text.split(/\r?\n/).map((line) => (/^[\s;,"|]*$/.test(line) ? '' : line.trim()))
  if (lines.reduce((count, line) => count + (line === '' ? 0 : 1), 0) > MAX_LINES)
    throw new UnreadableArea('TOO_MANY_CORNERS', `The text has more than ${MAX_LINES} lines of corners.`)
  const table = cornersInDegrees(lines) ?? cornersInTable(lines)
  const areas = (table ? blocksInTable(lines, table) : blocksInList(lines)).map(areaOfCorners)
  if (areas.length === 0) throw noCorners()
  return { format: 'text', areas, layers: new Map([['', areas.length]]), points: 0, empty: 0, hidden: 0 }
}

const areaOfCorners = ({ name, corners }: Block): RawArea => {
  const [first, last] = [corners[0]!, corners.at(-1)!]
  const isClosed = first[0] === last[0] && first[1] === last[1]
  if (corners.length < (isClosed ? 4 : 3))
    throw new UnreadableArea('TOO_FEW_CORNERS', 'An area needs three corners or more.')
  // A list of corners need not say that it returns to the first.
  return { kind: 'polygon', name, layer: '', stated: null, coordinates: [isClosed ? corners : [...corners, first]] }
}
