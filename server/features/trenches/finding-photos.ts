/** Photos of findings: drawn anew and kept with the job, one for each finding. */
import type { Kysely, Selectable } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { filesIn, type KeptFile } from '../digging/files-of-job.ts'
import type { DrawnPhoto } from '../digging/start-photos.ts'
import type { FindingPhotoTable } from './tables.ts'

type Db = Kysely<DB>
export type FindingPhotoRow = Selectable<FindingPhotoTable>

export const findingPhotos = filesIn<FindingPhotoRow>('finding_photo')

/** By the ids of their findings. */
export const photosByFinding = async (db: Db, jobId: string): Promise<Map<string, FindingPhotoRow>> =>
  new Map((await findingPhotos.of(db, [jobId])).map((row) => [row.finding_id, row]))

const ENDINGS = { 'image/jpeg': 'jpg', 'image/png': 'png' }

export const insertFindingPhoto = (
  trx: Db,
  { job_id, id: finding_id }: { job_id: string; id: string },
  file: KeptFile,
  { mediaType, givenSha256 }: Omit<DrawnPhoto, 'bytes'>,
): Promise<unknown> => {
  const name = `${finding_id}.${ENDINGS[mediaType]}`
  const photo = { name, media_type: mediaType, given_sha256: givenSha256, removed_at: null }
  return findingPhotos.insert(trx, { ...file, ...photo, job_id, finding_id })
}

/** @param findingIds null: of all findings of the job @returns their files, to be removed once that is certain */
export async function removePhotos(
  trx: Db,
  jobId: string,
  findingIds: readonly string[] | null,
  at: string,
): Promise<string[]> {
  const photos = (await findingPhotos.of(trx, [jobId])).filter(
    ({ finding_id }) => findingIds === null || findingIds.includes(finding_id),
  )
  for (const { id } of photos) await findingPhotos.remove(trx, id, at)
  return photos.map(({ path }) => path)
}
