/** Kills worlds of the flows at each of their effects. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { closing, type FlowWorld, inWorld, type WorldOptions } from './flow-world.ts'
import { quickFolder } from './quick-folder.ts'
import { onPostgres } from './test-store.ts'

/**
 * Of so many effects one is met by a fresh world, which dies by an error that nothing catches. On SQLite the others are
 * tried on what that world had on the disk when it came to them, each but those that leave nothing else than the one before
 * (after one write, before the next). On PostgreSQL, where each world takes many times as
 * long, they are left out: what follows from a kill is the same.
 */
const STRIDE = onPostgres ? 11 : 25

/**
 * Kills a world at its first effect, at its second, ...; each is revived and must come to the same end.
 * @returns how many effects a world has that is not killed
 */
export async function atEveryEffect(
  options: WorldOptions,
  check: (world: FlowWorld, diedAt: number) => Promise<void>,
): Promise<number> {
  const folder = quickFolder('klic-killed-')
  try {
    for (let effects = 0; ; effects += STRIDE) {
      let total: number | undefined
      const kept = new Map<number, () => Promise<FlowWorld>>()
      await inWorld(options, async (world) => {
        world.onEffect = (before) => {
          if (onPostgres || before >= effects || before <= effects - STRIDE) return
          const open = world.keepAsKilled(join(folder, String(before)))
          if (open) kept.set(before, open)
        }
        const isAlive = await world.live(effects)
        world.onEffect = undefined
        if (isAlive) total = world.effects
        else await world.live()
        await check(world, total ?? effects)
      })
      for (const [diedAt, open] of kept) {
        await closing(await open(), async (world) => {
          await world.live()
          await check(world, diedAt)
        })
      }
      if (total !== undefined) return total
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
