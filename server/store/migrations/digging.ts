/** What somebody puts on record of digging: when the work began and ended, and what precautions were spoken of. */
import { running } from './running.ts'

export const digging = running(
  `create table dig (job_id text primary key references job(id), begun_on text not null, begun_by text, place text,
     ended_on text, remark text, at text not null, actor text not null) strict`,
  `create table precaution_contact (job_id text not null references job(id), operator text not null, contacted_on text not null,
     contacted_by text, how text, agreed_on text, remark text, at text not null, actor text not null,
     primary key (job_id, operator)) strict`,
)
