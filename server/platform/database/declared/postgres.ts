/**
 * What PostgreSQL writes differently: tables in the order of the database's own language and with narrow whole numbers, and the
 * triggers. Totals are written once a statement: a row that is changed twice in one transaction is a row more that each further
 * change reads past, so that a restore would take as long as the square of its rows.
 */
export const ON_POSTGRES = `
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
  counts text not null, clock_off_s bigint
);

-- Calls of each caller, which all API processes count together. A crash of the database loses a minute's count, nothing else.
create unlogged table rate_window (who text primary key, started_ms bigint not null, used bigint not null);

-- An event gets the next seq of its company. One that comes with a seq, as in a restore, keeps it. A reader goes on behind the
-- last seq that it saw, and two writers may commit in another order than they began: the row of event_place is held from the
-- moment a seq is taken until the commit.
alter table event alter column seq drop default;
create function event_takes_place() returns trigger language plpgsql as $$ begin
  if new.seq is null then
    insert into event_place values (new.company_id, 1)
      on conflict (company_id) do update set last = event_place.last + 1 returning last into new.seq;
  else
    insert into event_place values (new.company_id, new.seq)
      on conflict (company_id) do update set last = greatest(event_place.last, excluded.last);
  end if;
  return new;
end $$;
create trigger event_takes_place before insert on event for each row when (new.seq is null)
  execute function event_takes_place();
create function event_keeps_place() returns trigger language plpgsql as $$ begin
  insert into event_place select company_id, max(seq) from made group by company_id
    on conflict (company_id) do update set last = excluded.last where event_place.last < excluded.last;
  return null;
end $$;
create trigger event_keeps_place after insert on event referencing new table as made for each statement
  execute function event_keeps_place();

-- The totals in tally. A former attempt of a job (corrected_as) is in no list.
create function job_is_made() returns trigger language plpgsql as $$ begin
  insert into tally (company_id, what, total)
    select company_id, 'jobs', count(*) from made where corrected_as is null group by company_id
    on conflict (company_id, what) do update set total = tally.total + excluded.total;
  return null;
end $$;
create trigger job_is_made after insert on job referencing new table as made for each statement
  execute function job_is_made();
create function job_is_gone() returns trigger language plpgsql as $$ begin
  insert into tally (company_id, what, total) values (old.company_id, 'jobs', -1)
    on conflict (company_id, what) do update set total = tally.total + -1;
  return null;
end $$;
create trigger job_is_gone after delete on job for each row execute function job_is_gone();
create function request_is_made() returns trigger language plpgsql as $$ begin
  insert into tally (company_id, what, total)
    select company_id, 'requests', count(*) from made where submitted_at is not null group by company_id
    on conflict (company_id, what) do update set total = tally.total + excluded.total;
  return null;
end $$;
create trigger request_is_made after insert on part referencing new table as made for each statement
  execute function request_is_made();
create function request_is_gone() returns trigger language plpgsql as $$ begin
  insert into tally (company_id, what, total) values (old.company_id, 'requests', -1)
    on conflict (company_id, what) do update set total = tally.total + -1;
  return null;
end $$;
create trigger request_is_gone after delete on part for each row when (old.submitted_at is not null)
  execute function request_is_gone();
create function part_is_submitted() returns trigger language plpgsql as $$ begin
  insert into tally (company_id, what, total) values (new.company_id, 'requests', 1)
    on conflict (company_id, what) do update set total = tally.total + 1;
  return null;
end $$;
create trigger part_is_submitted after update of submitted_at on part for each row
  when (old.submitted_at is null and new.submitted_at is not null) execute function part_is_submitted();
create function part_is_withdrawn() returns trigger language plpgsql as $$ begin
  insert into tally (company_id, what, total) values (new.company_id, 'requests', -1)
    on conflict (company_id, what) do update set total = tally.total + -1;
  return null;
end $$;
create trigger part_is_withdrawn after update of submitted_at on part for each row
  when (old.submitted_at is not null and new.submitted_at is null) execute function part_is_withdrawn();

-- When a job or a part last changed in what is shown of it. A part keeps its own moment, so that parts wait for no row of the job.
create function job_is_changed() returns trigger language plpgsql as $$ begin
  new.changed_at := to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  return new;
end $$;
create trigger job_is_changed before update of status, revision, quote, quote_expires_at, quote_final, start_date,
  submitted_at, ready_at, warnings, errors, failure, findings, preliminary on job for each row
  when ((old.status, old.revision, old.quote, old.quote_expires_at, old.quote_final, old.start_date, old.submitted_at,
    old.ready_at, old.warnings, old.errors, old.failure, old.findings, old.preliminary)
    is distinct from (new.status, new.revision, new.quote, new.quote_expires_at, new.quote_final, new.start_date,
    new.submitted_at, new.ready_at, new.warnings, new.errors, new.failure, new.findings, new.preliminary))
  execute function job_is_changed();
create function part_is_changed() returns trigger language plpgsql as $$ begin
  new.changed_at := to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  return new;
end $$;
create trigger part_is_changed before update of status, klic_number, errors on part for each row
  when ((old.status, old.klic_number, old.errors) is distinct from (new.status, new.klic_number, new.errors))
  execute function part_is_changed();

-- A job that was put out of the list comes back when there is something new to read.
create function job_comes_back() returns trigger language plpgsql as $$ begin
  new.archived_at := null;
  return new;
end $$;
create trigger job_comes_back before update of status, revision, errors, failure on job for each row
  when (new.archived_at is not null and (old.status, old.revision, old.errors, old.failure)
    is distinct from (new.status, new.revision, new.errors, new.failure)) execute function job_comes_back();
create function delivery_brings_back() returns trigger language plpgsql as $$ begin
  update job set archived_at = null where archived_at is not null and id = (select job_id from part where id = new.part_id);
  return null;
end $$;
create trigger delivery_brings_back after insert or update of failure on delivery for each row
  execute function delivery_brings_back();
`
