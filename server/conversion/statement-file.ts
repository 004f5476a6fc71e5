/** A statement of what was used, as a file. */
import { euros } from '../domain/klic/prices.ts'
import type { Statement, StatementFormat } from '../domain/klic/statement.ts'
import { csvLine } from '../formats/csv.ts'
import { printStatement } from '../print/statement.ts'

const COLUMNS = [
  ...['day', 'at', 'company_id', 'company', 'job_id', 'reference', 'actor', 'environment', 'billed_by'],
  ...['notifications', 'amount_eur'],
]

/** The same statement gives the same bytes. */
export async function statementFile(
  statement: Statement,
  format: StatementFormat,
  language: 'nl' | 'en',
): Promise<Uint8Array> {
  if (format === 'pdf') return printStatement(statement, language)
  const lines = statement.lines.map((line) =>
    csvLine([
      ...[line.day, line.at, line.companyId, line.company, line.jobId, line.reference, line.actor],
      ...[line.environment, line.billedBy, line.notifications, euros(line.cents).amount],
    ]),
  )
  return Buffer.from([csvLine(COLUMNS), ...lines].join(''), 'utf8')
}
