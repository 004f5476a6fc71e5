/** The queue on PostgreSQL: a query that is not answered is noticed, since its driver may lose one without a word. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPostgresQueue } from '../../server/platform/queue/postgres-queue.ts'
import { lineTo } from '../support/cut-line.ts'
import { ownDatabases } from '../support/postgres.ts'
import { until } from '../support/until.ts'

test('a query that is not answered is noticed, from any caller; one that is answered is not', async (t) => {
  const databases = await ownDatabases()
  if ('missing' in databases) return t.skip(databases.missing)
  const line = await lineTo(await databases.create())
  let silences = 0
  const watch = { answerMs: 2000, onSilence: () => void silences++ }
  const queue = await openPostgresQueue(line.url, 'test', 2, watch)
  t.after(() => queue.close())
  const claim = () => queue.backend.claimWorkflowRun({ workerId: 'one', leaseDurationMs: 1000 })
  const newest = () => queue.newest('a flow', ['a key'])
  // Connections are there.
  assert.equal(await claim(), null)
  assert.equal((await newest()).size, 0)
  silences = 0

  line.hold()
  const claimed = claim()
  await until(() => silences === 1)
  const found = newest()
  await until(() => silences === 2)
  line.letGo()
  assert.equal(await claimed, null, 'it goes on where it stood')
  assert.equal((await found).size, 0)
  for (let n = 0; n < 50; n++) await claim()
  assert.equal(silences, 2)
})
