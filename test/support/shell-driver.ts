/**
 * Starts the shell's real, built main script, and speaks for the person, the system and the page: on the double of
 * electron, or on real Electron with the same words (test/support/electron-double).
 */
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { type Bundle, bundles, fingerprint, isBuilt, stampOf } from '../../build/setup/bundles.mjs'
import { until } from './until.ts'

export const root = path.resolve(import.meta.dirname, '..', '..')
export const mainScript = path.join(root, 'dist', 'electron', 'main.js')
const register = path.join(import.meta.dirname, 'electron-double', 'register.mjs')

export interface Observation {
  saw: string
  [key: string]: unknown
}

/** The bundle of these sources: a stale one would be another program than the one that is read here. */
const buildOf = (bundle: Bundle): void => {
  if (isBuilt(bundle)) return
  const now = fingerprint(root, bundle.sources)
  execFileSync(process.execPath, [path.join(root, 'build', 'bundle.mjs'), bundle.call])
  fs.writeFileSync(stampOf(bundle), now)
}
export const buildShell = (): void => buildOf(bundles.electron)
/** What the shell starts: needed where its server is the real one. */
export const buildServer = (): void => buildOf(bundles.server)

/**
 * A stand-in for the server, where the shell looks for it.
 * @param home of the application, or what is beside it in a package
 * @param mode of test/support/fake-server.ts
 */
export const placeFakeServer = (home: string, diary: string, mode: string): void => {
  const script = path.join(home, 'dist', 'server', 'start.js')
  fs.mkdirSync(path.dirname(script), { recursive: true })
  const fake = JSON.stringify(new URL('./fake-server.ts', import.meta.url).href)
  const words = `${JSON.stringify(diary)}, ${JSON.stringify(mode)}`
  fs.writeFileSync(path.join(path.dirname(script), 'package.json'), '{"type":"module"}')
  fs.writeFileSync(script, `process.argv.splice(2, 0, ${words})\nawait import(${fake})\n`)
}

/** What /proc calls it, after the name, which may hold anything. */
const stateOf = (pid: number): string | undefined =>
  fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.[0]

/** One that has ended and that nobody has asked about yet, as below a first process that never does, runs no more. */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || stateOf(pid) !== 'Z'
  } catch {
    return false
  }
}

/** What runs the main script, with the arguments before the shell's own. */
export interface Runner {
  command: string
  args: readonly string[]
}
const onDouble = (script: string): Runner => ({ command: process.execPath, args: ['--import', register, script] })

/** Real Electron, which speaks the double's words. */
export const onElectron = (binary: string): Runner => ({
  command: binary,
  args: [path.join(import.meta.dirname, 'electron-double', 'observed.mjs')],
})

export class ShellUnderTest {
  readonly child: ChildProcess
  readonly seen: Observation[] = []
  private asked = 0

  constructor(args: readonly string[], env: Record<string, string>, runner = onDouble(mainScript)) {
    this.child = spawn(runner.command, [...runner.args, ...args], {
      env: { ...process.env, DOUBLE_APP: root, DOUBLE_MAIN: mainScript, KLIC_NODE: process.execPath, ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let rest = ''
    this.child.stdout!.on('data', (bytes) => {
      const lines = (rest + bytes).split('\n')
      rest = lines.pop() ?? ''
      this.seen.push(...lines.map((line) => JSON.parse(line) as Observation))
    })
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null
  }

  tell(order: { do: string; [key: string]: unknown }): void {
    this.child.stdin?.write(`${JSON.stringify(order)}\n`)
  }

  all(what: string): Observation[] {
    return this.seen.filter((each) => each.saw === what)
  }

  /** What was seen, or will be: the count-th of its kind that fits. */
  async saw(what: string, fits: number | ((seen: Observation) => boolean) = 1): Promise<Observation> {
    const look = () =>
      typeof fits === 'number' ? this.all(what)[fits - 1] : this.all(what).findLast((each) => fits(each))
    await until(() => look() !== undefined || (this.hasEnded && this.child.stdout!.readableEnded))
    const found = look()
    assert.ok(found, `the shell ended before it did this: ${what}`)
    return found
  }

  /** What a script in the page gives. */
  async evaluate(script: string): Promise<unknown> {
    const id = ++this.asked
    this.tell({ do: 'evaluate', id, script })
    const { value, error } = await this.saw('evaluated', (each) => each.id === id)
    if (error !== undefined) throw new Error(String(error))
    return value
  }

  /** What the shell answers to a call of the preload from our page. */
  async call(channel: string, args: unknown[] = [], url?: string): Promise<Observation> {
    const before = this.all('answer').length
    this.tell({ do: 'call', channel, args, url: url ?? `${await this.origin()}/` })
    return this.saw('answer', before + 1)
  }

  /** Of the server behind the window. */
  async origin(): Promise<string> {
    return new URL(String((await this.saw('load')).url)).origin
  }

  async ended(): Promise<number | null> {
    if (!this.hasEnded) await once(this.child, 'exit')
    return this.child.exitCode
  }

  async quit(): Promise<number | null> {
    if (!this.hasEnded) this.tell({ do: 'quit' })
    return this.ended()
  }
}

/** Every process below one, itself included. Linux: what /proc says. */
export const processesBelow = (pid: number): number[] => {
  const parents = new Map<number, number[]>()
  for (const name of fs.readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const stat = fs.readFileSync(`/proc/${name}/stat`, 'utf8')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      parents.set(parent, [...(parents.get(parent) ?? []), Number(name)])
    } catch {
      // Gone meanwhile.
    }
  }
  const below = (of: number): number[] => [of, ...(parents.get(of) ?? []).flatMap(below)]
  return below(pid)
}
