/** Reads damaged deliveries in a process of its own and watches it: one that dies or stands still is a fault, and the next goes on. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type CaseLine, placesIn, prepare, strays } from './places.ts'

const CASES = fileURLToPath(new URL('./cases.ts', import.meta.url))
const MAX_MS = 10_000

export interface FuzzOptions {
  onCase?: () => void
  /** What one delivery may take. On a machine that does much else besides, time says little. */
  mostMs?: number
}

export interface Tally {
  tried: number
  read: number
  /** Read, with at least one thing to report. */
  withWarnings: number
  refused: number
  slowestMs: number
  faults: { number: number; damage: readonly string[]; fault: string }[]
}

/** @param from number of the first case; each is drawn from the seed and its number alone */
export async function readDamaged(
  seed: number,
  from: number,
  count: number,
  options: FuzzOptions = {},
): Promise<Tally> {
  const sandbox = mkdtempSync(join(tmpdir(), 'klic-fuzz-'))
  const tally: Tally = { tried: 0, read: 0, withWarnings: 0, refused: 0, slowestMs: 0, faults: [] }
  try {
    await prepare(sandbox)
    let next = from
    while (next < from + count) next = await oneProcess(sandbox, seed, next, from + count, tally, options)
    for (const path of strays(sandbox)) tally.faults.push({ number: -1, damage: [], fault: `written outside: ${path}` })
  } finally {
    rmSync(sandbox, { recursive: true, force: true })
  }
  return tally
}

/** @returns the number of the case to go on with */
async function oneProcess(
  sandbox: string,
  seed: number,
  from: number,
  until: number,
  tally: Tally,
  { onCase, mostMs = MAX_MS }: FuzzOptions,
): Promise<number> {
  const { data, temp } = placesIn(sandbox)
  // What one that was killed left there is not the next one's fault.
  rmSync(data, { recursive: true })
  mkdirSync(data)
  const child = spawn(process.execPath, [CASES, sandbox, String(seed), String(from), String(until)], {
    cwd: temp,
    env: { ...process.env, TMPDIR: temp, TMP: temp, TEMP: temp, HOME: temp },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let words = ''
  child.stderr.on('data', (bytes: Buffer) => {
    words = (words + bytes.toString()).slice(-4000)
  })
  let current: { number: number; damage: readonly string[]; startMs: number } | null = null
  let next = from
  let hung = false
  let watch: NodeJS.Timeout | undefined
  for await (const text of createInterface({ input: child.stdout })) {
    const line = JSON.parse(text) as CaseLine
    clearTimeout(watch)
    if ('begun' in line) {
      current = { number: line.begun, damage: line.damage, startMs: performance.now() }
      watch = setTimeout(() => {
        hung = true
        child.kill('SIGKILL')
      }, mostMs)
      continue
    }
    tally.tried++
    tally.slowestMs = Math.max(tally.slowestMs, performance.now() - current!.startMs)
    if ('read' in line) {
      tally.read++
      if (line.warnings > 1) tally.withWarnings++
    } else if ('refused' in line) tally.refused++
    else tally.faults.push({ number: line.number, damage: current!.damage, fault: line.fault })
    current = null
    next = line.number + 1
    onCase?.()
  }
  clearTimeout(watch)
  if (current === null) {
    if (next < until) throw new Error(`The reading process ended early: ${words}`)
    return next
  }
  const { number, damage } = current
  tally.tried++
  tally.faults.push({ number, damage, fault: hung ? `no answer in ${mostMs} ms` : `the process died: ${words}` })
  return number + 1
}
