/** The command line's two voices: JSON on standard output for programs, words on standard error for people. */

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
