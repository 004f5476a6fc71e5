/** A server in a folder that is to be broken, the ways to break it, and a test for each of them. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { freePort } from '../support/free-port.ts'
import { makeStore } from '../support/make-store.ts'
import { GARDEN } from '../support/rd-box.ts'
import { RealServer } from '../support/real-server.ts'
import { serverEntry } from '../support/server-entry.ts'

/** It can't be tried on this machine; the message says why. */
export class SkippedScene extends Error {}

export interface Fault {
  name: string
  /** @returns what people are told. @throws Skipped, or an error that shows that it was not survived */
  run(): Promise<string>
}

/** Reports with each test what people are told. */
export function testFaults(faults: readonly Fault[]): void {
  for (const { name, run } of faults) {
    test(`survives ${name}`, async (t) => {
      try {
        t.diagnostic((await run()).replaceAll(/\s+/g, ' ').trim())
      } catch (error) {
        if (!(error instanceof SkippedScene)) throw error
        t.skip(error.message)
      }
    })
  }
}

const ORDER = { geometry: GARDEN, klic_type: 'ORIENT' }

/** A server on a port of its own in a data folder; it is not started yet. @param env also of what makes its key */
export async function serverIn(dataDir: string, env: Record<string, string> = {}): Promise<RealServer> {
  const port = await freePort()
  const server = new RealServer(['--registry', 'simulator', '--time-factor', '240', '--port', String(port)], (dir) => [
    '--data',
    dir,
  ])
  server.dataDir = dataDir
  server.env = env
  server.secret = await keyFor(dataDir, env)
  server.ready = {
    base_url: '',
    local_url: `http://127.0.0.1:${port}`,
    window_token: '',
    log_file: join(dataDir, 'logs', 'klic-desktop.log'),
  }
  return server
}

async function keyFor(dataDir: string, env: Record<string, string>): Promise<string> {
  const asked = ['key', 'create', '--name', 'faults', '--permission', 'read,write,admin', '--data', dataDir]
  await makeStore(dataDir, { ...process.env, ...env })
  // Not waited for in one go: what stands between it and its database may run in this process.
  const child = spawn(process.execPath, [serverEntry('klic'), ...asked], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  assert.equal(code, 0)
  return (JSON.parse(said) as { secret: string }).secret
}

export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'klic-faults-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  }
}

export const withServer = <T>(work: (server: RealServer) => Promise<T>): Promise<T> =>
  withFolder(async (folder) => {
    const server = await serverIn(folder)
    try {
      await server.start()
      return await work(server)
    } finally {
      await server.stop()
    }
  })

/** @throws Skipped where no disk of our own can be had */
export async function withSmallDisk<T>(megabytes: number, work: (folder: string) => Promise<T>): Promise<T> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new SkippedScene('a small disk is a tmpfs, which only root on Linux may mount')
  }
  return withFolder(async (folder) => {
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
    if (mounted.status !== 0) throw new SkippedScene(`a tmpfs could not be mounted: ${mounted.stderr}`)
    try {
      return await work(folder)
    } finally {
      spawnSync('umount', ['--lazy', folder])
    }
  })
}

/** Until not a byte more goes in. */
export function fill(folder: string): void {
  const file = openSync(join(folder, 'fill'), 'w')
  try {
    for (const size of [1024 * 1024, 4096, 1]) {
      try {
        for (;;) writeSync(file, Buffer.alloc(size))
      } catch (error) {
        assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
      }
    }
  } finally {
    closeSync(file)
  }
}

export const makeRoom = (folder: string): void => rmSync(join(folder, 'fill'))

export const quote = (server: RealServer) => server.call('/jobs', { method: 'POST', body: JSON.stringify(ORDER) })

export async function submit(server: RealServer, more: object = {}): Promise<string> {
  const { status, json } = await server.post('/jobs', { ...ORDER, ...more, submit: true })
  assert.equal(status, 202, JSON.stringify(json))
  return json.job_id
}

/** Also while the server is between two lives. */
export const isReady = async (server: RealServer, jobId: string): Promise<boolean> => {
  try {
    return (await server.job(jobId)).status === 'ready'
  } catch {
    return false
  }
}

export const messageOf = async (answer: Response): Promise<string> =>
  ((await answer.json()) as { detail: { message: string } }).detail.message

/** A start that is refused: its exit code and words, which hold no stack. */
export async function refusedStart(dataDir: string, more: readonly string[] = []): Promise<string> {
  const args = [serverEntry('start'), '--data', dataDir, '--port', '0', ...more]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let words = ''
  child.stderr.on('data', (chunk) => {
    words += chunk
  })
  child.stdout.on('data', (chunk) => {
    // It was not refused after all.
    if (String(chunk).includes('"ready"')) child.kill('SIGTERM')
  })
  const [code] = (await once(child, 'close')) as [number | null]
  assert.equal(code, 4, `exit code ${code}: ${words}`)
  assert.doesNotMatch(words, /\n\s+at /, words)
  return words
}

/** Processes that this one has started, and theirs. */
export function familyOf(pid: number): number[] {
  if (process.platform === 'win32') throw new SkippedScene('signals to whole families of processes are of POSIX')
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number])
  const below = (of: number): number[] =>
    rows.filter(([, parent]) => parent === of).flatMap(([child]) => [child, ...below(child)])
  return [pid, ...below(pid)]
}

const FAKETIME = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib', '/usr/local/lib'].map(
  (folder) => join(folder, 'faketime', 'libfaketime.so.1'),
)

/** The clock of a server and of all that it starts; where the time of what passes is counted, it stays right. */
export interface MovedClock {
  readonly env: Record<string, string>
  /** @param offset from the real time, such as `+31d`; read anew every second */
  move(offset: string): void
}

/** @throws Skipped */
export function movedClock(folder: string, offset: string): MovedClock {
  const library = FAKETIME.find(existsSync)
  if (!library)
    throw new SkippedScene('the clock of a process is set by libfaketime, which is not installed (package faketime)')
  const file = join(folder, 'clock')
  const move = (to: string): void => {
    writeFileSync(`${file}.new`, to)
    renameSync(`${file}.new`, file)
  }
  move(offset)
  const how = { FAKETIME_TIMESTAMP_FILE: file, FAKETIME_CACHE_DURATION: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' }
  return { env: { LD_PRELOAD: library, ...how }, move }
}
