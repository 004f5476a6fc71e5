/** Processes of a real server, killed at one change of a job after another. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killServer, killWorker } from '../support/killed-server.ts'

test('a worker that is killed at every change of a job costs nobody a notification, and the job becomes ready', async () => {
  const killed = await killWorker((change) => change <= 6)
  assert.ok(killed >= 4, `killed ${killed} times`)
})

test('a server that is killed three times takes its children along each time, and the next one goes on with the job', async () => {
  const killed = await killServer((change) => change <= 3)
  assert.ok(killed >= 3, `killed ${killed} times`)
})
