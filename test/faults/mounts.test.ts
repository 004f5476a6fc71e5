/** Files in a mounted folder: what the server says and does while it is gone, not mounted, or its mount is dead. */
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
  away(mount: string): void
  back(mount: string): void
  /** What is to be seen of the folder just before it is back. */
  look?(mount: string): void
}

const withMount = ({ away, back, look }: Break): Promise<string> =>
  withFolder(async (folder) => {
    const mount = join(folder, 'mnt')
    mkdirSync(mount)
    const server = await serverIn(join(folder, 'data'), { STORAGE_URL: pathToFileURL(mount).href })
    const isFit = async () => (await fetch(`${server.ready.local_url}/health/ready`)).status === 200
    try {
      await server.start()
      const before = await submit(server)
      await until(() => server.hasItsGround(before))
      away(mount)
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
        const refused = await server.call(`/jobs/${before}/export?format=gpkg`)
        assert.equal(refused.status, 503)
        assert.ok(Number(refused.headers.get('retry-after')) > 0)
        file = await messageOf(refused)
        look?.(mount)
      } finally {
        back(mount)
      }
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

const gone: Break = {
  away: (mount) => renameSync(mount, `${mount}.away`),
  back: (mount) => renameSync(`${mount}.away`, mount),
}

const notMounted: Break = {
  away(mount) {
    gone.away(mount)
    mkdirSync(mount)
  },
  look: (mount) => assert.deepEqual(readdirSync(mount), [], 'nothing was put where the mount will hide it'),
  back(mount) {
    rmSync(mount, { recursive: true })
    gone.back(mount)
  },
}

/** A file system over the folder that nobody serves. @returns what it is served through @throws Skipped */
function mountOver(mount: string): number {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) throw new Skipped('only root on Linux may mount')
  let device: number
  try {
    device = openSync('/dev/fuse', 'r+')
  } catch {
    throw new Skipped('there is no /dev/fuse')
  }
  const asked = ['-i', '-t', 'fuse', '-o', 'fd=3,rootmode=40000,user_id=0,group_id=0', 'klic', mount]
  const mounted = spawnSync('mount', asked, { stdio: ['ignore', 'ignore', 'pipe', device] })
  if (mounted.status === 0) return device
  closeSync(device)
  throw new Skipped(`it could not be mounted: ${mounted.stderr}`)
}

const unmount = (mount: string): void => void spawnSync('umount', ['--lazy', mount])

const dead: Break = {
  // From then on every call answers ENOTCONN.
  away: (mount) => closeSync(mountOver(mount)),
  back: unmount,
}

let device: number | undefined
const hanging: Break = {
  away(mount) {
    device = mountOver(mount)
  },
  back(mount) {
    if (device === undefined) return
    closeSync(device)
    device = undefined
    unmount(mount)
  },
}

testFaults([
  { name: 'a mounted folder that is gone', run: () => withMount(gone) },
  { name: 'a folder that is not mounted: it is empty', run: () => withMount(notMounted) },
  { name: 'a folder whose mount is dead', run: () => withMount(dead) },
  { name: 'a folder whose mount hangs', run: () => withMount(hanging) },
])
