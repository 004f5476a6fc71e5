/** A queue file that is damaged is set aside, and the work goes on from the rows. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { isWhole, setAside } from '../../server/platform/queue/damaged-queue.ts'
import { openEngine } from '../../server/platform/queue/openworkflow.ts'
import { openPools } from '../../server/platform/queue/pools.ts'
import type { Flow } from '../../server/platform/queue/port.ts'
import { until } from '../support/until.ts'

const inFolder = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'klic-queue-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const flow = (ran: string[]): Flow<null> => ({
  name: 'note',
  version: '1',
  run: async (_input, steps) => {
    await steps.run('note', async () => {
      ran.push('noted')
      return null
    })
  },
})

async function filled(file: string): Promise<void> {
  const engine = await openEngine({ at: file })
  for (let n = 0; n < 300; n++) await engine.start(flow([]), null, { key: `k${n}` })
  await engine.close()
}

const damages: Record<string, (whole: Buffer) => Buffer> = {
  garbage: () => Buffer.alloc(50_000, 'garbage '),
  'flipped bytes': (whole) => {
    const flipped = Buffer.from(whole)
    for (let at = 4096; at < flipped.length; at += 500) flipped[at] = flipped[at]! ^ 0xff
    return flipped
  },
  'half of it': (whole) => whole.subarray(0, whole.length / 2),
}

for (const [name, damage] of Object.entries(damages)) {
  test(`${name}: set aside at the opening, and the work is done`, async (t) => {
    const file = join(inFolder(t), 'queue.db')
    await filled(file)
    assert.equal(isWhole(file), true)
    const damaged = damage(readFileSync(file))
    writeFileSync(file, damaged)
    const told: string[] = []
    const onSetAside = (aside: string, when: string) => void told.push(aside, when)
    const engine = await openPools({ at: file, apart: [], onSetAside })
    assert.equal(told[1], 'opening')
    assert.deepEqual(readFileSync(told[0]!), damaged, 'it is kept as it was found')
    const ran: string[] = []
    await engine.start(flow(ran), null, { key: 'k1' })
    const worker = await engine.work([flow(ran) as unknown as Flow<never>], 1)
    await until(() => ran.length === 1)
    await worker.stop()
    await engine.close()
  })
}

test('damage that comes while it is open is found by the call that meets it, and the file set aside', async (t) => {
  const file = join(inFolder(t), 'queue.db')
  await filled(file)
  const told: string[] = []
  const engine = await openPools({
    at: file,
    apart: [],
    onSetAside: (aside, when) => void told.push(aside, when),
  })
  writeFileSync(file, Buffer.alloc(readFileSync(file).length, 'x'))
  await assert.rejects(async () => {
    for (let n = 0; n < 300; n++) await engine.last('note', [`k${n}`])
    await engine.start(flow([]), null, { key: 'another' })
  })
  await until(() => told.length > 0)
  assert.equal(told[1], 'working')
  assert.equal(existsSync(file), false)
})

test('of queues that were set aside the newest two are kept', (t) => {
  const folder = inFolder(t)
  const file = join(folder, 'queue.db')
  for (let day = 1; day <= 5; day++) {
    writeFileSync(file, String(day))
    setAside(file, join(folder, 'damaged'), new Date(Date.UTC(2026, 0, day)))
  }
  assert.deepEqual(
    readdirSync(join(folder, 'damaged')).map((name) => readFileSync(join(folder, 'damaged', name), 'utf8')),
    ['4', '5'],
  )
})
