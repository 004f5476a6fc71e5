/**
 * A job in flight over the day on which version 3 of the standards begins, with the real client, the real flows and the
 * simulated registry: its first delivery is in version 2, its last in version 3.
 */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dutchDate } from '../../server/registry/working-days.ts'
import { OFFICE } from '../../server/simulator/clock.ts'
import type { SimulatorLedger } from '../../server/simulator/control-port.ts'
import { startSimulator } from '../../server/simulator/server.ts'
import { isVersion3 } from '../soak/compare.ts'
import { dayBegins } from '../soak/plan.ts'
import { SoakWorld } from '../soak/world.ts'
import { askControl } from './ask-control.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** @param failsAt which of its chances, from 0, goes wrong. @returns how many chances there were */
export async function overTheSwitch(failsAt: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'klic-switch-'))
  const [simulatorFolder, dataDir] = [join(folder, 'simulator'), join(folder, 'data')]
  mkdirSync(dataDir)
  const simulator = await startSimulator({
    folder: simulatorFolder,
    timeFactor: 1,
    density: 0.2,
    schedule: { ...OFFICE, partial: { ms: 5 * MINUTE }, completed: { ms: HOUR } },
  })
  try {
    const registry = { url: simulator.url, folder: simulatorFolder }
    const control = async (path: string, body: object) => assert.ok((await askControl(registry, path, body)).ok)
    const version3From = dutchDate(Date.now() + 48 * HOUR)
    const switchMs = dayBegins(version3From)
    // A lost answer costs a quarter of an hour before it is asked again.
    const startMs = switchMs - 40 * MINUTE
    await control('version3', { from: new Date(switchMs).toISOString() })
    await control('clock', { stepMs: startMs - Date.now() })
    let chances = 0
    const job = {
      id: 'job_0',
      atMs: startMs,
      klicType: 'ORIENT',
      reference: 'SIM:partial',
      parts: 1,
      orders: 1,
    } as const
    const world = new SoakWorld({
      plan: { jobs: [job], outages: [], version3From },
      dataDir,
      simulatorFolder,
      startMs,
      random: () => (chances++ === failsAt ? 0 : 0.999),
      simulatorUrl: simulator.url,
      stepSimulator: (stepMs) => control('clock', { stepMs }),
    })
    await world.run()
    const { db } = world.store
    const said = `went wrong at ${failsAt}`
    const { status, revision } = await db.selectFrom('job').selectAll().executeTakeFirstOrThrow()
    assert.deepEqual([status, revision], ['ready', 1], said)
    const orders = await db.selectFrom('registry_order').selectAll().execute()
    assert.deepEqual([orders.length, orders.some(({ body }) => isVersion3(body))], [1, false], said)
    const deliveries = await db.selectFrom('delivery').selectAll().orderBy('sequence').execute()
    const versions = deliveries.map(({ sequence, path }) => {
      const zip = readFileSync(join(dataDir, path!)).toString('latin1')
      return [sequence, /_\d_V(\d)\.xml/.exec(zip)?.[1]]
    })
    assert.deepEqual(
      versions,
      [
        [1, '2'],
        [2, '3'],
      ],
      said,
    )
    const ready = await db.selectFrom('event').select('id').where('type', '=', 'job.ready').execute()
    assert.equal(ready.length, 1, said)
    const ledger = (await (await askControl(registry, 'ledger')).json()) as SimulatorLedger
    assert.deepEqual([ledger.orders.length, ledger.notifications], [1, 1], said)
    assert.equal(world.counts.restarts + world.counts.lost, failsAt < chances ? 1 : 0, said)
    await world.store.close()
    return chances
  } finally {
    await simulator.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
