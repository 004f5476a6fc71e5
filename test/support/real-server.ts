/** The real server as its own processes, on a free port, in a temporary data folder; with a key and its registry's ledger. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeKey } from '../../server/cli/keys.ts'
import type { Job } from '../../server/features/jobs/schema.ts'
import { type Child, startChild } from '../../server/platform/processes/child.ts'
import type { SimulatorLedger } from '../../server/simulator/control-port.ts'
import { askControl } from './ask-control.ts'
import { makeStore } from './make-store.ts'
import { serverEntry } from './server-entry.ts'

export interface Ready {
  base_url: string
  /** As a program on this computer reaches it, next to any public address. */
  local_url: string
  /** Not said by a server for others: see `token` */
  window_token?: string
  log_file: string
}

export class RealServer {
  dataDir = ''
  secret = ''
  ready!: Ready
  workerPids: number[] = []
  /** Of its newest life. */
  simulatorUrl: string | undefined
  words: string[] = []
  /** What it is configured with. */
  env: Record<string, string> = {}
  private child: Child | undefined
  private args: readonly string[]
  private onToken: ((token: string) => void) | undefined
  private readonly argsFor: (dataDir: string) => readonly string[]

  /** @param argsFor what it is started with in a data folder, before `args` */
  constructor(
    args: readonly string[] = ['--registry', 'simulator', '--time-factor', '240'],
    argsFor = (dataDir: string): readonly string[] => ['--data', dataDir, '--port', '0'],
  ) {
    this.args = args
    this.argsFor = argsFor
  }

  async openOn(port: number): Promise<this> {
    this.args = [...this.args, '--port', String(port)]
    return this.open()
  }

  async open(): Promise<this> {
    this.dataDir = await mkdtemp(join(tmpdir(), 'klic-server-'))
    await makeStore(this.dataDir)
    this.secret = (await makeKey(this.dataDir, 'test', ['read', 'write', 'admin'])).secret
    await this.start()
    return this
  }

  async start(): Promise<void> {
    this.ready = await new Promise<Ready>((resolve, reject) => {
      this.child = startChild({
        entry: serverEntry('start'),
        args: [...this.argsFor(this.dataDir), ...this.args],
        env: this.env,
        onLine: (line) => {
          if (line.worker) this.workerPids.push((line.worker as { pid: number }).pid)
          if (line.simulator) this.simulatorUrl = (line.simulator as { url: string }).url
          if (line.ready) resolve(line.ready as Ready)
          if (line.token) this.onToken?.((line.token as { window_token: string }).window_token)
        },
        onWords: (text) => this.words.push(text),
        onExit: (code) =>
          reject(new Error(`the server ended before it was ready (code ${code}): ${this.words.join('\n')}`)),
      })
    })
  }

  /** After `stop`, at the same address. */
  async startAgain(): Promise<void> {
    this.args = [...this.args, '--port', new URL(this.ready.local_url).port]
    await this.start()
  }

  /** A fresh one-time token for a window. */
  token(): Promise<string> {
    return new Promise((resolve) => {
      this.onToken = resolve
      this.child!.tell('token')
    })
  }

  /** Kills the API with -9; worker and simulator end because their parent is gone. */
  killServer(): void {
    process.kill(this.child!.pid!, 'SIGKILL')
  }

  killWorker(): void {
    process.kill(this.workerPids.at(-1)!, 'SIGKILL')
  }

  get pid(): number {
    return this.child!.pid!
  }

  /** As a person would: asked, waited for. The data folder stays. */
  async stop(): Promise<void> {
    await this.child?.stop(15_000)
  }

  async close(): Promise<void> {
    await this.stop()
    // The children of a server that was killed write down what they compiled as their last act.
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 10 })
  }

  /** Who asks many times a second is told to wait now and then, and does. */
  async call(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { 'X-API-Key': this.secret, 'Content-Type': 'application/json', ...init.headers }
    for (;;) {
      const answer = await fetch(`${this.ready.local_url}/api/v1${path}`, { ...init, headers })
      if (answer.status !== 429) return answer
      await answer.body?.cancel()
      await pause(Number(answer.headers.get('Retry-After')) * 1000)
    }
  }

  async post(path: string, body: unknown): Promise<{ status: number; json: Job }> {
    const answer = await this.call(path, { method: 'POST', body: JSON.stringify(body) })
    return { status: answer.status, json: (await answer.json()) as Job }
  }

  async job(jobId: string): Promise<Job> {
    return (await (await this.call(`/jobs/${jobId}`)).json()) as Job
  }

  /** Whether a job's GeoPackage is as it stays: the ground comes into it after the result is there. */
  async hasItsGround(jobId: string): Promise<boolean> {
    const { ground } = await this.job(jobId)
    return ground !== null && ground !== 'coming'
  }

  async ledger(): Promise<SimulatorLedger> {
    return (await (await this.control('ledger')).json()) as SimulatorLedger
  }

  /** A control route of its simulator; with a body it is a POST. */
  control(path: string, body?: unknown): Promise<Response> {
    return askControl({ url: this.simulatorUrl!, folder: join(this.dataDir, 'simulator') }, path, body)
  }
}

/** A session, as the window has one: where its API is, and the headers of its calls. */
/** @param token one-time; without it the one that the server was started with, which counts once */
export async function asWindow(
  server: RealServer,
  token?: string,
): Promise<{ below: string; headers: Record<string, string> }> {
  const { ready } = server
  const below = `${ready.local_url}/dashboard/api`
  const json = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ token: token ?? ready.window_token ?? (await server.token()) })
  const opened = await fetch(`${below}/session`, { method: 'POST', headers: json, body })
  const { csrf_token } = (await opened.json()) as { csrf_token: string }
  const cookie = opened.headers.get('set-cookie')!.split(';')[0]!
  return { below, headers: { ...json, Cookie: cookie, 'X-CSRF-Token': csrf_token } }
}

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
