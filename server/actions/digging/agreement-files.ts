/** What was agreed with an operator in writing: its file, kept with the job, and in the log that it came and went. */
import type { Readable } from 'node:stream'
import { Refusal } from '../../domain/refusal.ts'
import { agreementsOf, insertAgreement, removeAgreement } from '../../store/rows/agreements.ts'
import { jobOf } from '../../store/rows/jobs.ts'
import { appendToJobLog } from '../../store/rows/log.ts'
import { noSuchJob } from '../jobs/get-job.ts'
import type { Caller, Needs } from '../needs.ts'
import { type DocumentFile, inPlace, refuseDamaged, takeIn } from '../projects/project-documents.ts'
import { refuseUndemanded } from './record-digging.ts'

type FileNeeds = Pick<Needs, 'store' | 'clock' | 'ids' | 'storage'>

/** Of a job: whoever sends more sends something else. */
const MAX_FILES = 200

/**
 * @param name what the person calls it: a file name without a folder
 * @throws Refusal NOT_FOUND, also when the result demands nothing of this operator; JOB_STATE_CONFLICT or PAYLOAD_TOO_LARGE;
 *   then nothing is kept
 * @throws TryLater when as many of the company come in already
 */
export async function addAgreement(
  needs: FileNeeds,
  caller: Caller,
  jobId: string,
  { operator, name, mediaType, bytes }: { operator: string; name: string; mediaType: string; bytes: Readable },
): Promise<void> {
  const { store, storage, clock } = needs
  const job = await jobFor(needs, caller, jobId)
  refuseUndemanded(job, operator)
  await refuseMore(needs, jobId)
  const id = needs.ids.make('agr')
  // Beside the documents of projects: what no row names is found there.
  const path = `projects/${jobId}/${id}`
  const taken = await inPlace(caller, async () => takeIn(await storage.place(path), bytes))
  try {
    await storage.keep({ key: path, sha256: taken.sha256 })
    const at = clock.now().toISOString()
    await store.transaction({ company: caller.companyId }, async (trx) => {
      await refuseMore({ store: { db: trx } }, jobId)
      const file = { bytes: taken.bytes, sha256: taken.sha256 }
      await insertAgreement(trx, {
        id,
        job_id: jobId,
        operator,
        name,
        media_type: mediaType,
        ...file,
        path,
        added_at: at,
        added_by: caller.actor,
        removed_at: null,
      })
      await appendToJobLog(trx, jobId, {
        companyId: caller.companyId,
        at,
        actor: caller.actor,
        act: 'agreement.added',
        data: { file_id: id, operator, name, ...file },
      })
    })
  } catch (error) {
    await storage.remove(path)
    throw error
  }
}

/** @throws Refusal NOT_FOUND; EXPORT_FAILED when it was changed, cut off or lost on the disk */
export async function agreementFile(
  needs: FileNeeds,
  caller: Caller,
  jobId: string,
  fileId: string,
): Promise<DocumentFile> {
  await jobFor(needs, caller, jobId)
  const row = await fileIn(needs.store.db, jobId, fileId)
  await refuseDamaged(needs, row)
  return { path: row.path, sha256: row.sha256, mediaType: row.media_type, name: row.name }
}

/** What it was stays in the log; the file goes once that is certain. @throws Refusal NOT_FOUND */
export async function dropAgreement(needs: FileNeeds, caller: Caller, jobId: string, fileId: string): Promise<void> {
  await jobFor(needs, caller, jobId)
  const path = await needs.store.transaction({ company: caller.companyId }, async (trx) => {
    const row = await fileIn(trx, jobId, fileId)
    const at = needs.clock.now().toISOString()
    await removeAgreement(trx, fileId, at)
    await appendToJobLog(trx, jobId, {
      companyId: caller.companyId,
      at,
      actor: caller.actor,
      act: 'agreement.removed',
      data: { file_id: fileId, operator: row.operator, name: row.name, sha256: row.sha256 },
    })
    return row.path
  })
  await needs.storage.remove(path)
}

async function jobFor({ store }: FileNeeds, { companyId }: Caller, jobId: string) {
  const job = await jobOf(store.db, companyId, jobId)
  if (!job) throw noSuchJob()
  return job
}

async function fileIn(db: Parameters<typeof agreementsOf>[0], jobId: string, fileId: string) {
  const row = (await agreementsOf(db, jobId)).find(({ id }) => id === fileId)
  if (!row) throw new Refusal('NOT_FOUND', 'There is no such file with the precautions of the job.')
  return row
}

async function refuseMore({ store }: { store: { db: Parameters<typeof agreementsOf>[0] } }, jobId: string) {
  if ((await agreementsOf(store.db, jobId)).length < MAX_FILES) return
  throw new Refusal('JOB_STATE_CONFLICT', `A job keeps at most ${MAX_FILES} files of agreements: remove some.`)
}
