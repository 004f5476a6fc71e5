import type { Lists } from '../../server/cut/lists.ts'

/** One of lists that lie end to end. */
export const listOf = ({ starts, values }: Lists, i: number): Int32Array => values.subarray(starts[i]!, starts[i + 1]!)
