import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inWorld } from '../support/flow-world.ts'
import { atEachKind, testScenes } from '../support/kill-scene.ts'
import { FILE_SCENES } from './scenes/files.ts'

testScenes(FILE_SCENES, atEachKind)

test('a full disk is said on the job, spends no attempt, and the job goes on when there is room', async () => {
  await inWorld({ parts: 2, diskFullFor: 40 }, async (world) => {
    const told = new Set<string>()
    await world.live(undefined, async () => {
      for (const { code } of JSON.parse((await world.job()).warnings)) told.add(code)
      return false
    })
    assert.ok(told.has('DISK_FULL'))
    const job = await world.job()
    assert.equal(job.status, 'ready')
    assert.deepEqual(JSON.parse(job.warnings), [])
    assert.equal(world.registry.ledger.size, 1)
  })
})
