/** klic statement: what was used in a month, of one company or of all. */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { Month } from '../features/settings/audit-schema.ts'
import { companiesOf } from '../features/settings/company-rows.ts'
import { statementCsv, statementName, statementOf, totalsOf } from '../features/settings/statement.ts'
import { euros } from '../registry/prices.ts'
import { openStoreHere } from './local-store.ts'
import { print, refuseUnwritable, Usage } from './say.ts'

export const help = `klic statement --month YYYY-MM [--company ID] [--out FILE] [--data DIR]

  Writes what was submitted in a Dutch calendar month as CSV, line by line as the log of paid acts has it, and prints
  {"month", "file", "totals": [{"environment", "billed_by", "notifications", "amount"}]}. --company: one of "klic company
  list"; default: all. --out: default klic-YYYY-MM.csv in this folder; never overwritten.
  Works whether or not the server runs. The database is that of the configuration (DATABASE_URL), else of the data folder.`

export async function run(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      month: { type: 'string' },
      company: { type: 'string' },
      format: { type: 'string', default: 'csv' },
      out: { type: 'string' },
      data: { type: 'string' },
    },
  })
  const { month = '', company } = values
  if (!Month.safeParse(month).success) throw new Usage('Name the month: --month 2026-03.')
  if (values.format !== 'csv') throw new Usage('A statement is CSV: leave --format out.')
  const file = values.out ?? statementName(month)
  await refuseUnwritable(file)
  const { store } = await openStoreHere(values.data)
  try {
    if (company !== undefined && !(await companiesOf(store.db)).some(({ id }) => id === company)) {
      throw new Usage(`There is no company ${company}: see klic company list.`)
    }
    const statement = await statementOf(store, company ?? null, month)
    await writeFile(file, statementCsv(statement), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw new Usage(`${file} is there already: name another with --out.`)
      throw error
    })
    const totals = totalsOf(statement.lines).map(({ environment, billedBy, notifications, cents }) => ({
      environment,
      billed_by: billedBy,
      notifications,
      amount: euros(cents),
    }))
    print({ month, file, totals })
  } finally {
    await store.close()
  }
}
