/**
 * Who has a result on paper or as a file: once for each revision, format and person, in the log of the job. When a later
 * delivery makes another revision, it tells who works by one that is out of date.
 */

import type { ResultFormat } from '../../exports/result-formats.ts'
import type { Store } from '../../platform/database/open.ts'
import { MAX_OLDER } from '../../platform/limits.ts'
import { appendToJobLog, type ResultCopy, takenFrom } from '../log-rows.ts'
import type { Caller, Database } from '../services.ts'

export async function logDownload(
  { store, clock }: Database,
  { companyId, actor }: Caller,
  jobId: string,
  taken: { revision: number; as: ResultFormat | 'print' | 'site'; people?: true },
): Promise<void> {
  const isKnown = (known: readonly ResultCopy[]) =>
    known.some(
      (each) =>
        each.actor === actor &&
        each.revision === taken.revision &&
        each.as === taken.as &&
        each.people === taken.people,
    )
  if (isKnown(await takenFrom(store.db, jobId))) return
  await store.transaction({ company: companyId }, async (trx) => {
    if (isKnown(await takenFrom(trx, jobId))) return
    const at = clock.now().toISOString()
    await appendToJobLog(trx, jobId, { companyId, at, actor, act: 'result.taken', data: taken })
  })
}

/**
 * Who has an older revision than this one, oldest first, without those who also have this one. And of which revision the newest
 * site package was made, by any user: it is for the digger, and a newer package takes its place.
 */
export async function whoHasOlder(
  store: Store,
  jobId: string,
  revision: number,
): Promise<{ older: ResultCopy[]; siteRevision: number | null }> {
  const taken = await takenFrom(store.db, jobId)
  const keyOf = ({ actor, as }: ResultCopy) => JSON.stringify([actor, as])
  const current = new Set(taken.filter((each) => each.revision === revision).map(keyOf))
  const sites = taken.filter(({ as }) => as === 'site').map((each) => each.revision)
  return {
    older: taken.filter((each) => each.revision < revision && !current.has(keyOf(each))).slice(-MAX_OLDER),
    siteRevision: sites.length > 0 ? Math.max(...sites) : null,
  }
}
