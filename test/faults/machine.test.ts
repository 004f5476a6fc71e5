/** Disks, files, processes and receivers: what is broken, what must hold then, and what people are told. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { holdWorker, releaseWorker } from '../support/hold-worker.ts'
import { asWindow, isAlive } from '../support/real-server.ts'
import { until } from '../support/until.ts'
import {
  familyOf,
  fill,
  isReady,
  makeRoom,
  messageOf,
  quote,
  refusedStart,
  serverIn,
  submit,
  testFaults,
  withFolder,
  withServer,
  withSmallDisk,
} from './world.ts'

const SMALL_MB = 60

const fullWhileItRuns = (): Promise<string> =>
  withSmallDisk(SMALL_MB, async (disk) => {
    const server = await serverIn(disk)
    try {
      await server.start()
      assert.equal((await quote(server)).status, 201)
      fill(disk)
      let told = ''
      for (let n = 0; n < 60; n++) {
        assert.equal((await server.call('/jobs')).status, 200, 'reading goes on')
        const answer = await quote(server)
        if (answer.status === 201) continue
        assert.equal(answer.status, 503)
        assert.ok(Number(answer.headers.get('retry-after')) > 0)
        told = await messageOf(answer)
      }
      assert.ok(told, 'the disk was never full')
      assert.ok(isAlive(server.pid))
      makeRoom(disk)
      await until(async () => (await quote(server)).status === 201)
      await until(() => readFileSync(server.ready.log_file, 'utf8').includes('Lines of this log are missing'))
      return `503: ${told} The log counts the lines that it lost.`
    } finally {
      await server.stop()
    }
  })

const fullAtTheStart = (): Promise<string> =>
  withSmallDisk(SMALL_MB, async (disk) => {
    const server = await serverIn(disk)
    fill(disk)
    const { local_url } = server.ready
    const starting = server.start()
    try {
      let told = ''
      await until(async () => {
        const answer = await fetch(`${local_url}/api/v1/jobs`).catch(() => undefined)
        if (answer?.status === 503) told = await messageOf(answer)
        return told !== ''
      })
      makeRoom(disk)
      await starting
      assert.equal((await quote(server)).status, 201)
      return `503: ${told}`
    } finally {
      await server.stop()
    }
  })

const readOnly = (): Promise<string> =>
  withFolder(async (folder) => {
    if (process.getuid?.() !== 0) {
      chmodSync(folder, 0o500)
      return refusedStart(folder).finally(() => chmodSync(folder, 0o700))
    }
    return withSmallDisk(SMALL_MB, (disk) => {
      assert.equal(spawnSync('mount', ['-o', 'remount,ro', disk]).status, 0)
      return refusedStart(disk)
    })
  })

const logOf = (server: { ready: { log_file: string } }): string => readFileSync(server.ready.log_file, 'utf8')
const SET_ASIDE = 'The queue was damaged: it is set aside, and made anew from the rows. Nothing is lost'

const damagedQueueAtTheStart = (): Promise<string> =>
  withServer(async (server) => {
    const before = await submit(server)
    await until(() => isReady(server, before))
    await server.stop()
    writeFileSync(join(server.dataDir, 'queue.db'), Buffer.alloc(50_000, 'garbage '))
    await server.start()
    const job = await submit(server)
    await until(() => isReady(server, job))
    assert.ok(readdirSync(join(server.dataDir, 'damaged')).some((name) => name.startsWith('queue.db-')))
    assert.ok(logOf(server).includes(SET_ASIDE))
    return `log: ${SET_ASIDE}`
  })

const damagedQueueWhileItRuns = (): Promise<string> =>
  withServer(async (server) => {
    const first = await submit(server)
    await until(() => isReady(server, first))
    const file = join(server.dataDir, 'queue.db')
    for (const name of [file, `${file}-wal`]) {
      const { size } = statSync(name)
      const open = openSync(name, 'r+')
      writeSync(open, Buffer.alloc(size, 'x'))
      closeSync(open)
    }
    const second = await submit(server)
    await until(() => isReady(server, second))
    return `log: ${SET_ASIDE}`
  })

const damagedStore = (): Promise<string> =>
  withServer(async (server) => {
    await server.stop()
    writeFileSync(join(server.dataDir, 'app.db'), Buffer.alloc(50_000, 'garbage '))
    const words = await refusedStart(server.dataDir)
    assert.match(words, /klic restore/)
    return words
  })

const missingStore = (): Promise<string> =>
  withServer(async (server) => {
    const job = await submit(server)
    await until(() => isReady(server, job))
    await server.stop()
    rmSync(join(server.dataDir, 'app.db'))
    const words = await refusedStart(server.dataDir)
    assert.equal(existsSync(join(server.dataDir, 'app.db')), false, 'nothing was begun anew')
    return words
  })

const gpkgFile = (server: { dataDir: string }, jobId: string): string => {
  const folder = join(server.dataDir, 'results', jobId, '1')
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.ground.gpkg'))!)
}

const damagedResult = (): Promise<string> =>
  withServer(async (server) => {
    const job = await submit(server)
    await until(() => server.hasItsGround(job))
    const file = gpkgFile(server, job)
    const whole = readFileSync(file)
    const flipped = Buffer.from(whole)
    flipped[Math.floor(flipped.length / 2)]! ^= 0xff
    const ask = () => server.call(`/jobs/${job}/export?format=gpkg`)
    let told = ''
    for (const damaged of [whole.subarray(0, 5000), flipped]) {
      writeFileSync(file, damaged)
      const refused = await ask()
      assert.equal(refused.status, 503)
      assert.ok(Number(refused.headers.get('retry-after')) > 0)
      told = await messageOf(refused)
      await until(async () => (await ask()).status === 200)
      // To say how millions of bytes differ takes more memory than there is.
      assert.ok(whole.equals(Buffer.from(await (await ask()).arrayBuffer())), 'the same bytes')
    }
    return `503: ${told}`
  })

const damagedResultWithoutDeliveries = (): Promise<string> =>
  withServer(async (server) => {
    const job = await submit(server)
    await until(() => server.hasItsGround(job))
    writeFileSync(gpkgFile(server, job), 'garbage')
    rmSync(join(server.dataDir, 'deliveries'), { recursive: true })
    let told = ''
    await until(async () => {
      const answer = await server.call(`/jobs/${job}/export?format=gpkg`)
      if (answer.status === 409) told = await messageOf(answer)
      return told !== ''
    })
    return `409 EXPORT_FAILED: ${told}`
  })

const twoServers = (): Promise<string> =>
  withServer(async (server) => {
    const words = await refusedStart(server.dataDir)
    assert.ok(words.includes(server.ready.local_url), words)
    return words
  })

const reusedPid = (): Promise<string> =>
  withFolder(async (folder) => {
    mkdirSync(folder, { recursive: true })
    const server = await serverIn(folder)
    writeFileSync(join(folder, 'server.lock'), '1')
    await server.start()
    await server.stop()
    return 'nothing: it starts'
  })

const powerLoss = (): Promise<string> =>
  withServer(async (server) => {
    const jobs: string[] = []
    for (let round = 0; round < 3; round++) {
      jobs.push(await submit(server), await submit(server))
      for (const pid of familyOf(server.pid)) process.kill(pid, 'SIGKILL')
      await server.startAgain()
    }
    for (const job of jobs) await until(() => isReady(server, job))
    const ledger = await server.ledger()
    assert.equal(ledger.orders.length, jobs.length, 'each was filed once')
    return 'nothing: it starts at once, and each job is filed once'
  })

const workerStands = (): Promise<string> =>
  withServer(async (server) => {
    if (process.platform === 'win32') return 'nothing: there are no such signals'
    await until(() => server.workerPids.length > 0)
    const isFit = async () => (await fetch(`${server.ready.local_url}/health/ready`)).status === 200
    await until(isFit)
    await holdWorker(server)
    const job = await submit(server)
    await until(async () => !(await isFit()))
    let told: string | undefined
    await until(async () => {
      const { warnings } = await server.job(job)
      told = warnings.find(({ code }) => code === 'WORKER_NOT_RUNNING')?.message
      return told !== undefined
    })
    releaseWorker(server)
    await until(() => isReady(server, job))
    await until(isFit)
    assert.deepEqual((await server.job(job)).warnings, [])
    return `/health/ready: 503, workers failed; the job: ${told}`
  })

const MANY = 12

/** As a gateway that has lost what is behind it. */
const stalledReceiver = (): Promise<string> =>
  withServer(async (server) => {
    const hung = new Set<string>()
    const told = new Set<string>()
    const idOf = (req: IncomingMessage): string => String(req.resume().headers['webhook-id'])
    const hanging = createServer((req) => void hung.add(idOf(req)))
    const answering = createServer((req, res) => {
      told.add(idOf(req))
      res.writeHead(204).end()
    })
    const urlOf = async (receiver: Server): Promise<string> => {
      await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
      return `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    }
    const [hangs, answers] = [await urlOf(hanging), await urlOf(answering)]
    try {
      const jobs: string[] = []
      for (let n = 0; n < MANY; n++) jobs.push(await submit(server, { webhook_url: hangs }))
      for (const job of jobs) await until(() => isReady(server, job))
      await until(() => hung.size > 0)
      await submit(server, { webhook_url: answers })
      await until(() => told.size === 1)
      assert.ok(hung.size < MANY, 'it did not wait for all that hang')
      const { below, headers } = await asWindow(server)
      let words: string | null = null
      await until(async () => {
        const answer = await fetch(`${below}/webhooks/deliveries`, { headers })
        const { data } = (await answer.json()) as { data: { attempts: { error: string | null }[] }[] }
        words = data.flatMap(({ attempts }) => attempts.flatMap(({ error }) => error ?? []))[0] ?? null
        return words !== null
      })
      return `web hooks: ${words}; another receiver is told at once`
    } finally {
      for (const each of [hanging, answering]) {
        each.closeAllConnections()
        each.close()
      }
    }
  })

testFaults([
  { name: 'a full disk, while it runs', run: fullWhileItRuns },
  { name: 'a full disk, at the start', run: fullAtTheStart },
  { name: 'a read-only data folder', run: readOnly },
  { name: 'a damaged queue.db, at the start', run: damagedQueueAtTheStart },
  { name: 'a damaged queue.db, while it runs', run: damagedQueueWhileItRuns },
  { name: 'a damaged app.db', run: damagedStore },
  { name: 'a missing app.db beside results', run: missingStore },
  { name: 'a result that was cut off or changed', run: damagedResult },
  { name: 'a damaged result without deliveries', run: damagedResultWithoutDeliveries },
  { name: 'two servers on one folder', run: twoServers },
  { name: 'a lock of a number that is reused', run: reusedPid },
  { name: 'SIGKILL of all processes, three times', run: powerLoss },
  { name: 'SIGSTOP of the worker', run: workerStands },
  { name: 'a receiver of web hooks that never answers', run: stalledReceiver },
])
