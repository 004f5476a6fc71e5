/**
 * The shell's real, built main script on a double of the electron module: what it asks of Electron, and what it refuses.
 * (The same on real Electron, and with a real Chromium window, belongs to the desktop issue.)
 */
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'

const root = path.resolve(import.meta.dirname, '..', '..')
const mainScript = path.join(root, 'dist', 'electron', 'main.js')
const support = path.join(root, 'test', 'support')

interface Seen {
  saw: string
  [key: string]: unknown
}

const base = fs.mkdtempSync(path.join(os.tmpdir(), 'klic-shell-'))
let folder = ''
let shell: ChildProcess | undefined
let seen: Seen[] = []

before(() => {
  if (!fs.existsSync(mainScript)) execFileSync(process.execPath, [path.join(root, 'build', 'bundle.mjs'), 'electron'])
})
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(base, 'my app '))
})
afterEach(async () => {
  if (shell && shell.exitCode === null && shell.signalCode === null) {
    const exit = once(shell, 'exit')
    tell({ do: 'quit' })
    await exit
  }
  await until(() => (serverPids().every((pid) => !isRunning(pid)) ? true : undefined))
})
after(() => fs.rmSync(base, { recursive: true, force: true }))

/** Starts the shell on an application whose server is the stand-in. */
const start = (mode = 'good', env: Record<string, string> = {}): ChildProcess => {
  fs.mkdirSync(path.join(folder, 'server'))
  const fake = JSON.stringify(new URL('../support/fake-server.ts', import.meta.url).href)
  const words = `${JSON.stringify(path.join(folder, 'diary'))}, ${JSON.stringify(mode)}`
  fs.writeFileSync(
    path.join(folder, 'server', 'start.ts'),
    `process.argv.splice(2, 0, ${words})\nawait import(${fake})\n`,
  )
  const args = ['--import', path.join(support, 'electron-double', 'register.mjs'), mainScript]
  const child = spawn(process.execPath, args, {
    env: {
      ...process.env,
      DOUBLE_APP: folder,
      KLIC_NODE: process.execPath,
      KLIC_DATA: path.join(folder, 'data'),
      ...env,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  shell = child
  seen = []
  let rest = ''
  child.stdout.on('data', (bytes) => {
    const lines = (rest + bytes).split('\n')
    rest = lines.pop() ?? ''
    seen.push(...lines.map((line) => JSON.parse(line) as Seen))
  })
  return child
}

const tell = (order: { do: string; [key: string]: unknown }) => shell?.stdin?.write(`${JSON.stringify(order)}\n`)

const saw = (what: string, count = 1): Promise<Seen> => until(() => seen.filter((each) => each.saw === what)[count - 1])

const until = async <T>(look: () => T | undefined): Promise<T> => {
  for (;;) {
    const found = look()
    if (found !== undefined) return found
    await pause(5)
  }
}

const diary = (): string[] =>
  fs.existsSync(path.join(folder, 'diary')) ? fs.readFileSync(path.join(folder, 'diary'), 'utf8').split('\n') : []
const serverPids = (): number[] =>
  diary()
    .flatMap((line) => /^started (\d+)$/.exec(line)?.[1] ?? [])
    .map(Number)
const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Opened, and its address without the token. */
const opened = async (): Promise<string> => new URL(String((await saw('load')).url)).origin

test('the window is born sandboxed, isolated and hardened, and opens signed in at the running server', async () => {
  start()

  const { url } = await saw('load')

  const { webPreferences, isHardened } = (await saw('window')) as unknown as {
    webPreferences: Record<string, unknown>
    isHardened: boolean
  }
  assert.equal(isHardened, true)
  assert.deepEqual(await saw('sandbox'), { saw: 'sandbox', beforeReady: true })
  const { sandbox, contextIsolation, nodeIntegration, preload } = webPreferences
  assert.deepEqual(
    { sandbox, contextIsolation, nodeIntegration },
    { sandbox: true, contextIsolation: true, nodeIntegration: false },
  )
  assert.ok(fs.existsSync(String(preload)))
  assert.equal(new URL(String(url)).hash, `#token=secret-${serverPids()[0]}`)
  assert.match(await (await fetch(new URL(String(url)).origin)).text(), /Fake window/)
})

test('closing the window ends the server in order, then the program', async () => {
  const child = start()
  await opened()

  tell({ do: 'close' })
  const [code] = await once(child, 'exit')

  assert.equal(code, 0)
  assert.deepEqual(diary().slice(1, 3), ['heard stop', 'stopped'])
})

test('when the shell is killed, the server does not stay behind', async () => {
  const child = start()
  await opened()

  child.kill('SIGKILL')

  await until(() => (serverPids().every((pid) => !isRunning(pid)) ? true : undefined))
})

test('a page goes nowhere but to our server; listed places open in the browser', async () => {
  start()
  const ours = await opened()

  for (const url of [`${ours}/jobs`, 'https://example.org/', 'https://www.kadaster.nl/', 'file:///etc/hosts']) {
    tell({ do: 'navigate', url, isMainFrame: true })
  }
  await saw('navigated', 4)

  const prevented = seen.filter((each) => each.saw === 'navigated').map((each) => each.isPrevented)
  assert.deepEqual(prevented, [false, true, true, true])
  assert.deepEqual(
    seen.filter((each) => each.saw === 'external').map((each) => each.url),
    ['https://www.kadaster.nl/'],
  )
})

test('no page opens a window', async () => {
  start()
  const ours = await opened()

  tell({ do: 'open', url: `${ours}/x` })
  tell({ do: 'open', url: 'https://example.org/' })
  await saw('opened', 2)

  assert.deepEqual(
    seen.filter((each) => each.saw === 'opened').map((each) => each.action),
    ['deny', 'deny'],
  )
})

test('a page gets no permission but to copy, and only ours', async () => {
  start()
  const ours = await opened()

  for (const permission of ['geolocation', 'media', 'clipboard-sanitized-write']) {
    tell({ do: 'permission', permission, url: `${ours}/` })
  }
  tell({ do: 'permission', permission: 'clipboard-sanitized-write', url: 'https://example.org/' })
  await saw('permission', 4)

  const allowed = seen.filter((each) => each.saw === 'permission').map((each) => each.isAllowed)
  assert.deepEqual(allowed, [false, false, true, false])
})

test('the shell answers the main frame of our page only', async () => {
  start()
  const ours = await opened()

  tell({ do: 'call', channel: 'klic:version', url: `${ours}/` })
  tell({ do: 'call', channel: 'klic:version', url: `${ours}/`, isInFrame: true })
  tell({ do: 'call', channel: 'klic:version', url: 'https://example.org/' })
  await saw('answer', 3)

  const answers = seen.filter((each) => each.saw === 'answer')
  assert.deepEqual(
    answers.map((each) => each.value),
    ['0.0.0-double', undefined, undefined],
  )
  assert.match(String(answers[2]?.refused), /not from our window/)
})

test('a second start only brings the first window to the front', async () => {
  start()
  await opened()

  tell({ do: 'second-instance' })

  await saw('show')
  assert.equal(seen.filter((each) => each.saw === 'window').length, 1)
})

test('a second instance starts no server', async () => {
  const child = start('good', { DOUBLE_IS_SECOND: '1' })

  const [code] = await once(child, 'exit')

  assert.equal(code, 0)
  assert.deepEqual(serverPids(), [])
})

test('a server that can not start is told in plain words with the place of the log', async () => {
  const child = start('dies-at-once')

  const [code] = await once(child, 'close')

  assert.equal(code, 1)
  const { text } = await saw('error-box')
  assert.match(String(text), /could not start[\s\S]*database is of a newer version/)
  assert.ok(String(text).includes(path.join(folder, 'data', 'logs', 'server.log')))
})
