/** Companies take turns. One worker with its real engine; the registry and the conversion are played, and as slow as the test lets them be. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { batch, byCompany, startFairly } from '../../server/features/fair-start.ts'
import { inTurn } from '../../server/platform/fairness.ts'
import { openPools } from '../../server/platform/queue/pools.ts'
import type { Steps } from '../../server/platform/queue/port.ts'
import { forget, queueIn } from '../support/test-store.ts'
import { until } from '../support/until.ts'

const SLOTS = 8
const LIGHT_ONLY = 2
const HELD = SLOTS - LIGHT_ONLY
const QUEUED = 4

test("company B's first is done while A's 300 wait", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'klic-fair-'))
  const apart = [{ namespace: 'klic-heavy', flows: ['heavy'], slotsOf: (slots: number) => slots - LIGHT_ONLY }]
  const engine = await openPools({ at: await queueIn(folder), apart })
  const begun: string[] = []
  const done = new Set<string>()
  let atOnce = 0
  let mostAtOnce = 0
  let ends: (() => void)[] = []
  const heavy = {
    name: 'heavy',
    version: '1',
    async run({ key }: { key: string }, steps: Steps) {
      await steps.run('work', async () => {
        begun.push(key)
        mostAtOnce = Math.max(mostAtOnce, ++atOnce)
        await new Promise<void>((end) => ends.push(end))
        atOnce--
        done.add(key)
        return null
      })
    },
  }
  let jobs = Array.from({ length: 300 }, (_, no) => ({ key: `a-${no}`, company_id: 'a' }))
  const services = { engine, log: { info() {}, warn() {}, error() {} } }
  const look = () =>
    startFairly(
      services,
      [
        batch(
          heavy,
          jobs.filter(({ key }) => !done.has(key)),
          ({ key }) => ({ key, input: { key }, giveUp: async () => {} }),
        ),
      ],
      byCompany(QUEUED),
    )
  const endOne = () => ends.splice(0, 1).forEach((end) => void end())

  let lightDone = false
  const light = {
    name: 'light',
    version: '1',
    async run(_input: null, steps: Steps) {
      await steps.run('work', async () => {
        lightDone = true
        return null
      })
    },
  }
  const worker = await engine.work([heavy, light] as never, SLOTS)
  try {
    await until(async () => {
      await look()
      return begun.length === HELD
    })
    await engine.start(light, null, { key: 'filing' })
    await until(() => lightDone)
    assert.equal(done.size, 0, 'what is over in a moment has slots of its own')
    // The last to come, behind 294.
    jobs = [...jobs, { key: 'b-0', company_id: 'b' }]
    await until(async () => {
      await look()
      endOne()
      return done.has('b-0')
    })
    assert.ok(done.size < 30, `${done.size} were done before`)
    assert.ok(begun.indexOf('b-0') <= HELD + QUEUED + 2, begun.join(' '))
    assert.ok(mostAtOnce <= HELD, `${mostAtOnce} at once: slots are left for what is light`)
  } finally {
    let isStopped = false
    const stopped = () => {
      isStopped = true
    }
    void worker.stop().then(stopped, stopped)
    // One more may begin while it stops.
    await until(() => {
      for (const end of ends) end()
      ends = []
      return isStopped
    })
    await engine.close()
    await forget(folder)
    await rm(folder, { recursive: true, force: true })
  }
})

const of = (names: string) => [...names].map((companyId, no) => ({ companyId, no }))
const order = (names: string, most: number, busy: Record<string, number> = {}) =>
  inTurn(of(names), new Map(Object.entries(busy)), most)
    .map(({ companyId, no }) => companyId + no)
    .join(' ')

test('companies take turns, each with its oldest first', () => {
  assert.equal(order('aaaabbc', 7), 'a0 b4 c6 a1 b5 a2 a3')
})

test('who has much under way waits for those who have little', () => {
  assert.equal(order('aaab', 4, { a: 3 }), 'b3 a0 a1 a2')
  assert.equal(order('aab', 2, { a: 1, b: 1 }), 'a0 b2')
})

test('no more than asked for, and none when there is no room', () => {
  assert.equal(order('aab', 1), 'a0')
  assert.equal(order('aab', 0), '')
  assert.equal(order('aab', -3), '')
})

test('everything is chosen once, and nobody gets two before another got one', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 60 }), (companies) => {
      const waiting = companies.map((companyId, no) => ({ companyId, no }))
      const chosen = inTurn(waiting, new Map(), Number.POSITIVE_INFINITY)
      assert.equal(new Set(chosen).size, waiting.length)
      const kinds = new Set(companies).size
      assert.equal(new Set(chosen.slice(0, kinds).map(({ companyId }) => companyId)).size, kinds)
    }),
  )
})
