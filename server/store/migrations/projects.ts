/** Projects, checklists, the dossier, and the log whose rows are chained by hash. */

import { running } from './running.ts'

export const projects = running(
  `create table project (id text primary key, company_id text not null references company(id), name text not null,
     reference text, description text, status text not null, created_at text not null, created_by text not null,
     closed_at text) strict`,
  `create index project_by_company on project (company_id, created_at desc, id desc)`,
  `create table project_job (job_id text primary key references job(id),
     project_id text not null references project(id), added_at text not null) strict`,
  `create index job_by_project on project_job (project_id)`,
  `create table project_document (id text primary key, project_id text not null references project(id),
     name text not null, media_type text not null, bytes integer not null, sha256 text not null, path text not null,
     added_at text not null, added_by text not null, removed_at text) strict`,
  `create index document_by_project on project_document (project_id)`,
  `create table checklist (id text primary key, project_id text not null references project(id),
     name text not null, template_id text, created_at text not null, completed_at text) strict`,
  `create index checklist_by_project on checklist (project_id)`,
  `create table checklist_item (checklist_id text not null references checklist(id), no integer not null,
     text text not null, done_at text, done_by text, remark text, primary key (checklist_id, no)) strict`,
  `create table checklist_template (id text primary key, company_id text not null references company(id),
     name text not null, items text not null, created_at text not null) strict`,
  `create table log_entry (subject text not null, no integer not null,
     company_id text not null references company(id), at text not null, actor text not null, act text not null,
     data text not null, previous_hash text not null, hash text not null, primary key (subject, no)) strict`,
)
