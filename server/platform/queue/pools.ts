/**
 * Engines that look like one: flows that take long, or wait for others, have slots of their own, so that what is over in a
 * moment (filing, asking) never waits behind them. Each has its namespace, because a worker puts off for minutes what it
 * claims and does not know.
 */
import { dirname } from 'node:path'
import { isWhole, setAside } from './damaged-queue.ts'
import { type EngineOptions, isFile, openEngine } from './openworkflow.ts'
import type { Engine, Pool } from './port.ts'

export interface PoolOptions extends EngineOptions {
  apart: readonly Pool[]
  /** Folder for a queue that is damaged; default: beside it */
  asideIn?: string
  /**
   * The file of the queue was damaged, and has been set aside. At the opening an empty one has taken its place already;
   * later there is no queue any more: this process must end, and the next one makes it.
   */
  onSetAside?(aside: string, when: 'opening' | 'working'): void
}

export async function openPools({ apart, asideIn, onSetAside, ...rest }: PoolOptions): Promise<Engine> {
  const file = isFile(rest.at) ? rest.at : undefined
  const aside = (damaged: string): string => setAside(damaged, asideIn ?? dirname(damaged), new Date())
  if (file !== undefined && !isWhole(file)) onSetAside?.(aside(file), 'opening')
  let isGone = false
  const options: EngineOptions = {
    ...rest,
    onDamage() {
      if (isGone || file === undefined) return
      isGone = true
      // Not in the midst of the call that found it.
      setImmediate(async () => {
        for (const engine of engines) await engine.close().catch(() => {})
        onSetAside?.(aside(file), 'working')
      })
    },
  }
  const light = await openEngine(options)
  const engines = [light]
  const pools: { pool: Pool; engine: Engine }[] = []
  for (const pool of apart) {
    const { namespace, connections } = pool
    const opening = openEngine({ ...options, namespace, ...(connections !== undefined && { connections }) })
    const engine = await opening.catch(async (error) => {
      for (const opened of engines) await opened.close()
      throw error
    })
    engines.push(engine)
    pools.push({ pool, engine })
  }
  const engineOf = (flow: string): Engine => pools.find(({ pool }) => pool.flows.includes(flow))?.engine ?? light
  const sum = async (each: Promise<number>[]): Promise<number> => (await Promise.all(each)).reduce((a, b) => a + b, 0)

  return {
    start: (flow, input, how) => engineOf(flow.name).start(flow, input, how),
    last: (flow, keys) => engineOf(flow).last(flow, keys),
    prune: (before) => sum(engines.map((engine) => engine.prune(before))),
    takeOver: () => sum(engines.map((engine) => engine.takeOver())),
    wakeOvertaken: () => sum(engines.map((engine) => engine.wakeOvertaken())),
    async work(flows, slots) {
      // All flows here: what an earlier version began in the one queue of then is ended there.
      const workers = [await light.work(flows, slots)]
      for (const { pool, engine } of pools) {
        const own = flows.filter(({ name }) => pool.flows.includes(name))
        workers.push(await engine.work(own, pool.slotsOf(slots)))
      }
      return {
        stop: async () => {
          await Promise.all(workers.map((worker) => worker.stop()))
        },
      }
    },
    async close() {
      for (const engine of engines) await engine.close()
    },
  }
}
