/**
 * Who has a result on paper or as a file: once for each revision, format and person, in the log of the job. When a later
 * delivery makes another revision, it tells who works by one that is out of date.
 */
import type { ResultFormat } from '../../domain/result-formats.ts'
import { appendToJobLog, type Taken, takenFrom } from '../../store/rows/log.ts'
import type { Caller, Needs } from '../needs.ts'

export type { Taken } from '../../store/rows/log.ts'

export async function noteTaken(
  { store, clock }: Pick<Needs, 'store' | 'clock'>,
  { companyId, actor }: Caller,
  jobId: string,
  taken: { revision: number; as: ResultFormat | 'print' | 'site' },
): Promise<void> {
  const isKnown = (known: readonly Taken[]) =>
    known.some((each) => each.actor === actor && each.revision === taken.revision && each.as === taken.as)
  if (isKnown(await takenFrom(store.db, jobId))) return
  await store.transaction({ company: companyId }, async (trx) => {
    if (isKnown(await takenFrom(trx, jobId))) return
    const at = clock.now().toISOString()
    await appendToJobLog(trx, jobId, { companyId, at, actor, act: 'result.taken', data: taken })
  })
}

/** Who has an older revision than this one, oldest first; what they have of this one too is left out. */
export const whoHasOlder = async ({ store }: Pick<Needs, 'store'>, jobId: string, revision: number): Promise<Taken[]> =>
  (await takenFrom(store.db, jobId)).filter((each) => each.revision < revision)
