/** What a company used in a Dutch calendar month: the paid acts as they stand in the log, and their sums. */

import type { RegistryEnvironment } from '../../registry/klic.ts'
import type { BilledBy } from './billing.ts'

export interface StatementLine {
  /** Dutch calendar day */
  day: string
  /** ISO 8601 in UTC */
  at: string
  companyId: string
  company: string
  jobId: string | null
  reference: string | null
  /** Name of the user or the key, else as the log has it */
  actor: string
  environment: RegistryEnvironment
  billedBy: BilledBy
  notifications: number
  cents: number
}

export interface Statement {
  /** YYYY-MM */
  month: string
  /** null: of all companies */
  company: string | null
  lines: readonly StatementLine[]
}

export interface StatementTotal {
  environment: RegistryEnvironment
  billedBy: BilledBy
  notifications: number
  cents: number
}

/** One for each registry and way of billing that occurs, in the order of their first line. */
export function totalsOf(lines: readonly StatementLine[]): StatementTotal[] {
  const totals = new Map<string, StatementTotal>()
  for (const { environment, billedBy, notifications, cents } of lines) {
    const key = `${environment} ${billedBy}`
    const total = totals.get(key) ?? { environment, billedBy, notifications: 0, cents: 0 }
    totals.set(key, {
      ...total,
      notifications: total.notifications + notifications,
      cents: total.cents + cents,
    })
  }
  return [...totals.values()]
}

/** To save it under. */
export const statementName = (month: string): string => `klic-${month}.csv`
