/** Backups of real servers: the command, a registry that outlives servers, and a server on what was restored. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { simulatorControlKey } from '../../server/simulator/customer.ts'
import { startSimulator } from '../../server/simulator/server.ts'
import { askControl } from './ask-control.ts'
import { isAlive, RealServer } from './real-server.ts'
import { serverEntry } from './server-entry.ts'
import { until } from './until.ts'

const KLIC = serverEntry('klic')
/** Three ORIENT parts. */
export const STRIP = {
  type: 'Polygon',
  coordinates: [
    [
      [150_000, 386_000],
      [156_500, 386_000],
      [156_500, 386_150],
      [150_000, 386_150],
      [150_000, 386_000],
    ],
  ],
}

interface CommandOutput {
  code: number | null
  out: Record<string, never> & { files: number; secrets: boolean; missing: number }
  words: string
}

export async function klic(args: string[], env: Record<string, string> = {}): Promise<CommandOutput> {
  const child = spawn(process.execPath, [KLIC, ...args], { env: { ...process.env, ...env } })
  let [out, words] = ['', '']
  child.stdout.on('data', (bytes) => {
    out += bytes
  })
  child.stderr.on('data', (bytes) => {
    words += bytes
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out: out === '' ? null : JSON.parse(out), words }
}

/** A registry that stays when servers die. */
export async function openRegistry(t: TestContext, folder: string) {
  const at = { url: '', folder: join(folder, 'registry') }
  const simulator = await startSimulator({ folder: at.folder, port: 0, timeFactor: 240, density: 1 })
  t.after(() => simulator.stop())
  at.url = simulator.url
  return {
    env: { KLIC_SIMULATOR_URL: at.url, KLIC_SIMULATOR_KEY: simulatorControlKey(at.folder) },
    tell: (path: string, body: object) => askControl(at, path, body),
    ledger: async () =>
      (await (await askControl(at, 'ledger')).json()) as { notifications: number; orders: { verdict: string }[] },
  }
}

export async function inFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'klic-backup-'))
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

/** As another machine would start on what was restored. */
export async function startOn(
  t: TestContext,
  of: RealServer,
  dataDir: string,
  env: Record<string, string>,
): Promise<RealServer> {
  const server = new RealServer()
  Object.assign(server, { dataDir, secret: of.secret, env })
  await server.start()
  t.after(() => server.close())
  return server
}

export const killed = async (server: RealServer): Promise<void> => {
  const worker = server.workerPids.at(-1)
  server.killServer()
  await until(() => worker === undefined || !isAlive(worker))
}

export const isReady = async (server: RealServer, jobId: string): Promise<boolean> => {
  const { status } = await server.job(jobId)
  assert.notEqual(status, 'failed')
  return status === 'ready'
}

export const download = async (server: RealServer, jobId: string): Promise<string> => {
  await until(() => server.hasItsGround(jobId))
  const answer = await server.call(`/jobs/${jobId}/export?format=gpkg`)
  assert.equal(answer.status, 200)
  await answer.arrayBuffer()
  return answer.headers.get('x-service-sha256')!
}
