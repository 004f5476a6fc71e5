/**
 * The worker and the simulator, where they run beside the API: kept alive, given each other's address, and ended in order. The
 * simulator runs from the moment it is needed, and then for good: orders that it took stay with it.
 */
import { type ChildOptions, startChild, tellParent } from './child.ts'
import { type KeptChild, keepAlive } from './keep-alive.ts'

const PATIENCE_MS = 5000
/** How long the worker may be at one step when it was asked to finish it: the longest conversion takes minutes. */
const STEP_PATIENCE_MS = 10 * 60_000

type Name = 'worker' | 'simulator'
interface Program extends Pick<ChildOptions, 'entry' | 'env'> {
  /** Asked anew at each start: what it goes by may have changed since the last. */
  args(): readonly string[]
}

interface Programs {
  worker: Program
  simulator: Program
  /** The simulator listens: each of its lives has a port that is free then. */
  onSimulator(url: string): void
  onWords(name: Name): (text: string) => void
  onEnd(name: Name, about: { code: number | null; signal: string | null; againInMs: number | undefined }): void
}

export function ownChildren(programs: Programs) {
  let worker: KeptChild | undefined
  let simulator: KeptChild | undefined
  let stopping = false

  const keep = (
    name: Name,
    onLine: ChildOptions['onLine'],
    onStart: (pid: number | undefined) => void = () => {},
  ): KeptChild | undefined =>
    stopping
      ? undefined
      : keepAlive({
          start(onExit) {
            const args = programs[name].args()
            const child = startChild({ ...programs[name], args, onLine, onWords: programs.onWords(name), onExit })
            onStart(child.pid)
            return child
          },
          onEnd: (code, signal, againInMs) => programs.onEnd(name, { code, signal, againInMs }),
        })

  return {
    startWorker(): void {
      worker ??= keep(
        'worker',
        () => {},
        (pid) => tellParent({ worker: { pid } }),
      )
    },
    hasSimulator: () => simulator !== undefined,
    startSimulator(): void {
      simulator ??= keep('simulator', ({ ready }) => {
        if (!ready) return
        const { url } = ready as { url: string }
        programs.onSimulator(url)
        worker?.tell(`simulator ${url}`)
        tellParent({ simulator: { url } })
      })
    },
    nudge: () => worker?.tell('nudge'),
    async stop(finishesStep: boolean): Promise<void> {
      stopping = true
      if (finishesStep) await worker?.stop(STEP_PATIENCE_MS, 'finish')
      else await worker?.stop(PATIENCE_MS)
      await simulator?.stop(PATIENCE_MS)
    },
  }
}
