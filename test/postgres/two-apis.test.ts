/**
 * An office of two API processes and a worker on one PostgreSQL: what counts for a company holds over both of them, and
 * each may be restarted while its clients go on asking.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createKey } from '../../server/features/keys/keys.ts'
import { setSetting } from '../../server/features/settings/rows.ts'
import { openStore, type Store } from '../../server/platform/database/open.ts'
import { systemClock, systemIds } from '../../server/platform/real-clock.ts'
import type { SimulatorLedger } from '../../server/simulator/control-port.ts'
import { doublings } from '../soak/office-checks.ts'
import { areaOf, type Company, makeCompanies } from '../soak/office-companies.ts'
import { type Office, startOffice, startRegistry } from '../soak/office-processes.ts'
import { askControl } from '../support/ask-control.ts'
import { ownDatabases } from '../support/postgres.ts'
import { SUITE_MS, until } from '../support/until.ts'

const TIME_FACTOR = 600
const FEW_THINGS = 0.05
const PRICE_CENTS = 3995
const AT_ONCE = 40
const CLIENTS = 5
const JOBS_OF_EACH = 4

const databases = await ownDatabases()
const skip = 'missing' in databases ? databases.missing : false

describe('two APIs on one database', { skip, timeout: SUITE_MS }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'klic-two-apis-'))
  let store: Store
  let company: Company
  let registry: Awaited<ReturnType<typeof startRegistry>>
  let office: Office
  let made = 0

  before(async () => {
    if ('missing' in databases) return
    const databaseUrl = await databases.create()
    store = await openStore(databaseUrl)
    company = (await makeCompanies(store, 1, TIME_FACTOR))[0]!
    registry = await startRegistry(join(folder, 'simulator'), TIME_FACTOR, FEW_THINGS)
    office = await startOffice({
      databaseUrl,
      dataDir: join(folder, 'data'),
      simulator: registry,
      apis: 2,
      workers: 1,
      slots: 8,
      env: { KLIC_STOP_GRACE_SECONDS: '3' },
    })
  })
  after(async () => {
    await office?.stop()
    await registry?.process.stop()
    await store?.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  })

  const post = (api: number, body: object, key = company.key): Promise<Response> =>
    fetch(`${office.apis[api % office.apis.length]!.url}/api/v1/jobs`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ klic_type: 'ORIENT', geometry: areaOf(made++), submit: true, ...body }),
    })
  const statusesOf = (answers: readonly Response[]) => {
    const of = (status: number) => answers.filter((answer) => answer.status === status).length
    return { filed: of(202), overTheLimit: of(402), all: answers.length }
  }
  const acts = () => store.db.selectFrom('audit').select(['amount_cents', 'actor', 'job_id']).execute()
  const orders = async () => ((await (await askControl(registry, 'ledger')).json()) as SimulatorLedger).orders

  test('the daily limits of a company and of a key are not passed by submissions on both at once', async () => {
    await setSetting(store.db, company.id, 'billing.daily_limit_cents', 5 * PRICE_CENTS)
    const all = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => post(n, {})))
    assert.deepEqual(statusesOf(all), { filed: 5, overTheLimit: AT_ONCE - 5, all: AT_ONCE })
    assert.equal((await acts()).length, 5)

    await setSetting(store.db, company.id, 'billing.daily_limit_cents', null)
    const services = { store, clock: systemClock, ids: systemIds }
    const limited = { name: 'limited', dailyLimit: '119.85' }
    const { secret } = await createKey(
      services,
      { companyId: company.id, actor: 'test' },
      { ...limited, permissions: ['read', 'write'] },
    )
    const withKey = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => post(n, {}, secret)))
    assert.deepEqual(statusesOf(withKey), { filed: 3, overTheLimit: AT_ONCE - 3, all: AT_ONCE })
    const spent = (await acts()).reduce((sum, { amount_cents }) => sum + Number(amount_cents), 0)
    assert.equal(spent, 8 * PRICE_CENTS)
  })

  test('the same client_ref on both at once is one job, which is paid and filed once', async () => {
    const geometry = areaOf(made++)
    const before = (await acts()).length
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) => post(n, { geometry, client_ref: 'the same' })),
    )
    const jobs = (await Promise.all(answers.map((answer) => answer.json()))) as { job_id: string }[]
    assert.ok(answers.every(({ status }) => status === 202))
    assert.equal(new Set(jobs.map(({ job_id }) => job_id)).size, 1)
    assert.equal(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null).length, 1)
    assert.equal((await acts()).length, before + 1)
  })

  test('each is restarted in its turn: no call of clients that ask for readiness fails, and no work is doubled', async () => {
    let isOver = false
    const refs: string[] = []
    const failed: string[] = []
    let calls = 0

    /** As Caddy does by `health_uri`. */
    const ready = async (from: number): Promise<string> => {
      for (let n = from; ; n++) {
        const { url } = office.apis[n % office.apis.length]!
        const answer = await fetch(`${url}/health/ready`).catch(() => undefined)
        await answer?.arrayBuffer().catch(() => undefined)
        if (answer?.status === 200) return url
        await pause(10)
      }
    }
    const call = async (from: number, path: string, body?: object): Promise<unknown> => {
      const url = await ready(from)
      calls++
      try {
        const answer = await fetch(`${url}/api/v1${path}`, {
          headers: { 'X-API-Key': company.key, 'Content-Type': 'application/json' },
          ...(body && { method: 'POST', body: JSON.stringify(body) }),
        })
        const text = await answer.text()
        if (!answer.ok) failed.push(`${path}: ${answer.status} ${text}`)
        return JSON.parse(text)
      } catch (error) {
        failed.push(`${path}: ${(error as Error).cause ?? error}`)
      }
    }
    const client = async (index: number): Promise<void> => {
      const mine: string[] = []
      for (let n = 0; !isOver || mine.length < JOBS_OF_EACH; n++) {
        if (mine.length < JOBS_OF_EACH) {
          const client_ref = `restart-${index}-${n}`
          const body = { klic_type: 'ORIENT', geometry: areaOf(made++), submit: true, client_ref }
          const { job_id } = (await call(index + n, '/jobs', body)) as { job_id: string }
          mine.push(job_id)
          refs.push(client_ref)
        }
        for (const path of [`/jobs/${mine[n % mine.length]}`, '/jobs', '/requests', '/events'])
          await call(index + n, path)
      }
    }
    const clients = Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)))
    for (const api of [0, 1, 0]) {
      const { url, process } = office.apis[api]!
      const starts = process.starts
      await process.restart()
      await until(
        async () =>
          process.starts > starts && (await fetch(`${url}/health/ready`).catch(() => undefined))?.status === 200,
      )
    }
    isOver = true
    await clients
    assert.deepEqual(failed, [])
    assert.ok(calls > CLIENTS * JOBS_OF_EACH * 5, `there were ${calls} calls`)
    await until(async () => {
      const rows = await store.db.selectFrom('job').select('status').where('submit', '=', 1).execute()
      return rows.every(({ status }) => status === 'ready')
    })
    // Eight before the limits, and the one that was sent forty times.
    assert.equal((await orders()).length, refs.length + 9)
    await until(async () => (await doublings(store)).length === 0)
  })
})
