import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { fairLimit, fairTurns, type LimitBounds, type Requester } from '../../server/platform/fair-limit.ts'
import { TryLater } from '../../server/platform/refusal.ts'

test('no company takes the last place, however much it asks', async () => {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = fairLimit(
    { atOnce: 2 },
    (company: string) => ({ companyId: company }),
    async (company: string) => {
      begun.push(company)
      await new Promise<void>((end) => ends.push(end))
    },
  )
  const all = ['a', 'a', 'a', 'a', 'a', 'b', 'b', 'c'].map((company) => work(company))
  assert.deepEqual(begun, ['a', 'a', 'b'])
  ends.shift()!()
  await all[0]
  await new Promise(setImmediate)
  assert.deepEqual(begun, ['a', 'a', 'b', 'c'], 'what waits alone comes before the many of another')
  while (begun.length < 8 || ends.length > 0) {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  await Promise.all(all)
})

test('work that fails gives its place to the next', async () => {
  const work = fairLimit(
    { atOnce: 1 },
    (_fails: boolean) => ({ companyId: 'a' }),
    async (fails: boolean) => (fails ? Promise.reject(new Error('x')) : 'done'),
  )
  const [first, second] = await Promise.allSettled([work(true), work(false)])
  assert.equal(first.status, 'rejected')
  assert.equal(second.status, 'fulfilled')
})

/** One place for each company, and two in all; work is ended by hand. */
const onePlace = (bounds = {}) => {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = fairLimit(
    { atOnce: 1, ...bounds },
    (_name: string, asker: Requester) => asker,
    async (name: string) => {
      begun.push(name)
      await new Promise<void>((end) => ends.push(end))
    },
  )
  const endOne = async () => {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  return { work, begun, endOne }
}
const [A, B] = [{ companyId: 'a' }, { companyId: 'b' }]

test('companies take turns', async () => {
  const { work, begun, endOne } = onePlace()
  const all = ['a1', 'a2', 'b1', 'b2', 'c1'].map((name) => work(name, { companyId: name[0]! }))
  for (let i = 0; i < 5; i++) await endOne()
  await Promise.all(all)
  assert.deepEqual(begun, ['a1', 'b1', 'c1', 'a2', 'b2'])
})

test('too many of one company are asked to come again; another company still finds room', async () => {
  const { work, begun, endOne } = onePlace({ mostWaiting: { ofOne: 1, ofAll: 5 } })
  const first = work('a1', A)
  const second = work('a2', A)
  await assert.rejects(work('a3', A), (error) => error instanceof TryLater && error.reason === 'busy')
  const other = work('b1', B)
  for (let i = 0; i < 3; i++) await endOne()
  await Promise.all([first, second, other])
  assert.deepEqual(begun, ['a1', 'b1', 'a2'])
})

test('who waits too long is asked to come again, and leaves the queue', async () => {
  const { work, begun, endOne } = onePlace({ longestWaitMs: 1 })
  const first = work('a1', A)
  await assert.rejects(work('a2', A), (error) => error instanceof TryLater && error.retryAfterMs !== undefined)
  await endOne()
  await first
  assert.deepEqual(begun, ['a1'])
})

test('who hangs up no longer waits', async () => {
  const { work, begun, endOne } = onePlace()
  const hangUp = new AbortController()
  const first = work('a1', A)
  const left = work('a2', { ...A, signal: hangUp.signal })
  const last = work('a3', A)
  hangUp.abort()
  await assert.rejects(left, TryLater)
  await assert.rejects(work('a4', { ...A, signal: hangUp.signal }), TryLater)
  await endOne()
  await endOne()
  await Promise.all([first, last])
  assert.deepEqual(begun, ['a1', 'a3'])
})

test('who hangs up at the moment of its turn begins nothing', async () => {
  const { work, begun, endOne } = onePlace()
  const hangUp = new AbortController()
  const first = work('a1', A)
  const left = work('a2', { ...A, signal: hangUp.signal })
  const last = work('a3', A)
  const rejected = assert.rejects(left, TryLater)
  // Its turn has come when nothing listens for its hanging up any longer, and it has not begun.
  const stopListening = hangUp.signal.removeEventListener.bind(hangUp.signal)
  hangUp.signal.removeEventListener = (type: string, listener: () => void) => {
    stopListening(type, listener)
    hangUp.abort()
  }
  for (let i = 0; i < 2; i++) await endOne()
  await Promise.all([first, rejected, last])
  assert.deepEqual(begun, ['a1', 'a3'])
})

/** Work that lasts until its place is taken or `end` is called. */
const untilEnded = (bounds: Partial<LimitBounds>) => {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const until = async (name: string, ended?: AbortSignal): Promise<string> => {
    begun.push(name)
    await new Promise<void>((resolve) => {
      ends.set(name, resolve)
      ended?.addEventListener('abort', () => resolve())
    })
    return name
  }
  const { turnMs, ...others } = { atOnce: 1, ...bounds }
  const work =
    turnMs === undefined
      ? fairLimit(
          others,
          (_name: string, asker: Requester) => asker,
          (name) => until(name),
        )
      : fairTurns({ ...others, turnMs }, until)
  return { begun, ends, work: (name: string, gone?: AbortSignal) => work(name, { companyId: name[0]!, signal: gone }) }
}
/** Time goes on when it is told to, and what comes of each millisecond has happened before the next. */
const handClock = (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout', 'Date'] })
  t.mock.method(performance, 'now', Date.now)
  return async (ms: number): Promise<void> => {
    for (let i = 0; i < ms; i++) {
      t.mock.timers.tick(1)
      await new Promise(setImmediate)
    }
  }
}
const isBusy = (error: unknown): boolean => error instanceof TryLater && error.reason === 'busy'

test('who has waited for a turn takes the place of the company that used most', async (t) => {
  const pass = handClock(t)
  const { begun, ends, work } = untilEnded({ turnMs: 5 })
  const first = assert.rejects(work('a1'), isBusy)
  const second = work('b1')
  const third = work('c1')
  await pass(4)
  assert.deepEqual(begun, ['a1', 'b1'])
  await pass(1)
  await first
  assert.deepEqual(begun, ['a1', 'b1', 'c1'])
  for (const name of ['b1', 'c1']) ends.get(name)!()
  assert.deepEqual(await Promise.all([second, third]), ['b1', 'c1'])
})

test('a company takes no place with its second work, and none from who used less', async (t) => {
  const pass = handClock(t)
  const { begun, ends, work } = untilEnded({ turnMs: 5, longestWaitMs: 50 })
  const first = assert.rejects(work('a1'), isBusy)
  const second = assert.rejects(work('a2'), isBusy)
  await pass(50)
  await second
  // By now its company has used all the time there was.
  const others = [work('b1'), work('c1')]
  await pass(5)
  await first
  const third = assert.rejects(work('a3'), isBusy)
  await pass(50)
  await third
  assert.deepEqual(begun, ['a1', 'b1', 'c1'])
  for (const name of ['b1', 'c1']) ends.get(name)!()
  assert.deepEqual(await Promise.all(others), ['b1', 'c1'])
})

test('without a turn work keeps its place', async (t) => {
  const pass = handClock(t)
  const { begun, ends, work } = untilEnded({ longestWaitMs: 20 })
  const both = [work('a1'), work('b1')]
  const third = assert.rejects(work('c1'), isBusy)
  await pass(20)
  await third
  assert.deepEqual(begun, ['a1', 'b1'])
  for (const name of begun) ends.get(name)!()
  assert.deepEqual(await Promise.all(both), ['a1', 'b1'])
})

test('work with a turn is told to end when its caller hangs up', async () => {
  const { ends, work } = untilEnded({ turnMs: 60_000 })
  const hangUp = new AbortController()
  const first = work('a1', hangUp.signal)
  const next = work('a2')
  hangUp.abort()
  await first
  ends.get('a2')!()
  assert.equal(await next, 'a2')
})
