/** What came of a job since it was last seen: a part, or of a part an operator that was silent in it. */
import type { SoFar } from '../server/features/jobs/dashboard-schema.ts'

/** Of a delivery: which one it was of its part, and who was silent in it. */
interface SeenPart {
  sequence: number
  silent: readonly string[]
}

export interface ReadState {
  at: string
  parts: Readonly<Record<string, SeenPart>>
}

export interface News {
  partNo: number
  klicNumber: string | null
  receivedAt: string
  features: number
  /** Those that were silent in an earlier delivery of the part; none: the part has come, or has come anew */
  operators: readonly { code: string; name: string }[]
}

type Come = Pick<SoFar, 'deliveries' | 'operators'>

const silentIn = ({ operators }: Come, klicNumber: string | null): string[] =>
  operators.flatMap(({ code, missing_in }) => (klicNumber && missing_in.includes(klicNumber) ? [code] : []))

export const seenOf = (come: Come, at: string): ReadState => ({
  at,
  parts: Object.fromEntries(
    come.deliveries.map(({ part_no, klic_number, sequence }) => [
      part_no,
      { sequence, silent: silentIn(come, klic_number) },
    ]),
  ),
})

export const newsOf = (come: Come, { parts }: ReadState): News[] =>
  come.deliveries.flatMap(({ part_no, klic_number, sequence, received_at, features }) => {
    const before = parts[part_no]
    if (before && before.sequence >= sequence) return []
    const silent = silentIn(come, klic_number)
    const spoken = before?.silent.filter((code) => !silent.includes(code)) ?? []
    return [
      {
        partNo: part_no,
        klicNumber: klic_number,
        receivedAt: received_at,
        features,
        operators: come.operators.filter(({ code }) => spoken.includes(code)).map(({ code, name }) => ({ code, name })),
      },
    ]
  })
