/**
 * A throw-away PostgreSQL of this system's own package, on a free loopback port, as an unprivileged user, gone when its
 * standard input closes. Prints one line: {"url": "postgres://…", "pid": of its first process}, or {"missing": "why"} where it can't be had.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { accessSync, chownSync, constants, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'

const TEMPLATE = 'klic_template'
const DEBIAN = '/usr/lib/postgresql'
const OWNERS = ['postgres', 'nobody']

const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`)

/** Newest first: Debian keeps the server's programs out of the path. */
function binaries(): string | undefined {
  const versions = (() => {
    try {
      return readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a))
    } catch {
      return []
    }
  })()
  const folders = [
    ...versions.map((each) => join(DEBIAN, each, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
  ]
  return folders.find((folder) =>
    ['initdb', 'postgres'].every((name) => {
      try {
        accessSync(join(folder, name), constants.X_OK)
        return true
      } catch {
        return false
      }
    }),
  )
}

/** PostgreSQL refuses to run as root. */
function owner(): { uid: number; gid: number } | undefined | null {
  if (process.getuid?.() !== 0) return undefined
  for (const name of OWNERS) {
    const asked = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
    try {
      return { uid: asked('-u'), gid: asked('-g') }
    } catch {
      // no such user
    }
  }
  return null
}

const bin = binaries()
const as = owner()
if (!bin || as === null) {
  const why = bin ? 'root may not run it, and there is no unprivileged user' : "install Debian's postgresql"
  say({ missing: why })
  process.exit(0)
}

const folder = mkdtempSync(join(tmpdir(), 'klic-postgres-'))
if (as) chownSync(folder, as.uid, as.gid)
const data = join(folder, 'data')
const run = { cwd: folder, ...as, env: { PATH: process.env.PATH, LC_ALL: 'C' } }
const made = spawnSync(
  join(bin, 'initdb'),
  ['-D', data, '-U', 'klic', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
  { ...run, encoding: 'utf8' },
)
if (made.status !== 0) {
  rmSync(folder, { recursive: true, force: true })
  say({ missing: `initdb failed: ${made.stderr}` })
  process.exit(0)
}

const port = await freePort()
const settings = {
  port,
  listen_addresses: '127.0.0.1',
  unix_socket_directories: folder,
  max_connections: 200,
  // Thrown away anyway: nothing has to survive the computer.
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: process.env.KLIC_SYNC ?? 'off',
  shared_buffers: process.env.KLIC_SHARED_BUFFERS ?? '64MB',
  max_wal_size: '1GB',
  autovacuum_naptime: '20s',
}
const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
const words: string[] = []
const server = spawn(join(bin, 'postgres'), ['-D', data, ...options], { ...run, stdio: ['ignore', 'ignore', 'pipe'] })
server.stderr.on('data', (text: Buffer) => {
  words.push(String(text))
  words.splice(0, words.length - 50)
})
const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))

let isStopping = false
const stop = async (): Promise<void> => {
  if (isStopping) return
  isStopping = true
  // Fast shutdown: those who are still connected are cut off.
  server.kill('SIGINT')
  const killer = setTimeout(() => server.kill('SIGQUIT'), 5000)
  await ended
  clearTimeout(killer)
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}
process.stdin.on('end', () => void stop())
process.stdin.on('close', () => void stop())
process.stdin.resume()
process.once('SIGTERM', () => void stop())
process.once('SIGINT', () => void stop())

const url = `postgres://klic@127.0.0.1:${port}/postgres`
while (!isStopping) {
  const client = new pg.Client(url)
  const isUp = await client.connect().then(
    () => true,
    () => false,
  )
  if (isUp) {
    await client.query(`create database ${TEMPLATE}`)
    await client.end()
    say({ url, pid: server.pid })
    break
  }
  if (server.exitCode !== null) {
    say({ missing: `it ended: ${words.join('')}` })
    await stop()
  }
  await pause(50)
}
