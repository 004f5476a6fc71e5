/** What was agreed with an operator in writing: its file, kept with the job, and in the log that it came and went. */
import type { Readable } from 'node:stream'
import { MAX_AGREEMENTS } from '../../platform/limits.ts'
import type { Database, Files, Permitted } from '../services.ts'
import { agreementFiles, dropperOf, keepFile, ownJob, readerOf, refuseTooManyFiles } from './files-of-job.ts'
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
  services: Database & Files,
  caller: Permitted<'write'>,
  jobId: string,
  { operator, name, mediaType, bytes }: { operator: string; name: string; mediaType: string; bytes: Readable },
): Promise<void> {
  refuseUndemanded(await ownJob(services.store, caller, jobId), operator)
  await refuseTooManyFiles(AGREEMENTS, services.store.db, jobId)
  const coming = { prefix: 'agr', act: 'agreement.added', bytes: async () => bytes } as const
  await keepFile(services, caller, jobId, coming, async (trx, file) => {
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

export const agreementFile = readerOf(AGREEMENTS)

export const dropAgreement = dropperOf(AGREEMENTS, 'agreement.removed', ({ operator, name, sha256 }) => ({
  operator,
  name,
  sha256,
}))
