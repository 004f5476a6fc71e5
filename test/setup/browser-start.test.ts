/** The start without Electron, with the real server: it opens, it ends in order, and it leaves nothing behind. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'

const script = path.resolve(import.meta.dirname, '..', '..', 'build', 'open-in-browser.mjs')

let data = ''
let started: ChildProcess[] = []
beforeEach(() => {
  data = fs.mkdtempSync(path.join(os.tmpdir(), 'klic data '))
})
afterEach(async () => {
  await Promise.all(started.map(end))
  started = []
  await until(() => (isHeld() ? undefined : true))
  // A server that was let go writes down what it compiled as its last act, after its lock is gone.
  fs.rmSync(data, { recursive: true, force: true, maxRetries: 10 })
})

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}

const start = (env: NodeJS.ProcessEnv = { KLIC_NO_BROWSER: '1' }) => {
  const child = spawn(process.execPath, [script, '--data', data], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  const said = { out: '', err: '' }
  child.stdout.on('data', (bytes) => {
    said.out += bytes
  })
  child.stderr.on('data', (bytes) => {
    said.err += bytes
  })
  return { child, said, url: (before = '') => until(() => new RegExp(`${before}open (http:\\S+)`).exec(said.err)?.[1]) }
}

const until = async <T>(look: () => T | undefined): Promise<T> => {
  const end = performance.now() + 60_000
  for (;;) {
    if (performance.now() > end) throw new Error(`it did not come true within a minute: ${look}`)
    const found = look()
    if (found !== undefined) return found
    await pause(10)
  }
}

const inData = (name: string): boolean => fs.existsSync(path.join(data, name))

/** A server that ends in order, as all here do, takes its lock away last. */
const isHeld = (): boolean => inData('server.lock')

test('it says the address that signs in, on stderr, and the server answers there', async () => {
  const { said, url } = start()

  const { origin, hash } = new URL(await url())

  assert.match(hash, /^#token=./)
  assert.equal((await fetch(`${origin}/health/live`)).status, 200)
  assert.equal(said.out, '')
})

test('a signal stops the server in order: nothing runs, and nothing says that it does', async () => {
  const { child, url } = start()
  await url()

  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')

  assert.equal(code, 0)
  assert.equal(inData('endpoint.json'), false)
  assert.equal(inData('server.lock'), false)
})

test('when it is killed, the server ends in order by itself', async () => {
  const { child, url } = start()
  await url()

  child.kill('SIGKILL')

  await until(() => (inData('server.lock') || inData('endpoint.json') ? undefined : true))
})

const commandLines = (): string =>
  fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      } catch {
        return ''
      }
    })
    .join('\n')

const onLinux = process.platform === 'linux' ? false : 'how a browser is started differs'

test('the token is in no command line: the browser is given a file for its owner only', {
  skip: onLinux,
}, async (t) => {
  const tools = path.join(data, 'tools')
  fs.mkdirSync(tools)
  const given = path.join(data, 'given')
  // A browser that stays, as one does.
  fs.writeFileSync(
    path.join(tools, 'xdg-open'),
    `#!/bin/sh\nprintf '%s\\n%s' $$ "$1" > "${given}.part"\nmv "${given}.part" "${given}"\nexec sleep 600\n`,
    { mode: 0o755 },
  )
  const { child, url } = start({ DISPLAY: ':99', PATH: `${tools}:${process.env.PATH}`, KLIC_NO_BROWSER: '' })
  const [browser, file] = await until(() =>
    fs.existsSync(given) ? (fs.readFileSync(given, 'utf8').split('\n') as [string, string]) : undefined,
  )
  t.after(() => process.kill(Number(browser)))
  const running = commandLines()

  const page = fs.readFileSync(file, 'utf8')
  const [, address] = /content="0;url=([^"]+)"/.exec(page)!
  const token = new URLSearchParams(new URL(address!).hash.slice(1)).get('token')!
  assert.ok(token.length >= 40 && fs.existsSync(`/proc/${browser}`))
  assert.ok(!running.includes(token), 'a command line holds the token')
  assert.equal(fs.statSync(file).mode & 0o777, 0o600)
  assert.equal(fs.statSync(path.dirname(file)).mode & 0o777, 0o700)
  assert.equal(await url('can not read a file, '), address)

  await end(child)
  assert.equal(fs.existsSync(path.dirname(file)), false)
})

test('a second start on the same data is told who has it, and where', async () => {
  const first = start()
  const { origin } = new URL(await first.url())

  const second = start()
  const [code] = await once(second.child, 'close')

  assert.equal(code, 1)
  assert.match(second.said.err, /could not start/)
  assert.ok(second.said.err.includes(origin))
})
