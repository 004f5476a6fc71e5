/**
 * What somebody who helps needs to know, and nothing that is secret or about a person: only what is listed here goes in.
 * Texts that anything could be written in (an error's message, a reason, a name of a file) stay out; where the error
 * stood in our code stays in.
 */

import { open } from 'node:fs/promises'
import { arch, cpus, platform, release, totalmem } from 'node:os'
import { basename, join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { MAX_LOG_LINES } from '../../platform/limits.ts'
import type { Caller, Database, Files, Installation } from '../services.ts'
import { companyIds } from '../settings/company-rows.ts'
import { settingsOf } from '../settings/rows.ts'
import type { CompanySettings } from '../settings/settings.ts'
import type { Diagnostics } from './schema.ts'

const LOG_BYTES = 256 * 1024

/** Settings whose text says nothing about anybody; of others only whether they are set. */
const PLAIN_TEXTS = ['registry.environment', 'billing.mode']

/** Fields of a log line that the program writes itself. */
const PLAIN_FIELDS = [
  ...['level', 'time', 'name', 'request_id', 'method', 'status', 'ms', 'flow', 'code', 'signal', 'againInMs'],
  ...['jobId', 'orderId', 'eventId', 'deliveryId', 'environment', 'child'],
]

export async function diagnose(
  { store, clock, dataDir, version, isLocal }: Database & Files & Installation,
  { companyId }: Caller,
): Promise<Diagnostics> {
  const settings = await settingsOf(store.db, companyId)
  const isAlone = (await companyIds(store.db)).length === 1
  return {
    made_at: clock.now().toISOString(),
    version,
    node: process.version,
    system: {
      platform: platform(),
      release: release(),
      arch: arch(),
      cpus: cpus().length,
      memory_mb: megabytes(totalmem()),
    },
    server: { uptime_s: Math.round(process.uptime()), memory_mb: megabytes(process.memoryUsage().rss) },
    settings: plainSettings(settings),
    counts: await countsByState(store.db, companyId),
    // The log of a server for others, and of one with several companies, is about all: only its operator has it.
    log: isLocal && isAlone ? await lastLines(join(dataDir, 'logs', 'klic-desktop.log')) : [],
  }
}

const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024)

const plainSettings = (settings: CompanySettings): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      if (value === null || ['boolean', 'number'].includes(typeof value) || PLAIN_TEXTS.includes(name)) {
        return [name, value]
      }
      return [name, Array.isArray(value) ? `${value.length} set` : 'set']
    }),
  )

/** The newest; an own line for each that can be read. */
async function lastLines(file: string): Promise<Record<string, unknown>[]> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (!handle) return []
  try {
    const { size } = await handle.stat()
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(Math.min(size, LOG_BYTES)),
      position: Math.max(0, size - LOG_BYTES),
    })
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n').slice(-MAX_LOG_LINES)
    return lines.map(plainLine).filter((line) => line !== undefined)
  } finally {
    await handle.close()
  }
}

function plainLine(line: string): Record<string, unknown> | undefined {
  let said: Record<string, unknown>
  try {
    said = JSON.parse(line) as Record<string, unknown>
  } catch {
    return undefined
  }
  const plain: Record<string, unknown> = {}
  for (const field of PLAIN_FIELDS) if (said[field] !== undefined) plain[field] = said[field]
  // What a child said in its own words is logged as the message itself.
  if (said.child === undefined) plain.msg = said.msg
  if (typeof said.path === 'string') plain.path = said.path.split('?')[0]
  const error = said.err as { type?: string; code?: string; stack?: string } | undefined
  if (error) plain.err = { type: error.type, code: error.code, at: framesOf(error.stack ?? '') }
  return plain
}

/** `file:line` of each frame, without the folders that lead there. */
const framesOf = (stack: string): string[] =>
  [...stack.matchAll(/^\s+at .*?([^\s()]+):(\d+):\d+\)?$/gm)].map(([, file, line]) => `${basename(file!)}:${line}`)

const BY_STATE = {
  jobs: ['job', 'status'],
  registry_orders: ['registry_order', 'state'],
  events: ['event', 'state'],
  artifacts: ['artifact', 'state'],
  users: ['user', 'role'],
} as const

const HAS_COMPANY = ['jobs', 'events', 'users']

/** @returns for each kind how many in each state, of one company */
async function countsByState(db: Kysely<DB>, companyId: string): Promise<Record<string, Record<string, number>>> {
  const counts: Record<string, Record<string, number>> = {}
  for (const [kind, [table, column]] of Object.entries(BY_STATE)) {
    // What belongs to a job has no company of its own.
    const own = HAS_COMPANY.includes(kind)
      ? sql`company_id = ${companyId}`
      : sql`job_id in (select id from job where company_id = ${companyId})`
    const { rows } = await sql<{ state: string; total: number }>`
      select ${sql.ref(column)} as state, count(*) as total from ${sql.table(table)} where ${own} group by 1`.execute(
      db,
    )
    counts[kind] = Object.fromEntries(rows.map(({ state, total }) => [state, Number(total)]))
  }
  return counts
}
