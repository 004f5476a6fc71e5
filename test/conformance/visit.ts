/** One visit to a server: its client, what it was found to be, and what the rows share. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import { Job } from '../../server/features/jobs/schema.ts'
import { NewKey } from '../../server/features/keys/schema.ts'
import { Problem } from '../../server/platform/http/errors.ts'
import type { SuiteOptions } from './suite.ts'
import { NotTestable } from './suite.ts'

export interface Reply {
  status: number
  headers: Headers
  bytes: Buffer
  text: string
  json: unknown
}

export interface Call {
  method?: string
  body?: unknown
  raw?: string | Uint8Array
  /** null: none */
  key?: string | null
  headers?: Record<string, string>
  /** Leave a 429 to the row; otherwise it is waited out. */
  mayBeLimited?: boolean
}

/** 40 m square in Best, RD New. */
export const GARDEN = square(155_000, 390_000, 40)

export function square(x: number, y: number, sideM: number) {
  const ring = [
    [x, y],
    [x + sideM, y],
    [x + sideM, y + sideM],
    [x, y + sideM],
    [x, y],
  ]
  return { type: 'Polygon', coordinates: [ring] }
}

const MAX_MS = 5 * 60_000

export class Visit {
  readonly baseUrl: string
  readonly key: string
  readonly webhookSecret: string | undefined
  lastAnswer: Reply | undefined
  isAdmin = false
  /** The server files nothing for real. */
  isSimulated = false
  readonly maySubmit: () => boolean
  private readonly jobs = new Map<string, Promise<Job>>()
  private readonly madeKeys: { keyId: string; secret: string }[] = []
  private readonly keysByPermission = new Map<string, Promise<z.output<typeof NewKey>>>()

  private constructor({ baseUrl, key, submit, webhookSecret }: SuiteOptions) {
    this.webhookSecret = webhookSecret
    this.baseUrl = baseUrl.replace(/\/+$/, '')
    this.key = key
    this.maySubmit = () => this.isSimulated || submit
  }

  /** @throws when nothing like the contract answers, or the key may not write */
  static async start(asked: SuiteOptions): Promise<Visit> {
    const visit = new Visit(asked)
    const quote = await visit.v1('/jobs', { method: 'POST', body: { geometry: GARDEN, klic_type: 'ORIENT' } })
    if (quote.status !== 201) throw new Error(`POST /jobs does not make a quote: ${quote.status} ${quote.text}`)
    visit.isSimulated = (quote.json as Partial<Job>).simulated === true
    visit.isAdmin = (await visit.v1('/keys')).status === 200
    const write = await visit.v1(`/jobs/${randomUUID()}/submit`, { method: 'POST' })
    if (write.status !== 404) throw new Error('The key may not write: give one with the permissions read and write')
    return visit
  }

  async end(): Promise<void> {
    for (const { keyId } of this.madeKeys) await this.v1(`/keys/${keyId}`, { method: 'DELETE' })
  }

  v1(path: string, call?: Call): Promise<Reply> {
    return this.ask(`/api/v1${path}`, call)
  }

  async ask(path: string, call: Call = {}): Promise<Reply> {
    const { method = 'GET', body, raw, key = this.key, headers = {}, mayBeLimited = false } = call
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await fetch(this.baseUrl + path, {
      method,
      headers: {
        ...(key !== null && { 'X-API-Key': key }),
        ...(sent !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent as string }),
      redirect: 'manual',
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const text = bytes.toString('utf8')
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '') && text !== ''
    const reply = {
      status: response.status,
      headers: response.headers,
      bytes,
      text,
      json: isJson ? JSON.parse(text) : undefined,
    }
    this.lastAnswer = reply
    if (reply.status !== 429 || mayBeLimited) return reply
    await pause(1000 * Number(reply.headers.get('retry-after') ?? 5))
    return this.ask(path, call)
  }

  post(path: string, body: unknown, more: Call = {}): Promise<Reply> {
    return this.v1(path, { method: 'POST', body, ...more })
  }

  /** A new quote. */
  async quote(more: Record<string, unknown> = {}): Promise<Job> {
    return shown(Job, await this.post('/jobs', { geometry: GARDEN, klic_type: 'ORIENT', ...more }), 201)
  }

  /** @throws NotTestable where submitting costs money and was not asked for */
  refuseCosts(): void {
    if (!this.maySubmit()) throw new NotTestable('it would submit, which costs money here; --submit allows it')
  }

  /** @throws NotTestable where there is no simulator to play a scene */
  refuseReality(): void {
    if (!this.isSimulated) throw new NotTestable('it needs a registry that plays this scene; this one is real')
  }

  /** A submitted job with this marker in its reference, once it does not move any more; made once. */
  ended(marker = ''): Promise<Job> {
    this.refuseCosts()
    if (marker) this.refuseReality()
    let job = this.jobs.get(marker)
    if (!job) {
      job = this.untilEnded(marker)
      this.jobs.set(marker, job)
    }
    return job
  }

  private async untilEnded(marker: string): Promise<Job> {
    const body = { geometry: GARDEN, klic_type: 'ORIENT', reference: `conformance ${marker}`.trim(), submit: true }
    const { job_id } = shown(Job, await this.post('/jobs', body), 202)
    const end = performance.now() + MAX_MS
    for (;;) {
      const job = shown(Job, await this.v1(`/jobs/${job_id}`))
      if (job.next_action !== 'wait') return job
      if (performance.now() > end) throw new Error(`the job is still ${job.status} after ${MAX_MS / 60_000} minutes`)
      await pause(300)
    }
  }

  /** A ready job; the newest there is when nothing may be submitted. */
  async ready(): Promise<Job> {
    if (this.maySubmit()) {
      const job = await this.ended()
      assert.equal(job.status, 'ready', `a plain job ended as ${job.status}: ${job.next_action_message}`)
      return job
    }
    const { data } = (await this.v1('/jobs?page_size=200')).json as { data: Job[] }
    const found = data.find((each) => each.status === 'ready')
    if (!found) throw new NotTestable('there is no ready job here, and making one costs money; --submit allows it')
    return shown(Job, await this.v1(`/jobs/${found.job_id}`))
  }

  /** A key of its own that may read, or do this alone; revoked when the visit ends. */
  async keyWith(permission: 'read' | 'write'): Promise<string> {
    let key = this.keysByPermission.get(permission)
    if (!key) {
      key = this.newKey({ name: `conformance ${permission}`, permissions: [permission] })
      this.keysByPermission.set(permission, key)
    }
    return (await key).secret
  }

  async newKey(body: Record<string, unknown>): Promise<z.output<typeof NewKey>> {
    if (!this.isAdmin)
      throw new NotTestable('it needs a key of its own, and only a key with the permission admin makes one')
    const key = shown(NewKey, await this.post('/keys', body), 201)
    this.madeKeys.push({ keyId: key.key_id, secret: key.secret })
    return key
  }
}

/** The answer has this status and the contract's shape. */
export function shown<S extends z.ZodType>(schema: S, reply: Reply, status = 200): z.output<S> {
  assert.equal(reply.status, status, `status ${reply.status} instead of ${status}`)
  return schema.parse(reply.json)
}

/** The answer is this problem, in the contract's form, with the request id of its header. */
export function refused(reply: Reply, status: number, code: string): Problem['detail'] {
  assert.equal(reply.status, status, `status ${reply.status} instead of ${status} ${code}`)
  assert.match(reply.headers.get('content-type') ?? '', /application\/(problem\+)?json/)
  const { detail } = Problem.parse(reply.json)
  assert.equal(detail.error_code, code)
  assert.equal(detail.request_id, reply.headers.get('x-request-id'))
  return detail
}
