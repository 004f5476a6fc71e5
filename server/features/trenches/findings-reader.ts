/** Reads files of findings in caged processes: of each company one at a time, each for a bounded time. */
import { MAX_FILE_FINDINGS } from '../../imkl/model/findings-file.ts'
import { ANSWER_QUEUE, fairTurns } from '../../platform/fair-limit.ts'
import type { Cage } from '../cage.ts'
import { runPhotoTask } from '../digging/start-photos.ts'
import type { FindingsReading, FindingsReadTask } from './findings-file.ts'

/** 500 photos as the page draws them need about a third of it. */
const LONGEST_MS = 90_000
/** Of one company while others wait. */
const TURN_MS = 15_000

export const findingsReader = (cageNow: () => Promise<Cage>, longestMs = LONGEST_MS) =>
  fairTurns(
    { atOnce: 1, ...ANSWER_QUEUE, turnMs: TURN_MS },
    async ({ path, folder }: FindingsReadTask, signal): Promise<FindingsReading> => {
      const task = { kind: 'findings', path, folder } as const
      const paths = { reads: [path], writes: [folder] }
      const reading = await runPhotoTask<FindingsReading>(await cageNow(), task, paths, { longestMs, signal })
      return reading ?? { fault: { message: GAVE_UP, complaints: [] } }
    },
  )

const GAVE_UP = `The findings could not be read in time or memory. Nothing was taken. A file has at most ${MAX_FILE_FINDINGS}, with small photos: hand in fewer.`
