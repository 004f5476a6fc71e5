// @ts-check
/**
 * Child processes of the start script: quiet ones that prepare something, and the command itself.
 * A signal that reaches us is passed on to the running ones, and the end of the command is our own end.
 */
import { spawn } from 'node:child_process'
import os from 'node:os'
import process from 'node:process'

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/** @type {NodeJS.Signals[]} */
const passedOn = process.platform === 'win32' ? ['SIGINT', 'SIGTERM'] : ['SIGINT', 'SIGTERM', 'SIGHUP']

/** @param {NodeJS.Signals | null | undefined} signal */
const exitCodeOf = (signal) => 128 + (signal ? os.constants.signals[signal] : 0)

const PARENT_LOOK_MS = 500

let interruptedBy = /** @type {NodeJS.Signals | undefined} */ (undefined)

/** @param {NodeJS.Signals} signal */
const passOn = (signal) => {
  if (running.size === 0) process.exit(exitCodeOf(signal))
  interruptedBy ??= signal
  // Ctrl-C in a terminal reaches the whole process group by itself; twice would mean "at once" to some.
  if (signal === 'SIGINT' && process.stdin.isTTY) return
  for (const child of running) child.kill(signal)
}

/** Call once, first. Without a child a signal ends us at once; with one, its end decides. */
export const passSignalsOn = () => {
  for (const signal of passedOn) process.on(signal, () => passOn(signal))
  if (process.env.npm_lifecycle_event) endWithParent()
}

/** npm starts us through a shell and passes a signal only to that shell, which dies and leaves us: that is our signal. */
const endWithParent = () => {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    passOn('SIGTERM')
  }, PARENT_LOOK_MS)
  timer.unref()
}

/**
 * Runs a preparing step. Its output is kept, to be shown with a failure.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number, shell?: boolean }} [options]
 * @returns {Promise<{ code: number, stdout: string, output: string }>} code 127 when it could not be started
 */
export const quietly = (command, args, options = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      shell: options.shell ?? false,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    })
    running.add(child)
    let stdout = ''
    let output = ''
    child.stdout.on('data', (bytes) => {
      stdout += bytes
      output += bytes
    })
    child.stderr.on('data', (bytes) => {
      output += bytes
    })
    const timer = options.timeoutMs
      ? setTimeout(() => {
          output += `\nstopped after ${options.timeoutMs} ms`
          child.kill('SIGKILL')
        }, options.timeoutMs)
      : undefined
    const finish = (/** @type {number} */ code) => {
      clearTimeout(timer)
      running.delete(child)
      if (interruptedBy) process.exit(exitCodeOf(interruptedBy))
      resolve({ code, stdout, output })
    }
    child.once('error', (error) => {
      output += String(error)
      finish(127)
    })
    child.once('close', (code, signal) => finish(code ?? exitCodeOf(signal)))
  })

/**
 * Runs the command in our place: same terminal, its exit code is returned.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>}
 */
export const inOurPlace = (command, args, options = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: options.cwd, env: options.env ?? process.env, stdio: 'inherit' })
    running.add(child)
    child.once('error', (error) => {
      running.delete(child)
      reject(error)
    })
    child.once('close', (code, signal) => {
      running.delete(child)
      resolve(code ?? exitCodeOf(signal))
    })
  })
