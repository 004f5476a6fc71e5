/**
 * Two engines that look like one: flows that take long have slots of their own, so that what is over in a moment (filing,
 * asking, telling) never waits behind them. Each has its namespace, because a worker puts off for minutes what it claims
 * and does not know.
 */
import { type EngineOptions, openEngine } from './openworkflow.ts'
import type { Engine } from './port.ts'

export interface PoolOptions extends EngineOptions {
  /** Names of the flows that take long. */
  heavy: readonly string[]
  /** Of the slots, how many they leave */
  lightOnly: number
}

export async function openPools({ heavy, lightOnly, ...options }: PoolOptions): Promise<Engine> {
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
