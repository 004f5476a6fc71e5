/** What was tried, as lines for a person: good, bad or not tried, with what to do. */
import type { ProbeLine } from '../registry/client/probe.ts'

export type ReportLine = ProbeLine

const STATES: Record<ReportLine['state'], string> = { good: 'good', bad: 'BAD', not_tried: 'not tried' }

export function reportInWords(heading: string, lines: readonly ReportLine[]): string {
  const width = Math.max(...lines.map(({ name }) => name.length))
  const rows = lines.flatMap(({ name, state, found, todo }) => [
    `${STATES[state].padEnd(9)}  ${name.padEnd(width)}  ${found}`,
    ...(todo === null ? [] : [`${' '.repeat(width + 13)}-> ${todo}`]),
  ])
  return `${[heading, ...rows].join('\n')}\n`
}
