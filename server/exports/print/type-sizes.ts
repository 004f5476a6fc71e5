/** How large letters are on each paper, in points: what hangs on a wall is read from farther away than what is held. */
import type { Paper } from './print-options.ts'

export interface TypeSizes {
  title: number
  heading: number
  body: number
  small: number
  /** How much larger than on the smallest paper: of rows, signs and gaps */
  times: number
}

const BODY: Readonly<Record<Paper, number>> = { A4: 7.5, A3: 9, A2: 10.5, A1: 12, A0: 14 }

export function typeSizesOf(paper: Paper): TypeSizes {
  const body = BODY[paper]
  return { title: body + 6, heading: body + 2, body, small: body - 1, times: body / BODY.A4 }
}
