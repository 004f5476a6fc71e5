/** A server in a world of its own, with a simulator that it steers. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Clock } from '../../server/platform/clock.ts'
import { simulatorControlKey } from '../../server/simulator/customer.ts'
import { remoteSimulator } from '../../server/simulator/remote.ts'
import { startSimulator } from '../../server/simulator/server.ts'
import { openWorld } from './api-world.ts'

export async function openWithSimulator(
  t: Pick<TestContext, 'after'>,
  { timeFactor = 60, ...more }: { timeFactor?: number; clock?: Clock } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'klic-simulator-'))
  const simulator = await startSimulator({ folder, timeFactor })
  const world = await openWorld(t, {
    simulator: remoteSimulator(() => ({ url: simulator.url, key: simulatorControlKey(folder) })),
    ...more,
  })
  t.after(async () => {
    await simulator.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return { world, simulator, folder }
}
