/** Which of the given deliveries are used, and in which order they count. */

import { compare } from '../../platform/text-order.ts'
import type { DeliverySource } from '../model/conversion-task.ts'
import { type DeliveryHeader, describeDelivery } from './delivery.ts'
import { type OpenDelivery, type OpenSource, openSource } from './source.ts'

export interface Candidate {
  source: OpenDelivery
  header: DeliveryHeader
  /** Where what is read of it is kept. */
  reading?: string
}

/**
 * Opens deliveries, hands over those that count, and closes them all.
 * @throws Refusal DELIVERY_UNREADABLE when one is no delivery or is damaged
 */
export async function withLatest<T>(
  sources: readonly DeliverySource[],
  work: (chosen: { kept: Candidate[]; replaced: Candidate[] }) => Promise<T>,
): Promise<T> {
  const opened: OpenSource[] = []
  try {
    for (const source of sources) opened.push(await openSource(source))
    const candidates: Candidate[] = []
    for (const [at, { deliveries }] of opened.entries()) {
      // Of a file with several, none: the reading is of the file.
      const reading = deliveries.length === 1 ? sources[at]!.reading : undefined
      for (const source of deliveries)
        candidates.push({ source, header: await describeDelivery(source), ...(reading && { reading }) })
    }
    return await work(latestPerRequest(candidates))
  } finally {
    for (const source of opened) await source.close()
  }
}

/** Rule 1: per request only the highest sequence number. The rest in merge order: latest compilation first. */
function latestPerRequest(candidates: readonly Candidate[]): { kept: Candidate[]; replaced: Candidate[] } {
  const ordered = [...candidates].sort(
    (a, b) =>
      instant(b.header) - instant(a.header) ||
      compare(a.header.klicNumber, b.header.klicNumber) ||
      b.header.sequence - a.header.sequence ||
      compare(a.source.name, b.source.name),
  )
  const best = new Map<string, Candidate>()
  for (const candidate of ordered) {
    const known = best.get(candidate.header.klicNumber)
    if (!known || candidate.header.sequence > known.header.sequence) best.set(candidate.header.klicNumber, candidate)
  }
  const kept = ordered.filter((candidate) => best.get(candidate.header.klicNumber) === candidate)
  return { kept, replaced: ordered.filter((candidate) => !kept.includes(candidate)) }
}

/** Milliseconds; a time without zone counts as UTC, so that the order is the same on every machine. */
function instant({ composedAt }: DeliveryHeader): number {
  const text = composedAt ?? ''
  const time = Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`)
  return Number.isNaN(time) ? 0 : time
}
