/** Units of work that may still be spent: a clock would make the result differ from run to run. */
export interface Budget {
  left: number
}

/** Does something with at most so much of a budget. */
export const spending = <T>(budget: Budget, most: number, act: (some: Budget) => T): T => {
  const given = Math.min(most, budget.left)
  const some = { left: given }
  const result = act(some)
  budget.left -= given - some.left
  return result
}
