/** Draws photos anew in a caged process (exports/formats/photo.ts): of each company one at a time, each for a bounded time. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Photo } from '../../exports/formats/redrawn-photo.ts'
import { ANSWER_QUEUE, fairTurns } from '../../platform/fair-limit.ts'
import { type Cage, withoutDrivers } from '../cage.ts'
import type { CagedTask, PhotoType } from '../caged-task.ts'
import { resultUnlessKilled, runCaged } from '../run-caged.ts'

/** The largest that is taken needs some three seconds. */
const LONGEST_MS = 30_000
/** Of one company while others wait. */
const TURN_MS = 6000
const MEMORY_MIB = 2048
const DRIVERS = ['JPEG', 'PNG']

/**
 * @param tempFolder makes the path of a new folder
 * @returns what draws a photo; undefined for what is none
 */
export const photoDrawer = (cageNow: () => Promise<Cage>, tempFolder: () => string) =>
  fairTurns(
    { atOnce: 1, ...ANSWER_QUEUE, turnMs: TURN_MS },
    async (given: Buffer, signal): Promise<Photo | undefined> => {
      const folder = tempFolder()
      const [path, work] = [join(folder, 'given'), join(folder, 'drawn')]
      const out = join(work, 'photo')
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeFile(path, given)
        const cage = await cageNow()
        const end = await runCaged<PhotoType>({
          cage,
          task: JSON.stringify({ kind: 'photo', path, out } satisfies CagedTask),
          room: { reads: [path], writes: [work], memoryMiB: MEMORY_MIB },
          env: withoutDrivers(cage.otherDrivers.filter((name) => !DRIVERS.includes(name))),
          longestMs: LONGEST_MS,
          signal,
        })
        const mediaType = resultUnlessKilled(end) ?? null
        return mediaType === null ? undefined : { mediaType, bytes: await readFile(out) }
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  )
