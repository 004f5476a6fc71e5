/**
 * Carries out a comparison: two results, or deliveries that are merged for the purpose, and what changed between them.
 * The file with the differences appears complete or not at all, as every file of a conversion does.
 */
import type { ResultGeometry } from '../../geometry/geometry.ts'
import type { Artifact, ConversionResult, ConversionTask, DifferenceReport } from '../../imkl/model/conversion-task.ts'
import { MAX_LISTED_DIFFERENCES } from '../../imkl/model/conversion-task.ts'
import { type Difference, type DifferenceSummary, differences } from '../../imkl/model/difference.ts'
import { writeDifferencesGeoJson, writeDifferencesGpkg } from '../formats/differences.ts'
import { made } from './atomic-file.ts'
import { type Merge, openGiven } from './given-result.ts'

/** So many differences are named in the report, with so many corners in all and one shape more. */
const LISTED_CORNERS = 20_000

type Comparison = Extract<ConversionTask, { kind: 'compare' }>

/** @throws Refusal DELIVERY_UNREADABLE */
export async function compareResults(task: Comparison, scratch: string, merge: Merge): Promise<ConversionResult> {
  if (task.out.length > 1) throw new Error('A comparison makes one file')
  const { reader: before } = await openGiven(task.before, scratch, 'before', merge)
  try {
    const { reader: after } = await openGiven(task.after, scratch, 'after', merge)
    try {
      const noted = new DifferenceList(differences(before, after))
      const artifacts = await write(task, noted)
      return { artifacts, summary: null, difference: noted.report() }
    } finally {
      after.close()
    }
  } finally {
    before.close()
  }
}

async function write({ out: [out] }: Comparison, noted: DifferenceList): Promise<Artifact[]> {
  if (out === undefined) {
    for (const _one of noted);
    return []
  }
  if (out.format === 'shp') throw new Error('Differences are written as GeoPackage or GeoJSON')
  const write = out.format === 'geojson' ? writeDifferencesGeoJson : writeDifferencesGpkg
  return [await made(out, (path) => write(path, noted))]
}

/** Passes the differences on and keeps the first of them, and the counts at the end. */
class DifferenceList implements Iterable<Difference> {
  private readonly source: Generator<Difference, DifferenceSummary>
  private readonly listed: DifferenceReport['listed'] = []
  private corners = 0
  private summary: DifferenceSummary | null = null

  constructor(source: Generator<Difference, DifferenceSummary>) {
    this.source = source
  }

  *[Symbol.iterator](): Generator<Difference, void> {
    for (let next = this.source.next(); ; next = this.source.next()) {
      if (next.done) {
        this.summary = next.value
        return
      }
      if (this.listed.length < MAX_LISTED_DIFFERENCES && this.corners < LISTED_CORNERS) {
        this.listed.push(lineOf(next.value))
        this.corners += cornersOf(next.value.geometry)
      }
      yield next.value
    }
  }

  report(): DifferenceReport {
    if (this.summary === null) throw new Error('The differences were not read to their end')
    return { ...this.summary, listed: this.listed }
  }
}

function lineOf(one: Difference): DifferenceReport['listed'][number] {
  const [x, y] = placeOf(one.geometry)
  return {
    verschil: one.kind,
    laag: one.layer,
    objecttype: one.objecttype,
    id: one.id,
    bronhouder: (one.row.bronhouder ?? null) as string | null,
    thema: (one.row.thema ?? null) as string | null,
    kolommen: [...one.columns],
    afstand_m: one.movedM,
    niet_geleverd: one.notDelivered,
    x,
    y,
    vorm: one.geometry,
  }
}

function cornersOf(geometry: ResultGeometry | null): number {
  if (geometry === null) return 0
  if (geometry.type === 'Point') return 1
  const paths = geometry.type === 'MultiLineString' ? geometry.lines : geometry.polygons.flat()
  return paths.reduce((sum, { length }) => sum + length / 2, 0)
}

function placeOf(geometry: ResultGeometry | null): [number | null, number | null] {
  if (geometry === null) return [null, null]
  if (geometry.type === 'Point') return geometry.xy
  const path = geometry.type === 'MultiLineString' ? geometry.lines[0] : geometry.polygons[0]?.[0]
  return [path?.[0] ?? null, path?.[1] ?? null]
}
