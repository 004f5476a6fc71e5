/** What was used in a month, as it is invoiced: the rows of the log of paid acts, nothing added and nothing rounded. */

import { MAX_PRINTED_LINES, type Statement, type StatementFormat, statementName } from '../../domain/klic/statement.ts'
import { Refusal } from '../../domain/refusal.ts'
import { deskNameOf } from '../../domain/users.ts'
import { actsOfMonth, companyName } from '../../store/rows/companies.ts'
import type { Caller, Needs } from '../needs.ts'

/** @param month YYYY-MM, by Dutch calendar days; @param companyId null: of all companies, for whoever runs the server */
export async function statementOf(
  { store }: Pick<Needs, 'store'>,
  companyId: string | null,
  month: string,
): Promise<Statement> {
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

/** @throws Refusal VALIDATION_FAILED for a PDF of more lines than a person reads */
export async function statementFile(
  needs: Pick<Needs, 'store' | 'statementFile'>,
  { companyId }: Pick<Caller, 'companyId'>,
  asked: { month: string; format: StatementFormat; language: 'nl' | 'en' },
): Promise<{ bytes: Uint8Array; name: string }> {
  const statement = await statementOf(needs, companyId, asked.month)
  refuseTooLong(statement, asked.format)
  return {
    bytes: await needs.statementFile(statement, asked.format, asked.language),
    name: statementName(asked.month, asked.format),
  }
}

export function refuseTooLong({ lines }: Statement, format: StatementFormat): void {
  if (format === 'csv' || lines.length <= MAX_PRINTED_LINES) return
  const message = `A PDF has at most ${MAX_PRINTED_LINES} lines and this month has ${lines.length}: take the CSV.`
  throw new Refusal('VALIDATION_FAILED', message, {
    complaints: [{ pointer: '?format', code: 'TOO_LONG_TO_PRINT', message }],
  })
}
