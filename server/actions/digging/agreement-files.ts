/** What was agreed with an operator in writing: its file, kept with the job, and in the log that it came and went. */
import type { Readable } from 'node:stream'
import { Refusal } from '../../domain/refusal.ts'
import { agreementsOf, insertAgreement, removeAgreement } from '../../store/rows/agreements.ts'
import type { Caller } from '../needs.ts'
import { type DocumentFile, intactFile } from '../projects/project-documents.ts'
import { dropFile, type FileNeeds, keepFile, ownJob, refuseMoreThan } from './files-of-job.ts'
import { refuseUndemanded } from './record-digging.ts'

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
  refuseUndemanded(await ownJob(needs, caller, jobId), operator)
  await refuseMore(needs.store.db, jobId)
  const coming = { prefix: 'agr', act: 'agreement.added', bytes: async () => bytes } as const
  await keepFile(needs, caller, jobId, coming, async (trx, file) => {
    await refuseMore(trx, jobId)
    await insertAgreement(trx, { ...file, job_id: jobId, operator, name, media_type: mediaType, removed_at: null })
    return { operator, name }
  })
}

/** @throws Refusal NOT_FOUND; EXPORT_FAILED when it was changed, cut off or lost on the disk */
export async function agreementFile(
  needs: FileNeeds,
  caller: Caller,
  jobId: string,
  fileId: string,
): Promise<DocumentFile> {
  await ownJob(needs, caller, jobId)
  return intactFile(needs, await fileIn(needs.store.db, jobId, fileId))
}

/** @throws Refusal NOT_FOUND */
export async function dropAgreement(needs: FileNeeds, caller: Caller, jobId: string, fileId: string): Promise<void> {
  await ownJob(needs, caller, jobId)
  await dropFile(needs, caller, jobId, 'agreement.removed', async (trx, at) => {
    const { operator, name, sha256, path } = await fileIn(trx, jobId, fileId)
    await removeAgreement(trx, fileId, at)
    return { path, said: { file_id: fileId, operator, name, sha256 } }
  })
}

async function fileIn(db: Parameters<typeof agreementsOf>[0], jobId: string, fileId: string) {
  const row = (await agreementsOf(db, [jobId])).find(({ id }) => id === fileId)
  if (!row) throw new Refusal('NOT_FOUND', 'There is no such file with the precautions of the job.')
  return row
}

const refuseMore = async (db: Parameters<typeof agreementsOf>[0], jobId: string): Promise<void> =>
  refuseMoreThan(MAX_FILES, await agreementsOf(db, [jobId]), 'files of agreements')
