/**
 * The container of build/Containerfile: built, started, and started again on its volume; with PostgreSQL and S3 by
 * environment. Needs podman or docker with its base image. KLIC_CONTAINER_BUILD and KLIC_CONTAINER_RUN add options where a
 * machine needs some, as one behind a proxy does.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { freePort } from '../support/free-port.ts'
import { openObjectStorage } from '../support/object-storage.ts'
import { clusterFor } from '../support/postgres.ts'
import { root } from '../support/shell-driver.ts'
import { until } from '../support/until.ts'

/** Without a build of gdal-async for the machine it compiles GDAL. */
const BUILD_MS = 60 * 60_000
const PULL_MS = 120_000
const STOP_SECONDS = 45

const RECIPE = readFileSync(join(root, 'build/Containerfile'), 'utf8')
const BASES = new Set([...RECIPE.matchAll(/^FROM (\S+)/gm)].map(([, name]) => name!))

/** Never blocks: the storage of a test answers from this process. */
const call = (command: string, args: readonly string[], timeout = PULL_MS) =>
  new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    const options = { cwd: root, timeout, maxBuffer: 64 * 1024 * 1024 }
    execFile(command, args, options, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) || 1 : 0, stdout, stderr }),
    )
  })
const optionsIn = (name: string): string[] => process.env[name]?.split(' ').filter(Boolean) ?? []

const builder =
  (await call('podman', ['info'])).status === 0
    ? 'podman'
    : (await call('docker', ['info'])).status === 0
      ? 'docker'
      : null

/** @returns why no container is made here, or false */
const obstacle = async (): Promise<string | false> => {
  if (builder === null) return 'neither podman nor docker answers here'
  for (const base of BASES) {
    const isHere = (await call(builder, ['image', 'inspect', base])).status === 0
    if (!isHere && (await call(builder, ['pull', base])).status !== 0) return `${base} can't be had here`
    const { status, stderr } = await call(builder, ['run', '--rm', ...optionsIn('KLIC_CONTAINER_RUN'), base, 'true'])
    if (status !== 0) return `${builder} can't start a container here: ${stderr.trim().split('\n').at(-1)}`
  }
  return false
}
const skip = await obstacle()

describe('the container', { skip, timeout: BUILD_MS }, () => {
  const tag = `klic-test-${randomBytes(4).toString('hex')}`
  const containers: string[] = []
  const volumes: string[] = []

  /** @returns standard output @throws AssertionError with what the program said */
  const run = async (args: readonly string[], timeout?: number): Promise<string> => {
    const { status, stdout, stderr } = await call(builder!, args, timeout)
    assert.equal(status, 0, `${builder} ${args.join(' ')}\n${stdout}${stderr}`)
    return stdout.trim()
  }

  before(async () => {
    const format = builder === 'podman' ? ['--format', 'docker'] : []
    const own = optionsIn('KLIC_CONTAINER_BUILD')
    await run(['build', ...own, ...format, '-f', 'build/Containerfile', '-t', tag, '.'], BUILD_MS)
  })
  after(async () => {
    for (const id of containers) await call(builder!, ['rm', '-f', id])
    for (const name of volumes) await call(builder!, ['volume', 'rm', name])
    await call(builder!, ['rmi', '-f', tag])
  })

  const start = async (volume: string, env: Record<string, string> = {}) => {
    const port = String(await freePort())
    const set = { KLIC_PUBLIC_URL: 'https://klic.office.example', KLIC_HOST: '127.0.0.1', KLIC_PORT: port, ...env }
    const names = Object.entries(set).flatMap(([name, value]) => ['-e', `${name}=${value}`])
    if (!volumes.includes(volume)) volumes.push(volume)
    // In the network of the machine, so that it reaches a database on the loopback.
    const own = ['--network=host', '-v', `${volume}:/var/lib/klic-desktop`, ...optionsIn('KLIC_CONTAINER_RUN')]
    const id = await run(['run', '-d', ...own, ...names, tag])
    containers.push(id)
    const isReady = async () => (await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null))?.status === 200
    await until(isReady).catch(async (error: Error) => {
      throw new Error(`${error.message}\n${(await call(builder!, ['logs', id])).stderr}`)
    })
    return { klic: (...args: string[]) => run(['exec', id, 'klic', ...args]), id }
  }

  test('is ready, keeps its data in the volume, and ends in order', async () => {
    const first = await start(`${tag}-data`)
    const made = JSON.parse(
      await first.klic('company', 'create', '--name', 'Buren B.V.', '--owner', 'olga@buren.example'),
    )
    assert.match(made.invitation.link, /^https:\/\/klic\.office\.example\//)
    await run(['stop', '-t', String(STOP_SECONDS), first.id])
    assert.equal(await run(['inspect', '--format', '{{.State.ExitCode}}', first.id]), '0')
    const second = await start(`${tag}-data`)
    assert.ok((await second.klic('company', 'list')).includes('Buren B.V.'))
  })

  test('takes PostgreSQL and S3 by environment', async (t) => {
    const cluster = await clusterFor(t)
    if (!cluster) return
    const storage = await openObjectStorage()
    t.after(() => storage.close())
    const { klic } = await start(`${tag}-shared`, {
      DATABASE_URL: await cluster.create('container'),
      STORAGE_URL: storage.url('container'),
      KLIC_SECRETS_KEY: randomBytes(32).toString('hex'),
      ...storage.env,
    })
    const { lines } = JSON.parse(await klic('check', '--json')) as { lines: { name: string; state: string }[] }
    const stateOf = (name: string) => lines.find((line) => line.name === name)?.state
    assert.deepEqual([stateOf('Database'), stateOf('Storage')], ['good', 'good'])
  })
})
