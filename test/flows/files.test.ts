import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inWorld } from '../support/flow-world.ts'
import { atEachKind, testScenes } from '../support/kill-scene.ts'
import { FILE_SCENES } from './scenes/files.ts'

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
