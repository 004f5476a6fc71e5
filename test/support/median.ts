/** The upper one of two in the middle. @param values at least one */
export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!
