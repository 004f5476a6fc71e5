/**
 * The order in which blobs fill the pages of a SQLite table: of one that is longer than a page, what is left over when its other
 * pages are full stands beside other such rests. In the order in which they come a tenth of the file would stay empty.
 * https://www.sqlite.org/fileformat2.html#b_tree_pages
 */

const PAGE_BYTES = 4096
const PAGE_HEAD = 8
/** Of a row that goes on elsewhere: what the table's own page holds at least, and at most. */
const LEAST_LOCAL = Math.floor(((PAGE_BYTES - 12) * 32) / 255) - 23
const MOST_LOCAL = PAGE_BYTES - 35
/** Its place in the page, its lengths, its id, the number of the page where it goes on, and its numbers beside the blob. */
const ROW_BYTES = 2 + 3 + 3 + 4 + 14
/** More find no better place. */
const MAX_WAITING = 32

/** @param put writes a row after all before it */
export function pageFiller<Row extends { readonly bytes: number }>(
  put: (row: Row) => void,
): { add(row: Row): void; end(): void } {
  const waiting: { row: Row; local: number }[] = []
  let free = 0
  const write = (): void => {
    // The longest that fits; on a new page the longest of all.
    const fits = waiting.filter(({ local }) => local <= free)
    const next = longest(fits.length > 0 ? fits : waiting)
    if (fits.length === 0) free = PAGE_BYTES - PAGE_HEAD
    free -= next.local
    waiting.splice(waiting.indexOf(next), 1)
    put(next.row)
  }
  return {
    add(row) {
      waiting.push({ row, local: localBytes(row.bytes) })
      if (waiting.length > MAX_WAITING) write()
    },
    end() {
      while (waiting.length > 0) write()
    },
  }
}

const longest = <T extends { local: number }>(rows: readonly T[]): T =>
  rows.reduce((found, row) => (row.local > found.local ? row : found))

function localBytes(blob: number): number {
  const payload = blob + 14
  if (payload <= MOST_LOCAL) return blob + ROW_BYTES
  const rest = LEAST_LOCAL + ((payload - LEAST_LOCAL) % (PAGE_BYTES - 4))
  return (rest <= MOST_LOCAL ? rest : LEAST_LOCAL) - 14 + ROW_BYTES
}
