/**
 * The conversion process. `node server/convert.ts TASKFILE` carries out one task; without a task file, the paths of task
 * files come one a line on its standard input, and it carries out one after the other. What a task is, and what is
 * printed, stands in domain/ports/conversion.ts.
 * With KLIC_PARENT=pipe it ends when its standard input closes, for then its parent is gone; started by hand it does not.
 */
import { readFile } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { constants, getPriority, setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import { runTask } from './conversion/task.ts'
import type { OnProgress } from './conversion/write.ts'
import { CONVERSION_KINDS, type ConversionLine, type ConversionTask } from './domain/ports/conversion.ts'
import { Refusal } from './domain/refusal.ts'
import { makeForOwnerOnly } from './runtime/own-folder.ts'
import { installRdGrid } from './runtime/rd-grid.ts'

makeForOwnerOnly()
// Answers of the server come first; a command at a terminal has nothing to give way to. Below a service with a lower
// priority (nice, systemd's Nice=) this may not be raised.
const isCommand = process.env.KLIC_CONVERT_FOR === 'command'
if (!isCommand && getPriority() < constants.priority.PRIORITY_BELOW_NORMAL)
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const say = (line: ConversionLine): void => void process.stdout.write(`${JSON.stringify(line)}\n`)

say({ started: true })
// Nobody listens any more: there is no one left to convert for.
process.stdout.on('error', () => process.exit(1))

/** The official grid, read when the first task needs it. */
let grid: Promise<unknown> | undefined

/** Says what came of a task. @returns whether it was carried out */
async function carryOut(taskFile: string): Promise<boolean> {
  try {
    const task = await readTask(taskFile)
    if (task.out.some(({ format }) => format === 'geojson-crs84')) {
      grid ??= installRdGrid()
      await grid
    }
    const result = await runTask(task, reporter())
    say({ result, residentMiB: residentMiB() })
    return true
  } catch (error) {
    const refused = error instanceof Refusal
    // For the log of whoever started it; a refusal says all there is to say.
    if (!refused) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
    const { resource } = error as { resource?: string }
    const message = (error instanceof Error ? error.message : String(error)) + (resource ? ` (${resource})` : '')
    say({ failure: { refused, message }, residentMiB: residentMiB() })
    return false
  }
}

const residentMiB = (): number => Math.round(residentBytes() / 2 ** 20)

/** In a cage without /proc only the most that it ever held is known. */
function residentBytes(): number {
  try {
    return process.memoryUsage.rss()
  } catch {
    return process.resourceUsage().maxRSS * 1024
  }
}

/** A line per whole percent is plenty, and a delivery is read in tens of thousands of chunks. */
function reporter(): OnProgress {
  let said = ''
  return (progress) => {
    const line = `${progress.what} ${Math.floor((100 * progress.done) / progress.total)}`
    if (line !== said) say({ progress })
    said = line
  }
}

async function readTask(path: string): Promise<ConversionTask> {
  const task = JSON.parse(await readFile(path, 'utf8')) as ConversionTask
  if (!CONVERSION_KINDS.includes(task.kind) || !Array.isArray(task.out) || !task.tempDir) {
    throw new Error('The task file holds no conversion task')
  }
  return task
}

const taskFile = process.argv[2]
if (taskFile === undefined) {
  if (process.stdin.isTTY) throw new Error('Usage: node server/convert.ts TASKFILE')
  let before: Promise<unknown> = Promise.resolve()
  const next = async (path: string): Promise<void> => {
    await carryOut(path)
    // What this one has compiled is there for those that start now, not only for those after its end.
    flushCompileCache()
  }
  createInterface({ input: process.stdin })
    .on('line', (path) => {
      before = before.then(() => next(path))
    })
    .once('close', () => process.exit(0))
} else {
  const isWatched = process.env.KLIC_PARENT === 'pipe'
  const gone = (): void => process.exit(1)
  if (isWatched) process.stdin.on('close', gone).on('error', gone).resume()
  if (!(await carryOut(taskFile))) process.exitCode = 1
  process.stdin.removeAllListeners('close')
  process.stdin.destroy()
}
