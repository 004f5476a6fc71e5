/** The companies of an office with a key each, and their jobs, sent to whichever API answers. */
import { setTimeout as pause } from 'node:timers/promises'
import { createKey } from '../../server/features/keys/keys.ts'
import { insertCompany } from '../../server/features/settings/company-rows.ts'
import { firstRun } from '../../server/features/settings/first-run.ts'
import { setSetting } from '../../server/features/settings/rows.ts'
import type { Store } from '../../server/platform/database/open.ts'
import { systemClock, systemIds } from '../../server/platform/real-clock.ts'
import type { Random } from '../support/random.ts'

export interface Company {
  id: string
  key: string
}

/** All with the settings of the first one, which work with the simulator. */
export async function makeCompanies(store: Store, count: number, timeFactor: number): Promise<Company[]> {
  const services = { store, clock: systemClock, ids: systemIds }
  const { companyId } = await firstRun(services)
  const settings = await store.db.selectFrom('setting').selectAll().where('company_id', '=', companyId).execute()
  const ids = [companyId]
  while (ids.length < count) {
    const id = systemIds.make('com')
    await insertCompany(store.db, { id, name: `Office ${ids.length}`, createdAt: new Date().toISOString() })
    await store.db
      .insertInto('setting')
      .values(settings.map((row) => ({ ...row, company_id: id })))
      .execute()
    ids.push(id)
  }
  const companies: Company[] = []
  for (const id of ids) {
    await setSetting(store.db, id, 'api.requests_per_minute', 1_000_000)
    await setSetting(store.db, id, 'simulator.time_factor', timeFactor)
    const owner = { companyId: id, actor: 'soak' }
    const { secret } = await createKey(services, owner, { name: 'soak', permissions: ['read', 'write'] })
    companies.push({ id, key: secret })
  }
  return companies
}

const SIDE_M = 40
const [X, Y] = [150_000, 385_000] as const

/** A square of its own, beside the registry's test area. */
export const areaOf = (index: number) => {
  const x = X + (index % 40) * SIDE_M * 3
  const y = Y + Math.floor(index / 40) * SIDE_M * 3
  const ring = [
    [x, y],
    [x + SIDE_M, y],
    [x + SIDE_M, y + SIDE_M],
    [x, y + SIDE_M],
    [x, y],
  ]
  return { type: 'Polygon', coordinates: [ring] }
}

export interface SubmittedJob {
  company: string
  jobId: string
  /** How often it was sent: an API that is killed gives no answer, or one that is lost. */
  tries: number
}

/** Sends one job until an API has taken it; the client_ref makes it one job however often it is sent. */
export async function submit(
  urls: readonly string[],
  company: Company,
  index: number,
  random: Random,
): Promise<SubmittedJob> {
  const body = JSON.stringify({
    klic_type: 'ORIENT',
    submit: true,
    reference: `Soak ${index}`,
    client_ref: `soak-${index}`,
    geometry: areaOf(index),
  })
  for (let tries = 1; ; tries++) {
    const url = urls[Math.floor(random() * urls.length)]!
    try {
      const answer = await fetch(`${url}/api/v1/jobs`, {
        method: 'POST',
        headers: { 'X-API-Key': company.key, 'Content-Type': 'application/json' },
        body,
        signal: AbortSignal.timeout(20_000),
      })
      const text = await answer.text()
      if (answer.ok) return { company: company.id, jobId: (JSON.parse(text) as { job_id: string }).job_id, tries }
      if (answer.status < 500 && answer.status !== 429) throw new RefusedCall(`${answer.status}: ${text}`)
    } catch (error) {
      if (error instanceof RefusedCall) throw error
    }
    await pause(200 + random() * 800)
  }
}

/** The API did answer, and won't take it: that is a finding, not an outage. */
class RefusedCall extends Error {}
