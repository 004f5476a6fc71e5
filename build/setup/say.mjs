// @ts-check
/**
 * How the start script speaks: one plain line for each thing it does, on stderr,
 * because stdout belongs to the command that is started.
 */

/** @param {string} line */
export const say = (line) => {
  process.stderr.write(`klic-desktop: ${line}\n`)
}

/** The set-up can't go on. The message is for a person: what is missing and what to do about it. */
export class CannotPrepare extends Error {
  /** @override */
  name = 'CannotPrepare'
}

/**
 * The end of a failed tool's output, for below our own line.
 * @param {string} output
 */
export const lastLines = (output, count = 15) => output.trimEnd().split('\n').slice(-count).join('\n')
