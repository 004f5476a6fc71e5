/**
 * Starts flows so that few runs wait in the engine, which knows no companies: a newcomer with nothing under way is behind a
 * handful of others, not behind a thousand.
 */
import { inTurn } from '../platform/fairness.ts'
import type { Flow, Json, LastRun } from '../platform/queue/port.ts'
import type { TaskContext } from './task-context.ts'

export interface PendingRun<I> {
  key: string
  companyId: string
  input: I
  /** A run that failed after all its tries ends its work with this error; otherwise it would start anew without end. */
  giveUp(error: string): Promise<void>
}

/** Work for one flow, the oldest first. */
export interface Batch {
  readonly flow: Flow<never>
  readonly work: readonly PendingRun<never>[]
}

/** @param run of a row, which names the company */
export const batch = <I extends Json, Row extends { readonly company_id: string }>(
  flow: Flow<I>,
  rows: readonly Row[],
  run: (row: Row) => Omit<PendingRun<I>, 'companyId'>,
): Batch => ({ flow, work: rows.map((row) => ({ companyId: row.company_id, ...run(row) })) }) as unknown as Batch

/** What may be begun, and what is: queued in the engine, or held by a worker. What sleeps is neither. */
export interface UnderWay {
  readonly begun: PendingRun<never>
  readonly isQueued: boolean
}

/** Whom it is the turn of. */
export type Choose = (
  waiting: readonly PendingRun<never>[],
  underWay: readonly UnderWay[],
) => readonly PendingRun<never>[]

/** @param most runs that may wait for a worker to take them; those that it holds don't count */
export const byCompany =
  (most: number): Choose =>
  (waiting, underWay) => {
    const busy = new Map<string, number>()
    for (const { begun } of underWay) busy.set(begun.companyId, (busy.get(begun.companyId) ?? 0) + 1)
    return inTurn(waiting, busy, most - underWay.filter(({ isQueued }) => isQueued).length)
  }

/** One question to the engine for each flow, however many workers look. */
export async function startFairly(
  services: Pick<TaskContext, 'engine' | 'log'>,
  batches: readonly Batch[],
  choose: Choose,
): Promise<void> {
  const flowOf = new Map<PendingRun<never>, Flow<never>>()
  const underWay: UnderWay[] = []
  for (const { flow, work } of batches) {
    if (work.length === 0) continue
    const known = await services.engine.last(
      flow.name,
      work.map(({ key }) => key),
    )
    for (const one of work) {
      const last = known.get(one.key)
      if (last?.state === 'failed') {
        services.log.error({ flow: flow.name, key: one.key, reason: last.error }, 'A flow failed after all its tries')
        await one.giveUp(last.error ?? 'unknown')
      } else if (!last || !isLive(last)) {
        flowOf.set(one, flow)
      } else if (last.state === 'waiting' || last.worker !== null) {
        underWay.push({ begun: one, isQueued: last.state === 'waiting' })
      }
    }
  }
  for (const one of choose([...flowOf.keys()], underWay))
    await services.engine.start(flowOf.get(one)!, one.input, { key: one.key })
}

const isLive = ({ state }: LastRun): boolean => state === 'waiting' || state === 'running'
