/** Calls that several API processes take: counted together, on the store that they share. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Response } from 'express'
import { sharedCallCount } from '../../server/features/keys/rate-window-rows.ts'
import { openStore } from '../../server/platform/database/open.ts'
import type { CallCount } from '../../server/platform/http/call-count.ts'
import { RateLimit } from '../../server/platform/http/rate-limit.ts'
import { forget, storeIn } from '../support/test-store.ts'

const PROCESSES = 3
const START_MS = 1_700_000_000_000

async function together(t: TestContext, what = 'calls', minutes = 1) {
  const folder = mkdtempSync(join(tmpdir(), 'klic-rate-'))
  const store = await openStore(await storeIn(folder))
  t.after(async () => {
    await store.close()
    await forget(folder)
    rmSync(folder, { recursive: true, force: true })
  })
  let nowMs = START_MS
  let asked = 0
  const process = (behindMs = 0) => {
    const counted = sharedCallCount(store.db)
    const callCount: CallCount = {
      add: (...given) => {
        asked++
        return counted.add(...given)
      },
    }
    return new RateLimit({ clock: { now: () => new Date(nowMs - behindMs) }, callCount }, what, minutes)
  }
  return {
    store,
    process,
    processes: Array.from({ length: PROCESSES }, () => process()),
    pass: (ms: number) => {
      nowMs += ms
    },
    asked: () => asked,
  }
}

/** @returns whether it was let through, and the headers that were written */
async function call(limit: RateLimit, who: string, most: number) {
  const headers = new Map<string, string>()
  const res = { set: (name: string, value: string) => void headers.set(name, value) } as unknown as Response
  const passed = await limit
    .count(who, async () => most, res)
    .then(
      () => true,
      (error) => {
        assert.equal(error.code, 'RATE_LIMITED')
        return false
      },
    )
  return { passed, headers }
}

const passedOf = async (limits: readonly RateLimit[], who: string, most: number, calls: number): Promise<number> => {
  let passed = 0
  for (let i = 0; i < calls; i++) if ((await call(limits[i % limits.length]!, who, most)).passed) passed++
  return passed
}

test('all processes together let no more through than one would, and hardly fewer', async (t) => {
  const { processes, asked } = await together(t)
  const passed = await passedOf(processes, 'key_1', 600, 1000)
  assert.ok(passed <= 600 && passed >= 600 - PROCESSES * 6, `${passed} of 600`)
  assert.ok(asked() <= 100 + 2 * PROCESSES, `${asked()} questions to the database`)
  assert.equal(await passedOf(processes, 'key_2', 600, 30), 30)
})

test('at once, too', async (t) => {
  const { processes } = await together(t)
  const calls = Array.from({ length: 90 }, (_, i) => call(processes[i % PROCESSES]!, 'key_1', 50))
  const passed = (await Promise.all(calls)).filter((each) => each.passed).length
  assert.equal(passed, 50)
})

test('few tries are counted one by one: the eleventh is refused, by any server', async (t) => {
  const { processes, pass } = await together(t, 'tries', 15)
  for (let i = 0; i < 10; i++) assert.ok((await call(processes[i % PROCESSES]!, 'of jan@x.example', 10)).passed, `${i}`)
  for (const limit of processes) {
    const { passed, headers } = await call(limit, 'of jan@x.example', 10)
    assert.equal(passed, false)
    assert.equal(headers.get('Retry-After'), '900')
  }
  pass(15 * 60_000)
  assert.ok((await call(processes[0]!, 'of jan@x.example', 10)).passed)
})

test('what is left is told by any of them, and a new minute begins for all', async (t) => {
  const { processes, pass } = await together(t)
  const [one, other] = processes as [RateLimit, RateLimit]
  assert.equal((await call(one, 'key_1', 5)).headers.get('RateLimit'), '"minute";r=4;t=60')
  pass(20_000)
  assert.equal((await call(other, 'key_1', 5)).headers.get('RateLimit'), '"minute";r=3;t=40')
  assert.equal(await passedOf(processes, 'key_1', 5, 9), 3)
  pass(40_000)
  assert.equal(await passedOf(processes, 'key_1', 5, 9), 5)
})

test('a machine whose clock is a little behind does not begin the minute anew', async (t) => {
  const { process } = await together(t)
  const [ahead, behind] = [process(), process(2000)]
  assert.equal(await passedOf([ahead, behind], 'key_1', 20, 40), 20)
})

test('other things are counted apart, nobody can be read from the rows, and old ones go', async (t) => {
  const { store, process, pass } = await together(t)
  const limit = process()
  await passedOf([limit], 'of jan@x.example', 1, 1)
  const tries = new RateLimit(
    { clock: { now: () => new Date(START_MS) }, callCount: sharedCallCount(store.db) },
    'tries',
  )
  assert.ok((await call(tries, 'of jan@x.example', 1)).passed)
  const rows = await store.db.selectFrom('rate_window').selectAll().execute()
  assert.equal(rows.length, 2)
  assert.doesNotMatch(JSON.stringify(rows), /jan/)
  pass(2 * 3_600_000)
  await call(limit, 'key_9', 5)
  assert.equal((await store.db.selectFrom('rate_window').selectAll().execute()).length, 1)
})
