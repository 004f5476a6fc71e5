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

/** @throws UnreadableArea, but for a geometry that is none: it counts as empty, and `onFault` is told */
const collectJson = (
  into: AreaCollector,
  node: Json | null,
  where: Where,
  onFault: (fault: UnreadableArea) => void,
  depth = 0,
): void => {
  if (depth > MAX_DEPTH) {
    const message = `In this GeoJSON more than ${MAX_DEPTH} collections hold each other: export the areas as single polygons.`
    throw new UnreadableArea('NOT_UNDERSTOOD', message)
  }
  if (node === null) into.add(null, where)
  else if (node.type === 'FeatureCollection')
    for (const each of listOf(node.features)) collectJson(into, each as Json, where, onFault, depth + 1)
  else if (node.type === 'Feature')
    collectJson(
      into,
      (node.geometry ?? null) as Json | null,
      { ...where, name: nameIn(node.properties) },
      onFault,
      depth + 1,
    )
  else if (node.type === 'GeometryCollection')
    for (const each of listOf(node.geometries)) collectJson(into, each as Json, where, onFault, depth + 1)
  else
    into.add(
      tried(() => shapeOf(node.type, node.coordinates), onFault),
      where,
    )
}

const tried = (shape: () => Shape, onFault: (fault: UnreadableArea) => void): Shape | null => {
  try {
    return shape()
  } catch (error) {
    if (!(error instanceof UnreadableArea)) throw error
    onFault(error)
    return null
  }
}

/** As qgis2web writes GeoJSON, for a script. */
export const ASSIGNMENT = /^(?:var|let|const)\s+[\w$]+\s*=\s*(?=[{[])/

/** What programs write and JSON does not have: numbers that are none, which become null, and a comma behind the last. */
const withoutSlips = (text: string): string =>
  // A string may lack its end: were it no match, each of its quotes would be tried to the end of the text.
  text.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"?|-?\b(?:NaN|Infinity)\b|,(?=\s*[}\]])/gs, (found) =>
    found.startsWith('"') ? found : found === ',' ? '' : 'null',
  )

const parseJson = (parts: readonly string[]): Json[] | null => {
  try {
    return parts.map((each) => JSON.parse(each) as Json)
  } catch {
    return null
  }
}

/** One document, or a feature on each line as GeoJSON Text Sequences have it. Parsing a hostile text takes seconds: never twice. */
const documentsIn = (given: string): Json[] => {
  const asOneOrInLines = (text: string): Json[] | null => {
    const lines = text
      .replaceAll('\u001e', '\n')
      .split('\n')
      .filter((line) => line.trim() !== '')
    return (lines.length > 1 ? parseJson([text]) : null) ?? parseJson(lines)
  }
  const plain = given.replace(ASSIGNMENT, '').replace(/;\s*$/, '')
  const found = asOneOrInLines(plain)
  if (found) return found
  const corrected = withoutSlips(plain)
  const repaired = corrected === plain ? null : asOneOrInLines(corrected)
  if (repaired) return repaired
  throw new UnreadableArea('NOT_UNDERSTOOD', 'This is no GeoJSON: the text breaks off or holds a mistake.')
}

/** Which JSON it is, and what is in it by layer: that of GeoJSON has no name. */
const kindOfJson = (
  json: Json | null,
): { format: 'geojson' | 'esrijson' | 'topojson'; layers: [layer: string, json: Json | null][] } => {
  if (Array.isArray(json)) return { format: 'geojson', layers: [['', { type: 'FeatureCollection', features: json }]] }
  if (json !== null && typeof json === 'object') {
    if (isTopoJson(json)) return { format: 'topojson', layers: geoJsonOfTopology(json) as [string, Json][] }
    if (isEsriJson(json)) return { format: 'esrijson', layers: [['', geoJsonOfEsri(json) as Json]] }
  }
  return { format: 'geojson', layers: [['', json]] }
}

export const readJson = (text: string, choice: Choice): RawAreas => {
  const documents = documentsIn(text).map(kindOfJson)
  const collected = collecting(documents[0]?.format ?? 'geojson', choice)
  const faults: UnreadableArea[] = []
  for (const [layer, json] of documents.flatMap(({ layers }) => layers)) {
    const stated = json?.crs?.properties?.name
    const where = { name: '', layer, stated: typeof stated === 'string' ? stated : null }
    collectJson(collected, json, where, (fault) => faults.push(fault))
  }
  if (faults[0] && collected.found.layers.size === 0 && collected.found.points === 0) throw faults[0]
  return collected.found
}

const twoOf = (numbers: number[]): number[] =>
  numbers.length >= 2 && numbers.length <= 3 && numbers.every(Number.isFinite) ? numbers.slice(0, 2) : []

/** `155000,5 463000` (decimal comma), `155000.5, 463000`, `155000;463000`, tabs: two or three numbers, or nothing. */
const numbersIn = (labelled: string): number[] => {
  const line = labelled.replaceAll(/\b[xy]\s*[:=]\s*/gi, ' ').trim()
  const mark = [';', '\t', '|'].find((each) => line.includes(each))
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

/** A last row of a spreadsheet. */
const SUM = /^"?(?:totaal|total|som|sum)\b/i

/** Corners line by line, as a table or a list. */
export const readCorners = (text: string): RawAreas => {
  // Rows of a spreadsheet in which nothing was written have their separators all the same.
  const lines = text.split(/\r\n?|\n/).map((line) => (/^[\s;,"|]*$/.test(line) ? '' : line.trim()))
  const last = lines.findLastIndex((line) => line !== '')
  if (SUM.test(lines[last] ?? '')) lines[last] = ''
  if (lines.reduce((count, line) => count + (line === '' ? 0 : 1), 0) > MAX_LINES)
    throw new UnreadableArea('TOO_MANY_CORNERS', `The text has more than ${MAX_LINES} lines of corners.`)
  const table = cornersInDegrees(lines) ?? cornersInTable(lines)
  const blocks = table ? blocksInTable(lines, table) : blocksInList(lines)
  const areas = withoutGaps(blocks).map(areaOfCorners)
  refuseThousands(areas, lines)
  if (areas.length === 0) throw noCorners()
  return { format: 'text', areas, layers: new Map([['', areas.length]]), points: 0, empty: 0, hidden: 0 }
}

/** Where an empty line would leave fewer corners than an area has, it parts nothing. */
const withoutGaps = (blocks: readonly Block[]): Block[] =>
  blocks.some(({ name, corners }) => name === '' && corners.length < 3)
    ? [{ name: '', corners: blocks.flatMap(({ corners }) => corners) }]
    : [...blocks]

/** RD New, km. */
const [MOST_EAST, LEAST_NORTH, MOST_NORTH] = [300, 285, 650]

/** `155.000` is 155 to some programs and 155,000 to others. @throws UnreadableArea NUMBERS_UNCLEAR where it may be the latter */
function refuseThousands(areas: readonly RawArea[], lines: readonly string[]): void {
  const positions = areas.flatMap(({ coordinates }) => coordinates.flat())
  const isRdInKilometres = positions.every(([x, y]) => x! < MOST_EAST && y! > LEAST_NORTH && y! < MOST_NORTH)
  const at = lines.findIndex((line) => /(?<![\d.,])\d{1,3}\.\d{3}(?![\d.,])/.test(line))
  if (!isRdInKilometres || at < 0) return
  const message = `Line ${at + 1} has numbers with a dot before three digits, which can be thousands or decimals. Write thousands without a dot. ${CORNERS_EXAMPLE}`
  throw new UnreadableArea('NUMBERS_UNCLEAR', message, at + 1)
}

const areaOfCorners = ({ name, corners }: Block): RawArea => {
  const [first, last] = [corners[0]!, corners.at(-1)!]
  const isClosed = first[0] === last[0] && first[1] === last[1]
  if (corners.length < (isClosed ? 4 : 3))
    throw new UnreadableArea('TOO_FEW_CORNERS', 'An area needs three corners or more.')
  // A list of corners need not say that it returns to the first.
  return { kind: 'polygon', name, layer: '', stated: null, coordinates: [isClosed ? corners : [...corners, first]] }
}
