/** Several results as one, for who asks what lies at a place. */
import type { ResultGeometry } from '../../geometry/geometry.ts'
import { LAYERS, LINE_LAYERS } from '../model/layers.ts'
import type { ResultFeature, ResultReader, Selection } from '../model/result.ts'
import { type Lines, mergeLines } from './join-at-border.ts'

export type PlaceReader = Pick<ResultReader, 'features' | 'table'>

/**
 * A line that several results hold comes once, joined as at the border of two notifications, with the cells of the first
 * that has it. Anything else comes as often as it is there.
 * @param readers the caller closes them
 */
export function joinedResults(readers: readonly PlaceReader[]): PlaceReader {
  const [only, ...others] = readers
  if (only && others.length === 0) return only
  return {
    features: (layer, selection = {}) =>
      LINE_LAYERS.includes(layer) ? lines(readers, layer, selection) : all(readers, layer, selection),
    table: (name) => readers.flatMap((reader) => reader.table(name)),
  }
}

function* all(readers: readonly PlaceReader[], layer: string, selection: Selection): Generator<ResultFeature> {
  for (const reader of readers) yield* reader.features(layer, selection)
}

/** Lines that are read at once. */
const LINES_AT_ONCE = 5000

function* lines(
  readers: readonly PlaceReader[],
  layer: string,
  { columns = columnNames(layer), ...selection }: Selection,
): Generator<ResultFeature> {
  const ids = new Set<string>()
  for (const { cells } of all(readers, layer, { ...selection, columns: ['id'] })) ids.add(String(cells[0]))
  const wanted = [...ids]
  for (let from = 0; from < wanted.length; from += LINES_AT_ONCE) {
    const equals = { id: wanted.slice(from, from + LINES_AT_ONCE) }
    const versions = new Map<string, ResultFeature[]>()
    // Also where another result holds it beyond the place: the whole line is the same wherever one looks.
    for (const feature of all(readers, layer, { equals, columns: ['id', ...columns] })) {
      const [id, ...cells] = feature.cells
      versions.set(String(id), [...(versions.get(String(id)) ?? []), { ...feature, cells }])
    }
    for (const of of versions.values()) yield { ...of[0]!, geometry: joined(of.flatMap(linesOf)) }
  }
}

const linesOf = ({ geometry }: ResultFeature): Lines[] => (geometry?.type === 'MultiLineString' ? [geometry.lines] : [])

const joined = (versions: readonly Lines[]): ResultGeometry | null =>
  versions.length === 0 ? null : { type: 'MultiLineString', lines: [...mergeLines(versions).lines] }

const columnNames = (layer: string): string[] =>
  LAYERS.find(({ name }) => name === layer)!.columns.map(({ name }) => name)
