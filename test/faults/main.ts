/**
 * Faults: npm run faults [-- NAME...]. Breaks what is around a real server, one thing after another, on the machine that it
 * is run on, and prints what was survived and what people are told meanwhile. What can't be broken here is said to be
 * skipped, and why. Exit code 1 when a fault was not survived.
 */
import { AWAY } from './away.ts'
import { FAULTS } from './cases.ts'
import { CLOCKS } from './clocks.ts'
import { SHARES } from './shares.ts'
import { Skipped } from './world.ts'

const ALL = [...FAULTS, ...AWAY, ...SHARES, ...CLOCKS]
const asked = process.argv.slice(2)
const chosen = ALL.filter(({ name }) => asked.length === 0 || asked.some((word) => name.includes(word)))
if (chosen.length === 0) {
  process.stderr.write(`There is no such fault; there are: ${ALL.map(({ name }) => name).join(', ')}\n`)
  process.exit(2)
}

const rows: { fault: string; outcome: string; told: string }[] = []
let failed = 0
for (const { name, run } of chosen) {
  const startedMs = performance.now()
  let outcome = 'survived'
  let told = ''
  try {
    told = await run()
  } catch (error) {
    told = error instanceof Error ? error.message : String(error)
    outcome = error instanceof Skipped ? 'skipped' : 'NOT SURVIVED'
    if (!(error instanceof Skipped)) failed++
  }
  process.stderr.write(`${outcome.padEnd(13)} ${name} (${Math.round((performance.now() - startedMs) / 1000)} s)\n`)
  rows.push({ fault: name, outcome, told: told.replaceAll(/\s+/g, ' ').trim() })
}

const widest = Math.max(...rows.map(({ fault }) => fault.length))
for (const { fault, outcome, told } of rows) {
  process.stdout.write(`${fault.padEnd(widest)} | ${outcome.padEnd(12)} | ${told}\n`)
}
process.exit(failed > 0 ? 1 : 0)
