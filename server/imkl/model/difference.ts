/**
 * What changed between two results: objects that are new, gone, moved or changed, by class and IMKL id. Both are read in
 * the order in which the merge writes them, side by side, so memory does not grow with the area. Says also what makes a
 * difference look like more than it is: another area, or an operator that did not deliver.
 */
import { type CommonGround, commonGround } from '../../geometry/common-ground.ts'
import { distanceBetween } from '../../geometry/distance.ts'
import type { ResultGeometry } from '../../geometry/geometry.ts'
import { type Cell, LAYERS, type Layer, type Row } from './layers.ts'
import { type ResultReader, rowOf } from './result.ts'

export type DifferenceKind = 'nieuw' | 'vervallen' | 'verplaatst' | 'gewijzigd'

export interface Difference {
  kind: DifferenceKind
  layer: string
  id: string
  objecttype: string
  /** As in the newer result; of an object that is gone, as in the older. */
  row: Row
  geometry: ResultGeometry | null
  /** Columns with another value, with the value before and after; of a moved object too. */
  columns: readonly string[]
  before: Row
  after: Row
  /** How far it moved, metres; null when it did not, or has a geometry in only one of the results. */
  movedM: number | null
  /** Gone or new because its operator did not deliver everywhere in the one result: the cable is still there. */
  notDelivered: boolean
}

export interface DifferenceCounts {
  nieuw: number
  vervallen: number
  /** Moved, whether something else changed or not. */
  verplaatst: number
  /** Changed in place. */
  gewijzigd: number
  gelijk: number
}

export interface DifferenceSummary {
  layers: Record<string, DifferenceCounts>
  total: DifferenceCounts
  /** False: the results are of different areas; only what lies on the ground of both was compared. */
  same_area: boolean
  /** False: no ground lies in both, so nothing was compared. */
  common_ground: boolean
  /** Operators that did not deliver everywhere in one of the results. */
  not_delivered: { before: string[]; after: string[] }
}

/** Greater than what rounding and clipping do to a coordinate. */
const MOVED_M = 0.005

/** What depends on the notification, or follows from the shape, and says nothing about the object. */
const NOT_COMPARED = new Set(['klic_nummer', 'lengte_m', 'aantal_delen', 'afgekapt', 'bijlage', 'bestand'])

/** What version 3 of IMKL has and version 2 does not; no column holds it. That it came is no change of the object. */
const NEW_IN_VERSION_3 = [
  'eigenaar',
  'gebruiktVan',
  'kleur',
  'fysiekeIdentificatie',
  'infoKabels',
  'aanlegmethodeGestuurdeBoring',
]

/** What was asked for, not what lies there. */
const REQUEST = 'aanvraag_polygoon'

const noCounts = (): DifferenceCounts => ({ nieuw: 0, vervallen: 0, verplaatst: 0, gewijzigd: 0, gelijk: 0 })

type Source = Pick<ResultReader, 'features' | 'table'>

/**
 * @param before, after results of this program, open for as long as the differences are read
 * @returns after the last difference, the counts
 */
export function* differences(before: Source, after: Source): Generator<Difference, DifferenceSummary> {
  const silent = { before: silentIn(before), after: silentIn(after) }
  const isSame = versionsOf(before) === versionsOf(after) ? sameCell : sameCellOfVersions
  const layers: Record<string, DifferenceCounts> = {}
  const total = noCounts()
  const hasSameArea = areaOf(before) === areaOf(after)
  const requests = [before, after].map((each) => (hasSameArea ? [] : areasOf(each)))
  const ground = hasSameArea ? null : commonGround(requests)
  for (const layer of LAYERS) {
    const counts = noCounts()
    for (const [old, now] of pairs(objects(before, layer), objects(after, layer))) {
      if (ground && layer.name === REQUEST) continue
      if (ground && !isOn(ground, old) && !isOn(ground, now)) continue
      const found = compare(layer, old, now, silent, isSame, ground)
      counts[found?.kind ?? 'gelijk']++
      if (found) yield found
    }
    layers[layer.name] = counts
    for (const kind of Object.keys(total) as (keyof DifferenceCounts)[]) total[kind] += counts[kind]
  }
  return {
    layers,
    total,
    same_area: hasSameArea,
    common_ground: ground === null || requests[0]!.some((area) => ground.meets(area)),
    not_delivered: { before: [...silent.before].sort(), after: [...silent.after].sort() },
  }
}

interface KnownObject {
  objecttype: string
  id: string
  cells: readonly Cell[]
  geometry: ResultGeometry | null
}

/** Rows of a layer as objects: the parts of a request area are one. */
function* objects(source: Source, layer: Layer): Generator<KnownObject> {
  const idAt = layer.columns.findIndex(({ name }) => name === 'id')
  const typeAt = layer.columns.findIndex(({ name }) => name === 'objecttype')
  let held = null as KnownObject | null
  for (const { cells, geometry } of source.features(layer.name)) {
    const objecttype = String(cells[typeAt] ?? '')
    const id = String(cells[idAt] ?? '')
    if (held?.id === id && held.objecttype === objecttype) {
      held.geometry = together(held.geometry, geometry)
      continue
    }
    if (held) yield held
    held = { objecttype, id, cells, geometry }
  }
  if (held) yield held
}

const together = (a: ResultGeometry | null, b: ResultGeometry | null): ResultGeometry | null =>
  a?.type === 'MultiPolygon' && b?.type === 'MultiPolygon'
    ? { type: 'MultiPolygon', polygons: [...a.polygons, ...b.polygons] }
    : (a ?? b)

/** Walks two ordered lists at once. */
function* pairs(
  before: Iterator<KnownObject>,
  after: Iterator<KnownObject>,
): Generator<[KnownObject | null, KnownObject | null]> {
  let old = before.next()
  let now = after.next()
  while (!old.done || !now.done) {
    const order = old.done ? 1 : now.done ? -1 : orderOf(old.value, now.value)
    yield [order <= 0 ? (old.value as KnownObject) : null, order >= 0 ? (now.value as KnownObject) : null]
    if (order <= 0) old = before.next()
    if (order >= 0) now = after.next()
  }
}

const orderOf = (a: KnownObject, b: KnownObject): number =>
  byteOrder(a.objecttype, b.objecttype) || byteOrder(a.id, b.id)

/** As SQLite orders text: by code point, where JavaScript goes by halves of one. */
function byteOrder(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    if (a.charCodeAt(i) === b.charCodeAt(i)) continue
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)]
    const isHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff
    return isHalf(x) === isHalf(y) ? x - y : isHalf(x) ? 1 : -1
  }
  return a.length - b.length
}

function compare(
  layer: Layer,
  old: KnownObject | null,
  now: KnownObject | null,
  silent: { before: ReadonlySet<string>; after: ReadonlySet<string> },
  isSame: typeof sameCell,
  ground: CommonGround | null,
): Difference | null {
  const shown = (now ?? old)!
  const row = rowOf(layer.columns, shown.cells)
  const operator = String(row.bronhouder ?? '')
  const found: Difference = {
    kind: 'nieuw',
    layer: layer.name,
    id: shown.id,
    objecttype: shown.objecttype,
    row,
    geometry: shown.geometry,
    columns: [],
    before: {},
    after: {},
    movedM: null,
    notDelivered: false,
  }
  if (old === null) return { ...found, notDelivered: silent.before.has(operator) }
  if (now === null) return { ...found, kind: 'vervallen', notDelivered: silent.after.has(operator) }
  const was = rowOf(layer.columns, old.cells)
  const columns = layer.columns
    .map(({ name }) => name)
    .filter((name) => !NOT_COMPARED.has(name) && !isSame(name, was[name], row[name]))
  const apart = distanceBetween(partOn(ground, old.geometry), partOn(ground, now.geometry))
  const isMoved = apart === null || apart > MOVED_M
  if (!isMoved && columns.length === 0) return null
  return {
    ...found,
    kind: isMoved ? 'verplaatst' : 'gewijzigd',
    columns,
    before: Object.fromEntries(columns.map((name) => [name, was[name] ?? null])),
    after: Object.fromEntries(columns.map((name) => [name, row[name] ?? null])),
    movedM: isMoved && apart !== null ? Math.round(apart * 1000) / 1000 : null,
  }
}

const sameCell = (_column: string, was: Cell | undefined, now: Cell | undefined): boolean => was === now

/** Between results of which one has deliveries in another version of IMKL. */
function sameCellOfVersions(column: string, was: Cell | undefined, now: Cell | undefined): boolean {
  if (was === now || column !== 'overige_kenmerken') return was === now
  const [old, newer] = [fieldsOf(was), fieldsOf(now)]
  for (const name of NEW_IN_VERSION_3) {
    // Both have it: both are in version 3, and it may have changed.
    if (name in old && name in newer) continue
    delete old[name]
    delete newer[name]
  }
  return JSON.stringify(old) === JSON.stringify(newer)
}

const fieldsOf = (json: Cell | undefined): Record<string, unknown> => (json ? JSON.parse(String(json)) : {})

const versionsOf = (source: Source): string =>
  [...new Set(source.table('levering').map(({ imkl_versie }) => String(imkl_versie)))].sort().join()

/** What is administrative has no place, and counts wherever it is. */
const isOn = (ground: CommonGround, known: KnownObject | null): boolean =>
  known !== null && (known.geometry === null || ground.meets(known.geometry))

/** A line that is only cut at another border has not moved. */
const partOn = (ground: CommonGround | null, geometry: ResultGeometry | null): ResultGeometry | null =>
  ground && geometry ? ground.part(geometry) : geometry

const silentIn = (source: Source): Set<string> =>
  new Set(
    source
      .table('netbeheerder')
      .filter(({ geleverd }) => geleverd === false)
      .map(({ bronhouder }) => String(bronhouder)),
  )

/** The request polygons, without the names of the notifications. */
const areaOf = (source: Source): string => {
  const shapes = new Set<string>()
  for (const { geometry } of source.features(REQUEST, { columns: [] })) shapes.add(JSON.stringify(geometry))
  return [...shapes].sort().join(' ')
}

function areasOf(source: Source): ResultGeometry[] {
  const areas: ResultGeometry[] = []
  for (const { geometry } of source.features(REQUEST, { columns: [] })) if (geometry) areas.push(geometry)
  return areas
}
