/**
 * npm run conformance -- --base-url URL --key KEY [--submit] [--webhook-secret SECRET]
 *
 * Tries every row of the contract of API v1 against a running server and prints a line for each. Exit codes: 0 no row
 * failed, 1 a row failed, 2 wrong use, 4 the server can't be tried.
 */
import { parseArgs } from 'node:util'
import { ROWS } from './rows.ts'
import { type Outcome, runConformance } from './suite.ts'

const HELP = `npm run conformance -- --base-url URL --key KEY [--submit] [--webhook-secret SECRET]

  --base-url URL   of the server, without /api/v1: http://127.0.0.1:4780
  --key KEY        an API key that may write; with an admin key more rows can be tried. Or KLIC_KEY in the environment
  --submit         submit one notification although the server files for real: this costs money
  --webhook-secret whsec_… of the company, to verify signatures. Or KLIC_WEBHOOK_SECRET in the environment
  A line for each row of the contract: pass, fail, or not testable here, with the reason. Makes quotes, and keys that it
  revokes again; submits only where the server says that it simulates, or with --submit.`

const LABELS = { pass: 'pass  ', fail: 'FAIL  ', 'not testable here': '-     ' } as const

const line = ({ row, result, reason }: Outcome): string =>
  `${LABELS[result]}${row.section}: ${row.promise}${reason && `\n        ${result === 'fail' ? '' : 'not testable here: '}${reason}`}`

function wrongUse(message: string): never {
  process.stderr.write(`${message}\n\n${HELP}\n`)
  process.exit(2)
}

const options = {
  'base-url': { type: 'string' },
  key: { type: 'string' },
  submit: { type: 'boolean', default: false },
  'webhook-secret': { type: 'string' },
  help: { type: 'boolean', default: false },
} as const
const parsed = (() => {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    return wrongUse((error as Error).message)
  }
})()
if (parsed.help) {
  process.stdout.write(`${HELP}\n`)
  process.exit(0)
}
const baseUrl = parsed['base-url'] ?? wrongUse('Say which server: --base-url URL.')
const key = parsed.key ?? process.env.KLIC_KEY ?? wrongUse('Give a key that may write: --key KEY.')
const webhookSecret = parsed['webhook-secret'] ?? process.env.KLIC_WEBHOOK_SECRET

try {
  const outcomes = await runConformance({ baseUrl, key, submit: parsed.submit, webhookSecret }, ROWS, (outcome) =>
    process.stdout.write(`${line(outcome)}\n`),
  )
  const count = (result: Outcome['result']) => outcomes.filter((each) => each.result === result).length
  process.stdout.write(
    `${outcomes.length} rows: ${count('pass')} pass, ${count('fail')} fail, ${count('not testable here')} not testable here\n`,
  )
  process.exitCode = count('fail') > 0 ? 1 : 0
} catch (error) {
  const { message, cause } = error as Error
  const said = cause instanceof Error ? `${message}: ${cause.message}` : message
  // Of fetch itself: nobody answered, so no row was tried.
  const isSilent = error instanceof TypeError && message === 'fetch failed'
  process.stderr.write(
    isSilent ? `No server answers at ${baseUrl} (${said}). Start it, or name another with --base-url.\n` : `${said}\n`,
  )
  process.exitCode = 4
}
