/** What SQLite writes differently: tables without strict types, and the triggers. */
export const ON_SQLITE = `
-- Text that only the server's key opens.
create table sealed_secret (
  company_id text not null references company(id),
  name text not null,
  value text not null,
  constraint sealed_secret_of_company primary key (company_id, name)
);

-- The worker processes, and when each was last seen.
create table worker (
  id text primary key,
  host text not null, pid integer not null, version text not null, slots integer not null,
  started_at text not null, seen_at text not null,
  counts text not null, clock_off_s integer
);

-- Calls of each caller, which all API processes count together.
create table rate_window (who text primary key, started_ms integer not null, used integer not null) strict, without rowid;

-- An event gets the next seq of its company. One that comes with a seq, as in a restore, keeps it.
create trigger event_takes_place after insert on event when new.seq = 0 begin
  insert into event_place values (new.company_id, 1) on conflict (company_id) do update set last = event_place.last + 1;
  update event set seq = (select last from event_place where company_id = new.company_id) where id = new.id;
end;
create trigger event_keeps_place after insert on event when new.seq > 0 begin
  insert into event_place values (new.company_id, new.seq)
    on conflict (company_id) do update set last = max(event_place.last, excluded.last);
end;

-- The totals in tally. A former attempt of a job (corrected_as) is in no list.
create trigger job_is_made after insert on job when new.corrected_as is null begin
  insert into tally (company_id, what, total) values (new.company_id, 'jobs', 1)
    on conflict (company_id, what) do update set total = tally.total + 1;
end;
create trigger job_is_gone after delete on job begin
  insert into tally (company_id, what, total) values (old.company_id, 'jobs', -1)
    on conflict (company_id, what) do update set total = tally.total + -1;
end;
create trigger request_is_made after insert on part when new.submitted_at is not null begin
  insert into tally (company_id, what, total) values (new.company_id, 'requests', 1)
    on conflict (company_id, what) do update set total = tally.total + 1;
end;
create trigger request_is_gone after delete on part when old.submitted_at is not null begin
  insert into tally (company_id, what, total) values (old.company_id, 'requests', -1)
    on conflict (company_id, what) do update set total = tally.total + -1;
end;
create trigger part_is_submitted after update of submitted_at on part
  when old.submitted_at is null and new.submitted_at is not null begin
  insert into tally (company_id, what, total) values (new.company_id, 'requests', 1)
    on conflict (company_id, what) do update set total = tally.total + 1;
end;
create trigger part_is_withdrawn after update of submitted_at on part
  when old.submitted_at is not null and new.submitted_at is null begin
  insert into tally (company_id, what, total) values (new.company_id, 'requests', -1)
    on conflict (company_id, what) do update set total = tally.total + -1;
end;

-- When a job or a part last changed in what is shown of it. A part keeps its own moment, so that parts wait for no row of the job.
create trigger job_is_changed after update of status, revision, quote, quote_expires_at, quote_final, start_date,
  submitted_at, ready_at, warnings, errors, failure, findings, preliminary on job
  when (old.status, old.revision, old.quote, old.quote_expires_at, old.quote_final, old.start_date, old.submitted_at,
    old.ready_at, old.warnings, old.errors, old.failure, old.findings, old.preliminary)
    is not (new.status, new.revision, new.quote, new.quote_expires_at, new.quote_final, new.start_date, new.submitted_at,
    new.ready_at, new.warnings, new.errors, new.failure, new.findings, new.preliminary) begin
  update job set changed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') where id = new.id;
end;
create trigger part_is_changed after update of status, klic_number, errors on part
  when (old.status, old.klic_number, old.errors) is not (new.status, new.klic_number, new.errors) begin
  update part set changed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') where id = new.id;
end;

-- A job that was put out of the list comes back when there is something new to read.
create trigger job_comes_back after update of status, revision, errors, failure on job
  when new.archived_at is not null
    and (old.status, old.revision, old.errors, old.failure) is not (new.status, new.revision, new.errors, new.failure) begin
  update job set archived_at = null where id = new.id;
end;
create trigger delivery_brings_back_0 after insert on delivery begin
  update job set archived_at = null where archived_at is not null and id = (select job_id from part where id = new.part_id);
end;
create trigger delivery_brings_back_1 after update of failure on delivery begin
  update job set archived_at = null where archived_at is not null and id = (select job_id from part where id = new.part_id);
end;
`
