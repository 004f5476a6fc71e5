/**
 * A server on a free loopback port, with a data folder, a clock and ids of its own. Everything is real but the world
 * outside: nobody files anything, so `put` writes what the worker would have written.
 */

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import pino from 'pino'
import type { z } from 'zod'
import { createApp } from '../../server/api/app.ts'
import { ROUTES } from '../../server/api/routes.ts'
import { runTask } from '../../server/exports/conversion/task.ts'
import type { ResultFormat } from '../../server/exports/result-formats.ts'
import type { Failure } from '../../server/features/jobs/rules/next-action.ts'
import { Job } from '../../server/features/jobs/schema.ts'
import { createKey } from '../../server/features/keys/keys.ts'
import { openServices } from '../../server/features/open-services.ts'
import type { ApiServices } from '../../server/features/services.ts'
import { insertCompany } from '../../server/features/settings/company-rows.ts'
import { firstRun } from '../../server/features/settings/first-run.ts'
import { setSetting } from '../../server/features/settings/rows.ts'
import { openVaults } from '../../server/features/settings/secrets.ts'
import type { CompanySettings, SettingName } from '../../server/features/settings/settings.ts'
import { publicKeyIn, signers } from '../../server/features/site-package/signing-key.ts'
import { storageProbe } from '../../server/features/status/storage-probe.ts'
import { insertUser } from '../../server/features/users/rows.ts'
import { issueWindowToken, startSession } from '../../server/features/users/sessions.ts'
import { recordBeat } from '../../server/platform/database/installation-rows.ts'
import { openStore } from '../../server/platform/database/open.ts'
import { Problem } from '../../server/platform/http/errors.ts'
import type { Permission, Role } from '../../server/platform/http/permissions.ts'
import { codesOf, type V1Code } from '../../server/platform/http/refusals.ts'
import type { Route } from '../../server/platform/http/route.ts'
import { createIds } from '../../server/platform/ids.ts'
import { createApiMetrics } from '../../server/platform/log/metrics.ts'
import { pluginFolder } from '../../server/platform/places.ts'
import { openServer } from '../../server/platform/processes/listening.ts'
import { memoizeByKey } from '../../server/platform/processes/memoize-by-key.ts'
import { folderStorage } from '../../server/platform/storage/folder.ts'
import { createRegistryAccess, providerVault } from '../../server/registry/client/access.ts'
import type { JobState, PartState } from '../../server/registry/klic.ts'
import { cage } from './caged.ts'
import { GARDEN, rdBox } from './rd-box.ts'
import { forget, storeIn } from './test-store.ts'

/** A Friday, noon in Amsterdam. */
export const START = '2026-03-06T11:00:00.000Z'
/** A working day well inside what the registry takes. */
export const START_DATE = '2026-03-16'

/** The least that Argon2 takes. */
const PASSWORD_COST = { memoryKib: 8, passes: 1 }

const NOBODY_KNOWS = `$argon2id$v=19$m=64,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

export { GARDEN }
/** 1200 x 20 m: three GRAAF notifications. */
export const TRENCH = rdBox(155000, 390000, 1200, 20)

export interface Reply {
  status: number
  headers: Headers
  text: string
  json: unknown
}

export interface Call {
  method?: string
  body?: unknown
  /** Sent as it is. */
  raw?: string | Uint8Array
  /** null: none */
  key?: string | null
  headers?: Record<string, string>
}

export type World = Awaited<ReturnType<typeof openWorld>>

/** The same bytes in every run. */
const countedBytes = () => {
  let count = 0
  return (length: number): Uint8Array =>
    createHash('shake256', { outputLength: length }).update(`bytes ${count++}`).digest()
}

/** @param grid of RD New, as installed; null: the approximation */
export async function openWorld(
  t: Pick<TestContext, 'after'>,
  more: Partial<ApiServices> = {},
  grid: ArrayBuffer | null = null,
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'klic api '))
  const store = more.store ?? (await openStore(await storeIn(dataDir)))
  const storage = more.storage ?? folderStorage(dataDir)
  let nowMs = Date.parse(START)
  const clock = { now: () => new Date(nowMs) }
  const ids = createIds(clock, countedBytes())
  const nudges = { count: 0 }
  const lines: string[] = []
  let baseUrl = ''
  const vaults = openVaults(dataDir)
  const opened = openServices({
    ...{ store, clock, ids, storage, dataDir, cage, grid },
    convert: (task) => runTask(task),
    onImproverFault: (error) => void lines.push(String(error)),
  })
  const services: ApiServices = Object.assign(opened.services, {
    passwordCost: PASSWORD_COST,
    nudge: () => {
      nudges.count += 1
    },
    addresses: null,
    registryAccess: memoizeByKey((owner: string) =>
      createRegistryAccess({
        vault: vaults.of(owner),
        prepare: async () => {},
      }),
    ),
    providerAccess: memoizeByKey((owner: string) => createRegistryAccess({ vault: providerVault(vaults.of(owner)) })),
    storage,
    cage: async () => (await cage()).holds,
    baseUrl: () => baseUrl,
    isLocal: true,
    probe: storageProbe(storage, dataDir),
    room: async () => undefined,
    metrics: createApiMetrics(),
    signer: signers(vaults),
    publicKey: (owner: string) => publicKeyIn(vaults.of(owner)),
    pluginDir: pluginFolder,
    rendererDir: null,
    mapAssetsDir: null,
    version: '0.0.0-test',
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    ...more,
  })
  const { companyId } = await firstRun(services)
  const about = { host: 'here', pid: 1, version: '0', slots: 8, counts: '[]' }
  const beat = () =>
    recordBeat(store.db, { id: 'wrk_test', ...about, started_at: START, seen_at: clock.now().toISOString() })
  await beat()
  const server: Server = openServer(createApp(services))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  t.after(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await opened.close()
    await store.close()
    await forget(dataDir)
    // What was asked for and not waited for, as a site package, may still write.
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
  })

  const keyWith = async (permissions: Permission[], owner = companyId, expiresAt?: string) =>
    createKey(services, { companyId: owner, actor: 'test' }, { name: permissions.join(' '), permissions, expiresAt })
  const keys = {
    read: (await keyWith(['read'])).secret,
    write: (await keyWith(['read', 'write'])).secret,
    /** May all. */
    admin: (await keyWith(['read', 'write', 'admin'])).secret,
  }

  const ask = async (path: string, { method = 'GET', body, raw, key = keys.admin, headers = {} }: Call = {}) => {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        ...(key !== null && { 'X-API-Key': key }),
        ...(sent !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: sent as string,
      redirect: 'manual',
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
    if (response.status >= 400 && isJson) documented(method, path, JSON.parse(text))
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined }
  }

  const v1 = (path: string, call?: Call): Promise<Reply> => ask(`/api/v1${path}`, call)

  const company = async (name = 'Buren B.V.'): Promise<string> => {
    const id = ids.make('com')
    await insertCompany(store.db, { id, name, createdAt: clock.now().toISOString() })
    return id
  }

  const windowWith =
    (cookie: string, csrf: string) =>
    (path: string, call: Call = {}) =>
      ask(`/dashboard/api${path}`, {
        key: null,
        ...call,
        headers: { Cookie: cookie, 'X-CSRF-Token': csrf, ...call.headers },
      })

  return {
    services,
    store,
    dataDir,
    companyId,
    keys,
    keyWith,
    company,
    nudges,
    lines,
    ask,
    v1,
    baseUrl,
    improver: opened.improver,
    clock,
    pass: (ms: number) => {
      nowMs += ms
    },

    set: <N extends SettingName>(name: N, value: CompanySettings[N], owner = companyId) =>
      setSetting(store.db, owner, name, value),

    quote: async (body: Record<string, unknown> = {}): Promise<Job> => {
      const reply = await v1('/jobs', { method: 'POST', body: { geometry: GARDEN, klic_type: 'ORIENT', ...body } })
      assert.ok(reply.status < 300, reply.text)
      return Job.parse(reply.json)
    },

    /** As the worker leaves a job: its state and those of its parts. */
    put: async (
      jobId: string,
      status: JobState,
      parts: PartState | PartState[] = 'delivered',
      facts: { revision?: number; failure?: Failure['reason'] } = {},
    ) => {
      const at = clock.now().toISOString()
      const settled = status === 'ready' || status === 'ready_incomplete'
      await store.db
        .updateTable('job')
        .set({
          status,
          submit: 1,
          submitted_at: at,
          revision: facts.revision ?? (settled ? 1 : 0),
          failure: facts.failure ? JSON.stringify({ reason: facts.failure }) : null,
          ready_at: settled ? at : null,
        })
        .where('id', '=', jobId)
        .execute()
      const rows = await store.db
        .selectFrom('part')
        .select('id')
        .where('job_id', '=', jobId)
        .orderBy('part_no')
        .execute()
      for (const [index, { id }] of rows.entries()) {
        const state = Array.isArray(parts) ? parts[index]! : parts
        await store.db
          .updateTable('part')
          .set({ status: state, submitted_at: at, delivered_at: state === 'delivered' ? at : null })
          .where('id', '=', id)
          .execute()
      }
    },

    /** As the worker leaves a file. */
    putFile: async (jobId: string, format: ResultFormat, content: string | Buffer, revision = 1) => {
      const path = join('jobs', jobId, `${revision}.${format}`)
      mkdirSync(dirname(join(dataDir, path)), { recursive: true })
      writeFileSync(join(dataDir, path), content)
      const sha256 = createHash('sha256').update(content).digest('hex')
      const ready = { state: 'ready', path, sha256, bytes: content.length, failure: null } as const
      const at = clock.now().toISOString()
      await store.db
        .insertInto('artifact')
        .values({ id: ids.make('art'), job_id: jobId, revision, format, created_at: at, ready_at: at, ...ready })
        .onConflict((conflict) => conflict.columns(['job_id', 'revision', 'format']).doUpdateSet(ready))
        .execute()
      return { path, sha256 }
    },

    /** The worker gives another sign of life. */
    beat,

    /** A window that has signed in. */
    signIn: async (owner = companyId) => {
      const token = await issueWindowToken(services, owner)
      const reply = await ask('/dashboard/api/session', { method: 'POST', body: { token }, key: null })
      const cookie = reply.headers.get('set-cookie')!.split(';')[0]!
      const csrf = (reply.json as { csrf_token: string }).csrf_token
      return { token, reply, url: baseUrl, cookie, csrf, window: windowWith(cookie, csrf) }
    },

    /** A user whose password nobody knows. */
    user: async (role: Role, owner = companyId): Promise<string> => {
      const id = ids.make('usr')
      const email = `${id.toLowerCase()}@graafbedrijf.example`
      const createdAt = clock.now().toISOString()
      const user = { id, companyId: owner, name: role, email, role, createdAt, lastSignedInAt: null }
      await insertUser(store.db, { ...user, passwordHash: NOBODY_KNOWS })
      return id
    },

    /** As that user after signing in. */
    signInAs: async (userId: string, owner = companyId) => {
      const whose = { companyId: owner, userId }
      const opened = await startSession(services, whose, { address: null, agent: null })
      const cookie = `${services.baseUrl().startsWith('https:') ? '__Host-' : ''}klic_session=${opened.cookie}`
      return { cookie, csrf: opened.csrfToken, window: windowWith(cookie, opened.csrfToken) }
    },
  }
}

const PATTERNS = Object.entries<Route>(ROUTES).map(([name, route]) => ({
  name,
  route,
  pattern: new RegExp(`^/api/v1${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))
/** Operation and code of every refusal that API v1 answered in this process. */
export const refusedSoFar = new Set<string>()

/** Checked in every test: an error of API v1 has a code that the document names for its operation. */
function documented(method: string, path: string, body: unknown): void {
  const { pathname } = new URL(path, 'http://localhost')
  const row = PATTERNS.find(({ route, pattern }) => route.method === method.toLowerCase() && pattern.test(pathname))
  if (!row) return
  const code = Problem.parse(body).detail.error_code
  refusedSoFar.add(`${row.name} ${code}`)
  assert.ok(codesOf(row.route).includes(code as V1Code), `${row.name} answers ${code}, which the document does not say`)
}

/** The reply is this problem, in the contract's form, and its request id is the header's. */
export function refused(reply: Reply, status: number, code: string): Problem['detail'] {
  assert.equal(reply.status, status, reply.text)
  const { detail } = Problem.parse(reply.json)
  assert.equal(detail.error_code, code, reply.text)
  assert.equal(detail.request_id, reply.headers.get('x-request-id'))
  return detail
}

export const pointers = (detail: Problem['detail']): string[] =>
  (detail.errors ?? []).map((each) => each.pointer).sort()

/** The reply has this status and the contract's shape. */
export function shown<S extends z.ZodType>(schema: S, reply: Reply, status = 200): z.output<S> {
  assert.equal(reply.status, status, reply.text)
  return schema.parse(reply.json)
}
