/** At most so many at a time; of those that wait, one of whoever has least running comes next. */
import { inTurn } from '../domain/fairness.ts'

/** @param companyOf whose work a call is */
export function fairLimit<A extends unknown[], R>(
  atOnce: number,
  companyOf: (...args: A) => string,
  work: (...args: A) => Promise<R>,
): (...args: A) => Promise<R> {
  const running = new Map<string, number>()
  let total = 0
  let waiting: { companyId: string; go(): void }[] = []

  const enter = (companyId: string): void => {
    total++
    running.set(companyId, (running.get(companyId) ?? 0) + 1)
  }
  const leave = (companyId: string): void => {
    total--
    running.set(companyId, running.get(companyId)! - 1)
    const [next] = inTurn(waiting, running, 1)
    if (!next) return
    waiting = waiting.filter((one) => one !== next)
    enter(next.companyId)
    next.go()
  }
  return async (...args) => {
    const companyId = companyOf(...args)
    if (total < atOnce) enter(companyId)
    else await new Promise<void>((go) => waiting.push({ companyId, go }))
    try {
      return await work(...args)
    } finally {
      leave(companyId)
    }
  }
}
