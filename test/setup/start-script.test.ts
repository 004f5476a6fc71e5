/** The start script's children: signals passed on, exit code passed back, nothing left behind. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { isRunning } from '../support/shell-driver.ts'

const module = new URL('../../build/setup/children.mjs', import.meta.url).href
const run = path.join(import.meta.dirname, '..', '..', 'build', 'run.mjs')

/** A script that, like run.mjs, runs something in its place; `inner` is what that something does. */
const script = (inner: string) => `
  const { passSignalsOn, inOurPlace } = await import(${JSON.stringify(module)})
  passSignalsOn()
  process.exit(await inOurPlace(process.execPath, ['-e', ${JSON.stringify(inner)}]))`

const nodeArgs = (inner: string) => ['--input-type=module', '-e', script(inner)]

test('the exit code of the command is ours', async () => {
  const child = spawn(process.execPath, nodeArgs('process.exit(7)'), { stdio: 'ignore' })

  assert.deepEqual(await once(child, 'exit'), [7, null])
})

test('a signal reaches the command, and its own end is waited for', async () => {
  const inner = `process.on('SIGTERM', () => { console.log('told'); process.exit(5) }); console.log('up'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, nodeArgs(inner), { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.on('data', (bytes) => {
    printed += bytes
    if (printed === 'up\n') child.kill('SIGTERM')
  })

  const [code] = await once(child, 'exit')

  assert.equal(code, 5)
  assert.equal(printed, 'up\ntold\n')
})

test('when the shell that npm put between us is killed, the command ends too', async () => {
  const inner = `console.log(process.pid); setInterval(() => {}, 1000)`
  const shell = spawn('sh', ['-c', `"$0" "$@"; true`, process.execPath, ...nodeArgs(inner)], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [bytes] = await once(shell.stdout, 'data')
  const pid = Number(String(bytes))

  shell.kill('SIGTERM')

  while (isRunning(pid)) await pause(20)
})

test('an unknown command is refused by naming the known ones', async () => {
  const child = spawn(process.execPath, [run, 'constructor'], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (bytes) => {
    said += bytes
  })

  const [code] = await once(child, 'close')

  assert.equal(code, 2)
  assert.match(said, /start, klic, demo, test/)
})
