/** A statement of what a company used in a month, on A4: its sums, then every line. */
import PDFDocument from 'pdfkit'
import { euros } from '../domain/klic/prices.ts'
import { billerOf, type Statement, totalsOf } from '../domain/klic/statement.ts'
import { mm, type Pdf } from './paper.ts'
import { printable } from './text.ts'
import { STATEMENT_WORDS } from './words.ts'

const MARGIN = 18
const FOOT = 280
const BODY = 8.5
const ROW = 5
/** Left edge of each column and its width, in millimetres; figures stand at the right. */
const COLUMNS = [
  { x: 18, width: 22 },
  { x: 40, width: 54 },
  { x: 94, width: 36 },
  { x: 130, width: 26 },
  { x: 156, width: 14, right: true },
  { x: 170, width: 22, right: true },
] as const

export async function printStatement(statement: Statement, language: 'nl' | 'en'): Promise<Uint8Array> {
  const words = STATEMENT_WORDS[language]
  const date = new Date(statement.lines.at(-1)?.at ?? `${statement.month}-01T00:00:00Z`)
  const title = `${words.title} ${statement.month}`
  const pdf: Pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    compress: true,
    info: { Title: printable(title), Creator: 'KLIC Desktop', CreationDate: date, ModDate: date },
  })
  const chunks: Buffer[] = []
  const written = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', resolve)
    pdf.on('error', reject)
  })
  let y = MARGIN
  const write = (cells: readonly string[], bold = false): void => {
    pdf.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(BODY)
    cells.forEach((cell, index) => {
      const { x, width, ...column } = COLUMNS[index]!
      const align = 'right' in column ? 'right' : 'left'
      const options = { width: mm(width - 1), height: BODY * 1.3, ellipsis: true, align } as const
      pdf.text(printable(cell), mm(x), mm(y), options)
    })
    y += ROW
  }
  const line = (text: string, size: number, font = 'Helvetica'): void => {
    pdf.font(font).fontSize(size).text(printable(text), mm(MARGIN), mm(y), { lineBreak: false })
    y += size * 0.55
  }
  line(title, 15, 'Helvetica-Bold')
  line(statement.company ?? words.all, 11)
  y += 4
  const totals = totalsOf(statement.lines)
  for (const { environment, billedBy, notifications, cents } of totals) {
    const what = `${words.environments[environment]}, ${words.billedBy[billerOf(environment, billedBy)]}`
    line(`${what}: ${words.notifications(notifications)}, EUR ${euros(cents).amount}`, 9.5)
  }
  // What Kadaster bills by its own tariff, and what nobody does, is no part of a sum that anybody pays here.
  const sum = totals
    .filter(({ environment, billedBy }) => billerOf(environment, billedBy) === 'invoice')
    .reduce((cents, total) => cents + total.cents, 0)
  line(`${words.toInvoice}: EUR ${euros(sum).amount} (${words.vat})`, 9.5, 'Helvetica-Bold')
  y += 5
  write(words.columns, true)
  for (const each of statement.lines) {
    if (y > FOOT) {
      pdf.addPage()
      y = MARGIN
      write(words.columns, true)
    }
    const who = each.reference ?? each.jobId ?? ''
    const where = `${words.environments[each.environment]}, ${words.shortly[billerOf(each.environment, each.billedBy)]}`
    write([each.day, who, where, each.actor, String(each.notifications), euros(each.cents).amount])
  }
  if (statement.lines.length === 0) line(words.none, 9.5)
  pdf.end()
  await written
  return Buffer.concat(chunks)
}
