/** What a parent says to a child that is still starting. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startChild } from '../../server/platform/processes/child.ts'
import { until } from '../support/until.ts'

test('words that came while a child waited at its start are heard when it listens for them, each once and in order', async () => {
  const heard: unknown[] = []
  const child = startChild({
    entry: fileURLToPath(new URL('../support/late-listener.ts', import.meta.url)),
    args: [],
    onLine(line) {
      if (line.listening) child.tell('simulator http://127.0.0.1:1')
      if (line.heard === undefined) return
      heard.push(line.heard)
      if (heard.length === 1) child.tell('nudge')
    },
    onWords: (text) => assert.fail(text),
    onExit() {},
  })
  await until(() => heard.length === 2)
  await child.stop(5000)
  assert.deepEqual(heard, ['simulator http://127.0.0.1:1', 'nudge'])
})
