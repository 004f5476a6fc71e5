/**
 * A real S3-compatible server (s3rver) on a loopback port, as a process of its own, behind a proxy that can be cut.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from './free-port.ts'
import { setEnv } from './set-env.ts'

const BUCKET = 'klic-test'
/** The server's own. */
const KEYS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

export interface ObjectStorage {
  /** As STORAGE_URL; each with a prefix of its own */
  url(prefix: string): string
  env: Record<string, string>
  /** From now on connections break once so many bytes went up; undefined: no more. */
  breakAfter(bytes: number | undefined): void
  /** Nobody answers. */
  setDown(isDown: boolean): void
  /**
   * What is sent is swallowed, once so many bytes have passed in both directions together. Connections of before and of
   * meanwhile stay dead for good, as behind a firewall that has forgotten them.
   */
  silenceAfter(bytes: number): void
  /** Connections that are opened from now on work. */
  endSilence(): void
  close(): Promise<void>
}

export async function openObjectStorage(): Promise<ObjectStorage> {
  const restoreEnv = setEnv(KEYS)
  const folder = await mkdtemp(join(tmpdir(), 'klic-s3-'))
  const home = dirname(createRequire(import.meta.url).resolve('s3rver/package.json'))
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [join(home, 'bin/s3rver.js'), '-d', folder, '-a', '127.0.0.1', '-p', String(port), '--configure-bucket', BUCKET],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  await once(child.stdout, 'data')

  let limit: number | undefined
  let up = 0
  let isDown = false
  let silentAfter = Number.POSITIVE_INFINITY
  let passed = 0
  /** How often it fell silent: connections of before are dead. */
  let silences = 0
  let isSilent = false
  const fallSilent = (): void => {
    if (isSilent) return
    isSilent = true
    silences += 1
  }
  const sockets = new Set<Socket>()
  const proxy = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    if (isDown) return void socket.destroy()
    const behind = connect(port, '127.0.0.1')
    const born = isSilent ? -1 : silences
    const isDead = (): boolean => born < silences
    const pass = (from: Socket, to: Socket) => (chunk: Buffer) => {
      passed += chunk.length
      if (passed > silentAfter) fallSilent()
      if (isDead() || to.write(chunk)) return
      from.pause()
      to.once('drain', () => from.resume())
    }
    socket.on('data', (chunk) => {
      up += chunk.length
      if (limit !== undefined && up > limit) {
        behind.destroy()
        socket.destroy()
      }
    })
    socket.on('data', pass(socket, behind)).on('end', () => behind.end())
    behind.on('data', pass(behind, socket)).on('end', () => isDead() || socket.end())
    behind.on('error', () => socket.destroy()).on('close', () => isDead() || socket.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`

  return {
    env: KEYS,
    url: (prefix) =>
      `s3://${BUCKET}/${prefix}?endpoint=${encodeURIComponent(endpoint)}&region=eu-west-1&path_style=true`,
    breakAfter(bytes) {
      limit = bytes
      up = 0
    },
    setDown(down) {
      isDown = down
      if (down) for (const socket of sockets) socket.destroy()
    },
    silenceAfter(bytes) {
      silentAfter = bytes
      passed = 0
      if (bytes === 0) fallSilent()
    },
    endSilence() {
      silentAfter = Number.POSITIVE_INFINITY
      isSilent = false
    },
    async close() {
      restoreEnv()
      for (const socket of sockets) socket.destroy()
      proxy.close()
      child.kill('SIGKILL')
      await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
