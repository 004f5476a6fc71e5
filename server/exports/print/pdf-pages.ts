/** Pages of A4 with text, made in memory: the same title, time and text give the same bytes. */
import PDFDocument from 'pdfkit'
import type { Pdf } from './paper.ts'
import { printable } from './text.ts'

type Margins = PDFKit.PDFDocumentOptions['margins']

/**
 * @param at when what stands on them was known
 * @param margins within which text flows from page to page; without them it stands where it is put
 * @returns `finish` ends the last page and gives all bytes
 */
export function startPages(title: string, at: Date, margins?: Margins): { pdf: Pdf; finish: () => Promise<Buffer> } {
  const info = { Title: printable(title), Creator: 'KLIC Desktop', CreationDate: at, ModDate: at }
  const pdf: Pdf = new PDFDocument({ size: 'A4', ...(margins ? { margins } : { margin: 0 }), compress: true, info })
  const chunks: Buffer[] = []
  const written = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', resolve)
    pdf.on('error', reject)
  })
  const finish = async (): Promise<Buffer> => {
    pdf.end()
    await written
    return Buffer.concat(chunks)
  }
  return { pdf, finish }
}
