/** Kills worlds of the flows at each of their effects, or at one of each kind. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { closing, type FlowWorld, inWorld, type WorldOptions } from './flow-world.ts'
import { quickFolder } from './quick-folder.ts'
import { onPostgres } from './test-store.ts'

export interface KillScene {
  options: WorldOptions
  /** What has happened before its first effect. */
  prepare?: (world: FlowWorld) => Promise<void>
  /** Default: to the end. @param effects how many to live. @returns false when killed on the way */
  live?: (world: FlowWorld, effects?: number) => Promise<boolean>
  /** After a kill; default: as `live`, to the end. */
  revive?: (world: FlowWorld) => Promise<void>
  /** On PostgreSQL one of so many effects is tried; default: eleven. */
  stride?: number
  /** To what it must come, wherever it died. */
  check: (world: FlowWorld, diedAt: number) => Promise<void>
}

/** Where a scene is killed. @returns how many effects it has when it is not killed */
export type Kills = (scene: KillScene) => Promise<number>

/**
 * Of so many effects one is met by a fresh world, which dies by an error that nothing catches. On SQLite the others are
 * tried on what that world had on the disk when it came to them, each but those that leave nothing else than the one before
 * (after one write, before the next). On PostgreSQL, where each world takes many times as
 * long, they are left out: what follows from a kill is the same.
 */
const strideOf = ({ stride = 11 }: KillScene): number => (onPostgres ? stride : 25)

/** Kills a world at its first effect, at its second, ...; each is revived and must come to the same end. */
export const atEveryEffect: Kills = async (scene) => {
  const stride = strideOf(scene)
  for (let effects = 0; ; effects += stride) {
    const isKept = (before: number) => before < effects && before > effects - stride
    const total = await killAt(scene, effects, isKept)
    if (total !== undefined) return total
  }
}

/**
 * Kills a world once for each kind of effect, when the first of them is done and nothing knows so yet; and once in the
 * middle, by an error that nothing catches. On PostgreSQL, where each kill needs a fresh world, every eleventh effect is
 * less work.
 */
export const atEachKind: Kills = onPostgres ? (scene) => atEveryEffect(scene) : (scene) => atOneOfEachKind(scene)

const atOneOfEachKind: Kills = async (scene) => {
  const firsts = new Map<string, number>()
  const isKept = (before: number, done?: string) => {
    if (done === undefined || firsts.has(done)) return false
    firsts.set(done, before)
    return true
  }
  const total = (await killAt(scene, undefined, isKept))!
  await killAt(scene, Math.floor(total / 2), () => false)
  return total
}

/**
 * A world that dies at an effect, and on SQLite those that die at the effects that are chosen on its way.
 * @returns how many effects it has when it is not killed
 */
async function killAt(
  { options, prepare, live = (world, effects) => world.live(effects), revive, check }: KillScene,
  effects: number | undefined,
  isChosen: (before: number, done?: string) => boolean,
): Promise<number | undefined> {
  const folder = quickFolder('klic-killed-')
  const goOn = revive ?? ((world) => live(world))
  try {
    let total: number | undefined
    const kept = new Map<number, () => Promise<FlowWorld>>()
    await inWorld({ ...options }, async (world) => {
      await prepare?.(world)
      world.effects = 0
      world.onEffect = (before, done) => {
        if (!isChosen(before, done) || onPostgres) return
        const open = world.keepAsKilled(join(folder, String(before)))
        if (open) kept.set(before, open)
      }
      const isAlive = await live(world, effects)
      world.onEffect = undefined
      if (isAlive) total = world.effects
      else await goOn(world)
      await check(world, total ?? effects!)
    })
    for (const [diedAt, open] of kept) {
      await closing(await open(), async (world) => {
        await goOn(world)
        await check(world, diedAt)
      })
    }
    return total
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Scenes by the title of their test. */
export type KillScenes = Readonly<Record<string, (kills: Kills) => Promise<void>>>

export function testScenes(scenes: KillScenes, kills: Kills): void {
  for (const [title, scene] of Object.entries(scenes)) test(title, () => scene(kills))
}
