/**
 * Deliveries in, one result out: rows for the sink and the summary of what was read.
 * The rules are those of section 8.2 of the delivery reference (domain/imkl.md).
 */
import type { DeliverySource, JobLabel, ResultSummary } from '../domain/conversion.ts'
import type { ResultSink } from '../domain/layers.ts'
import type { Staging } from './staging.ts'

export interface MergeOptions {
  job?: JobLabel
  onProgress?: (what: string, done: number, total: number) => void
}

/**
 * Reads the deliveries, merges them and hands every row to the sink: map features by layer in the order of LAYERS,
 * within a layer by class and gml:id, then the rows of the tables. The order of `sources` changes nothing.
 * The staging is filled and sealed here; the caller opens and closes it.
 * @throws Refusal DELIVERY_UNREADABLE when a source is no delivery or is damaged.
 */
export async function mergeDeliveries(
  sources: DeliverySource[],
  _staging: Staging,
  _sink: ResultSink,
  _options: MergeOptions = {},
): Promise<ResultSummary> {
  throw new Error(`Merging ${sources.length} deliveries is not there yet`)
}
