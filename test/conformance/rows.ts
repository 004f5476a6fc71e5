/** All rows, in the order in which they are run. */
import { conventionRows } from './rows/conventions.ts'
import { keyRows } from './rows/keys.ts'
import { ogcRows } from './rows/ogc.ts'
import { quoteRows } from './rows/quotes.ts'
import { resultRows } from './rows/results.ts'
import { specificationRows } from './rows/specification.ts'
import type { Row } from './suite.ts'

export const ROWS: readonly Row[] = [
  ...quoteRows,
  ...specificationRows,
  ...resultRows,
  ...keyRows,
  ...ogcRows,
  ...conventionRows,
]
