/** How the server is, for the administrators of a company; counts are of their own jobs. */
import { z } from 'zod'
import { DISK_STATES } from '../../platform/disk-full.ts'
import type { Route } from '../../platform/http/route.ts'
import { MAX_LOG_LINES, MAX_WORKERS_SHOWN } from '../../platform/limits.ts'
import { CAGE_KINDS, CAGE_REASONS } from '../../platform/processes/cage-holds.ts'
import { REGISTRY_ENVIRONMENTS } from '../../registry/klic.ts'
import { Instant } from '../http/common-schema.ts'

const Verdict = z.enum(['ok', 'failed'])
const Counts = z.record(z.string(), z.int())

export const Status = z.object({
  version: z.string(),
  checks: z.object({
    database: Verdict,
    storage: Verdict,
    workers: Verdict,
    installation: Verdict.meta({
      description: 'Whether storage, secrets key and version are those of the installation',
    }),
    disk: z.enum(DISK_STATES).meta({ description: 'low below 1 GiB; full below 256 MiB: nothing is filed or written' }),
  }),
  causes: z
    .partialRecord(z.enum(['database', 'storage', 'workers', 'installation']), z.string())
    .meta({ description: 'Why a check failed, in words for the operator' }),
  files_apart: z.boolean().meta({
    description: 'DATABASE_URL is set and STORAGE_URL is not: other machines do not see the files of this one',
  }),
  registry: z.object({
    environment: z.enum(REGISTRY_ENVIRONMENTS),
    undecided_orders: z.int().meta({ description: 'Sent, and not judged yet' }),
    open_parts: z.int().meta({ description: 'Notifications whose complete delivery is still to come' }),
    last_answer_at: Instant.nullable().meta({ description: 'When an order was last judged' }),
    clock_off_s: z.int().nullable().meta({
      description:
        "Seconds that the server's clock is ahead of the registry's (negative: behind), by its last answer; null within a minute",
    }),
    last_test: z.object({ at: Instant, passed: z.boolean() }).nullable(),
  }),
  jobs: Counts.meta({ description: 'By state' }),
  queue: Counts.meta({ description: 'By kind of work: file, follow, fetch, merge, convert' }),
  webhooks: Counts.meta({ description: 'By state: waiting, sent, given_up' }),
  data_folder_open: z
    .boolean()
    .meta({ description: "Other users of the server's computer could read its data folder" }),
  cage: z
    .object({ kind: z.enum(CAGE_KINDS), why: z.enum(CAGE_REASONS).nullable() })
    .meta({ description: 'In what files from outside are read on this server; why it is no sandbox' }),
  site_key: z.string().nullable().meta({
    description: 'Ed25519, hex: by this key the site packages of the company are known; null: none was made yet',
  }),
  set_aside: z
    .object({ files: z.int(), bytes: z.int(), kept_days: z.int() })
    .meta({ description: 'What was found to be damaged on the disk: kept in the folder damaged, and then removed' }),
  disk: z.object({ free_bytes: z.number(), total_bytes: z.number() }).nullable(),
  workers: z
    .array(
      z.object({
        worker_id: z.string(),
        version: z.string(),
        slots: z.int(),
        started_at: Instant,
        last_seen_at: Instant,
      }),
    )
    .max(MAX_WORKERS_SHOWN),
})
export type Status = z.infer<typeof Status>

/** A file to send to somebody who helps: nothing secret in it, and nothing about people. */
export const Diagnostics = z.looseObject({
  made_at: Instant,
  version: z.string(),
  settings: z
    .record(z.string(), z.unknown())
    .meta({ description: 'Texts only as "set", but a few that name a choice' }),
  counts: z.record(z.string(), z.record(z.string(), z.int())),
  log: z
    .array(z.looseObject({}))
    .max(MAX_LOG_LINES)
    .meta({ description: 'The last lines, of each what the program itself wrote' }),
})
export type Diagnostics = z.infer<typeof Diagnostics>

export const STATUS_ROUTES = {
  getStatus: {
    method: 'get',
    path: '/status',
    permission: 'admin',
    summary: 'Registry, queue, webhooks, disk and workers',
    responses: { 200: Status },
  },
  getDiagnostics: {
    method: 'get',
    path: '/diagnostics',
    permission: 'admin',
    summary: 'Versions, settings without secrets, counts and the last log lines, as a file',
    responses: { 200: Diagnostics },
  },
} as const satisfies Record<string, Route>
