/** Files on a share: what the server says and does while the share is gone, not mounted, or its mount is dead. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isAlive } from '../support/real-server.ts'
import { until } from '../support/until.ts'
import { isReady, messageOf, quote, Skipped, serverIn, submit, testFaults, withFolder } from './world.ts'

interface Break {
  /** @throws Skipped */
  away(share: string): void
  back(share: string): void
  /** What is to be seen of the share just before it is back. */
  look?(share: string): void
}

const withShare = ({ away, back, look }: Break): Promise<string> =>
  withFolder(async (folder) => {
    const share = join(folder, 'mnt')
    mkdirSync(share)
    const server = await serverIn(join(folder, 'data'), { STORAGE_URL: pathToFileURL(share).href })
    const isFit = async () => (await fetch(`${server.ready.local_url}/health/ready`)).status === 200
    try {
      await server.start()
      const before = await submit(server)
      await until(() => server.hasItsGround(before))
      away(share)
      let told: string | undefined
      let file = ''
      const jobs = [await submit(server), await submit(server)]
      try {
        assert.equal((await quote(server)).status, 201, 'what needs no files goes on')
        await until(async () => !(await isFit()))
        await until(async () => {
          const { warnings } = await server.job(jobs[0]!)
          told = warnings.find(({ code }) => code === 'STORAGE_UNREACHABLE')?.message
          return told !== undefined
        })
        const kept = await server.call(`/jobs/${before}/export?format=gpkg`)
        assert.equal(kept.status, 200, 'of what was made here there is a copy')
        await kept.arrayBuffer()
        rmSync(join(server.dataDir, 'storage', 'copies', 'results'), { recursive: true })
        const other = await server.call(`/jobs/${before}/export?format=gpkg`)
        assert.equal(other.status, 503)
        assert.ok(Number(other.headers.get('retry-after')) > 0)
        file = await messageOf(other)
        look?.(share)
      } finally {
        back(share)
      }
      for (const job of jobs) await until(() => isReady(server, job))
      await until(isFit)
      const again = await server.call(`/jobs/${before}/export?format=gpkg`)
      assert.equal(again.status, 200)
      await again.arrayBuffer()
      assert.ok(isAlive(server.pid))
      assert.equal((await server.ledger()).orders.length, jobs.length + 1, 'each was filed once')
      return `/health/ready: 503, storage failed; the job: ${told} A file that is not here: 503, ${file}`
    } finally {
      await server.stop()
    }
  })

const gone: Break = {
  away: (share) => renameSync(share, `${share}.away`),
  back: (share) => renameSync(`${share}.away`, share),
}

const notMounted: Break = {
  away(share) {
    gone.away(share)
    mkdirSync(share)
  },
  look: (share) => assert.deepEqual(readdirSync(share), [], 'nothing was put where the share will hide it'),
  back(share) {
    rmSync(share, { recursive: true })
    gone.back(share)
  },
}

const dead: Break = {
  away(share) {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) throw new Skipped('only root on Linux may mount')
    let device: number
    try {
      device = openSync('/dev/fuse', 'r+')
    } catch {
      throw new Skipped('there is no /dev/fuse')
    }
    const asked = ['-i', '-t', 'fuse', '-o', 'fd=3,rootmode=40000,user_id=0,group_id=0', 'klic', share]
    const mounted = spawnSync('mount', asked, { stdio: ['ignore', 'ignore', 'pipe', device] })
    // Nobody serves it any more: every call answers ENOTCONN.
    closeSync(device)
    if (mounted.status !== 0) throw new Skipped(`it could not be mounted: ${mounted.stderr}`)
  },
  back: (share) => void spawnSync('umount', ['--lazy', share]),
}

testFaults([
  { name: 'a file share whose folder is gone', run: () => withShare(gone) },
  { name: 'a file share that is not mounted: its folder is empty', run: () => withShare(notMounted) },
  { name: 'a file share whose mount is dead', run: () => withShare(dead) },
])
