/** Reads files of findings in caged processes: of each company one at a time, each for a bounded time. */
import { MAX_FILE_FINDINGS } from '../../imkl/model/findings-file.ts'
import { ANSWER_QUEUE, fairTurns } from '../../platform/fair-limit.ts'
import type { Cage } from '../cage.ts'
import type { CagedTask } from '../caged-task.ts'
import { photoEnv } from '../digging/start-photos.ts'
import { resultUnlessKilled, runCaged } from '../run-caged.ts'
import type { FindingsReading, FindingsReadTask } from './findings-file.ts'

/** 500 photos as the page draws them need about a third of it. */
const LONGEST_MS = 90_000
/** Of one company while others wait. */
const TURN_MS = 15_000
const MEMORY_MIB = 2048

export const findingsReader = (cageNow: () => Promise<Cage>, longestMs = LONGEST_MS) =>
  fairTurns(
    { atOnce: 1, ...ANSWER_QUEUE, turnMs: TURN_MS },
    async ({ path, folder }: FindingsReadTask, signal): Promise<FindingsReading> => {
      const cage = await cageNow()
      const end = await runCaged<FindingsReading>({
        cage,
        task: JSON.stringify({ kind: 'findings', path, folder } satisfies CagedTask),
        room: { reads: [path], writes: [folder], memoryMiB: MEMORY_MIB },
        env: photoEnv(cage),
        longestMs,
        signal,
      })
      return resultUnlessKilled(end) ?? { fault: { message: GAVE_UP, complaints: [] } }
    },
  )

const GAVE_UP = `The findings could not be read in time or memory. Nothing was taken. A file has at most ${MAX_FILE_FINDINGS}, with small photos: hand in fewer.`
