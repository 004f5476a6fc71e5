/**
 * Deliveries in, one result out: rows for the sink and the summary of what was read.
 * One pass over the XML fills the staging, one ordered pass over the staging writes the result, so memory does not grow
 * with the area. A single delivery takes the same way with one version of everything. What becomes of a line or an area
 * that a border cuts in two stands in feature-geometry.ts (lines.ts, polygons.ts).
 */
import { setImmediate } from 'node:timers/promises'
import { isEmpty, pathsOf, widen } from '../../geometry/flat.ts'
import type { ResultGeometry } from '../../geometry/geometry.ts'
import { Refusal } from '../../platform/refusal.ts'
import { compare } from '../../platform/text-order.ts'
import { type Candidate, withLatest } from '../delivery/candidates.ts'
import type { Delivery } from '../delivery/delivery.ts'
import { pictureOf } from '../delivery/ground.ts'
import { LINK, operatorOf, UNKNOWN_ORDER } from '../gml/classes.ts'
import { DeliveryCounter } from '../gml/delivery-limits.ts'
import { codeOf } from '../gml/properties.ts'
import type { Properties } from '../gml/read.ts'
import type { DeliverySource, JobLabel, ResultSummary } from '../model/conversion-task.ts'
import { LAYERS, type Layer, type ResultSink, type Row } from '../model/layers.ts'
import { type ResultCounts, refuseOverLimits } from '../model/result-limits.ts'
import { Demands } from '../rows/demands.ts'
import { operatorRows, operatorsIn, summariseOperators } from '../rows/operators.ts'
import { rowOf } from '../rows/rows.ts'
import { deliveryRow, documentRows, networkRows, unknownRow } from '../rows/tables.ts'
import { warningsOf } from '../warnings/warnings.ts'
import { type Feature, isLinked, type RowContext, themeOfFeature, type Version } from './feature.ts'
import { mergeLinked, mergeOwn } from './feature-geometry.ts'
import { roundToMillimetres, unpackGeometry } from './geometry-code.ts'
import { loadOrRead } from './readings.ts'
import type { StagedMember, Staging } from './staging.ts'
import { accountRows, Counts } from './summary.ts'

export interface MergeOptions {
  job?: JobLabel
  onProgress?: (what: string, done: number, total: number) => void
}

/** The event loop gets a turn this often, so that the process notices that its parent is gone. */
const FEATURES_PER_TURN = 2_000

/**
 * Reads the deliveries, merges them and hands every row to the sink: map features by layer in the order of LAYERS,
 * within a layer by class and gml:id, then the rows of the tables. The order of `sources` changes nothing.
 * The staging is filled and sealed here; the caller opens and closes it.
 * @throws Refusal DELIVERY_UNREADABLE when one is no delivery or is damaged, or none is there and no part is withheld.
 */
export async function mergeDeliveries(
  sources: DeliverySource[],
  staging: Staging,
  sink: ResultSink,
  options: MergeOptions = {},
): Promise<ResultSummary> {
  return withLatest(sources, async ({ kept, replaced }) => {
    const hasNothing = kept.length === 0 && !options.job?.missingParts.length
    if (hasNothing) throw new Refusal('DELIVERY_UNREADABLE', 'There is no delivery to read.')
    const deliveries = await loadAll(kept, staging, options)
    staging.seal()
    const summary = await write(deliveries, replaced, staging, sink, options)
    refuseOverLimits(countsOf(summary, deliveries))
    const [only, ...others] = deliveries
    // Of several each was read by itself before.
    if (only && others.length === 0)
      new DeliveryCounter(only.source.name).check('summaryCharacters', JSON.stringify(summary).length)
    return summary
  })
}

const countsOf = (summary: ResultSummary, deliveries: readonly Delivery[]): ResultCounts => ({
  operators: summary.operators.length,
  contacts: summary.operators.reduce((most, { contacts }) => Math.max(most, contacts.length), 0),
  themes: Object.keys(summary.themes).length,
  warnings: summary.warnings.length,
  documents: deliveries.reduce((sum, { documents }) => sum + documents.size, 0),
  precautions: summary.precautions,
})

async function loadAll(kept: readonly Candidate[], staging: Staging, options: MergeOptions): Promise<Delivery[]> {
  const total = kept.reduce((sum, { source }) => sum + source.gmlBytes, 0)
  const deliveries: Delivery[] = []
  let before = 0
  for (const [index, candidate] of kept.entries()) {
    const { source } = candidate
    const onBytes = (bytes: number): void => options.onProgress?.('read', before + bytes, total)
    deliveries.push(await loadOrRead(candidate, index, staging, onBytes))
    before += source.gmlBytes
  }
  return deliveries
}

async function write(
  deliveries: Delivery[],
  replaced: readonly Candidate[],
  staging: Staging,
  sink: ResultSink,
  options: MergeOptions,
): Promise<ResultSummary> {
  const counts = new Counts()
  counts.account.take(deliveries)
  const unresolved = unresolvedPerDelivery(deliveries, staging)
  const demands = await writeFeatures(deliveries, staging, sink, counts, options)
  countAdministrative(deliveries, counts)
  const missingDocuments = await writeTables(deliveries, sink)
  const operators = demands.addedTo(summariseOperators(deliveries))
  const account = counts.account.close()
  for (const row of accountRows({ operators, account })) sink.row('verantwoording', row)
  const unusedLinks = staging.unreferenced(LINK, 'link').reduce((sum, { count }) => sum + count, 0)
  const uses = deliveries.flatMap(({ documents }) => [...documents.values()])
  const pictures = deliveries.filter(({ source, klicNumber }) => pictureOf(source, klicNumber) !== undefined).length
  const { extent: box } = counts
  return {
    deliveries: deliveries.map((delivery) => ({
      name: delivery.source.name,
      klicNumber: delivery.klicNumber,
      sequence: delivery.sequence,
      complete: delivery.complete,
      composedAt: delivery.composedAt,
      imklVersion: delivery.source.imklVersion,
      members: delivery.members,
      extent: delivery.area?.extent ?? null,
    })),
    features: counts.features,
    objecttypes: counts.objecttypes(),
    themes: counts.themes(),
    detail: counts.detail(),
    layers: counts.layers,
    documents: {
      files: uses.length,
      identifiers: new Set(uses.flatMap(({ identifier }) => identifier ?? [])).size,
      references: uses.reduce((sum, { references }) => sum + references, 0),
    },
    operators,
    account,
    precautions: counts.precautions,
    ...(pictures > 0 && { groundPictures: pictures }),
    extent: isEmpty(box) ? null : [box.minX, box.minY, box.maxX, box.maxY],
    warnings: warningsOf({
      deliveries,
      replaced: replaced.map(({ source, header }) => ({ name: source.name, ...header })),
      operators,
      counts,
      job: options.job,
      unresolved,
      unusedLinks,
      missingDocuments,
    }),
  }
}

function unresolvedPerDelivery(
  deliveries: readonly Delivery[],
  staging: Staging,
): { delivery: Delivery; count: number }[] {
  const staged = staging.unresolved()
  return deliveries
    .map((delivery) => {
      let count = 0
      for (const { delivery: index, count: some } of staged) if (index === delivery.index) count += some
      for (const [network, some] of delivery.networkReferences) if (!delivery.networks.has(network)) count += some
      return { delivery, count }
    })
    .filter(({ count }) => count > 0)
}

async function writeFeatures(
  deliveries: readonly Delivery[],
  staging: Staging,
  sink: ResultSink,
  counts: Counts,
  options: MergeOptions,
): Promise<Demands> {
  for (const layer of LAYERS) counts.layers[layer.name] = 0
  const writer = new FeatureWriter(deliveries, staging, sink, counts)
  const total = staging.countInOrder()
  let done = 0
  let group: (StagedMember & { order: number })[] = []
  for (const member of staging.inOrder()) {
    const first = group[0]
    const isSame =
      first && first.id === member.id && first.objecttype === member.objecttype && first.order === member.order
    if (!isSame && first) {
      writer.write(group)
      group = []
    }
    group.push(member)
    if (++done % FEATURES_PER_TURN === 0) {
      options.onProgress?.('merge', done, total)
      await setImmediate()
    }
  }
  if (group.length > 0) writer.write(group)
  options.onProgress?.('merge', total, total)
  return writer.demands
}

class FeatureWriter {
  private readonly deliveries: readonly Delivery[]
  private readonly staging: Staging
  private readonly sink: ResultSink
  private readonly counts: Counts
  private readonly context: RowContext
  /** Delivery and operator: did it answer there? */
  private readonly answered = new Set<string>()
  readonly demands = new Demands()

  constructor(deliveries: readonly Delivery[], staging: Staging, sink: ResultSink, counts: Counts) {
    this.deliveries = deliveries
    this.staging = staging
    this.sink = sink
    this.counts = counts
    const names = new Map<string, string>()
    const missing = new Map<Delivery, string[]>()
    for (const delivery of deliveries) {
      const operators = operatorsIn(delivery)
      missing.set(
        delivery,
        operators.filter(({ delivered }) => !delivered).map(({ code }) => code),
      )
      for (const { code, name, delivered } of operators) {
        if (!names.has(code)) names.set(code, name)
        if (delivered) this.answered.add(`${delivery.index}|${code}`)
      }
    }
    this.context = {
      deliveries,
      staging,
      referenceKinds: staging.referenceProperties(),
      operatorName: (code) => names.get(code) ?? null,
      notDelivered: (delivery) => missing.get(delivery) ?? [],
    }
  }

  /** @param group all versions of one class and gml:id, latest delivery first */
  write(group: readonly (StagedMember & { order: number })[]): void {
    const { order, objecttype, id } = group[0]!
    const versions: Version[] = group.map((member) => ({
      delivery: this.deliveries[member.delivery]!,
      properties: JSON.parse(member.body) as Properties,
    }))
    const feature: Feature = { order, objecttype, id, versions }
    const operator = operatorOf(id)
    if (order === UNKNOWN_ORDER) {
      this.sink.row('onbekend', unknownRow(feature, group[0]!.geometry))
      this.counts.add(objecttype, null, operator, null)
      this.counts.account.add(operator, 'unknown', group.length)
      return
    }
    const resolved = isLinked(feature)
      ? mergeLinked(versions, this.staging, this.deliveries, (delivery) =>
          this.answered.has(`${delivery.index}|${operator}`),
        )
      : mergeOwn(group.flatMap(({ geometry }): ResultGeometry[] => (geometry ? [unpackGeometry(geometry)] : [])))
    const geometry = resolved.geometry ? roundToMillimetres(resolved.geometry) : null
    this.send(LAYERS[order]!, rowOf(feature, resolved.line, this.context), geometry)
    this.demands.add(feature, geometry)
    const { counts } = this
    counts.account.add(operator, geometry ? 'drawn' : 'without_geometry', group.length)
    counts.add(objecttype, themeOfFeature(feature), operator, resolved.lengthM)
    if (geometry) for (const path of pathsOf(geometry)) widen(counts.extent, path)
    else counts.featuresWithoutGeometry++
    if (resolved.line?.isFictitious) counts.fictitious++
    if (resolved.isRepaired) counts.noteRepair(id, geometry)
    if (objecttype === 'AanduidingEisVoorzorgsmaatregel') counts.precautions++
  }

  /** One row; in a layer of single polygons one for each part, under the same id. */
  private send(layer: Layer, row: Row, geometry: ResultGeometry | null): void {
    const parts: (ResultGeometry | null)[] =
      layer.geometry === 'Polygon' && geometry?.type === 'MultiPolygon'
        ? geometry.polygons.map((rings) => ({ type: 'MultiPolygon', polygons: [rings] }))
        : [geometry]
    for (const part of parts) {
      this.sink.feature(layer.name, row, part)
      this.counts.features++
      this.counts.layers[layer.name]!++
    }
  }
}

/** Parties, documents and networks by distinct id; links only of a single delivery, since they are not merged. */
function countAdministrative(deliveries: readonly Delivery[], counts: Counts): void {
  const seen = new Set<string>()
  for (const { administrative } of deliveries)
    for (const { objecttype, id, properties } of administrative.values()) {
      if (seen.has(id)) continue
      seen.add(id)
      const hasTheme = objecttype === 'Utiliteitsnet' || objecttype === 'EisVoorzorgsmaatregelBijlage'
      counts.add(objecttype, hasTheme ? codeOf(properties, 'thema') : null, operatorOf(id), null)
    }
  const only = deliveries.length === 1 ? deliveries[0] : undefined
  for (const { network, operator, count, lengthM } of only?.links.values() ?? [])
    counts.add(LINK, only!.networks.get(network)?.theme ?? null, operator, lengthM, count)
}

async function writeTables(
  deliveries: readonly Delivery[],
  sink: ResultSink,
): Promise<{ delivery: Delivery; count: number }[]> {
  const ordered = [...deliveries].sort((a, b) => compare(a.klicNumber, b.klicNumber))
  for (const delivery of ordered) sink.row('levering', deliveryRow(delivery))
  for (const delivery of ordered) for (const row of operatorRows(delivery)) sink.row('netbeheerder', row)
  for (const row of networkRows(deliveries)) sink.row('utiliteitsnet', row)
  const missing: { delivery: Delivery; count: number }[] = []
  for (const delivery of ordered) {
    const rows = await documentRows(delivery)
    for (const row of rows) sink.row('document', row)
    const count = delivery.source.hasDocuments ? rows.filter(({ sha256 }) => sha256 === null).length : 0
    if (count > 0) missing.push({ delivery, count })
  }
  return missing
}
