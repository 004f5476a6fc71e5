/**
 * What each method of the cut is worth: the same areas are cut with all of them, and then without one after the other,
 * each time in a process of its own. The everyday areas are those that the methods were made with; the generated ones
 * come from seeds that nobody has looked at. Deterministic but for the time, which is given as a share.
 *
 *   npm run bench -- cut --methods [METHOD]
 */
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { linesOf, METHODS } from './cut-methods.ts'
import type { Totals } from './cut-without.ts'

const script = path.join(import.meta.dirname, 'cut-without.ts')

const totalsOf = (set: 'everyday' | 'generated', name?: string): Totals =>
  JSON.parse(execFileSync(process.execPath, [script, set, ...(name ? [name] : [])], { encoding: 'utf8' })) as Totals

const signed = (value: number): string => (value > 0 ? `+${value}` : `${value}`)

const cellsOf = (totals: Totals, whole: Totals): string[] => [
  signed(totals.parts - whole.parts),
  signed(totals.bound - whole.bound),
  signed(Math.round((totals.extraM2 - whole.extraM2) / 10_000)),
  (totals.cpuMs / whole.cpuMs).toFixed(2),
]

const line = (cells: readonly (string | number)[]): void => {
  process.stdout.write(`| ${cells.join(' | ')} |\n`)
}

/** Prints the table of docs/cut.md, line by line as it is measured. */
export const printScoreboard = (only?: string): void => {
  const whole = { everyday: totalsOf('everyday'), generated: totalsOf('generated') }
  const figures = ({ areas, parts, bound, extraM2 }: Totals) =>
    `${areas} areas: ${parts} parts, bound ${bound}, ${Math.round(extraM2 / 10_000)} ha extra`
  process.stdout.write(`Everyday, ${figures(whole.everyday)}. Generated, ${figures(whole.generated)}.\n\n`)
  const columns = ['parts', 'bound', 'extra ha', 'time']
  const header = ['Without', 'lines', ...columns.map((each) => `everyday ${each}`), ...columns]
  line(header)
  line(header.map((_, k) => (k === 0 ? '---' : '--:')))
  for (const method of METHODS.filter(({ name }) => !only || name === only)) {
    const { name } = method
    const cells = (['everyday', 'generated'] as const).map((set) => cellsOf(totalsOf(set, name), whole[set]))
    line([name, linesOf(method), ...cells.flat()])
  }
}
