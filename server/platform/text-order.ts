/** By code unit, so that the order is the same on every machine. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Each once, in order. */
export const sortUnique = (values: readonly string[]): string[] => [...new Set(values)].sort(compare)
