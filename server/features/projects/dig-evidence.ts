/** What is on record of digging under the jobs of a project, with the files that belong to it: for its dossier. */

import { inOrder } from '../../exports/file-name.ts'
import type { Store } from '../../platform/database/open.ts'
import { type AgreementRow, agreementFiles, type StartPhotoRow, startPhotos } from '../digging/files-of-job.ts'
import { type ContactRecord, digRecordsOf, type WorkRecord } from '../jobs/dig-facts.ts'
import type { JobBriefRecord } from '../jobs/rows/jobs.ts'

type KeptRow = AgreementRow | StartPhotoRow

export interface DigEvidence {
  /** In the order of the ZIP */
  files: { path: string; kind: 'agreement' | 'photo'; row: KeptRow }[]
  /** Of each job on which something is on record */
  jobs: object[]
}

export async function digEvidence({ db }: Store, jobs: readonly JobBriefRecord[]): Promise<DigEvidence> {
  const ids = jobs.map(({ id }) => id)
  const [records, agreements, photos] = await Promise.all([
    digRecordsOf(db, jobs),
    agreementFiles.of(db, ids),
    startPhotos.of(db, ids),
  ])
  const inZip = <R extends KeptRow>(kind: 'agreement' | 'photo', rows: readonly R[]) =>
    rows.map((row, index) => ({ kind, path: `${kind}s/${inOrder(index + 1, row.name)}`, row }))
  const agreed = inZip('agreement', agreements)
  const pictured = inZip('photo', photos)
  return {
    files: [...agreed, ...pictured],
    jobs: jobs.flatMap(({ id, reference }) => {
      const { work, contacts } = records(id)
      const ours = agreed.filter(({ row }) => row.job_id === id)
      const seen = pictured.filter(({ row }) => row.job_id === id)
      if (work === null && contacts.length + ours.length + seen.length === 0) return []
      return [
        {
          job_id: id,
          reference,
          work: work && workSaid(work),
          photos: seen.map(saidOf),
          contacts: contacts.map(contactSaid),
          agreements: ours.map((each) => ({ operator: each.row.operator, ...saidOf(each) })),
        },
      ]
    }),
  }
}

const saidOf = ({ path, row }: { path: string; row: KeptRow }) => ({
  path,
  name: row.name,
  bytes: row.bytes,
  sha256: row.sha256,
  added_at: row.added_at,
  added_by: row.added_by,
})

const workSaid = ({ begunOn, begunBy, place, endedOn, remark, at, actor }: WorkRecord) => ({
  begun_on: begunOn,
  begun_by: begunBy,
  /** RD New, metres */
  place,
  ended_on: endedOn,
  remark,
  at,
  actor,
})

const contactSaid = ({ operator, contactedOn, contactedBy, how, agreedOn, remark, at, actor }: ContactRecord) => ({
  operator,
  contacted_on: contactedOn,
  contacted_by: contactedBy,
  how,
  agreed_on: agreedOn,
  remark,
  at,
  actor,
})
