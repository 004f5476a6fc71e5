/**
 * The conformance suite: a row for each thing that the contract of API v1 promises, tried over HTTP against any server.
 * It knows nothing of the server but its address and a key. It makes quotes, and keys that it revokes again; it submits
 * only where the server says that nothing is filed for real, or where it was told to.
 */
import { AssertionError } from 'node:assert'
import { Visit } from './visit.ts'

export interface Row {
  /** The part of the contract it stands in. */
  readonly section: string
  readonly promise: string
  readonly check: (visit: Visit) => Promise<void>
}

export interface Outcome {
  readonly row: Row
  readonly result: 'pass' | 'fail' | 'not testable here'
  /** Why it failed, or can't be tested. */
  readonly reason: string
}

/** Thrown by a row that this server, or this key, gives no way to try. */
export class NotTestable extends Error {}

export interface SuiteOptions {
  readonly baseUrl: string
  readonly key: string
  /** Submit although it costs money: one notification. */
  readonly submit: boolean
  /** `whsec_…` of the company, to verify what it signs. */
  readonly webhookSecret?: string | undefined
}

/** In order, one by one: a row may rest on what an earlier one made, and a server is not to be flooded. */
export async function runConformance(
  asked: SuiteOptions,
  rows: readonly Row[],
  tell: (outcome: Outcome) => void = () => {},
): Promise<Outcome[]> {
  const visit = await Visit.start(asked)
  const outcomes: Outcome[] = []
  try {
    for (const row of rows) {
      const outcome = await tried(row, visit)
      outcomes.push(outcome)
      tell(outcome)
    }
  } finally {
    await visit.end()
  }
  return outcomes
}

async function tried(row: Row, visit: Visit): Promise<Outcome> {
  try {
    await row.check(visit)
    return { row, result: 'pass', reason: '' }
  } catch (error) {
    if (error instanceof NotTestable) return { row, result: 'not testable here', reason: error.message }
    const last = visit.lastAnswer
    const seen = last ? ` (last answer: ${last.status} ${last.text.slice(0, 300)})` : ''
    const words = error instanceof AssertionError || error instanceof Error ? error.message : String(error)
    return { row, result: 'fail', reason: words.replace(/\s+/g, ' ').slice(0, 500) + seen }
  }
}

export const notTestable = (reason: string): never => {
  throw new NotTestable(reason)
}

/** A promise that no client can see kept, with the reason. */
export const beyondReach = (section: string, promise: string, reason: string): Row => ({
  section,
  promise,
  check: async () => notTestable(reason),
})
