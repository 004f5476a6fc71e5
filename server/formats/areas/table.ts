/**
 * Corners as surveyors send them: a table with point numbers, names and heights beside the coordinates, in any order, with
 * or without headings, decimal commas, and semicolons, tabs, commas or blanks between.
 */
const DELIMITERS = [';', '\t', ',', /\s+/] as const
/** Fewer are the two coordinates alone, which need no search. */
const LEAST_COLUMNS = 3

type Range = readonly [least: number, most: number]
/** Where in each system the Netherlands lie, generously; to find columns, never to judge an area. */
const SYSTEMS: readonly { x: Range; y: Range }[] = [
  { x: [1000, 300_000], y: [285_000, 650_000] },
  { x: [2.5, 8], y: [50, 54.5] },
]

/** `1.234,5` and `1234,5` are Dutch for 1234.5. Whatever is no number, a name for one, is NaN. */
const numberIn = (field: string | undefined): number => {
  const bare = (field ?? '').trim().replace(/^"(.*)"$/, '$1')
  const plain = bare.includes(',') ? bare.replaceAll('.', '').replace(',', '.') : bare
  return plain === '' ? Number.NaN : Number(plain)
}

const isIn = (value: number, [least, most]: Range): boolean => value >= least && value <= most

/** Beside each other, x first where both orders would do: a height can look like an x, but it stands behind. */
function columnsOf(rows: readonly (readonly number[])[]): readonly [x: number, y: number] | null {
  const width = Math.min(...rows.map(({ length }) => length))
  const columns = Array.from({ length: width }, (_, i) => i)
  for (const { x, y } of SYSTEMS) {
    const holds = (range: Range) => columns.filter((i) => rows.every((row) => isIn(row[i]!, range)))
    const xs = holds(x)
    for (const beside of [-1, 1]) {
      const found = holds(y).find((i) => xs.includes(i + beside))
      if (found !== undefined) return [found + beside, found]
    }
  }
  return null
}

/**
 * @returns line by line the two coordinates, x or longitude first; empty: a line without any. Null: it is no such table
 */
export function cornersInTable(lines: readonly string[]): number[][] | null {
  const filled = lines.filter((line) => line.trim() !== '')
  for (const delimiter of DELIMITERS) {
    const split = (line: string): number[] => line.trim().split(delimiter).map(numberIn)
    const rows = filled.map(split)
    // Headings, of one line or two.
    const head = rows.findIndex((row) => row.filter(Number.isFinite).length >= 2)
    if (head < 0 || head > 2 || rows.slice(head).some(({ length }) => length < LEAST_COLUMNS)) continue
    const columns = columnsOf(rows.slice(head))
    if (!columns) continue
    const headings = new Set(filled.slice(0, head))
    return lines.map((line) => {
      if (line.trim() === '' || headings.has(line)) return []
      const row = split(line)
      return columns.map((i) => row[i]!)
    })
  }
  return null
}
