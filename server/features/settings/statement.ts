/**
 * What a company used: the paid acts as they stand in the log, nothing added and nothing rounded. A statement has those of a
 * Dutch calendar month, as it is invoiced.
 */

import { csvLine } from '../../exports/formats/csv.ts'
import type { Store } from '../../platform/database/open.ts'
import type { Page, PageRequest } from '../../platform/http/pages.ts'
import type { BilledBy, RegistryEnvironment } from '../../registry/klic.ts'
import { euros } from '../../registry/prices.ts'
import { dutchDate } from '../../registry/working-days.ts'
import { deskNameOf } from '../log-entries.ts'
import type { Caller, Database } from '../services.ts'
import { type ActRecord, actsOfMonth, actsPage, companyName, monthSums, spentCents } from './company-rows.ts'
import { effectiveSettings } from './rows.ts'

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

/** @param month YYYY-MM, by Dutch calendar days; @param companyId null: of all companies, for the operator of the server */
export async function statementOf(store: Store, companyId: string | null, month: string): Promise<Statement> {
  const rows = await actsOfMonth(store.db, companyId, month)
  return {
    month,
    company: companyId === null ? null : await companyName(store.db, companyId),
    lines: rows.map((row) => ({
      day: row.day,
      at: row.at,
      companyId: row.company_id,
      company: row.company,
      jobId: row.job_id,
      reference: row.reference,
      actor: row.actor_name ?? deskNameOf(row.actor) ?? row.actor,
      environment: row.environment,
      billedBy: row.billed_by,
      notifications: row.notifications,
      cents: row.amount_cents,
    })),
  }
}

export async function statementFile(
  store: Store,
  { companyId }: Pick<Caller, 'companyId'>,
  month: string,
): Promise<{ bytes: Uint8Array; name: string }> {
  const statement = await statementOf(store, companyId, month)
  return { bytes: statementCsv(statement), name: statementName(month) }
}

const COLUMNS = [
  ...['day', 'at', 'company_id', 'company', 'job_id', 'reference', 'actor', 'environment', 'billed_by'],
  ...['notifications', 'amount_eur'],
]

/** The same statement gives the same bytes. */
export function statementCsv({ lines }: Statement): Uint8Array {
  const rows = lines.map((line) =>
    csvLine([
      ...[line.day, line.at, line.companyId, line.company, line.jobId, line.reference, line.actor],
      ...[line.environment, line.billedBy, line.notifications, euros(line.cents).amount],
    ]),
  )
  return Buffer.from([csvLine(COLUMNS), ...rows].join(''), 'utf8')
}

/** What the company spends in a day and may still spend: what a submission is judged by, for people to see before. */
export async function spendingToday(
  { store, clock, operator }: Database,
  { companyId }: Caller,
): Promise<{ day: string; limit: number | null; spent: number }> {
  const day = dutchDate(clock.now().getTime())
  const settings = await effectiveSettings({ store, operator }, companyId)
  const environment = settings['registry.environment']
  const spent = await spentCents(store.db, { companyId, environment, day })
  return { day, limit: settings['billing.daily_limit_cents'], spent }
}

/** Months that are summed, beside the acts themselves. */
const MONTHS = 12

/** Every paid act of the company, newest first, and what the latest months come to. */
export async function listActs(
  store: Store,
  { companyId }: Caller,
  asked: PageRequest,
): Promise<Page<ActRecord> & { months: Awaited<ReturnType<typeof monthSums>> }> {
  const months = await monthSums(store.db, companyId, MONTHS)
  return { ...(await actsPage(store.db, companyId, asked)), months }
}
