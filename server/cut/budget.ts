/** Units of work that may still be spent: a clock would make the result differ from run to run. */
export interface Budget {
  left: number
}
