/** A file that can't be read as areas, with the reason; anything else that is thrown is our mistake. */
import type { AreaFault } from '../../domain/geometry/found-areas.ts'

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
