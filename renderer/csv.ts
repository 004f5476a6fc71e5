/** A table of words as text that Excel opens as one: a line each, semicolons, and nothing in it is taken for a formula. */
const cell = (text: string): string => {
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^-\d+([.,]\d+)?$/.test(text)
  const harmless = isFormula ? `'${text}` : text
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** With the mark by which Excel knows UTF-8. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('')}`
