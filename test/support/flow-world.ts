/**
 * A world for the flows: a real store in a temporary folder, a registry on paper, a conversion that only writes names,
 * a clock that moves by sleeping. at-every-effect.ts kills it at effect 1, then at effect 2, and so on to the end.
 */
import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { serialize } from 'node:v8'
import { gzipSync } from 'node:zlib'
import type { KyselyPlugin, QueryId } from 'kysely'
import { runTask } from '../../server/exports/conversion/task.ts'
import { resumeJob } from '../../server/features/jobs/rows/job-moves.ts'
import { resumeParts } from '../../server/features/jobs/rows/parts.ts'
import type { CompanySettings } from '../../server/features/settings/settings.ts'
import { DEFAULT_SETTINGS } from '../../server/features/settings/settings.ts'
import { createSweep } from '../../server/features/sweep.ts'
import type { TaskContext } from '../../server/features/task-context.ts'
import type {
  ConversionResult,
  ConversionTask,
  GroundLayer,
  GroundSummary,
  ResultSummary,
  ResultWarning,
} from '../../server/imkl/model/conversion-task.ts'
import type { TrenchPlan } from '../../server/imkl/model/trench-plan.ts'
import { openStore, type Store } from '../../server/platform/database/open.ts'
import { diskFull } from '../../server/platform/disk-full.ts'
import { withRoom } from '../../server/platform/processes/disk.ts'
import { TryLater } from '../../server/platform/refusal.ts'
import { folderStorage } from '../../server/platform/storage/folder.ts'
import type { Storage } from '../../server/platform/storage/port.ts'
import type { RegistryClient } from '../../server/registry/types.ts'
import { PaperRegistry, type Scenario } from './paper-registry.ts'
import { quickFolder } from './quick-folder.ts'
import { KilledRun, ReplayEngine } from './replay-engine.ts'
import { importedPath, type SeedOptions, START, seedJob } from './seed-job.ts'
import { forget, storeIn } from './test-store.ts'

const ADDRESS = {
  bagId: '0753200000000011',
  street: 'Voorbeeldstraat',
  houseNumber: 1,
  houseLetter: null,
  houseNumberAddition: null,
  postcode: '5683AC',
  city: 'Best',
  country: 'NLD' as const,
}
const TURNS_AT_MOST = 5000

export interface WorldOptions extends Scenario, SeedOptions {
  /** Answers of the webhook's address, in turn; 200 after them. Words: there was no answer. */
  webhookAnswers?: (number | { status: number; retryAfterMs: number } | string)[]
  settings?: Partial<CompanySettings>
  /** How often the disk is found full before there is room */
  diskFullFor?: number
  /** Default: the data folder itself */
  storage?: (dataDir: string, life: number) => Storage
  /** Conversions that fail as a fault of the program would. */
  conversionFaults?: number
  /** Files are converted; else what is made of them names them. */
  isReal?: true
  /** What a conversion is refused with. @param no its number, from 1 */
  refuseConversion?: (task: ConversionTask, no: number) => Error | undefined
  /** Of each line of a trench plan by its id, the hash of its geometry. */
  shapes?: Readonly<Record<string, string>>
  /** Deliveries that hold the ground. */
  ground?: boolean
  /** Why the ground of them is not all shown. */
  groundWarnings?: ResultWarning[]
  /** In the middle of a merge. @param say tells how far it is, as the conversion does */
  whileMerging?: (world: FlowWorld, say: NonNullable<Parameters<TaskContext['convert']>[2]>) => Promise<void>
}

/** Where the server calls what this is called by, as `server/features/jobs/x.ts:12`. */
function callSite(): string {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 50
  const { stack = '' } = new Error('where')
  Error.stackTraceLimit = stackTraceLimit
  return /\/(server\/[^\s:?]+:\d+)/.exec(stack)?.[1] ?? 'a test'
}

/** Calls `effect` before each write and once it is done. @returns a plugin for the database outside of transactions */
const aroundWrites = (effect: Effect): KyselyPlugin => {
  const writes = new WeakMap<QueryId, string>()
  return {
    transformQuery: ({ node, queryId }) => {
      if (node.kind !== 'SelectQueryNode') {
        const kind = `${node.kind} of ${callSite()}`
        effect()
        writes.set(queryId, kind)
      }
      return node
    },
    transformResult: async ({ result, queryId }) => {
      const kind = writes.get(queryId)
      if (kind !== undefined) effect(kind)
      return result
    },
  }
}

/** Called before and after each effect on the world outside of the worker. @param done its kind, once it is done */
type Effect = (done?: string) => void

export interface WebhookCall {
  id: string
  url: string
  headers: Record<string, string>
  body: string
  at: number
}

export class FlowWorld {
  readonly registry: PaperRegistry
  readonly told: WebhookCall[] = []
  readonly options: WorldOptions
  engine: ReplayEngine
  readonly jobId = 'job_1'
  dataDir = ''
  store!: Store
  conversions = 0
  /** Names under which people will have the files that were asked for. */
  readonly fileNames: (string | undefined)[] = []
  /** What merges were asked for, which were not real ones. */
  readonly merged: Extract<ConversionTask, { kind: 'merge' }>[] = []
  nowMs = START
  /** Effects left before the kill; undefined: lives on. */
  private lifeLeft: number | undefined
  /** Also when somebody caught the kill: the dead do nothing more, and have not come to the end. */
  private isDead = false
  effects = 0
  /** Called at each effect with the number of those before it. @param done what was done just now: its call or its call site */
  onEffect: ((before: number, done?: string) => void) | undefined
  private ids = 0
  fullChecks = 0
  private lives = 0
  private lastLeft: string | undefined

  constructor(options: WorldOptions) {
    this.options = options
    this.registry = new PaperRegistry(options)
    this.engine = this.emptyEngine()
  }

  private emptyEngine(): ReplayEngine {
    return new ReplayEngine(
      () => this.nowMs,
      (ms) => {
        this.nowMs = ms
      },
    )
  }

  /** The engine's file is gone: what is left stands in the store. */
  loseQueue(): void {
    this.engine = this.emptyEngine()
  }

  async open(): Promise<void> {
    this.dataDir = quickFolder('klic-flow-')
    await this.reopen()
    await seedJob(this.store, this.jobId, this.options)
    if (this.options.imported) await this.putImported()
  }

  /** The files that were opened, kept before the rows as an import keeps them. */
  private async putImported(): Promise<void> {
    const storage = this.options.storage?.(this.dataDir, 0) ?? folderStorage(this.dataDir)
    for (let index = 0; index < (this.options.parts ?? 1); index++) {
      const key = importedPath(index)
      await writeFile(await storage.place(key), 'zip')
      await storage.keep({ key })
    }
  }

  async reopen(): Promise<void> {
    await this.store?.close()
    this.store = await openStore(await storeIn(this.dataDir))
  }

  async close(): Promise<void> {
    await this.store.close()
    await forget(this.dataDir)
    await rm(this.dataDir, { recursive: true, force: true })
  }

  /**
   * All that a kill at this moment would leave, in one word: where two moments leave the same, what follows is the same.
   * Without SQLite's index of its log, which every opener makes from the log.
   */
  private legacy(): string {
    const { nowMs, conversions, ids, fullChecks, lives, told, fileNames } = this
    const hash = createHash('sha1')
    hash.update(serialize({ nowMs, conversions, ids, fullChecks, lives, told, fileNames }))
    hash.update(serialize([this.engine.kept(), this.registry.kept()]))
    for (const entry of readdirSync(this.dataDir, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      hash.update(`${path}\0`)
      if (entry.isFile() && !entry.name.endsWith('-shm'))
        hash.update(createHash('sha1').update(readFileSync(path)).digest())
    }
    return hash.digest('hex')
  }

  /**
   * What a kill at this moment would leave, with the data folder copied to `kept`; on SQLite only.
   * @returns opens it as a world, once this one is closed: at the same place, since results of steps name files there;
   *   undefined where the last one that was kept is the same
   */
  keepAsKilled(kept: string): (() => Promise<FlowWorld>) | undefined {
    const left = this.legacy()
    if (left === this.lastLeft) return undefined
    this.lastLeft = left
    cpSync(this.dataDir, kept, { recursive: true })
    const copy = new FlowWorld({ ...this.options })
    const { dataDir, nowMs, conversions, ids, fullChecks, lives } = this
    Object.assign(copy, { dataDir, nowMs, conversions, ids, fullChecks, lives })
    copy.told.push(...this.told)
    copy.fileNames.push(...this.fileNames)
    copy.engine.takeFrom(this.engine)
    copy.registry.takeFrom(this.registry)
    return async () => {
      await rename(kept, dataDir)
      await copy.reopen()
      return copy
    }
  }

  private services(): TaskContext {
    const effect = this.effect
    this.registry.onRedirect = () => effect('redirect')
    const registry = new Proxy(this.registry, {
      get: (target, name: keyof RegistryClient) => {
        const call = target[name] as unknown
        if (typeof call !== 'function') return call
        // Dies before the call, or after it with the answer lost.
        return async (...args: unknown[]) => {
          effect()
          const answer = await (call as (...args: unknown[]) => Promise<unknown>).apply(target, args)
          effect(name)
          return answer
        }
      },
    })
    return {
      store: this.dyingStore(),
      engine: this.engine,
      clock: { now: () => new Date(this.nowMs) },
      ids: { make: (prefix) => `${prefix}_${++this.ids}`, secret: (length) => 'x'.repeat(length) },
      settingsOf: async () => ({ ...this.settings(), ...(await this.changedSettings()) }),
      registryFor: async () => registry,
      testConnection: async () => [],
      convert: async (task, _companyId, say) => {
        const kind = `${task.kind}${'job' in task && task.job?.preliminary ? ' of what is preliminary' : ''}`
        effect()
        if (task.kind === 'merge' && say) await this.options.whileMerging?.(this, say)
        const made = await this.convert(task)
        effect(kind)
        return made
      },
      post: async (url, headers, body) => {
        effect()
        this.told.push({ id: headers['webhook-id'] ?? '', url, headers, body, at: this.nowMs })
        effect('post')
        const answer = this.options.webhookAnswers?.[this.told.length - 1] ?? 200
        if (typeof answer === 'string') throw new TryLater(answer)
        return typeof answer === 'number' ? { status: answer } : answer
      },
      storage: withRoom(this.storage(), async () => {
        if (this.fullChecks++ < (this.options.diskFullFor ?? 0)) throw diskFull()
      }),
      tempDir: join(this.dataDir, 'tmp'),
      readingsDir: join(this.dataDir, 'tmp', 'readings'),
      baseUrl: () => 'http://127.0.0.1:4780',
      pause: (ms) => ms,
      log: { info() {}, warn() {}, error() {} },
    }
  }

  /** Dies before a file is kept, or after it was. */
  private storage(): Storage {
    const storage = this.options.storage?.(this.dataDir, ++this.lives) ?? folderStorage(this.dataDir)
    const effect = this.effect
    return {
      ...storage,
      keep: async (file) => {
        const kind = `keep of ${callSite()}`
        effect()
        await storage.keep(file)
        effect(kind)
      },
    }
  }

  private settings(): CompanySettings {
    return {
      ...DEFAULT_SETTINGS,
      'registry.organisation': { name: 'Simulatie Grondverzet B.V.', kvkNumber: '90000017', address: ADDRESS },
      'registry.contact': { name: 'Kim Voorbeeld', phone: '+31 499 000 000', email: 'kim@voorbeeld.example' },
      'registry.works.orient': ['proefsleuvenGraven'],
      'registry.default_location': { ...ADDRESS, bagId: '0753010000000021' },
      'billing.mode': 'relation_number',
      'billing.relation_number': '0000900001',
      ...this.options.settings,
    }
  }

  /** What the flows, or a test, have written. */
  private async changedSettings(): Promise<Partial<CompanySettings>> {
    const rows = await this.store.db.selectFrom('setting').select(['name', 'value']).execute()
    return Object.fromEntries(rows.map((row) => [row.name, JSON.parse(row.value)]))
  }

  /** The store, dying before a transaction or after it was committed, and around every write outside of one. */
  private dyingStore(): Store {
    const { store } = this
    const effect = this.effect
    const around = async <T>(work: () => Promise<T>): Promise<T> => {
      const kind = `transaction of ${callSite()}`
      effect()
      const result = await work()
      effect(kind)
      return result
    }
    return {
      ...store,
      db: store.db.withPlugin(aroundWrites(effect)),
      transaction: (turn, work) => around(() => store.transaction(turn, work)),
      durably: (turn, work) => around(() => store.durably(turn, work)),
    }
  }

  private readonly effect: Effect = (done) => {
    this.onEffect?.(this.effects++, done)
    if (this.lifeLeft === undefined) return
    if (this.lifeLeft === 0) {
      this.isDead = true
      throw new KilledRun()
    }
    this.lifeLeft--
  }

  private async convert(task: ConversionTask): Promise<ConversionResult> {
    this.conversions++
    this.fileNames.push(...task.out.map(({ name }) => name))
    if (this.options.isReal) return await runTask(task)
    if (task.kind === 'merge') this.merged.push(task)
    if (this.conversions <= (this.options.conversionFaults ?? 0)) throw new Error('the disk is full')
    const artifacts = []
    const hasGround = task.kind === 'ground' || (task.kind === 'merge' && task.ground === true)
    for (const out of task.out) {
      await mkdir(dirname(out.path), { recursive: true })
      const text =
        JSON.stringify('deliveries' in task ? task.deliveries.map((one) => one.path) : 'gpkg' in task && task.gpkg) +
        (hasGround ? ' on its ground' : '')
      await writeFile(out.path, text)
      if (out.gzip) await writeFile(`${out.path}.gz`, gzipSync(text))
      const sha256 = createHash('sha256').update(text).digest('hex')
      artifacts.push({ ...out, sha256, bytes: text.length })
    }
    for (const reading of readingsOf(task)) {
      await mkdir(dirname(reading), { recursive: true })
      await writeFile(reading, 'read')
    }
    const refusal = this.options.refuseConversion?.(task, this.conversions)
    if (refusal) throw refusal
    if (task.kind === 'trenches') return { artifacts: [], summary: null, trenchPlan: planOnPaper(task, this.options) }
    const summary = this.options.ground && task.kind === 'merge' ? summaryWithGround() : null
    const warnings = this.options.groundWarnings ?? []
    const [layers, pictures] = warnings.length > 0 ? [[], []] : [[GROUND_LAYER], [GROUND_PICTURE]]
    return { artifacts, summary, ...(hasGround && { ground: { pictures, layers, warnings } }) }
  }

  /** @param effects how many effects to live; without it, to the end. @returns false when killed on the way */
  async live(effects?: number, isEnough?: () => Promise<boolean>): Promise<boolean> {
    this.lifeLeft = effects
    this.isDead = false
    const sweep = createSweep(this.services())
    try {
      for (let turn = 0; turn < TURNS_AT_MOST; turn++) {
        await sweep.run()
        const hasRun = await this.engine.turn(sweep.flows)
        if (this.isDead) throw new KilledRun()
        if (await isEnough?.()) return true
        if (hasRun) continue
        const next = await this.nextTry()
        if (next === undefined) return true
        this.nowMs = Math.max(this.nowMs, next)
      }
      throw new Error('the world does not come to rest')
    } catch (error) {
      if (!(error instanceof KilledRun)) throw error
      await this.reopen()
      return false
    }
  }

  /** Nothing runs: when the next event is to be told again. */
  private async nextTry(): Promise<number | undefined> {
    const waiting = await this.store.db
      .selectFrom('event')
      .select('next_attempt_at')
      .where('state', '=', 'waiting')
      .execute()
    const times = waiting.map((event) => (event.next_attempt_at === null ? 0 : Date.parse(event.next_attempt_at)))
    return times.length > 0 ? Math.min(...times) : undefined
  }

  /** Lives until so many tries to tell an event are on record. */
  untilTried = (tries: number) => this.live(undefined, async () => (await this.attempts()).length >= tries)

  /** What "try again" does. */
  async resume(): Promise<void> {
    await this.store.transaction({ job: this.jobId }, async (trx) => {
      await resumeJob(trx, this.jobId)
      await resumeParts(trx, this.jobId)
    })
  }

  job = () => this.store.db.selectFrom('job').selectAll().where('id', '=', this.jobId).executeTakeFirstOrThrow()
  parts = () => this.store.db.selectFrom('part').selectAll().orderBy('part_no').execute()
  events = () => this.store.db.selectFrom('event').selectAll().orderBy('seq').execute()
  attempts = () => this.store.db.selectFrom('event_attempt').selectAll().orderBy('event_id').orderBy('no').execute()
  artifacts = () => this.store.db.selectFrom('artifact').selectAll().orderBy('format').execute()
}

const readingsOf = (task: ConversionTask): string[] =>
  task.kind === 'merge' ? task.deliveries.flatMap(({ reading }) => reading ?? []) : []

const GROUND_LAYER: GroundLayer = { table: 'ondergrond_14', perMetre: 14, extent: [0, 0, 9, 9], tiles: 1 }
const GROUND_PICTURE: GroundSummary['pictures'][number] = {
  klicNumber: '22G1',
  perMetre: 14,
  extent: [155_000, 463_000, 155_009, 463_009],
}

/** What is counted of a plan; no more. */
const planOnPaper = (
  { parameters }: Extract<ConversionTask, { kind: 'trenches' }>,
  { shapes = {} }: WorldOptions,
): TrenchPlan => ({
  ...{ parameters, searchM: 1.8, lengthM: 60, trenches: [], unknown: [], fewest: 0 },
  rows: Object.entries(shapes).map(([id, shape]) => ({ id, shape }) as TrenchPlan['rows'][number]),
})

/** What the flows, and the rows, look at; no more. */
const summaryWithGround = (): ResultSummary => ({
  deliveries: [],
  features: 0,
  objecttypes: {},
  themes: {},
  detail: [],
  layers: {},
  operators: [],
  warnings: [],
  documents: { files: 0, identifiers: 0, references: 0 },
  precautions: 0,
  extent: null,
  groundPictures: 1,
})

export async function inWorld(options: WorldOptions, act: (world: FlowWorld) => Promise<void>): Promise<void> {
  const world = new FlowWorld(options)
  await world.open()
  await closing(world, act)
}

export async function closing(world: FlowWorld, act: (world: FlowWorld) => Promise<void>): Promise<void> {
  try {
    await act(world)
  } finally {
    await world.close()
  }
}
