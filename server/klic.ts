/** Entry: the command line, for people who script and for checks from outside. */
import { EXIT, tell, Usage } from './cli/say.ts'
import { DAMAGED, isDamage } from './platform/database/damage.ts'
import { databaseFault } from './platform/database/outage.ts'
import { version } from './platform/places.ts'
import { makeForOwnerOnly } from './platform/processes/folder-permissions.ts'
import { BadSetup, Refusal, TryLater } from './platform/refusal.ts'
import { storageFault } from './platform/storage/storage-fault.ts'

interface Command {
  help: string
  run(args: string[]): Promise<void>
}

const COMMANDS: Record<string, () => Promise<Command>> = {
  serve: () => import('./cli/serve.ts'),
  areas: () => import('./cli/areas.ts'),
  cut: () => import('./cli/cut.ts'),
  merge: () => import('./cli/merge.ts'),
  import: () => import('./cli/import.ts'),
  diff: () => import('./cli/diff.ts'),
  trenches: () => import('./cli/trenches.ts'),
  site: () => import('./cli/site.ts'),
  dossier: () => import('./cli/dossier.ts'),
  key: () => import('./cli/keys.ts'),
  token: () => import('./cli/token.ts'),
  statement: () => import('./cli/statement.ts'),
  company: () => import('./cli/company.ts'),
  registry: () => import('./cli/registry.ts'),
  check: () => import('./cli/check.ts'),
  backup: () => import('./cli/backup.ts'),
  restore: () => import('./cli/restore.ts'),
  demo: () => import('./cli/demo.ts'),
}

/** What they write is the person's own file, as open as their others. */
const WRITE_WHERE_ASKED = ['cut', 'merge', 'diff', 'trenches', 'demo']

const OVERVIEW = `klic COMMAND [--help]
klic --version

  serve   run the server without a window
  areas   what a file with areas holds, as GeoJSON in RD New
  cut     cut an area into notifications and price it
  merge   read delivery ZIPs and write one GeoPackage, GeoJSON or Shapefile
  import  open delivery ZIPs as a job
  diff    what changed between two results or deliveries
  trenches which lines works in the ground meet, and the trial trenches that locate them
  site    the package of a job for the place of digging, and whether one was changed
  dossier whether a dossier was changed
  key     make an API key
  token   a one-time token that opens the window of a server
  statement what was used in a month, as CSV
  company name or make a company on an office's server
  registry what of the way to the registry works, without an order
  check   whether the configuration works: database, rights, storage, keys, clock, registry
  backup  all data in one file, while the server runs
  restore such a file into an empty folder or database
  demo    the whole way, from two areas to files, with the simulator

JSON on standard output, messages on standard error.
Exit codes: 0 done, 1 a fault in the program, 2 wrong use, 3 the input was refused, 4 not possible now.`

const MOVE_IS_GONE =
  'klic move is gone: move data with klic backup, then klic restore with DATABASE_URL and STORAGE_URL of the office.'

const [name, ...args] = process.argv.slice(2)
if (name === '--version' || name === '-v') {
  process.stdout.write(`${version}\n`)
  process.exit(EXIT.done)
}
if (name === 'move') {
  tell(MOVE_IS_GONE)
  process.exit(EXIT.usage)
}
const load = name && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
if (!load) {
  const asked = name === undefined || name === '--help' || name === '-h' || name === 'help'
  if (!asked) tell(`There is no command "${name}".\n`)
  process.stdout.write(asked ? `${OVERVIEW}\n` : '')
  if (!asked) tell(OVERVIEW)
  process.exit(asked && name !== undefined ? EXIT.done : EXIT.usage)
}
if (!WRITE_WHERE_ASKED.includes(name!)) makeForOwnerOnly()
const command = await load()
if (args.includes('--help') || args.includes('-h')) {
  process.stdout.write(`${command.help}\n`)
  process.exit(EXIT.done)
}
try {
  await command.run(args)
} catch (thrown) {
  const error = badSetup(thrown) ?? thrown
  process.exitCode = exitCodeOf(error)
  if (error instanceof Refusal) {
    tell(error.message)
    const others = error.complaints.filter(({ message }) => message !== error.message)
    for (const complaint of others) tell(`  ${complaint.pointer}: ${complaint.message}`)
  } else if (error instanceof TryLater || error instanceof BadSetup) tell(error.message)
  else if (isDamage(error)) tell(DAMAGED)
  else if (isUsage(error)) tell(`${(error as Error).message}\n\n${command.help}`)
  else tell(error instanceof Error ? (error.stack ?? error.message) : String(error))
  // The driver leaves a connection open whose password it lacks, until PostgreSQL ends it a minute later.
  if (error instanceof BadSetup) process.exit()
}

/** What the operator must correct; undefined: it failed for another reason. */
function badSetup(error: unknown): BadSetup | undefined {
  if (error instanceof Refusal || isUsage(error)) return undefined
  const fault = storageFault(error)
  return fault === undefined ? databaseFault(error) : new BadSetup(fault, { cause: error })
}

function exitCodeOf(error: unknown): number {
  if (error instanceof Refusal) return EXIT.refused
  if (error instanceof TryLater || error instanceof BadSetup || isDamage(error)) return EXIT.notNow
  return isUsage(error) ? EXIT.usage : EXIT.bug
}

/** Node's own complaints about options count as wrong use. */
function isUsage(error: unknown): boolean {
  return error instanceof Usage || String((error as { code?: unknown })?.code).startsWith('ERR_PARSE_ARGS')
}
