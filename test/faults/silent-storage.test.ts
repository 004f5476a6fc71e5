/** S3 that swallows what it is sent, and connections that stay dead when it is back: nobody restarts anything. */
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openObjectStorage } from '../support/object-storage.ts'
import { isAlive } from '../support/real-server.ts'
import { until } from '../support/until.ts'
import { isReady, messageOf, quote, serverIn, submit, testFaults, withFolder } from './world.ts'

/** Who asks more often is told to wait, and would wait for that. */
const eventually = (condition: () => boolean | Promise<boolean>): Promise<void> =>
  until(async () => {
    await pause(250)
    return condition()
  })

const silentBucket = (): Promise<string> =>
  withFolder(async (folder) => {
    const objects = await openObjectStorage()
    const server = await serverIn(join(folder, 'data'), { ...objects.env, STORAGE_URL: objects.url('silent') })
    const isFit = async () => (await fetch(`${server.ready.local_url}/health/ready`)).status === 200
    try {
      await server.start()
      const before = await submit(server)
      await eventually(() => server.hasItsGround(before))
      const workers = [...server.workerPids]
      const path = `/jobs/${before}/export?format=gpkg`
      const forgetCopies = () => rmSync(join(server.dataDir, 'storage', 'copies', 'results'), { recursive: true })

      objects.silenceAfter(0)
      const jobs = [await submit(server), await submit(server)]
      assert.equal((await quote(server)).status, 201, 'what needs no files goes on')
      forgetCopies()
      const [refused] = await Promise.all([
        server.call(path),
        eventually(async () => !(await isFit())),
        eventually(async () => {
          const { warnings } = await server.job(jobs[0]!)
          return warnings.some(({ code }) => code === 'STORAGE_UNREACHABLE')
        }),
      ])
      assert.equal(refused.status, 503)
      assert.ok(Number(refused.headers.get('retry-after')) > 0)
      const told = await messageOf(refused)

      objects.endSilence()
      const backAt = performance.now()
      for (const job of jobs) await eventually(() => isReady(server, job))
      const readyAfterS = Math.round((performance.now() - backAt) / 1000)
      await eventually(isFit)
      await eventually(async () => {
        const again = await server.call(path)
        await again.arrayBuffer()
        return again.status === 200
      })
      assert.ok(isAlive(server.pid))
      assert.deepEqual(server.workerPids, workers, 'no worker was started again')
      assert.equal((await server.ledger()).orders.length, jobs.length + 1, 'each was filed once')
      return `503: ${told} All jobs were ready ${readyAfterS} s after it was back.`
    } finally {
      await server.stop()
      await objects.close()
    }
  })

testFaults([{ name: 'an S3 that is silent, and connections that stay dead after it', run: silentBucket }])
