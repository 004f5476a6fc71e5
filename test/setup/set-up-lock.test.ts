/** One preparation at a time, also when processes die: the set-up's lock with real processes. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { alone } from '../../build/setup/lock.mjs'

const base = fs.mkdtempSync(path.join(os.tmpdir(), 'klic-lock-'))
let folder = base
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(base, 'one-'))
})
after(() => fs.rmSync(base, { recursive: true, force: true }))

const lockModule = new URL('../../build/setup/lock.mjs', import.meta.url).href

/** A process that takes the lock, says so, and holds it until it is killed. */
const holder = async () => {
  const script = `
    const { alone } = await import(${JSON.stringify(lockModule)})
    await alone(${JSON.stringify(folder)}, async () => { console.log('held'); await new Promise(() => setInterval(() => {}, 1000)) })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

test('a lock whose owner was killed is free at once', async () => {
  const child = await holder()
  child.kill('SIGKILL')
  await once(child, 'exit')

  let waits = 0
  const result = await alone(folder, async () => 'done', { onWait: () => (waits += 1) })

  assert.equal(result, 'done')
  assert.equal(waits, 0)
})

test('a living owner is waited for', async () => {
  const child = await holder()
  const order: string[] = []

  await alone(folder, async () => void order.push('mine'), {
    pauseMs: 20,
    onWait: () => {
      order.push('waiting')
      child.kill('SIGKILL')
    },
  })

  assert.deepEqual(order, ['waiting', 'mine'])
})

test('an owner without a heartbeat counts as dead, although its process id is in use', async () => {
  const dead = { pid: process.pid, host: os.hostname() }
  fs.writeFileSync(path.join(folder, 'setup-7.lock'), JSON.stringify(dead))

  const result = await alone(folder, async () => 'done', { pauseMs: 1, looksBeforeDead: 5 })

  assert.equal(result, 'done')
})

test('an owner that died before it wrote its name does not block the next one', async () => {
  fs.writeFileSync(path.join(folder, 'setup-1.lock'), '')

  assert.equal(await alone(folder, async () => 'done', { pauseMs: 1, looksBeforeDead: 5 }), 'done')
})

test('work that fails gives the lock back, and the failure is passed on', async () => {
  await assert.rejects(
    alone(folder, async () => {
      throw new Error('broken')
    }),
    /broken/,
  )

  assert.equal(await alone(folder, async () => 'next', { onWait: () => assert.fail('it is free') }), 'next')
})

test('of many processes at once, never two hold it', async () => {
  const log = path.join(folder, 'log')
  const script = `
    import fs from 'node:fs'
    const { alone } = await import(${JSON.stringify(lockModule)})
    for (let i = 0; i < 5; i++) await alone(${JSON.stringify(path.join(folder, 'locks'))}, async () => {
      fs.appendFileSync(${JSON.stringify(log)}, 'in\\n')
      await new Promise((resolve) => setTimeout(resolve, 3))
      fs.appendFileSync(${JSON.stringify(log)}, 'out\\n')
    }, { pauseMs: 1, looksBeforeDead: 100000 })`
  const children = Array.from({ length: 6 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'ignore', 'inherit'] }),
  )

  const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]))

  assert.deepEqual(codes, Array(6).fill(0))
  const lines = fs.readFileSync(log, 'utf8').trim().split('\n')
  assert.equal(lines.length, 60)
  assert.ok(lines.every((line, index) => line === (index % 2 === 0 ? 'in' : 'out')))
})
