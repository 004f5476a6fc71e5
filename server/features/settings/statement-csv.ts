/** A statement of what was used, as CSV. */

import { csvLine } from '../../exports/formats/csv.ts'
import { euros } from '../../registry/prices.ts'
import type { Statement } from './statement.ts'

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
