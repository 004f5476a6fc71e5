import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openEngine } from '../../server/platform/queue/openworkflow.ts'
import type { Flow } from '../../server/platform/queue/port.ts'
import { openSqliteQueue } from '../../server/platform/queue/sqlite-queue.ts'
import { forget, onPostgres, queueIn } from '../support/test-store.ts'
import { until } from '../support/until.ts'

async function inQueue(act: (file: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'klic-queue-'))
  try {
    await act(await queueIn(folder))
  } finally {
    await forget(folder)
    await rm(folder, { recursive: true, force: true })
  }
}

const counting = (ran: string[]): Flow<{ name: string }> => ({
  name: 'count',
  version: '1',
  async run({ name }, steps) {
    await steps.run('first', async () => {
      ran.push(`${name} first`)
      return null
    })
    await steps.sleep('nap', 20)
    await steps.run('second', async () => {
      ran.push(`${name} second`)
      return null
    })
  },
})

test('two processes that write at once wait for each other: the busy timeout is set', async (t) => {
  if (onPostgres) return t.skip('of SQLite')
  await inQueue(async (file) => {
    const queue = await openSqliteQueue(file)
    assert.equal(queue.busyTimeoutMs(), 10_000)
    await queue.close()
  })
})

test('a key denotes one run while it is live, and a new one after it has ended', async () => {
  await inQueue(async (file) => {
    const ran: string[] = []
    const flow = counting(ran)
    const engine = await openEngine({ at: file })
    const [first, again] = await Promise.all([
      engine.start(flow, { name: 'a' }, { key: 'k' }),
      engine.start(flow, { name: 'a' }, { key: 'k' }),
    ])
    assert.equal(first.run, again.run)
    await engine.start(flow, { name: 'other' }, { key: 'k2' })
    const worker = await engine.work([flow as unknown as Flow<never>], 4)
    await until(async () => (await engine.last('count', ['k'])).get('k')?.state === 'done')
    await until(async () => (await engine.last('count', ['k2'])).get('k2')?.state === 'done')
    assert.deepEqual(
      ran.filter((line) => line.startsWith('a')),
      ['a first', 'a second'],
    )
    const next = await engine.start(flow, { name: 'b' }, { key: 'k' })
    assert.notEqual(next.run, first.run)
    await until(async () => (await engine.last('count', ['k'])).get('k')?.state === 'done')
    assert.deepEqual(
      ran.filter((line) => line.startsWith('b')),
      ['b first', 'b second'],
    )
    await worker.stop()
    await engine.close()
  })
})

test('what is started where it is worked is taken up at once: no look at a later time is waited for', async (t) => {
  if (onPostgres) return t.skip('its driver waits by the timers that stand still here')
  await inQueue(async (file) => {
    const engine = await openEngine({ at: file })
    const ran = Promise.withResolvers<void>()
    const flow: Flow<null> = { name: 'ring', version: '1', run: async () => ran.resolve() }
    // A pause from here on does not end.
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const worker = await engine.work([flow as unknown as Flow<never>], 1)
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve))
    await engine.start(flow, null, { key: 'k' })
    await ran.promise
    t.mock.timers.reset()
    await worker.stop()
    await engine.close()
  })
})

test('a flow whose step fails for good is failed, with the reason', async () => {
  await inQueue(async (file) => {
    const engine = await openEngine({ at: file })
    const flow: Flow<null> = {
      name: 'fail',
      version: '1',
      run: async (_input, steps) => {
        await steps.run('break', () => Promise.reject(new Error('the disk is full')), {
          attempts: 2,
          firstMs: 1,
          maxMs: 1,
        })
      },
    }
    await engine.start(flow, null, { key: 'k' })
    const worker = await engine.work([flow as unknown as Flow<never>], 1)
    await until(async () => (await engine.last('fail', ['k'])).get('k')?.state === 'failed')
    assert.match((await engine.last('fail', ['k'])).get('k')?.error ?? '', /the disk is full/)
    await worker.stop()
    await engine.close()
  })
})

test('claims of a worker that was killed are taken over at once', async (t) => {
  if (onPostgres) return t.skip('on a desktop only')
  await inQueue(async (file) => {
    const dead = spawn(process.execPath, [join(import.meta.dirname, '../support/hanging-worker.ts'), file])
    await once(dead.stdout, 'data')
    dead.kill('SIGKILL')
    await once(dead, 'exit')

    const ran: string[] = []
    const engine = await openEngine({ at: file })
    assert.equal(await engine.takeOver(), 1)
    const stuck: Flow<null> = {
      name: 'stuck',
      version: '1',
      run: async (_input, steps) => {
        await steps.run('hang', async () => {
          ran.push('again')
          return null
        })
      },
    }
    const worker = await engine.work([stuck as unknown as Flow<never>], 1)
    await until(() => ran.length > 0)
    await worker.stop()
    await engine.close()
  })
})

test('runs that ended long ago are forgotten', async () => {
  await inQueue(async (file) => {
    const flow = counting([])
    const engine = await openEngine({ at: file })
    await engine.start(flow, { name: 'a' }, { key: 'k' })
    const worker = await engine.work([flow as unknown as Flow<never>], 1)
    await until(async () => (await engine.last('count', ['k'])).get('k')?.state === 'done')
    await worker.stop()
    assert.equal(await engine.prune(new Date(Date.now() - 60_000)), 0)
    assert.equal(await engine.prune(new Date(Date.now() + 60_000)), 1)
    assert.equal((await engine.last('count', ['k'])).size, 0)
    await engine.close()
  })
})

test('a clock that was set back lets nothing sleep for days: sleeps, turns and tries that it named are woken', async (t) => {
  await inQueue(async (file) => {
    const ran: string[] = []
    const flow = counting(ran)
    const sleeper: Flow<{ name: string }> = { ...flow, name: 'sleeper', version: '1', run: sleepsAWhile(ran) }
    const flows = [flow, sleeper] as unknown as Flow<never>[]
    const realMs = Date.now()
    const engine = await openEngine({ at: file })
    if (onPostgres) {
      // The clock is the database's there, and can't be set here: that the statements are right is what can be tried.
      assert.equal(await engine.wakeOvertaken(), 0)
      await engine.close()
      return
    }
    // Five days ahead: one falls asleep for a moment, another waits for a worker.
    t.mock.timers.enable({ apis: ['Date'], now: realMs + 5 * 86_400_000 })
    await engine.start(sleeper, { name: 'asleep' }, { key: 'asleep' })
    const before = await engine.work(flows, 2)
    await until(async () => {
      const last = (await engine.last('sleeper', ['asleep'])).get('asleep')
      return ran.includes('asleep first') && last?.worker === null
    })
    await before.stop()
    await engine.start(flow, { name: 'queued' }, { key: 'queued' })
    t.mock.timers.reset()
    await engine.close()
    const next = await openEngine({ at: file })
    assert.equal(await next.wakeOvertaken(), 2)
    const after = await next.work(flows, 2)
    await until(() => ran.includes('queued second') && ran.includes('asleep second'))
    assert.deepEqual(
      ran.filter((line) => line === 'asleep first'),
      ['asleep first'],
      'what was done is not done again',
    )
    assert.equal(await next.wakeOvertaken(), 0)
    await after.stop()
    await next.close()
  })
})

const sleepsAWhile =
  (ran: string[]): Flow<{ name: string }>['run'] =>
  async ({ name }, steps) => {
    await steps.run('first', async () => {
      ran.push(`${name} first`)
      return null
    })
    await steps.sleep('nap', 600_000)
    await steps.run('second', async () => {
      ran.push(`${name} second`)
      return null
    })
  }
