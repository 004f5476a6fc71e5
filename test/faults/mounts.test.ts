/** Files in a mounted folder: what the server says and does while it is gone or not mounted. */
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isAlive } from '../support/real-server.ts'
import { until } from '../support/until.ts'
import { isReady, messageOf, quote, serverIn, submit, testFaults, withFolder } from './world.ts'

/** @param leaves whether the folder is there and empty meanwhile, as where nothing is mounted */
const withMount = (leaves: boolean): Promise<string> =>
  withFolder(async (folder) => {
    const mount = join(folder, 'mnt')
    mkdirSync(mount)
    const server = await serverIn(join(folder, 'data'), { STORAGE_URL: pathToFileURL(mount).href })
    const isFit = async () => (await fetch(`${server.ready.local_url}/health/ready`)).status === 200
    try {
      await server.start()
      const before = await submit(server)
      await until(() => server.hasItsGround(before))
      const jobs = [await submit(server), await submit(server)]
      renameSync(mount, `${mount}.away`)
      if (leaves) mkdirSync(mount)
      let told: string | undefined
      const quoted = await quote(server)
      assert.equal(quoted.status, 201, 'what needs no files goes on')
      const submitted = await server.post(`/jobs/${((await quoted.json()) as { job_id: string }).job_id}/submit`, {})
      assert.equal(submitted.status, leaves ? 202 : 503, 'nothing is paid while nothing is known of the room for it')
      if (leaves) jobs.push(submitted.json.job_id)
      await until(async () => !(await isFit()))
      await until(async () => {
        const { warnings } = await server.job(jobs[0]!)
        told = warnings.find(({ code }) => code === 'STORAGE_UNREACHABLE')?.message
        return told !== undefined
      })
      const refused = await server.call(`/jobs/${before}/export?format=gpkg`)
      assert.equal(refused.status, 503)
      assert.ok(Number(refused.headers.get('retry-after')) > 0)
      const file = await messageOf(refused)
      if (leaves) {
        assert.deepEqual(readdirSync(mount), [], 'nothing was put where the mount will hide it')
        rmSync(mount, { recursive: true })
      }
      renameSync(`${mount}.away`, mount)
      for (const job of jobs) await until(() => isReady(server, job))
      await until(isFit)
      const again = await server.call(`/jobs/${before}/export?format=gpkg`)
      assert.equal(again.status, 200)
      await again.arrayBuffer()
      assert.ok(isAlive(server.pid))
      assert.equal((await server.ledger()).orders.length, jobs.length + 1, 'each was filed once')
      return `/health/ready: 503, storage failed; the job: ${told} Its file: 503, ${file}`
    } finally {
      await server.stop()
    }
  })

testFaults([
  { name: 'a mounted folder that is gone', run: () => withMount(false) },
  { name: 'a folder that is not mounted: it is empty', run: () => withMount(true) },
])
