/** The processes of an office: APIs and workers that are killed and started again, and the registry that they share. */
import { type Child, startChild } from '../../server/platform/processes/child.ts'
import { simulatorControlKey } from '../../server/simulator/customer.ts'
import { freePort } from '../support/free-port.ts'
import { serverEntry } from '../support/server-entry.ts'

const WORDS_KEPT = 30
const PATIENCE_MS = 15_000
/** More than a server gives those whom it still answers. */
const STOP_PATIENCE_MS = 60_000

/** One process that is started again whenever it ends, until it is stopped. */
export class KeptProcess {
  kills = 0
  starts = 0
  /** The last things it said. */
  readonly words: string[] = []
  private child: Child | undefined
  private isWanted = true
  private isReady = false
  private ready = Promise.withResolvers<Record<string, unknown>>()
  private readonly run: { entry: string; args: readonly string[]; env: Record<string, string> }

  constructor(run: { entry: string; args: readonly string[]; env: Record<string, string> }) {
    this.run = run
    this.start()
  }

  private start(): void {
    this.starts++
    this.child = startChild({
      ...this.run,
      onLine: (line) => {
        if (!line.ready) return
        this.isReady = true
        this.ready.resolve(line.ready as Record<string, unknown>)
      },
      onWords: (text) => {
        this.words.push(text)
        if (this.words.length > WORDS_KEPT) this.words.shift()
      },
      onExit: () => {
        this.child = undefined
        this.isReady = false
        if (this.isWanted) this.start()
      },
    })
  }

  /** What it said when it was ready for the first time. */
  whenReady(): Promise<Record<string, unknown>> {
    return this.ready.promise
  }

  /** One that is still starting is spared: where starting takes seconds, nobody would ever be there. */
  kill(): void {
    const pid = this.child?.pid
    if (pid === undefined || !this.isReady) return
    this.kills++
    process.kill(pid, 'SIGKILL')
  }

  /** As it is asked to stop in order, and started anew; it need not be ready yet. */
  async restart(): Promise<void> {
    await this.child?.stop(STOP_PATIENCE_MS)
  }

  async stop(): Promise<void> {
    this.isWanted = false
    await this.child?.stop(PATIENCE_MS)
  }
}

export interface Office {
  readonly apis: readonly { url: string; process: KeptProcess }[]
  readonly workers: readonly KeptProcess[]
  stop(): Promise<void>
}

export async function startOffice(asked: {
  databaseUrl: string
  /** Without one nothing is filed. */
  simulator?: { url: string; folder: string }
  dataDir: string
  apis: number
  workers: number
  slots: number
  /** What they are configured with beside that. */
  env?: Record<string, string>
}): Promise<Office> {
  const env = {
    DATABASE_URL: asked.databaseUrl,
    ...(asked.simulator && {
      KLIC_SIMULATOR_URL: asked.simulator.url,
      KLIC_SIMULATOR_KEY: simulatorControlKey(asked.simulator.folder),
    }),
    KLIC_WORKER_SLOTS: String(asked.slots),
    ...asked.env,
  }
  const apis: { url: string; process: KeptProcess }[] = []
  for (let index = 0; index < asked.apis; index++) {
    const port = await freePort()
    const args = ['--data', asked.dataDir, '--port', String(port)]
    const process = new KeptProcess({ entry: serverEntry('start'), args, env: { ...env, KLIC_ROLE: 'api' } })
    apis.push({ url: `http://127.0.0.1:${port}`, process })
  }
  const workers = Array.from(
    { length: asked.workers },
    () =>
      new KeptProcess({
        entry: serverEntry('work'),
        args: ['--data', asked.dataDir],
        env: { ...env, KLIC_ROLE: 'worker' },
      }),
  )
  await Promise.all([...apis.map((api) => api.process), ...workers].map((each) => each.whenReady()))
  return {
    apis,
    workers,
    stop: async () => {
      await Promise.all([...workers, ...apis.map((api) => api.process)].map((each) => each.stop()))
    },
  }
}

/** The simulator, with small deliveries: what is measured is everything around them. */
export async function startRegistry(
  folder: string,
  timeFactor: number,
  density: number,
): Promise<{ url: string; folder: string; process: KeptProcess }> {
  const args = ['--data', folder, '--time-factor', String(timeFactor), '--density', String(density)]
  const process = new KeptProcess({ entry: serverEntry('simulate'), args, env: {} })
  const { url } = (await process.whenReady()) as { url: string }
  return { url, folder, process }
}
