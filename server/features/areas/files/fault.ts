/** A file that can't be read as areas, with the reason; anything else that is thrown is our mistake. */
import type { AreaFault } from '../../../geometry/found-areas.ts'

export const CORNERS_EXAMPLE = 'Example of corners: 155000 463000 on each line.'

export class UnreadableArea extends Error {
  override readonly name = 'UnreadableArea'
  readonly code: AreaFault
  /** Of a text: the line that is wrong, from 1. */
  readonly line: number | undefined

  constructor(code: AreaFault, message: string, line?: number) {
    super(message)
    this.code = code
    this.line = line
  }
}

/** @param line from 1; undefined: it is not known where */
export const brokenOff = (line?: number): UnreadableArea =>
  new UnreadableArea(
    'BROKEN_OFF',
    `The file breaks off${line ? ` at line ${line}` : ''}: what follows can't be read. Save it again and choose it once more.`,
    line,
  )

/** @param line from 1 */
export const badLine = (line: number): UnreadableArea =>
  new UnreadableArea('BAD_LINE', `Line ${line} does not hold two numbers. ${CORNERS_EXAMPLE}`, line)
