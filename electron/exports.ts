/** Files of a job, fetched from the server to where the person or a drag wants them. Electron-free. */
import { createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { OwnSession } from './own-session.ts'

const NAME = /^[\w-]{1,64}$/

/** @throws Error when an id or a format could be anything but a name */
const addressOf = (jobId: unknown, format: unknown): string => {
  if (typeof jobId !== 'string' || typeof format !== 'string' || !NAME.test(jobId) || !NAME.test(format)) {
    throw new Error('not the name of an export')
  }
  return `/jobs/${jobId}/export?format=${format}`
}

/** Never a path: the last step of what the server calls it. */
const nameIn = (answer: Response): string =>
  path.basename(/filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1] ?? 'klic-export')

/** To a temporary name first, so that a file which is there is whole. */
const write = async (answer: Response, file: string): Promise<string> => {
  await fs.mkdir(path.dirname(file), { recursive: true })
  if (!answer.body) throw new Error('the server sent no file')
  await pipeline(Readable.fromWeb(answer.body), createWriteStream(`${file}.part`))
  await fs.rename(`${file}.part`, file)
  return file
}

/**
 * Waits until the server has made the file, then asks where to.
 * @param where the path for a proposed name; undefined: nowhere
 * @throws Error with the server's own message
 */
export const saveExport = async (
  session: OwnSession,
  jobId: unknown,
  format: unknown,
  where: (name: string) => Promise<string | undefined>,
): Promise<string | null> => {
  for (;;) {
    const answer = await session.get(addressOf(jobId, format))
    if (answer.status === 202) {
      const { retry_after: seconds } = (await answer.json()) as { retry_after: number }
      await pause(seconds * 1000)
      continue
    }
    if (!answer.ok) throw new Error(await complaint(answer))
    const file = await where(nameIn(answer))
    if (file !== undefined) return write(answer, file)
    await answer.body?.cancel()
    return null
  }
}

const complaint = async (answer: Response): Promise<string> => {
  const body = (await answer.json().catch(() => ({}))) as { detail?: { message?: string } }
  return body.detail?.message ?? `HTTP ${answer.status}`
}

/** The file in a folder of its own below `folder`, if the server has it ready; undefined when it has not. */
export const prepareExport = async (
  session: OwnSession,
  jobId: unknown,
  format: unknown,
  folder: string,
): Promise<string | undefined> => {
  const answer = await session.get(addressOf(jobId, format))
  if (answer.status !== 200) {
    await answer.body?.cancel()
    return undefined
  }
  return write(answer, path.join(folder, String(jobId), nameIn(answer)))
}
