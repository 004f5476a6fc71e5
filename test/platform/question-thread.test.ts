/** A thread is ended only when it has loaded: Node aborts the process where it loads a native addon at that moment. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { AskedThread, type ThreadAnswer } from '../../server/platform/processes/question-thread.ts'
import { until } from '../support/until.ts'

const [LOADING, LET_GO, LOADED] = [1, 2, 3]

test('a thread that is ended while it loads ends when it has loaded', async () => {
  const state = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const thread = new AskedThread(new URL('../support/thread-that-loads.ts', import.meta.url), {
    name: 'test thread',
    data: state,
    longestRunMs: 600_000,
    tooMuch: () => new Error('too much'),
  })
  const asked = thread.ask(null)
  await until(() => Atomics.load(state, 0) === LOADING)
  const ended = thread.end(new Error('ended'))
  await assert.rejects(asked, /^Error: ended$/)
  Atomics.store(state, 0, LET_GO)
  Atomics.notify(state, 0)
  await ended
  assert.equal(Atomics.load(state, 0), LOADED)
})

/** Says of each native addon when it is loaded. */
const WATCHED = `
  const { parentPort } = require('node:worker_threads')
  const { dlopen } = process
  process.dlopen = (...given) => {
    parentPort.postMessage('addon')
    return dlopen.apply(process, given)
  }
  import(${JSON.stringify(new URL('../../server/exports/tiles/tile-thread.ts', import.meta.url))})`

test('the tile thread has loaded its addon before it says that it is ready', async (t) => {
  const workerData = { own: null, workingOn: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT) }
  const thread = new Worker(WATCHED, { eval: true, workerData })
  t.after(() => thread.terminate())
  const said: (string | number)[] = []
  thread.on('message', (word: 'addon' | ThreadAnswer<unknown>) =>
    said.push(typeof word === 'string' ? word : 'ready' in word ? 'ready' : word.id),
  )
  thread.postMessage({ id: 1, question: { paths: ['missing.gpkg'], at: null } })
  await until(() => said.includes(1))
  assert.deepEqual(said, ['addon', 'ready', 1])
})
