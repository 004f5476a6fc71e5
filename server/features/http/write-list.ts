/** Long lists of large records: to show and to write them takes longer than other calls may wait. */
import { createYielder } from '../../platform/event-loop-yield.ts'
import type { Requester } from '../../platform/fair-limit.ts'
import { JsonText, writeJson } from '../../platform/json-text.ts'

/**
 * Other calls get their turn between two records.
 * @returns JSON of each record as `show` shapes it, which `serve` sends as it is
 */
export async function writeList<T, S>(
  records: readonly T[],
  show: (record: T) => S,
  caller: Pick<Requester, 'signal'>,
): Promise<S[]> {
  const giveWay = createYielder(caller, Number.POSITIVE_INFINITY)
  const written: S[] = []
  for (const record of records) {
    written.push(new JsonText(writeJson(show(record))) as unknown as S)
    await giveWay()
  }
  return written
}
