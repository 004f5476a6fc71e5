/** The secret addresses at which diggers consult a site package. */
import type { Kysely } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

type Db = Kysely<DB>

export interface SiteLinkRecord {
  id: string
  companyId: string
  jobId: string
  /** For whom */
  name: string
  createdAt: string
  createdBy: string
  expiresAt: string
  /** When it was last opened as far as the log goes, and which revision; null: never */
  notedAt: string | null
  notedRevision: number | null
}

/** Those that work at that moment: neither revoked nor expired. */
const working = (db: Db, now: string) =>
  db
    .selectFrom('site_link')
    .select([
      'id',
      'company_id as companyId',
      'job_id as jobId',
      'name',
      'created_at as createdAt',
      'created_by as createdBy',
      'expires_at as expiresAt',
      'noted_at as notedAt',
      'noted_revision as notedRevision',
    ])
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)

export const siteLinkByHash = (db: Db, hash: string, now: string): Promise<SiteLinkRecord | undefined> =>
  working(db, now).where('hash', '=', hash).executeTakeFirst()

/** Newest first. */
export const siteLinksOf = (db: Db, jobId: string, now: string): Promise<SiteLinkRecord[]> =>
  working(db, now).where('job_id', '=', jobId).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()

export const siteLinksMadeBy = (db: Db, companyId: string, actor: string, now: string): Promise<SiteLinkRecord[]> =>
  working(db, now)
    .where('company_id', '=', companyId)
    .where('created_by', '=', actor)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const takeSiteLinksOver = (db: Db, companyId: string, actor: string, by: string) =>
  db
    .updateTable('site_link')
    .set({ created_by: by })
    .where('company_id', '=', companyId)
    .where('created_by', '=', actor)
    .where('revoked_at', 'is', null)
    .execute()

export const insertSiteLink = (db: Db, link: Omit<SiteLinkRecord, 'notedAt' | 'notedRevision'>, hash: string) =>
  db
    .insertInto('site_link')
    .values({
      id: link.id,
      company_id: link.companyId,
      job_id: link.jobId,
      name: link.name,
      hash,
      created_at: link.createdAt,
      created_by: link.createdBy,
      expires_at: link.expiresAt,
      revoked_at: null,
      noted_at: null,
      noted_revision: null,
    })
    .execute()

export const revokeSiteLinkRow = (db: Db, id: string, at: string) =>
  db.updateTable('site_link').set({ revoked_at: at }).where('id', '=', id).where('revoked_at', 'is', null).execute()

/** @returns whether it is another opening: none of this revision is in the log since `before` */
export async function noteOpening(
  db: Db,
  id: string,
  { revision, at, before }: { revision: number; at: string; before: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('site_link')
    .set({ noted_at: at, noted_revision: revision })
    .where('id', '=', id)
    .where((is) =>
      is.or([is('noted_at', 'is', null), is('noted_at', '<', before), is('noted_revision', '<>', revision)]),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
