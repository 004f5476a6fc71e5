/** Finds a name that was meant as one of the configuration and is none: what it should set would silently stay as it was. */

/** Read by other parts of the program, by its build and by its tests; `KLIC_KEY` and `KLIC_URL` by examples for clients. */
export const READ_ELSEWHERE = [
  ...['KLIC_CONFIG', 'KLIC_SECRETS_KEY', 'KLIC_DATA', 'KLIC_BACKUP_PASSPHRASE'],
  ...['KLIC_PARENT', 'KLIC_CONVERT_FOR', 'KLIC_RENDERER', 'KLIC_RD_GRID', 'KLIC_NODE', 'KLIC_NO_BROWSER'],
  ...['KLIC_KEY', 'KLIC_URL', 'KLIC_WEBHOOK_SECRET', 'KLIC_SERVER', 'KLIC_SHARED', 'KLIC_PICTURES'],
  ...['KLIC_CHROMIUM', 'KLIC_HEADLESS_SHELL', 'KLIC_QGIS_CHROOTS', 'KLIC_QGIS_PYTHON', 'KLIC_WITH_QGIS'],
  ...['KLIC_PUBLISHER', 'KLIC_UPDATE_KEY', 'KLIC_UPDATE_URL'],
  ...['KLIC_TEST_DATABASE', 'KLIC_TEST_POSTGRES', 'KLIC_TEST_SEED', 'KLIC_FUZZ_RUNS', 'KLIC_BEATS_PORT'],
  ...['KLIC_SYNC', 'KLIC_SHARED_BUFFERS'],
] as const

/** Names of earlier versions, which nothing reads any more: an updated server still starts, and says so. */
export const RETIRED = [
  'KLIC_MAP_BUILDS',
  'KLIC_IMPORT_FOLDER',
  'KLIC_IMPORT_COMPANY',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
] as const

const PREFIX = 'KLIC_'
/** Letters that differ: `STORAGE_ULR` and `DATABSE_URL` are slips, `STORAGE_KEY` is a name of another program. */
const MAX_SLIPS = 2

export interface UnknownName {
  name: string
  /** Which known name was probably meant; undefined: none comes near */
  meant: string | undefined
}

/**
 * @param names of an environment or a configuration file
 * @param configured the names of the configuration
 * @returns the first unknown name that begins with KLIC_ or is nearly a known one; undefined: there is none
 */
export function findUnknownName(names: readonly string[], configured: readonly string[]): UnknownName | undefined {
  const known: readonly string[] = [...configured, ...READ_ELSEWHERE, ...RETIRED]
  for (const name of names) {
    if (known.includes(name)) continue
    const isOurs = name.startsWith(PREFIX)
    // Another program's name may come near ours only where ours has no prefix.
    const candidates = isOurs ? known : configured.filter((each) => !each.startsWith(PREFIX))
    const meant = candidates
      .map((each) => ({ each, slips: slipsBetween(name, each) }))
      .filter(({ slips }) => slips <= MAX_SLIPS)
      .sort((a, b) => a.slips - b.slips)[0]?.each
    if (isOurs || meant !== undefined) return { name, meant }
  }
  return undefined
}

/** Letters to add, to remove or to replace (Levenshtein distance); above `MAX_SLIPS` any number above it. */
function slipsBetween(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > MAX_SLIPS) return MAX_SLIPS + 1
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (letter === b[j - 1] ? 0 : 1)))
    }
    row = next
  }
  return row[b.length]!
}
