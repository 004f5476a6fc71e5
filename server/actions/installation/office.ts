/** Working with an office's server: where it is, and which jobs are handed over to it. */
import { type JsonText, writeJson } from '../../domain/json-text.ts'
import type { OfficeReach } from '../../domain/ports/office.ts'
import { Refusal, TryLater } from '../../domain/refusal.ts'
import {
  type HandoverRow,
  handoverOf,
  handoversOf,
  insertHandover,
  tryAgainNow,
  withdrawHandover,
} from '../../store/rows/handovers.ts'
import { type JobBriefRecord, jobShapes } from '../../store/rows/jobs.ts'
import { setSetting, settingsOf } from '../../store/rows/settings.ts'
import { getJob } from '../jobs/get-job.ts'
import type { JobView } from '../jobs/job-view.ts'
import { areaIsGone } from '../jobs/renew-quote.ts'
import type { Caller, Needs } from '../needs.ts'
import { setByOperator } from './settings.ts'
import { settingsHere } from './settings-here.ts'

type OfficeNeeds = Pick<Needs, 'store' | 'clock' | 'ids' | 'nudge' | 'office' | 'operator'>

const MAX_SHOWN = 100

export interface HandoverView {
  row: HandoverRow
  job: JobBriefRecord
}

export async function describeOffice(needs: OfficeNeeds, caller: Caller) {
  const { companyId } = caller
  const [settings, key, rows] = await Promise.all([
    settingsHere(needs, companyId),
    needs.office?.keyOf(companyId),
    handoversOf(needs.store.db, companyId, MAX_SHOWN),
  ])
  const handovers: HandoverView[] = []
  for (const row of rows) handovers.push({ row, job: (await getJob(needs, caller, row.job_id)).job })
  return { url: settings['office.url'], hasKey: key != null, handovers }
}

/**
 * @param key undefined: stays as it was
 * @throws Refusal PERMISSION_DENIED on a server for others
 */
export async function chooseOffice(
  needs: OfficeNeeds,
  { companyId }: Caller,
  { url, key }: { url: string | null; key?: string | undefined },
): Promise<void> {
  if (needs.operator && url !== null) throw setByOperator(['office.url'])
  if (!needs.office) throw new TryLater('This server was started without a place for the key of an office.')
  const before = (await settingsOf(needs.store.db, companyId))['office.url']
  const moved = url !== null && before !== null && new URL(url).origin !== new URL(before).origin
  // A key is one server's: another address must not be sent it.
  if (url === null || moved) await needs.office.saveKey(companyId, null)
  if (url !== null && key !== undefined) await needs.office.saveKey(companyId, key)
  await setSetting(needs.store.db, companyId, 'office.url', url?.replace(/\/+$/, '') ?? null)
  await tryAgainNow(needs.store.db, companyId)
  needs.nudge()
}

/** @throws Refusal JOB_STATE_CONFLICT without an address or key */
export async function tryOffice(needs: OfficeNeeds, { companyId }: Caller): Promise<OfficeReach> {
  const client = await needs.office?.client(companyId)
  if (!client) throw new Refusal('JOB_STATE_CONFLICT', 'Give the address of the office’s server and a key first.')
  try {
    const { status, json } = await client.ask('/jobs?page_size=1')
    if (status === 401 || status === 403) return 'key_refused'
    return status === 200 && Array.isArray(json?.data) ? 'reached' : 'not_reached'
  } catch (error) {
    if (error instanceof TryLater) return 'not_reached'
    throw error
  }
}

/**
 * From now on the job is the office's: it can't be filed here any more.
 * @param bodyOf what is asked there, in the words of API v1; given the area as rings in RD New
 * @param limitCents confirmed by a person: filed there when it costs no more; null: quoted only
 * @throws Refusal NOT_FOUND, JOB_STATE_CONFLICT for what is no quote, PERMISSION_DENIED
 */
export async function handOverJob(
  needs: OfficeNeeds,
  caller: Caller,
  jobId: string,
  bodyOf: (view: JobView, area: JsonText) => object,
  limitCents: number | null,
): Promise<HandoverView> {
  const view = await getJob(needs, caller, jobId)
  const { companyId } = caller
  const { area } = (await jobShapes(needs.store.db, companyId, jobId))!
  const settings = await settingsHere(needs, companyId)
  if (settings['office.url'] === null) {
    throw new Refusal('JOB_STATE_CONFLICT', 'There is no office server in the settings to hand a job over to.')
  }
  await needs.store.transaction({ company: companyId }, async (trx) => {
    const job = trx.selectFrom('job').select(['status', 'kept_bytes']).where('id', '=', jobId)
    const { status, kept_bytes: keptBytes } = await job.executeTakeFirstOrThrow()
    if (status !== 'quoted') throw new Refusal('JOB_STATE_CONFLICT', 'Only a quote can be handed over.')
    if (view.job.klicType === 'CALAMITEIT') {
      throw new Refusal(
        'JOB_STATE_CONFLICT',
        'A calamity is filed where it was asked for: an office would only delay it.',
      )
    }
    // The office would quote, and file, the rectangle around it.
    if (keptBytes === 0) throw areaIsGone(view.job)
    await insertHandover(trx, {
      job_id: jobId,
      company_id: companyId,
      body: writeJson(bodyOf(view, area)),
      // Of this installation alone: ids are random.
      client_ref: `desktop-${jobId}`,
      limit_cents: limitCents,
      created_at: needs.clock.now().toISOString(),
    })
  })
  needs.nudge()
  return { row: (await handoverOf(needs.store.db, companyId, jobId))!, job: view.job }
}

/** @throws Refusal NOT_FOUND, JOB_STATE_CONFLICT when the office may have it */
export async function takeJobBack(needs: OfficeNeeds, caller: Caller, jobId: string): Promise<void> {
  const row = await handoverOf(needs.store.db, caller.companyId, jobId)
  if (!row) throw new Refusal('NOT_FOUND', 'This job is not handed over.')
  if (await withdrawHandover(needs.store.db, caller.companyId, jobId)) return
  const where = row.office_url ? `The office at ${row.office_url}` : 'The office'
  throw new Refusal('JOB_STATE_CONFLICT', `${where} has this job, or may have it: look there.`)
}
