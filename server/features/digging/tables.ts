/** The tables of what somebody puts on record of digging, as Kysely sees them; see schema.ts. Days are Dutch, YYYY-MM-DD. */

import type { KeptFileColumns } from '../jobs/tables.ts'

/** The work in the area of a job. */
export interface DigTable {
  job_id: string
  begun_on: string
  /** Who began it, as the person that records it names them */
  begun_by: string | null
  /** Where: a position in RD New, metres, JSON */
  place: string | null
  /** null: it goes on */
  ended_on: string | null
  remark: string | null
  /** When it was recorded last, and by whom */
  at: string
  actor: string
}

/** The contact that a precaution demands; all records of it are in the log of the job. */
export interface PrecautionContactTable {
  job_id: string
  /** Its name as delivered; empty: an area of precaution without one */
  operator: string
  contacted_on: string
  contacted_by: string | null
  /** By which way: telephone, mail… as the person puts it */
  how: string | null
  /** When it was agreed in writing; null: not yet */
  agreed_on: string | null
  remark: string | null
  at: string
  actor: string
}

/** A file in which something was agreed with an operator. */
export interface AgreementFileTable extends KeptFileColumns {
  job_id: string
  /** Its name as delivered; empty: an area of precaution without one */
  operator: string
}

/** A photo of where the work began; its media type is by its bytes. */
export interface StartPhotoTable extends KeptFileColumns {
  job_id: string
}

/** A day on which the crew was on the site. */
export interface SitePresenceTable {
  job_id: string
  day: string
  at: string
  actor: string
}

/** The events of a job's clock: each is sent once. */
export interface NoticeTable {
  job_id: string
  /** Of the domain: what was told, and of which day */
  key: string
  at: string
}

export interface DigTables {
  notice: NoticeTable
  dig: DigTable
  precaution_contact: PrecautionContactTable
  agreement_file: AgreementFileTable
  start_photo: StartPhotoTable
  site_presence: SitePresenceTable
}
