/** A real server of an office with two companies, each at a window of its own, and results that a worker could have made. */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { dirname, join } from 'node:path'
import { firstRun, makeCompany } from '../../server/features/settings/first-run.ts'
import { issueWindowToken } from '../../server/features/users/sessions.ts'
import { openStore } from '../../server/platform/database/open.ts'
import { systemClock, systemIds } from '../../server/platform/real-clock.ts'
import { RealServer } from './real-server.ts'

const HOST = 'klic.office.example'

export interface Answer {
  status: number
  ms: number
  text: string
  headers: Record<string, string | string[] | undefined>
}

export interface Company {
  /** @returns status 0 when the caller hung up */
  ask(method: string, path: string, sent?: { body?: Buffer; type?: string; gone?: AbortSignal }): Promise<Answer>
  /** Of a job that is ready. @param extent RD New metres */
  addResult(write: (path: string) => void, extent: readonly [number, number, number, number]): Promise<string>
}

export interface TwoCompanies {
  server: RealServer
  companies: readonly [Company, Company]
  close(): Promise<void>
}

/** @param env more of the server's environment */
export async function openTwoCompanies(env: Record<string, string> = {}): Promise<TwoCompanies> {
  const server = new RealServer()
  server.env = { KLIC_PUBLIC_URL: `https://${HOST}`, KLIC_STOP_GRACE_SECONDS: '0', ...env }
  await server.open()
  const store = await openStore(join(server.dataDir, 'app.db'))
  const services = { store, clock: systemClock, ids: systemIds }
  const call = (method: string, path: string, headers: Record<string, string>, body?: Buffer, gone?: AbortSignal) =>
    new Promise<Answer>((resolve) => {
      const begun = performance.now()
      const { hostname, port } = new URL(server.ready.local_url)
      const own = { Host: HOST, 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '203.0.113.9', ...headers }
      const end = (answer: Omit<Answer, 'ms'>) => resolve({ ...answer, ms: performance.now() - begun })
      const sent = request({ hostname, port, path, method, headers: own, agent: false, signal: gone }, (reply) => {
        let text = ''
        reply.setEncoding('latin1').on('data', (chunk: string) => {
          text += chunk
        })
        reply.on('end', () => end({ status: reply.statusCode ?? 0, text, headers: reply.headers }))
        reply.on('error', () => end({ status: 0, text, headers: {} }))
      })
      sent.on('error', (error) => end({ status: 0, text: error.message, headers: {} }))
      sent.end(body)
    })

  const open = async (companyId: string): Promise<Company> => {
    const token = await issueWindowToken(services, companyId)
    const json = { 'Content-Type': 'application/json' }
    const opened = await call('POST', '/dashboard/api/session', json, Buffer.from(JSON.stringify({ token })))
    if (opened.status !== 201) throw new Error(`no session: ${opened.status} ${opened.text}`)
    const cookie = [opened.headers['set-cookie']].flat()[0]!.split(';')[0]!
    const session = { Cookie: cookie, 'X-CSRF-Token': (JSON.parse(opened.text) as { csrf_token: string }).csrf_token }
    const ask: Company['ask'] = (method, path, { body, type, gone } = {}) =>
      call(
        method,
        path,
        { ...session, ...(body && { 'Content-Type': type ?? 'application/json', 'Content-Length': `${body.length}` }) },
        body,
        gone,
      )
    return {
      ask,
      async addResult(write, extent) {
        const [minX, minY] = extent
        const ring = [
          [minX, minY],
          [minX + 20, minY],
          [minX + 20, minY + 20],
          [minX, minY + 20],
          [minX, minY],
        ]
        const asked = { klic_type: 'ORIENT', geometry: { type: 'Polygon', coordinates: [ring] } }
        const quoted = await ask('POST', '/dashboard/api/jobs', { body: Buffer.from(JSON.stringify(asked)) })
        if (quoted.status !== 201) throw new Error(`no quote: ${quoted.status} ${quoted.text}`)
        const { job_id: jobId } = JSON.parse(quoted.text) as { job_id: string }
        const key = join('jobs', jobId, '1.gpkg')
        const path = join(server.dataDir, key)
        mkdirSync(dirname(path), { recursive: true })
        write(path)
        const bytes = readFileSync(path)
        const at = systemClock.now().toISOString()
        const lists = { operators: [], themes: [], precautions: [], warnings: [], deliveries: [] }
        const ready = { status: 'ready', submit: 1, submitted_at: at, ready_at: at, revision: 1 } as const
        const summary = JSON.stringify({ features: 1, extent, ...lists })
        await store.db
          .updateTable('job')
          .set({ ...ready, summary })
          .where('id', '=', jobId)
          .execute()
        const file = { state: 'ready', path: key, bytes: bytes.length, failure: null } as const
        await store.db
          .insertInto('artifact')
          .values({
            ...file,
            id: systemIds.make('art'),
            job_id: jobId,
            revision: 1,
            format: 'gpkg',
            sha256: createHash('sha256').update(bytes).digest('hex'),
            created_at: at,
            ready_at: at,
          })
          .execute()
        return jobId
      },
    }
  }
  const { companyId } = await firstRun(services)
  const companies = [await open(companyId), await open(await makeCompany(services, 'Buren B.V.'))] as const
  return {
    server,
    companies,
    close: async () => {
      await store.close()
      await server.close()
    },
  }
}
