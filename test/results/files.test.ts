import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TryLater } from '../../server/platform/refusal.ts'
import { folderStorage } from '../../server/platform/storage/folder.ts'
import { type FlowWorld, inWorld } from '../support/flow-world.ts'
import { atEachKind, testScenes } from '../support/kill-scene.ts'
import { FILE_SCENES } from '../support/scenes/files.ts'

testScenes(FILE_SCENES, atEachKind)

test('a full disk is said on the job, spends no attempt, and the job goes on when there is room', async () => {
  await inWorld({ parts: 2, diskFullFor: 40 }, async (world) => {
    let told = 0
    let silent = 0
    await world.live(undefined, async () => {
      const codes = JSON.parse((await world.job()).warnings).map(({ code }: { code: string }) => code)
      if (codes.includes('DISK_FULL')) told++
      // What the registry answers makes no room: once said, it is said at every look until there is room.
      else if (told > 0 && world.fullChecks < 40) silent++
      return false
    })
    assert.ok(told > 0)
    assert.equal(silent, 0)
    const job = await world.job()
    assert.equal(job.status, 'ready')
    assert.deepEqual(JSON.parse(job.warnings), [])
    assert.equal(world.registry.ledger.size, 1)
  })
})

test('a storage that was silent for ten minutes: the job is ready within a minute of its return', async () => {
  const CALL_MS = 30_000
  let away: FlowWorld | undefined
  let backAt = Number.POSITIVE_INFINITY
  const storage = (dataDir: string) => {
    const folder = folderStorage(dataDir)
    return {
      ...folder,
      async keep(file: Parameters<typeof folder.keep>[0]) {
        if (backAt === Number.POSITIVE_INFINITY) backAt = away!.nowMs + 600_000
        if (away!.nowMs >= backAt) return folder.keep(file)
        away!.nowMs += CALL_MS
        throw new TryLater('The storage of files does not answer.', { reason: 'storage_unreachable' })
      },
    }
  }
  await inWorld({ parts: 1, storage }, async (world) => {
    away = world
    const isReady = async () => (await world.job()).status === 'ready'
    await world.live(undefined, isReady)
    assert.ok(await isReady())
    assert.ok(world.nowMs >= backAt)
    assert.ok(world.nowMs <= backAt + 60_000, `${(world.nowMs - backAt) / 1000} s`)
  })
})
