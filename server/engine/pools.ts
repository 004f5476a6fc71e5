/**
 * Two engines that look like one: flows that take long have slots of their own, so that what is over in a moment (filing,
 * asking, telling) never waits behind them. Each has its namespace, because a worker puts off for minutes what it claims
 * and does not know.
 */
import { isWhole, setAside } from './damaged-queue.ts'
import { type EngineOptions, isFile, openEngine } from './openworkflow.ts'
import type { Engine } from './port.ts'

export interface PoolOptions extends EngineOptions {
  /** Names of the flows that take long. */
  heavy: readonly string[]
  /** Of the slots, how many they leave */
  lightOnly: number
  /**
   * The file of the queue was damaged, and has been set aside. At the opening an empty one has taken its place already;
   * later there is no queue any more: this process must end, and the next one makes it.
   */
  onSetAside?(aside: string, when: 'opening' | 'working'): void
}

export async function openPools({ heavy, lightOnly, onSetAside, ...rest }: PoolOptions): Promise<Engine> {
  const file = isFile(rest.at) ? rest.at : undefined
  if (file !== undefined && !isWhole(file)) onSetAside?.(setAside(file, new Date()), 'opening')
  let isGone = false
  const options: EngineOptions = {
    ...rest,
    onDamage() {
      if (isGone || file === undefined) return
      isGone = true
      // Not in the midst of the call that found it.
      setImmediate(async () => {
        for (const engine of both) await engine.close().catch(() => {})
        onSetAside?.(setAside(file, new Date()), 'working')
      })
    },
  }
  const light = await openEngine(options)
  const long = await openEngine({ ...options, namespace: 'klic-heavy' }).catch(async (error) => {
    await light.close()
    throw error
  })
  const both = [light, long] as const
  const poolOf = (flow: string): Engine => (heavy.includes(flow) ? long : light)
  const sum = async (each: Promise<number>[]): Promise<number> => (await Promise.all(each)).reduce((a, b) => a + b, 0)

  return {
    start: (flow, input, how) => poolOf(flow.name).start(flow, input, how),
    last: (flow, keys) => poolOf(flow).last(flow, keys),
    async cancel(run) {
      for (const engine of both) if (await engine.progress(run)) await engine.cancel(run)
    },
    progress: async (run) => (await light.progress(run)) ?? long.progress(run),
    prune: (before) => sum(both.map((engine) => engine.prune(before))),
    takeOver: () => sum(both.map((engine) => engine.takeOver())),
    wakeOvertaken: () => sum(both.map((engine) => engine.wakeOvertaken())),
    async work(flows, slots) {
      // All flows here: what an earlier version began in the one queue of then is ended there.
      const workers = [
        await light.work(flows, slots),
        await long.work(
          flows.filter(({ name }) => heavy.includes(name)),
          Math.max(1, slots - lightOnly),
        ),
      ]
      return {
        stop: async () => {
          await Promise.all(workers.map((worker) => worker.stop()))
        },
      }
    },
    async close() {
      for (const engine of both) await engine.close()
    },
  }
}
