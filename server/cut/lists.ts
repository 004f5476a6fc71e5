/**
 * Lists of whole numbers, end to end in one array: list i goes from starts[i] up to starts[i + 1]. The steps of the
 * cut go through thousands of short lists millions of times; an array for each would be most of the work.
 */
export interface Lists {
  readonly starts: Int32Array
  readonly values: Int32Array
}

/** @param lists of numbers below `count`. @returns for each number the indices of the lists that it is in, ascending */
export const invertedOf = ({ starts, values }: Lists, count: number): Lists => {
  const begins = new Int32Array(count + 1)
  for (let k = 0; k < values.length; k++) begins[values[k]! + 1]!++
  for (let i = 0; i < count; i++) begins[i + 1]! += begins[i]!
  const next = begins.slice()
  const inverted = new Int32Array(values.length)
  for (let list = 0; list + 1 < starts.length; list++) {
    for (let k = starts[list]!; k < starts[list + 1]!; k++) inverted[next[values[k]!]!++] = list
  }
  return { starts: begins, values: inverted }
}
