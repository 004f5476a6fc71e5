/** Starts the conversion process as the worker does, and reads what it says. */
import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import type { CagedLine } from '../../server/features/caged-task.ts'
import type { ConversionResult, ConversionTask } from '../../server/imkl/model/conversion-task.ts'
import type { Folder } from '../formats/samples.ts'
import { serverEntry } from '../support/server-entry.ts'

const CAGED = serverEntry('caged')

/** Environment of a machine on the other side of the world, more than a year later. */
export const ELSEWHERE = {
  TZ: 'Pacific/Kiritimati',
  NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent('const now = Date.now; Date.now = () => now() + 400 * 86400e3')}"`,
}

export function start(
  t: TestContext,
  at: Folder,
  task: ConversionTask,
  env: Record<string, string> = {},
): ChildProcess {
  writeFileSync(at.path('task.json'), JSON.stringify(task))
  const child = spawn(process.execPath, [CAGED, at.path('task.json')], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  t.after(() => child.kill('SIGKILL'))
  return child
}

export async function* linesOf(child: ChildProcess): AsyncGenerator<CagedLine<ConversionResult>> {
  for await (const line of createInterface({ input: child.stdout! }))
    yield JSON.parse(line) as CagedLine<ConversionResult>
}

export async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

export const exitOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) =>
    child.exitCode !== null || child.signalCode ? resolve(child.exitCode) : child.on('exit', (code) => resolve(code)),
  )
