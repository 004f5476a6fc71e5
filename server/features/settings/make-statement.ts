/** What was used in a month, as it is invoiced: the rows of the log of paid acts, nothing added and nothing rounded. */

import type { Caller, Needs } from '../needs.ts'
import { deskNameOf } from '../users/rules.ts'
import { actsOfMonth, companyName } from './company-rows.ts'
import { type Statement, statementName } from './statement.ts'

/** @param month YYYY-MM, by Dutch calendar days; @param companyId null: of all companies, for the operator of the server */
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

export async function statementFile(
  needs: Pick<Needs, 'store' | 'statementCsv'>,
  { companyId }: Pick<Caller, 'companyId'>,
  month: string,
): Promise<{ bytes: Uint8Array; name: string }> {
  const statement = await statementOf(needs, companyId, month)
  return { bytes: needs.statementCsv(statement), name: statementName(month) }
}
