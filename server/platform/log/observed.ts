/** Measures how long calls that leave the process take, and what comes of them. */
import { Refusal, TryLater } from '../refusal.ts'

/** In one word, from a short list: labels of metrics must not grow without end. */
const outcomeOf = (error: unknown): string => {
  if (error instanceof Refusal) return 'refused'
  return error instanceof TryLater ? 'try_later' : 'failed'
}

type EndListener = (outcome: string, seconds: number) => void

/** @param ended told once, with what came of it: `kind` of a result that has one, else `done` */
export async function observeWork<T>(work: () => Promise<T>, ended: EndListener): Promise<T> {
  const begun = performance.now()
  const end = (outcome: string): void => ended(outcome, (performance.now() - begun) / 1000)
  try {
    const result = await work()
    const { kind } = (result ?? {}) as { kind?: unknown }
    end(typeof kind === 'string' ? kind : 'done')
    return result
  } catch (error) {
    end(outcomeOf(error))
    throw error
  }
}

/** The same object with each of its asynchronous methods observed. */
export function observeMethods<T extends object>(
  target: T,
  ended: (method: string, outcome: string, seconds: number) => void,
): T {
  return new Proxy(target, {
    get(of, name) {
      const method = Reflect.get(of, name) as unknown
      if (typeof method !== 'function' || typeof name !== 'string') return method
      return (...args: unknown[]) =>
        observeWork(
          async () => method.apply(of, args),
          (outcome, seconds) => ended(name, outcome, seconds),
        )
    },
  })
}
