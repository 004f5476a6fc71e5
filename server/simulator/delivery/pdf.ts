/** A plain PDF of one page with lines of text: enough for a letter that any reader opens. */

const PAGE_HEIGHT = 842
const LINE_HEIGHT = 16
const MAX_LINES = 44

/** Helvetica's own encoding covers Western European letters; the rest becomes a question mark. */
const literal = (text: string): string => text.replace(/[\\()]/g, '\\$&').replace(/[^\x20-\xff]/g, '?')

/** The first line is the title. */
export const textPdf = (lines: readonly string[]): Buffer => {
  const shown = lines.slice(0, MAX_LINES)
  const content = [
    'BT',
    `50 ${PAGE_HEIGHT - 60} Td`,
    `${LINE_HEIGHT} TL`,
    ...shown.flatMap((line, index) => [index === 0 ? '/F1 16 Tf' : '/F1 10 Tf', `(${literal(line)}) Tj`, 'T*']),
    'ET',
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 ${PAGE_HEIGHT}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  file += offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
