/** What was agreed with an operator in writing: its file, kept with the job, and in the log that it came and went. */
import type { Readable } from 'node:stream'
import { MAX_AGREEMENTS } from '../../platform/limits.ts'
import type { DocumentFile } from '../http/send-files.ts'
import { intactFile } from '../kept-files.ts'
import type { Caller, Database, Files, Permitted } from '../services.ts'
import { agreementFiles, dropFile, fileOfJob, keepFile, ownJob, refuseTooManyFiles } from './files-of-job.ts'
import { refuseUndemanded } from './record-digging.ts'

const AGREEMENTS = {
  files: agreementFiles,
  most: MAX_AGREEMENTS,
  several: 'files of agreements',
  missing: 'There is no such file with the precautions of the job.',
}

/**
 * @param name what the person calls it: a file name without a folder
 * @throws Refusal NOT_FOUND, also when the result demands nothing of this operator; JOB_STATE_CONFLICT or PAYLOAD_TOO_LARGE;
 *   then nothing is kept
 * @throws TryLater when as many of the company come in already
 */
export async function addAgreement(
  needs: Database & Files,
  caller: Permitted<'write'>,
  jobId: string,
  { operator, name, mediaType, bytes }: { operator: string; name: string; mediaType: string; bytes: Readable },
): Promise<void> {
  refuseUndemanded(await ownJob(needs.store, caller, jobId), operator)
  await refuseTooManyFiles(AGREEMENTS, needs.store.db, jobId)
  const coming = { prefix: 'agr', act: 'agreement.added', bytes: async () => bytes } as const
  await keepFile(needs, caller, jobId, coming, async (trx, file) => {
    await refuseTooManyFiles(AGREEMENTS, trx, jobId)
    await agreementFiles.insert(trx, {
      ...file,
      job_id: jobId,
      operator,
      name,
      media_type: mediaType,
      removed_at: null,
    })
    return { operator, name }
  })
}

/** @throws Refusal NOT_FOUND; EXPORT_FAILED when it was changed, cut off or lost on the disk */
export async function agreementFile(
  needs: Database & Files,
  caller: Caller,
  jobId: string,
  fileId: string,
): Promise<DocumentFile> {
  await ownJob(needs.store, caller, jobId)
  return intactFile(needs.storage, await fileOfJob(AGREEMENTS, needs.store.db, jobId, fileId))
}

/** @throws Refusal NOT_FOUND */
export async function dropAgreement(
  needs: Database & Files,
  caller: Permitted<'write'>,
  jobId: string,
  fileId: string,
): Promise<void> {
  await ownJob(needs.store, caller, jobId)
  await dropFile(needs, caller, jobId, 'agreement.removed', async (trx, at) => {
    const { operator, name, sha256, path } = await fileOfJob(AGREEMENTS, trx, jobId, fileId)
    await agreementFiles.remove(trx, fileId, at)
    return { path, said: { file_id: fileId, operator, name, sha256 } }
  })
}
