/**
 * Starts flows so that few runs wait in the engine, which knows no companies: whoever comes last and has nothing under way
 * is behind a handful of others, not behind a thousand.
 */
import { inTurn } from '../domain/fairness.ts'
import type { Flow, Json, LastRun } from '../engine/port.ts'
import type { Needs } from './needs.ts'

export interface Begun<I> {
  key: string
  companyId: string
  input: I
  /** A run that failed after all its tries ends what it worked for, in words; otherwise it would begin anew for ever. */
  giveUp(error: string): Promise<void>
}

/** Work for one flow, the oldest first. */
export interface Batch {
  readonly flow: Flow<never>
  readonly work: readonly Begun<never>[]
}

export const batch = <I extends Json>(flow: Flow<I>, work: readonly Begun<I>[]): Batch =>
  ({ flow, work }) as unknown as Batch

interface Waiting {
  companyId: string
  flow: Flow<never>
  one: Begun<never>
}

/**
 * One question to the engine for each flow, however many workers look.
 * @param most runs of these batches together that may wait for a worker to take them; those that run or sleep don't count
 */
export async function beginInTurn(
  needs: Pick<Needs, 'engine' | 'log'>,
  batches: readonly Batch[],
  most: number,
): Promise<void> {
  const waiting: Waiting[] = []
  const busy = new Map<string, number>()
  let queued = 0
  for (const { flow, work } of batches) {
    if (work.length === 0) continue
    const known = await needs.engine.last(
      flow.name,
      work.map(({ key }) => key),
    )
    for (const one of work) {
      const last = known.get(one.key)
      if (last?.state === 'failed') {
        needs.log.error({ flow: flow.name, key: one.key, reason: last.error }, 'A flow failed after all its tries')
        await one.giveUp(last.error ?? 'unknown')
      } else if (!last || !isLive(last)) {
        waiting.push({ companyId: one.companyId, flow, one })
      } else if (last.state === 'waiting' || last.worker !== null) {
        busy.set(one.companyId, (busy.get(one.companyId) ?? 0) + 1)
        if (last.state === 'waiting') queued++
      }
    }
  }
  for (const { flow, one } of inTurn(waiting, busy, most - queued))
    await needs.engine.start(flow, one.input, { key: one.key })
}

const isLive = ({ state }: LastRun): boolean => state === 'waiting' || state === 'running'
