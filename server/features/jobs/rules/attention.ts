/** What who digs must have read before anything else: it can't be dismissed, only acknowledged. */

import type { PartState } from '../../../registry/klic.ts'
import { isHazardousOnly } from '../../../registry/speak-to.ts'

export const ATTENTION_KINDS = [
  'supplemented',
  'not_delivered',
  'precaution',
  'precaution_areas',
  'hazardous',
  'safety_area',
  'fictitious',
] as const
export type AttentionKind = (typeof ATTENTION_KINDS)[number]

export interface Attention {
  /** Names it within a revision of the result: `precaution:KL1234`, `safety_area:2` */
  about: string
  kind: AttentionKind
  /** Code of the operator that it is about */
  operator: string | null
  /** Number of the part, for a safety area */
  partNo: number | null
}

const of = (kind: AttentionKind, name: string | number = '', more: Partial<Attention> = {}): Attention => ({
  about: name === '' ? kind : `${kind}:${name}`,
  kind,
  operator: null,
  partNo: null,
  ...more,
})

/** The later delivery, as it is acknowledged. */
export const SUPPLEMENTED = 'supplemented'

/** How many cables and pipes are drawn where nobody knows that they lie. */
export const fictitiousIn = (warnings: readonly { code: string; count?: number | undefined }[] = []): number =>
  warnings.find(({ code }) => code === 'FICTITIOUS')?.count ?? 0

/** How many of them there are but the later delivery, from what a job keeps of its result: as many as attentionOf lists. */
export const countOfAttention = (
  findings: {
    silent: readonly string[]
    careful: readonly string[]
    precautions: number
    hazardous?: readonly string[]
    fictitious?: number
  },
  withheld: number,
): number => {
  const { silent, careful, precautions, hazardous, fictitious = 0 } = findings
  const areasOfNobody = hazardous === undefined && precautions > 0 && careful.length === 0
  const kinds = Number(areasOfNobody) + Number(fictitious > 0)
  return withheld + silent.length + careful.length + (hazardous?.length ?? 0) + kinds
}

/**
 * In the order in which they are shown.
 * @param summary of a result, with its revision: from the second on, a later delivery was merged in
 */
export function attentionOf(
  summary: {
    revision?: number
    operators: readonly { code: string; delivered: boolean; precaution: boolean; hazardous?: boolean }[]
    precautions: number
    warnings?: readonly { code: string; count?: number | undefined }[]
  },
  parts: readonly { partNo: number; status: PartState }[],
): Attention[] {
  const withheld = parts.filter(({ status }) => status === 'safety_area')
  const silent = summary.operators.filter(({ delivered }) => !delivered)
  const careful = summary.operators.filter(({ precaution }) => precaution)
  const isEarlier = summary.operators.some(({ hazardous }) => hazardous === undefined)
  return [
    ...((summary.revision ?? 0) > 1 ? [of('supplemented')] : []),
    ...withheld.map(({ partNo }) => of('safety_area', partNo, { partNo })),
    ...silent.map(({ code }) => of('not_delivered', code, { operator: code })),
    ...careful.map(({ code }) => of('precaution', code, { operator: code })),
    // A summary of an earlier version does not name the operators of areas.
    ...(isEarlier && summary.precautions > 0 && careful.length === 0 ? [of('precaution_areas')] : []),
    ...summary.operators.filter(isHazardousOnly).map(({ code }) => of('hazardous', code, { operator: code })),
    ...(fictitiousIn(summary.warnings) > 0 ? [of('fictitious')] : []),
  ]
}
