/**
 * Conversions in processes that stay for the next task: to start one costs more than a small delivery does. A process
 * takes one task at a time, and tasks of one company only. It goes when it has done many, holds much memory, failed, or
 * had nothing to do for a while; so a fault of one task, or what it left behind, is never with the others for long. One
 * that is killed at its task has failed that task, and no other.
 */

import type { ConversionResult, ConversionTask } from '../../../imkl/model/conversion-task.ts'
import { type Child, startChild } from '../../../platform/processes/child.ts'
import type { CagedLine } from '../../caged-task.ts'
import { lastWords, type Room, resultOf } from '../../run-caged.ts'
import {
  type CageOptions,
  conversionRoom,
  LONGEST_CONVERSION_MS,
  type RunOptions,
  tookTooLong,
  withTaskFile,
} from './run-conversion.ts'

/**
 * Measured on small deliveries (docs/scale.md): the first task of a process takes 0.8 s of processor, the tenth 0.13 s; it
 * holds 125 MiB after one task, 167 after fifty, and 208 after a hundred or four hundred. So most of what can be saved is
 * saved by then, and little is held.
 */
export const MAX_TASKS = 50
const MAX_MIB = 192
/** Jobs that come one after the other find it; a desktop at rest has its memory back. */
const IDLE_MS = 20_000
const PATIENCE_MS = 5000

export interface Bounds {
  tasks: number
  /** Held after a task. */
  MiB: number
  idleMs: number
  /** Then its process is ended, and running it again at once would not help. */
  longestMs: number
}

type Line = CagedLine<ConversionResult>

interface PooledProcess {
  readonly companyId: string
  readonly child: Child
  tasks: number
  residentMiB: number
  isGone: boolean
  /** How the task that it is at hears of it. */
  hear: ((line: Line) => void) | undefined
  /** Ends the task that it is at, when the process has ended. */
  ended: ((how: string) => void) | undefined
  idle: NodeJS.Timeout | undefined
}

export interface KeptConversions {
  /** @throws Refusal DELIVERY_UNREADABLE when running it again will not help, TOOK_TOO_LONG */
  run(task: ConversionTask, companyId: string, onProgress?: RunOptions['onProgress']): Promise<ConversionResult>
  /** Processes that wait for a task. */
  waiting(): number[]
  /** Ends the processes that wait. */
  close(): Promise<void>
}

/**
 * @param roomNow all that tasks name: a process has it from its start, for every task that it gets
 */
export function keepConversions(
  caged: CageOptions,
  roomNow: () => Promise<Pick<Room, 'reads' | 'writes'>>,
  bounds: Bounds = { tasks: MAX_TASKS, MiB: MAX_MIB, idleMs: IDLE_MS, longestMs: LONGEST_CONVERSION_MS },
): KeptConversions {
  let free: PooledProcess[] = []

  const start = async (companyId: string): Promise<PooledProcess> => {
    const words = lastWords()
    const { entry, confine } = await caged.cage()
    const { room, env } = conversionRoom(caged, await roomNow())
    const kept: PooledProcess = {
      companyId,
      tasks: 0,
      residentMiB: 0,
      isGone: false,
      hear: undefined,
      ended: undefined,
      idle: undefined,
      child: startChild({
        entry,
        args: [],
        confinement: confine(room),
        env,
        onLine: (line) => kept.hear?.(line as unknown as Line),
        onWords: words.hear,
        onExit(code, signal) {
          kept.isGone = true
          free = free.filter((one) => one !== kept)
          clearTimeout(kept.idle)
          kept.ended?.(`(code ${code}, signal ${signal})\n${words.text()}`)
        },
      }),
    }
    return kept
  }

  const retire = (kept: PooledProcess): Promise<void> => {
    free = free.filter((one) => one !== kept)
    clearTimeout(kept.idle)
    return kept.child.stop(PATIENCE_MS)
  }

  /** The one that worked last is the next to work, so that those too many have nothing to do, and go. */
  const take = async (companyId: string): Promise<PooledProcess> => {
    const own = free.findLastIndex((kept) => kept.companyId === companyId)
    // No more processes than work at once: one of another company makes place.
    if (own === -1 && free[0]) void retire(free[0])
    const kept = own === -1 ? await start(companyId) : free.splice(own, 1)[0]!
    clearTimeout(kept.idle)
    return kept
  }

  const giveBack = (kept: PooledProcess): void => {
    if (kept.isGone) return
    if (kept.tasks >= bounds.tasks || kept.residentMiB > bounds.MiB) return void retire(kept)
    kept.idle = setTimeout(() => void retire(kept), bounds.idleMs).unref()
    free.push(kept)
  }

  return {
    run: (task, companyId, onProgress) =>
      withTaskFile(task, async (taskFile) => {
        const kept = await take(companyId)
        let last: Line | undefined
        let isLate = false
        const deadline = setTimeout(() => {
          isLate = true
          void kept.child.stop(0)
        }, bounds.longestMs)
        const ended = await new Promise<string>((resolve) => {
          kept.ended = resolve
          kept.hear = (line) => {
            if ('started' in line) return
            if ('progress' in line) return onProgress?.(line.progress.what, line.progress.done, line.progress.total)
            last = line
            resolve('')
          }
          kept.child.tell(taskFile)
        })
        clearTimeout(deadline)
        kept.hear = kept.ended = undefined
        kept.tasks++
        if (last && 'residentMiB' in last) kept.residentMiB = last.residentMiB
        const isSound = last && ('result' in last || ('failure' in last && last.failure.refused))
        if (isSound) giveBack(kept)
        else if (!kept.isGone) void retire(kept)
        if (isLate && !last) throw tookTooLong(bounds.longestMs)
        return resultOf({ ...(last && { last }), how: ended })
      }),
    waiting: () => free.map(({ child }) => child.pid!),
    close: async () => {
      await Promise.all(free.map(retire))
    },
  }
}
