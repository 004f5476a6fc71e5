/**
 * One try to give a job to the office's server. The same client_ref with every try makes it one job there, whoever dies
 * and whatever answer is lost. It becomes a quote; it is filed only when a person confirmed so much money beforehand, and
 * a repeated submission is answered there like the first. Once it was asked of an office it is that office's, until what
 * came of it is known: another one would file it a second time.
 */
import { centsOf } from '../domain/klic/prices.ts'
import { type OfficeAnswer, type OfficeClient, OfficeNotReached } from '../domain/ports/office.ts'
import { Refusal, TryLater } from '../domain/refusal.ts'
import type { Flow } from '../engine/port.ts'
import { type HandoverRow, handoverById, recordHandover } from '../store/rows/handovers.ts'
import { HOUR, MINUTE, type Needs, nth, SECOND } from './needs.ts'

const PAUSES = [5 * SECOND, 15 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR]
export const LONGEST_PAUSE = Math.max(...PAUSES)

export const handOver = (needs: Needs): Flow<{ jobId: string; tries: number }> => ({
  name: 'hand-over',
  version: '1',
  async run({ jobId, tries }, steps) {
    await steps.run('post', () => tryOnce(needs, jobId, tries), { attempts: 4, firstMs: 2000, maxMs: 60_000 })
  },
})

async function tryOnce(needs: Needs, jobId: string, tries: number): Promise<null> {
  const { db } = needs.store
  const handover = await handoverById(db, jobId)
  if (handover?.state !== 'waiting' || handover.tries !== tries) return null
  const office = await needs.officeFor?.(handover.company_id)
  if (!office) return later(needs, handover, 'There is no office server in the settings, or no key for it.')
  const triedAt = handover.office_url
  if (triedAt !== null && triedAt !== office.url) return later(needs, handover, triedElsewhere(triedAt))
  // From here on the office may have it. A person may have taken it back a moment ago.
  if (!(await recordHandover(db, jobId, { office_url: office.url }))) return null
  try {
    await give(needs, office, handover)
  } catch (error) {
    if (error instanceof OfficeNotReached) {
      await recordHandover(db, jobId, { office_url: triedAt })
      await later(needs, handover, error.message)
    } else if (error instanceof Refusal && triedAt !== null) {
      // What came of the tries before is not known: the refusal speaks for this one only.
      await later(needs, handover, `${error.message} ${MAY_HAVE_IT}`)
    } else if (error instanceof Refusal) {
      await recordHandover(db, jobId, { state: 'refused', tries: tries + 1, problem: error.message })
    } else if (error instanceof TryLater) await later(needs, handover, error.message)
    else throw error
  }
  return null
}

async function later(needs: Needs, { job_id, tries }: HandoverRow, problem: string): Promise<null> {
  const at = new Date(needs.clock.now().getTime() + nth(PAUSES, tries)).toISOString()
  await recordHandover(needs.store.db, job_id, { tries: tries + 1, next_try_at: at, problem })
  return null
}

interface OfficeJob {
  job_id: string
  status: string
  /** An older office knows no `final`. */
  quote: { total: { amount: string }; final?: boolean }
}

async function give(needs: Needs, office: OfficeClient, handover: HandoverRow): Promise<void> {
  const { job_id, client_ref, limit_cents, tries } = handover
  let job = jobIn(await office.ask('/jobs', { ...JSON.parse(handover.body), client_ref, submit: false }))
  let problem: string | null = null
  if (job.status === 'quoted' && limit_cents !== null) {
    const isOver = centsOf(job.quote.total.amount) > limit_cents
    if (isOver && job.quote.final === false) throw new TryLater(STILL_IMPROVING)
    if (isOver) problem = OVER_LIMIT
    else {
      const answer = await office.ask(`/jobs/${encodeURIComponent(job.job_id)}/submit`, {}).catch(hasTheQuote)
      // What it would not file stays a quote there, for a person to look at.
      if (answer.status === 202 || answer.status === 200) job = jobIn(answer)
      else problem = messageIn(answer)
    }
  }
  await recordHandover(needs.store.db, job_id, {
    state: job.status === 'quoted' ? 'quoted' : 'submitted',
    office_job_id: job.job_id,
    office_status: job.status,
    office_total: job.quote.total.amount,
    tries: tries + 1,
    next_try_at: null,
    problem,
    handed_over_at: needs.clock.now().toISOString(),
  })
}

/** The quote is there already, whether or not the next call came through. */
const hasTheQuote = (error: unknown): never => {
  throw error instanceof OfficeNotReached ? new TryLater(error.message) : error
}

const triedElsewhere = (url: string): string =>
  `It was handed to ${url}, which may have it and have filed it; another office would file it again. Look there. Enter that address again in the settings to go on with it; or, when it is certain that it is not there, ask for a new quote of the same area and hand that over.`

const MAY_HAVE_IT = 'An earlier try may have reached the office: look there whether it has this job.'

const STILL_IMPROVING = 'The office still looks for a cheaper cut than what it has.'
const OVER_LIMIT = 'The office prices it higher than what was confirmed: it is a quote there, and nothing was filed.'

/** @throws Refusal with the office's own words; TryLater for a key that it does not take, which can be mended */
function jobIn(answer: OfficeAnswer): OfficeJob {
  const { status, json } = answer
  if (status === 401 || status === 403) throw new TryLater(`The office refuses the key: ${messageIn(answer)}`)
  if (status >= 400 && status < 500) throw new Refusal('VALIDATION_FAILED', messageIn(answer))
  const job = json as unknown as OfficeJob | null
  if (status >= 300 || typeof job?.job_id !== 'string' || typeof job.quote?.total?.amount !== 'string') {
    throw new TryLater(`What answers there is no KLIC server (${status})`)
  }
  return job
}

const messageIn = ({ status, json }: OfficeAnswer): string => {
  const { message } = (json?.detail ?? {}) as { message?: unknown }
  return typeof message === 'string' ? message.slice(0, 500) : `The office’s server answered ${status}`
}
