/**
 * The conversion process: `node server/convert.ts TASKFILE`. What it takes and prints stands in domain/conversion.ts.
 * With KLIC_PARENT=pipe it ends when its standard input closes, for then its parent is gone; started by hand it does not.
 */
import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { runTask } from './conversion/task.ts'
import type { OnProgress } from './conversion/write.ts'
import { CONVERSION_KINDS, type ConversionLine, type ConversionTask } from './domain/conversion.ts'
import { Refusal } from './domain/refusal.ts'
import { installRdGrid } from './process/rd-grid.ts'

// Whoever waits for an answer of the server comes first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const say = (line: ConversionLine): void => void process.stdout.write(`${JSON.stringify(line)}\n`)

// Nobody listens any more: there is no one left to convert for.
process.stdout.on('error', () => process.exit(1))
if (process.env.KLIC_PARENT === 'pipe') {
  process.stdin.on('close', () => process.exit(1)).on('error', () => process.exit(1))
  process.stdin.resume()
}

/** A line per whole percent is plenty, and a delivery is read in tens of thousands of chunks. */
let said = ''
const report: OnProgress = (progress) => {
  const line = `${progress.what} ${Math.floor((100 * progress.done) / progress.total)}`
  if (line !== said) say({ progress })
  said = line
}

try {
  const task = await readTask(process.argv[2])
  if (task.out.some(({ format }) => format === 'geojson-crs84')) await installRdGrid()
  say({ result: await runTask(task, report) })
} catch (error) {
  const refused = error instanceof Refusal
  say({ failure: { refused, message: error instanceof Error ? error.message : String(error) } })
  // For the log of whoever started it; a refusal says all there is to say.
  if (!refused) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
  process.exitCode = 1
}
process.stdin.removeAllListeners('close')
process.stdin.destroy()

async function readTask(path: string | undefined): Promise<ConversionTask> {
  if (!path) throw new Error('Usage: node server/convert.ts TASKFILE')
  const task = JSON.parse(await readFile(path, 'utf8')) as ConversionTask
  if (!CONVERSION_KINDS.includes(task.kind) || !Array.isArray(task.out) || !task.tempDir) {
    throw new Error('The task file holds no conversion task')
  }
  return task
}
