/** The demo's closing table: parts, euros, features by theme, operators that are missing, files. */
import { readFile } from 'node:fs/promises'
import type { Job } from '../features/jobs/schema.ts'
import type { Artifact } from '../imkl/model/conversion-task.ts'

interface Result {
  job: Job
  files: readonly Artifact[]
}

/** The little that the table needs of a result's GeoJSON. */
interface ResultJson {
  features: { properties: { thema: string | null } }[]
  netbeheerders?: { naam: string; geleverd: boolean | null }[]
}

export async function demoTable(results: readonly Result[], outDir: string | null, ms: number): Promise<string> {
  const read = await Promise.all(results.map(({ files }) => resultJson(files)))
  const columns = results.map(({ job }) => job.klic_type)
  const rows: string[][] = [
    ['', ...columns],
    ['status', ...results.map(({ job }) => job.status)],
    ['notifications', ...results.map(({ job }) => String(job.quote.notifications))],
    ['total, EUR excl. VAT', ...results.map(({ job }) => job.quote.total.amount)],
    ['KLIC numbers', ...results.map(({ job }) => numbers(job))],
    ['features', ...read.map((result) => String(result?.features.length ?? 0))],
  ]
  const counted = read.map(countThemes)
  const themes = [...new Set(counted.flatMap((counts) => [...counts.keys()]))].sort()
  for (const thema of themes) rows.push([`  ${thema}`, ...counted.map((counts) => String(counts.get(thema) ?? 0))])
  rows.push(['operators missing', ...read.map(missing)])
  for (const format of ['gpkg', 'geojson', 'shp'] as const) {
    rows.push([`${format}, kB`, ...results.map(({ files }) => size(files.find((file) => file.format === format)))])
  }
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
  lines.splice(1, 0, '-'.repeat(widths.reduce((sum, width) => sum + width + 2, -2)))
  lines.push(
    '',
    `${(ms / 1000).toFixed(1)} s in all. ${outDir ? `Files: ${outDir}` : 'The files were removed (keep them with --out DIR).'}`,
  )
  return lines.join('\n')
}

async function resultJson(files: readonly Artifact[]): Promise<ResultJson | undefined> {
  const file = files.find((candidate) => candidate.format === 'geojson')
  return file && (JSON.parse(await readFile(file.path, 'utf8')) as ResultJson)
}

function numbers(job: Job): string {
  const first = job.parts[0]?.klic_number ?? '-'
  return job.parts.length > 1 ? `${first} and ${job.parts.length - 1} more` : first
}

function countThemes(result: ResultJson | undefined): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { properties } of result?.features ?? []) {
    const thema = properties.thema ?? '(no theme)'
    counts.set(thema, (counts.get(thema) ?? 0) + 1)
  }
  return counts
}

const missing = (result: ResultJson | undefined): string => {
  const names = new Set((result?.netbeheerders ?? []).filter((one) => one.geleverd === false).map((one) => one.naam))
  return names.size === 0 ? 'none' : [...names].sort().join(', ')
}

const size = (file: Artifact | undefined): string => (file ? String(Math.round(file.bytes / 1024)) : '-')
