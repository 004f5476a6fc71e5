/** Lists of a company's jobs, whole or by what is looked for. */
import { expressionBuilder, type Kysely, type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../../../platform/database/dialect.ts'
import type { DB } from '../../../platform/database/schema.ts'
import { tallyOf } from '../../../platform/database/tally.ts'
import type { JobAddress } from '../../../registry/addresses/addresses.ts'
import { isMoving, JOB_STATES, type JobSort, type JobState } from '../../../registry/klic.ts'
import { JOB_GROUPS, type JobGroup, weekFrom } from '../rules/job-order.ts'
import { calamityIds, countCalamities } from './calamities.ts'
import { type JobBriefRecord, jobsByIds } from './jobs.ts'

type Db = Kysely<DB>

export interface JobFilter {
  /** Words in any order and case: each in the reference, client_ref, place, address, project or KLIC number, or a whole id */
  text?: string | undefined
  clientRef?: string | undefined
  status?: JobState | undefined
  /** RFC 3339 in UTC */
  createdSince?: string | undefined
  /** RFC 3339 in UTC: they or a part of theirs */
  changedSince?: string | undefined
  /** RFC 3339 in UTC with milliseconds: made until then */
  asOf?: string | undefined
  /** Out of the list, or in it; undefined: both */
  isArchived?: boolean | undefined
  /** For whom knows planned notifications only */
  isWithoutCalamities?: boolean | undefined
}

const jobsThat = (db: Db, companyId: string, filter: JobFilter) => {
  const { text, clientRef, status, createdSince, changedSince, asOf, isArchived, isWithoutCalamities } = filter
  let jobs = db.selectFrom('job').where('company_id', '=', companyId).where('corrected_as', 'is', null)
  if (text !== undefined) {
    for (const word of wordsOf(text)) jobs = jobs.where((eb) => eb.or(placesOfWord(db, companyId, word)))
  }
  if (clientRef !== undefined) jobs = jobs.where('client_ref', '=', clientRef)
  if (status !== undefined) jobs = jobs.where('status', '=', status)
  // Rows hold milliseconds always; what was given may hold fewer.
  if (createdSince !== undefined) jobs = jobs.where('created_at', '>=', new Date(createdSince).toISOString())
  if (changedSince !== undefined) {
    const since = new Date(changedSince).toISOString()
    const ofParts = db.selectFrom('part').select('job_id').where('company_id', '=', companyId)
    jobs = jobs.where((eb) =>
      eb.or([
        sql<boolean>`coalesce(changed_at, created_at) >= ${since}`,
        eb('id', 'in', ofParts.where('changed_at', '>=', since)),
      ]),
    )
  }
  if (asOf !== undefined) jobs = jobs.where('created_at', '<=', asOf)
  if (isArchived === true) jobs = jobs.where('archived_at', 'is not', null)
  // By the few that are: the others are found in their own indexes.
  if (isArchived === false) {
    const away = db
      .selectFrom('job')
      .select('id')
      .where('company_id', '=', companyId)
      .where('archived_at', 'is not', null)
    jobs = jobs.where('id', 'not in', away)
  }
  if (isWithoutCalamities) jobs = jobs.where('id', 'not in', calamityIds(db, companyId))
  return jobs
}

/** A longer text is looked for as one: each word is a search of its own. */
const MAX_WORDS = 5

const wordsOf = (text: string): string[] => {
  const words = text.split(/\s+/)
  return words.length <= MAX_WORDS ? words : [text]
}

const ADDRESS_FIELDS = ['street', 'houseNumber', 'city', 'postcode'] satisfies (keyof JobAddress)[]

/** Where a word of a search may stand: a job is found when each word stands in one of these. */
function placesOfWord(db: Db, companyId: string, word: string) {
  const pattern = likeness(word)
  const has = (text: RawBuilder<unknown>) => sql<boolean>`lower(${text}) like ${pattern} escape '\\'`
  const inText = (column: string) => has(sql.ref(column))
  const inAddress = (column: string) => {
    const json = isPostgres(db as Kysely<unknown>) ? sql`${sql.ref(column)}::json` : sql.ref(column)
    const inFields = ADDRESS_FIELDS.map((field) => has(sql`${json} ->> ${sql.lit(field)}`))
    // Few rows hold the word anywhere: only of those are the fields taken apart.
    return sql<boolean>`(${inText(column)} and (${sql.join(inFields, sql` or `)}))`
  }
  const part = db.selectFrom('part').select('job_id').where('part.company_id', '=', companyId)
  const ofProject = db
    .selectFrom('project_job')
    .innerJoin('project', 'project.id', 'project_job.project_id')
    .select('project_job.job_id')
    .where('project.company_id', '=', companyId)
    .where(inText('project.name'))
  const eb = expressionBuilder<DB, 'job'>()
  return [
    ...['reference', 'client_ref', 'location_description'].map(inText),
    inAddress('address'),
    eb('id', '=', word),
    eb(
      'id',
      'in',
      part.where(({ or, eb: ofPart }) =>
        or([inText('klic_number'), ofPart('order_id', '=', word), inAddress('location')]),
      ),
    ),
    eb('id', 'in', ofProject),
  ]
}

/** What holds the text, as it stands. SQLite lowers only letters without accents: those are compared as typed. */
const likeness = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

/** The page is found in the index alone, and only its own rows are read. */
export const jobsPage = async (...asked: Parameters<typeof jobIdsPage>): Promise<JobBriefRecord[]> =>
  jobsByIds(asked[0], asked[1], await jobIdsPage(...asked))

/** Jobs of the same moment or reference by their id, which is sortable. */
export async function jobIdsPage(
  db: Db,
  companyId: string,
  page: number,
  pageSize: number,
  only: JobFilter = {},
  order: JobOrder = { sort: 'newest' },
): Promise<string[]> {
  const rows = await inOrder(jobsThat(db, companyId, only), order)
    .select('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return rows.map(({ id }) => id)
}

/** `next` goes by the day. */
export type JobOrder = { sort: Exclude<JobSort, 'next'> } | { sort: 'next'; today: string }

function inOrder(jobs: ReturnType<typeof jobsThat>, order: JobOrder): ReturnType<typeof jobsThat> {
  if (order.sort === 'reference') {
    return jobs.orderBy(sql`(reference_key is null)`).orderBy('reference_key').orderBy('id')
  }
  // The latest first: what began long ago would fill the first pages.
  if (order.sort === 'start') {
    return jobs.orderBy(sql`(start_date is null)`).orderBy('start_date', 'desc').orderBy('id', 'desc')
  }
  const next = order.sort === 'next' ? jobs.orderBy(groupNo(order.today)).orderBy(startKey(order.today)) : jobs
  return next.orderBy('created_at', 'desc').orderBy('id', 'desc')
}

const no = (group: JobGroup) => sql.lit(JOB_GROUPS.indexOf(group))
const states = (which: readonly JobState[]) => sql.join(which.map((state) => sql.lit(state)))

/** `jobGroup` of a row, as its place among the groups. */
const groupNo = (today: string) => sql<number>`case
  when status = 'quoted' then ${no('quotes')}
  when status in (${states(JOB_STATES.filter(isMoving))})
    then case when start_date <= ${weekFrom(today)} then ${no('week')} else ${no('waiting')} end
  when status in ('rejected', 'failed')
    then case when start_date < ${today} then ${no('past')} else ${no('act')} end
  when start_date is null or start_date < ${today} then ${no('past')}
  when start_date <= ${weekFrom(today)} then ${no('week')}
  else ${no('later')} end`

/** What is past goes by its age alone; what has no start comes after what has. */
const startKey = (today: string) =>
  sql<string>`case when ${groupNo(today)} = ${no('past')} then '' else coalesce(start_date, '9999') end`

export async function countJobs(db: Db, companyId: string, only: JobFilter = {}): Promise<number> {
  const { isArchived, isWithoutCalamities, ...rest } = only
  const isPlain = !isWithoutCalamities || isArchived === undefined
  if (isArchived !== true && isPlain && Object.values(rest).every((each) => each === undefined)) {
    const left = isWithoutCalamities ? await countCalamities(db, companyId) : 0
    const all = (await tallyOf(db, companyId, 'jobs')) - left
    return isArchived === false ? all - (await countArchived(db, companyId)) : all
  }
  const { total } = await jobsThat(db, companyId, only)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** When the newest was made. */
export const newestJob = async (db: Db, companyId: string): Promise<string | null> =>
  (await jobsThat(db, companyId, {}).select('created_at').orderBy('created_at', 'desc').limit(1).executeTakeFirst())
    ?.created_at ?? null

async function countArchived(db: Db, companyId: string): Promise<number> {
  const { total } = await db
    .selectFrom('job')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('company_id', '=', companyId)
    .where('archived_at', 'is not', null)
    .where('corrected_as', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(total)
}
