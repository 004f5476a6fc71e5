/** Draws photos anew in a caged process (formats/photo.ts): of each company one at a time, each for a bounded time. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Photo } from '../domain/digging/photo.ts'
import { ANSWER_QUEUE, fairTurns } from '../domain/fair-limit.ts'
import type { Cage } from './cage.ts'
import { runCaged } from './run-caged.ts'

export interface PhotoLine {
  /** null: it is no whole photo in JPEG or PNG, or too large */
  photo: Photo['mediaType'] | null
}

/** The largest that is taken needs some three seconds. */
const LONGEST_MS = 30_000
/** Of one company while others wait. */
const TURN_MS = 6000
const DRIVERS = ['JPEG', 'PNG']

/**
 * @param entry server/areas.ts
 * @param tempFolder makes the path of a new folder
 * @returns what draws a photo; undefined for what is none
 */
export const photoDrawer = (entry: string, cage: () => Promise<Cage>, tempFolder: () => string) =>
  fairTurns(
    { atOnce: 1, ...ANSWER_QUEUE, turnMs: TURN_MS },
    async (given: Buffer, gone): Promise<Photo | undefined> => {
      const folder = tempFolder()
      const [path, work] = [join(folder, 'given'), join(folder, 'drawn')]
      const out = join(work, 'photo')
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeFile(path, given)
        let bytes = Buffer.alloc(0)
        const answer = await runCaged<PhotoLine>({
          entry,
          cage: await cage(),
          args: ['--photo', path, out],
          reads: [path],
          folder: work,
          drivers: DRIVERS,
          longestMs: LONGEST_MS,
          gone,
          onLine: async ({ photo }) => {
            if (photo !== null) bytes = await readFile(out)
          },
        })
        return 'line' in answer && answer.line.photo !== null ? { mediaType: answer.line.photo, bytes } : undefined
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  )
