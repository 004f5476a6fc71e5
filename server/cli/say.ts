/** The command line's two voices: JSON on standard output for programs, words on standard error for people. */
import { access, constants, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { TryLater } from '../platform/refusal.ts'

/** What the exit codes mean. */
export const EXIT = {
  done: 0,
  bug: 1,
  usage: 2,
  /** The input was refused: the message says why and what to do. */
  refused: 3,
  /** The surroundings do not allow it now (port taken, folder in use, registry silent). */
  notNow: 4,
} as const

export class Usage extends Error {}

export const print = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

export const tell = (words: string): void => {
  process.stderr.write(`${words}\n`)
}

/**
 * A folder that was named with a slip of the pen would be made, and what is put there no server would know.
 * @throws TryLater
 */
export async function refuseUnknownFolder(named: string | undefined): Promise<void> {
  if (named === undefined) return
  const found = await stat(named).catch(() => undefined)
  if (!found?.isDirectory()) throw new TryLater(`There is no folder ${named}: name the data folder of the server.`)
}

/**
 * Before anything is done for a file that could not be written in the end.
 * @throws Usage
 */
export async function refuseUnwritable(file: string): Promise<void> {
  const folder = dirname(resolve(file))
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory()) throw new Usage(`There is no folder ${folder}: make it first, or name another with --out.`)
  const mayWrite = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )
  if (!mayWrite) throw new Usage(`Nothing can be written in ${folder}: name another folder with --out.`)
}
