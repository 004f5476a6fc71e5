/**
 * The real client and the real flows on a real store, against the simulated registry over HTTP, under a clock that only
 * moves when everybody sleeps. The line drops answers, the registry is away for hours and days, and the worker dies
 * between any two effects; only the conversion is played, because it is measured elsewhere.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { packedKey } from '../../server/exports/result-formats.ts'
import { type CompanySettings, DEFAULT_SETTINGS } from '../../server/features/settings/settings.ts'
import { createSweep } from '../../server/features/sweep.ts'
import type { TaskContext } from '../../server/features/task-context.ts'
import type { ConversionTask } from '../../server/imkl/model/conversion-task.ts'
import { openStore, type Store } from '../../server/platform/database/open.ts'
import { folderStorage } from '../../server/platform/storage/folder.ts'
import { createRegistryClient } from '../../server/registry/client/client.ts'
import { endpointsFor } from '../../server/registry/client/endpoints.ts'
import { createTokens } from '../../server/registry/client/tokens.ts'
import type { RegistryClient } from '../../server/registry/types.ts'
import { simulatorApplicant, simulatorCredentials } from '../../server/simulator/customer.ts'
import type { Random } from '../support/random.ts'
import { KilledRun, ReplayEngine } from '../support/replay-engine.ts'
import { insertPlanned } from './jobs.ts'
import type { Plan } from './plan.ts'

const LOST_ANSWER = 0.03
const DEATH = 0.002
const MINUTE = 60_000
const TICK_MS = 5 * MINUTE
/** After the last job: supplements come until 20 working days later. */
const MAX_DAYS_AFTER = 60

const { address, contact } = simulatorApplicant
const postal = {
  bagId: address.bagId,
  street: address.street,
  houseNumber: Number(address.houseNumber),
  houseLetter: null,
  houseNumberAddition: null,
  postcode: address.postcode,
  city: address.town,
  country: 'NLD' as const,
}
const SETTINGS: CompanySettings = {
  ...DEFAULT_SETTINGS,
  'registry.organisation': {
    name: simulatorApplicant.organisation,
    kvkNumber: simulatorApplicant.kvk,
    address: postal,
  },
  'registry.contact': contact,
  'registry.works.orient': ['proefsleuvenGraven'],
  'registry.works.graaf': ['kabelsLeidingenLeggen'],
  'registry.works.methods': ['mechanischGraven'],
  'registry.works.depth': '100cm',
  'registry.default_location': { ...postal, bagId: '0753010000000012' },
  'billing.mode': 'relation_number',
  'billing.relation_number': simulatorApplicant.relationNumber,
}

export interface SoakCounts {
  calls: number
  lost: number
  unanswered: number
  restarts: number
  turns: number
}

export interface SoakOptions {
  plan: Plan
  random: Random
  dataDir: string
  simulatorUrl: string
  simulatorFolder: string
  startMs: number
  stepSimulator(ms: number): Promise<void>
}

export class SoakWorld {
  readonly counts: SoakCounts = { calls: 0, lost: 0, unanswered: 0, restarts: 0, turns: 0 }
  store!: Store
  nowMs: number
  private readonly options: SoakOptions
  private readonly engine: ReplayEngine
  private client!: RegistryClient
  private ids = 0
  private arrived = 0
  /** Where the engine wants to be; the registry's clock is stepped before anybody acts again. */
  private wantedMs: number

  constructor(options: SoakOptions) {
    this.options = options
    this.nowMs = options.startMs
    this.wantedMs = options.startMs
    this.engine = new ReplayEngine(
      () => this.nowMs,
      (ms) => {
        this.wantedMs = ms
      },
    )
  }

  /** Until every job has ended. @throws Error when one never does */
  async run(): Promise<void> {
    const { plan, startMs } = this.options
    await this.reopen()
    let sweep = createSweep(this.services())
    const end = Math.max(...plan.jobs.map((job) => job.atMs), startMs) + MAX_DAYS_AFTER * 24 * 60 * MINUTE
    for (;;) {
      this.counts.turns++
      await this.arrivals()
      try {
        await sweep.run()
        const isAlive = await this.engine.turn(sweep.flows)
        const next = plan.jobs[this.arrived]?.atMs
        if (!isAlive && next === undefined) return
        if (!isAlive) this.wantedMs = next!
        await this.passTime(next)
      } catch (error) {
        if (!(error instanceof KilledRun)) throw error
        this.counts.restarts++
        await this.reopen()
        sweep = createSweep(this.services())
      }
      if (this.nowMs > end) throw new Error('some job never comes to its end')
    }
  }

  /** What wakes within the same five minutes acts together. Never beyond the next job. */
  private async passTime(nextArrivalMs: number | undefined): Promise<void> {
    if (this.wantedMs <= this.nowMs) return
    const tick = Math.ceil(this.wantedMs / TICK_MS) * TICK_MS
    const target = Math.max(this.nowMs, Math.min(tick, nextArrivalMs ?? tick))
    await this.options.stepSimulator(target - this.nowMs)
    this.nowMs = target
    this.wantedMs = target
  }

  private async arrivals(): Promise<void> {
    const { jobs } = this.options.plan
    for (; jobs[this.arrived] && jobs[this.arrived]!.atMs <= this.nowMs; this.arrived++) {
      await insertPlanned(this.store, jobs[this.arrived]!, this.nowMs)
    }
  }

  /** What a new worker has: the disk, and nothing else. */
  private async reopen(): Promise<void> {
    await this.store?.close()
    this.store = await openStore(join(this.options.dataDir, 'app.db'))
    // The other host of the scene of that name is allowed from the start.
    const endpoints = { ...endpointsFor('simulator', this.options.simulatorUrl), hosts: ['localhost'] }
    const credentials = simulatorCredentials(this.options.simulatorFolder)
    const clock = { now: () => this.nowMs }
    // JWTs are judged by real time; tokens end by simulated time, which the client learns by a refusal.
    const tokens = createTokens({ endpoints, credentials, now: Date.now, send: this.send })
    this.client = createRegistryClient({ endpoints, credentials, clock, tokens, fetch: this.send })
  }

  private readonly send: typeof fetch = async (input, init) => {
    const outage = this.options.plan.outages.find(({ fromMs, untilMs }) => fromMs <= this.nowMs && this.nowMs < untilMs)
    this.effect()
    this.counts.calls++
    // Who is refused gets its tokens, and links ask for none.
    const isMet = outage?.kind !== 'refused' || new URL(String(input)).pathname.startsWith('/klic/')
    if (outage && isMet) {
      this.counts.unanswered++
      if (outage.kind === 'refused') return new Response('Kadaster - Niet geautoriseerd.', { status: 401 })
      if (outage.kind === 'unavailable') return new Response('{ Service niet beschikbaar }', { status: 503 })
      throw new TypeError('fetch failed')
    }
    const answer = await fetch(input, init)
    const whole = new Response(await answer.arrayBuffer(), { status: answer.status, headers: answer.headers })
    this.effect()
    if (this.options.random() >= LOST_ANSWER) return whole
    this.counts.lost++
    throw new TypeError('terminated')
  }

  private readonly effect = (): void => {
    if (this.options.random() < DEATH) {
      this.isDying = true
      throw new KilledRun()
    }
  }
  /** The client takes every error of `fetch` for a lost line; a death must get through it. */
  private isDying = false
  private readonly orDie = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      const result = await work()
      if (this.isDying) throw new KilledRun()
      return result
    } finally {
      if (this.isDying) {
        this.isDying = false
        // biome-ignore lint/correctness/noUnsafeFinally: a death outdoes every other error
        throw new KilledRun()
      }
    }
  }

  private services(): TaskContext {
    const { store } = this
    const registry = new Proxy(this.client, {
      get: (target, name: keyof RegistryClient) => {
        const call = target[name] as ((...args: unknown[]) => Promise<unknown>) | undefined
        // A promise that resolves with this object asks it for `then`.
        if (!call) return undefined
        return (...args: unknown[]) => this.orDie(() => call.apply(target, args))
      },
    })
    return {
      store: {
        ...store,
        durably: (turn, work) =>
          this.orDie(async () => {
            this.effect()
            const result = await store.durably(turn, work)
            this.effect()
            return result
          }),
      },
      engine: this.engine,
      clock: { now: () => new Date(this.nowMs) },
      ids: { make: (prefix) => `${prefix}_${++this.ids}`, secret: (length) => 'x'.repeat(length) },
      settingsOf: async () => ({ ...SETTINGS, 'registry.version_3_from': this.options.plan.version3From }),
      registryFor: async () => registry,
      testConnection: async () => [],
      convert: (task) =>
        this.orDie(async () => {
          this.effect()
          return this.convert(task)
        }),
      post: async () => ({ status: 200 }),
      storage: folderStorage(this.options.dataDir),
      tempDir: join(this.options.dataDir, 'tmp'),
      readingsDir: join(this.options.dataDir, 'tmp', 'readings'),
      baseUrl: () => 'http://127.0.0.1:4780',
      pause: (ms) => ms,
      log: { info() {}, warn() {}, error() {} },
    }
  }

  private async convert(task: ConversionTask) {
    const artifacts = task.out.map((out) => {
      mkdirSync(dirname(out.path), { recursive: true })
      writeFileSync(out.path, '{}')
      const packed = packedKey(out.path, out.format)
      if (packed !== null) writeFileSync(packed, gzipSync('{}'))
      return { ...out, sha256: out.format, bytes: 2 }
    })
    return { artifacts, summary: null }
  }
}
