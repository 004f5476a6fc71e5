/** Steps of migrations that the two databases spell differently: totals that triggers keep, and the places of events. */

const adding = (company: string, what: string, step: 1 | -1): string =>
  `insert into tally (company_id, what, total) values (${company}, '${what}', ${step})
     on conflict (company_id, what) do update set total = tally.total + ${step};`

/** Of 011-api: the table tally is there. */
export function tallyTriggers(isPostgres: boolean): string[] {
  const trigger = (name: string, when: string, table: string, condition: string, act: string): string[] => {
    if (!isPostgres) return [`create trigger ${name} ${when} on ${table} ${condition} begin ${act} end`]
    return [
      `create function ${name}() returns trigger language plpgsql as $$ begin ${act} return null; end $$`,
      `create trigger ${name} ${when} on ${table} for each row ${condition.replace(/^when (.*)$/, 'when ($1)')}
         execute function ${name}()`,
    ]
  }
  const [made, gone] = ['new.company_id', 'old.company_id']
  const submitted = 'after update of submitted_at'
  return [
    ...trigger('job_is_made', 'after insert', 'job', '', adding(made, 'jobs', 1)),
    ...trigger('job_is_gone', 'after delete', 'job', '', adding(gone, 'jobs', -1)),
    ...trigger(
      ...(['request_is_made', 'after insert', 'part', 'when new.submitted_at is not null'] as const),
      adding(made, 'requests', 1),
    ),
    ...trigger(
      ...(['request_is_gone', 'after delete', 'part', 'when old.submitted_at is not null'] as const),
      adding(gone, 'requests', -1),
    ),
    ...trigger(
      ...(['part_is_submitted', submitted, 'part'] as const),
      'when old.submitted_at is null and new.submitted_at is not null',
      adding(made, 'requests', 1),
    ),
    ...trigger(
      ...(['part_is_withdrawn', submitted, 'part'] as const),
      'when old.submitted_at is not null and new.submitted_at is null',
      adding(made, 'requests', -1),
    ),
  ]
}

const EVENT = `id text not null unique,
  company_id text not null references company(id), job_id text, type text not null, payload text not null,
  target text, target_url text, state text not null, round integer not null default 0,
  attempts integer not null, created_at text not null, next_attempt_at text, last_status integer,
  last_error text`

/** SQLite gives a row its place after it was inserted: 0 is an event without one. */
const SQLITE_EVENT = `seq integer not null default 0, ${EVENT}`

/** Of SQLite, on new_event: the triggers follow its later name. */
const placeTriggers = (): string[] => [
  `create trigger event_takes_place after insert on new_event when new.seq = 0 begin
     insert into event_place values (new.company_id, 1) on conflict (company_id) do update set last = event_place.last + 1;
     update new_event set seq = (select last from event_place where company_id = new.company_id) where id = new.id;
   end`,
  `create trigger event_keeps_place after insert on new_event when new.seq > 0 begin
     insert into event_place values (new.company_id, new.seq)
       on conflict (company_id) do update set last = max(event_place.last, excluded.last);
   end`,
]

/**
 * Of 010-webhooks. A reader of the list goes on behind the last `seq` that it saw, so no event may appear before that
 * later. SQLite has one writer. On PostgreSQL two may commit in another order than they began: the row with the company's
 * last place is held from the moment a place is taken until the commit. An event that comes with its place keeps it.
 * SQLite stores that took this step before 510-event-key numbered all companies together; that step changes them. This
 * one makes the later key at once, because a backup of an office is restored at the step at which it was made.
 */
export function eventTables(isPostgres: boolean): string[] {
  const place = `create table event_place (company_id text primary key references company(id), last integer not null) strict`
  if (!isPostgres) {
    return [`create table new_event (${SQLITE_EVENT}, primary key (company_id, seq)) strict`, place, ...placeTriggers()]
  }
  return [
    `create table new_event (seq integer not null, ${EVENT}, primary key (company_id, seq)) strict`,
    place,
    `create function event_takes_place() returns trigger language plpgsql as $$ begin
       if new.seq is null then
         insert into event_place values (new.company_id, 1)
           on conflict (company_id) do update set last = event_place.last + 1 returning last into new.seq;
       else
         insert into event_place values (new.company_id, new.seq)
           on conflict (company_id) do update set last = greatest(event_place.last, excluded.last);
       end if;
       return new;
     end $$`,
    `create trigger event_takes_place before insert on new_event for each row execute function event_takes_place()`,
  ]
}

/**
 * Of 140-copies, on PostgreSQL only: a row that is changed twice in one transaction is a row more that each further change
 * reads past, so a total that is written for every row of a restore takes as long as the square of their number. Written
 * once a statement instead.
 */
export function triggersOfStatements(): string[] {
  const counting = (name: string, table: string, what: string, condition: string): string[] => [
    `drop trigger ${name} on ${table}`,
    `create or replace function ${name}() returns trigger language plpgsql as $$ begin
       insert into tally (company_id, what, total)
         select company_id, '${what}', count(*) from made ${condition} group by company_id
         on conflict (company_id, what) do update set total = tally.total + excluded.total;
       return null;
     end $$`,
    `create trigger ${name} after insert on ${table} referencing new table as made for each statement
       execute function ${name}()`,
  ]
  return [
    ...counting('job_is_made', 'job', 'jobs', ''),
    ...counting('request_is_made', 'part', 'requests', 'where submitted_at is not null'),
    // Events without a place still take one each, before they appear.
    `drop trigger event_takes_place on event`,
    `create trigger event_takes_place before insert on event for each row when (new.seq is null)
       execute function event_takes_place()`,
    `create function event_keeps_place() returns trigger language plpgsql as $$ begin
       insert into event_place select company_id, max(seq) from made group by company_id
         on conflict (company_id) do update set last = excluded.last where event_place.last < excluded.last;
       return null;
     end $$`,
    `create trigger event_keeps_place after insert on event referencing new table as made for each statement
       execute function event_keeps_place()`,
  ]
}

/**
 * Of 510-event-key, on SQLite stores that numbered the events of all companies together. Events keep their places; the
 * next event of each company goes behind all that were ever given.
 */
export const companyEventKey = (): string[] => [
  `create table event_place (company_id text primary key references company(id), last integer not null) strict`,
  `insert into event_place select company.id, sqlite_sequence.seq from company, sqlite_sequence
     where sqlite_sequence.name = 'event'`,
  `create table new_event (${SQLITE_EVENT}, receiver text, primary key (company_id, seq)) strict`,
  `insert into new_event (${EVENT_COLUMNS}) select ${EVENT_COLUMNS} from event`,
  // SQLite refuses to drop a table that rows refer to.
  `create temp table kept_attempt as select * from event_attempt`,
  `delete from event_attempt`,
  `drop table event`,
  `alter table new_event rename to event`,
  `insert into event_attempt select * from kept_attempt`,
  `drop table temp.kept_attempt`,
  `create index event_waiting on event (next_attempt_at) where state = 'waiting'`,
  `create index event_by_company on event (company_id, seq)`,
  ...placeTriggers().map((statement) => statement.replaceAll('new_event', 'event')),
]

const EVENT_COLUMNS = `seq, id, company_id, job_id, type, payload, target, target_url, state, round, attempts, created_at,
  next_attempt_at, last_status, last_error, receiver`
