/** The shell's real, built main script on a double of the electron module: what it asks of Electron, and what it says. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { LIMITS } from '../../electron/supervise.ts'
import { buildShell, isRunning, type Observation, placeFakeServer, ShellUnderTest } from '../support/shell-driver.ts'
import { until } from '../support/until.ts'

const base = fs.mkdtempSync(path.join(os.tmpdir(), 'klic-shell-'))
let folder = ''
const shells: ShellUnderTest[] = []

before(buildShell)
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(base, 'mijn map é '))
})
afterEach(async () => {
  await Promise.all(shells.splice(0).map((shell) => shell.quit()))
  await until(() => serverPids().every((pid) => !isRunning(pid)))
})
after(() => fs.rmSync(base, { recursive: true, force: true, maxRetries: 10 }))

/** Starts the shell on an application whose server is the stand-in. */
const start = (mode = 'good', env: Record<string, string> = {}, args = ['--port', '0']): ShellUnderTest => {
  placeFakeServer(folder, path.join(folder, 'diary'), mode)
  const shell = new ShellUnderTest(args, { DOUBLE_APP: folder, KLIC_DATA: path.join(folder, 'data'), ...env })
  shells.push(shell)
  return shell
}

const diary = (): string[] =>
  fs.existsSync(path.join(folder, 'diary')) ? fs.readFileSync(path.join(folder, 'diary'), 'utf8').split('\n') : []
/** How each server was started. */
const starts = (): { args: string[]; env: Record<string, string> }[] =>
  fs
    .readFileSync(path.join(folder, 'diary.starts'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
const serverPids = (): number[] =>
  diary()
    .flatMap((line) => /^started (\d+)$/.exec(line)?.[1] ?? [])
    .map(Number)
const remember = (memory: object): void => {
  fs.mkdirSync(path.join(folder, 'data'), { recursive: true })
  fs.writeFileSync(path.join(folder, 'data', 'shell.json'), JSON.stringify(memory))
}
const remembered = () => JSON.parse(fs.readFileSync(path.join(folder, 'data', 'shell.json'), 'utf8'))

const labels = (items: unknown): string[] =>
  (items as { label?: string; submenu?: unknown[] }[]).flatMap(({ label, submenu }) => [
    ...(label ? [label] : []),
    ...labels(submenu ?? []),
  ])

test('the window opens signed in at the running server', async () => {
  const shell = start()

  const { url } = await shell.saw('load')

  assert.equal(new URL(String(url)).hash, `#token=secret-${serverPids()[0]}`)
  assert.match(await (await fetch(new URL(String(url)).origin)).text(), /Fake window/)
})

test('a window that is closed leaves the server running; it opens again with another token', async () => {
  const shell = start()
  await shell.saw('load')

  shell.tell({ do: 'close' })
  await shell.saw('notification', ({ body }) => /tray/.test(String(body)))
  shell.tell({ do: 'second-instance' })

  const { url } = await shell.saw('load', 2)
  assert.match(new URL(String(url)).hash, /again/)
  assert.equal(serverPids().length, 1)
})

test('where the person wants it so, closing the window ends the server in order, then the program', async () => {
  remember({ preferences: { keepRunning: false } })
  const shell = start()
  await shell.saw('load')

  shell.tell({ do: 'close' })

  assert.equal(await shell.ended(), 0)
  assert.deepEqual(diary().slice(-4, -1), ['heard token', 'heard stop', 'stopped'])
})

test('when the shell is killed, the server does not stay behind', async () => {
  const shell = start()
  await shell.saw('load')

  shell.child.kill('SIGKILL')

  await until(() => serverPids().every((pid) => !isRunning(pid)))
})

test('a second start hands over what it was to open, and ends', async () => {
  const area = path.join(folder, 'Gebied Zuid.geojson')
  fs.writeFileSync(area, '{"type":"FeatureCollection","features":[]}')
  const shell = start()
  await shell.saw('load')

  const delivery = path.join(folder, 'Levering_26G000001_1.zip')
  fs.writeFileSync(delivery, 'PK')
  const second = start('good', {}, [area, delivery])

  assert.equal(await second.ended(), 0)
  assert.equal(serverPids().length, 1)
  await shell.saw('send', (each) => each.channel === 'klic:opened')
  // Each is read by itself, and told.
  const taken: { kind: string; name: string }[] = []
  await until(async () => {
    taken.push(...((await shell.call('klic:take-opened')).value as typeof taken))
    return taken.length === 2
  })
  assert.deepEqual(taken.map(({ kind, name }) => `${kind} ${name}`).sort(), [
    'file Gebied Zuid.geojson',
    'file Levering_26G000001_1.zip',
  ])
  await Promise.all([area, delivery].map((file) => shell.saw('recent', (each) => each.file === file)))
})

test('a link opens its job, and no other text of a link gets through', async () => {
  const shell = start()
  await shell.saw('load')

  for (const url of ['klic-desktop://job/../../x', 'klic-desktop://run/calc', 'klic-desktop://job/job_1'])
    shell.tell({ do: 'open-url', url })

  await shell.saw('send', (each) => each.channel === 'klic:opened')
  assert.deepEqual((await shell.call('klic:take-opened')).value, [{ kind: 'job', jobId: 'job_1' }])
})

test('started at login it stays in the tray, with the state of the server, its port and the jobs under way', async () => {
  const shell = start('good', {}, ['--port', '0', '--hidden'])

  const { items } = await shell.saw('tray', (each) => labels(each.items).some((label) => /port \d+/.test(label)))

  assert.equal(shell.all('window').length, 0)
  assert.ok(labels(items).some((label) => /jobs in progress/.test(label)))
  await shell.saw('tray', (each) => labels(each.items).includes('2 jobs in progress'))
})

test('the tray says when the server is down, and where it is once it was started again', async () => {
  const shell = start('dies-later')
  const says = (words: RegExp) => (each: Observation) => labels(each.items).some((label) => words.test(label))
  await shell.saw('tray', says(/port \d+/))
  // One that lived for an instant only is not started again.
  await pause(LIMITS.instantDeathMs)
  const before = shell.all('tray').length

  process.kill(serverPids()[0]!, 'SIGUSR2')

  await shell.saw('load', 2)
  const told = shell.all('tray').slice(before)
  assert.ok(says(/server is starting/)(told[0]!))
  assert.ok(says(/port \d+/)(told.at(-1)!))
})

test('a job that becomes ready is told by the system, and a click opens it', async () => {
  const shell = start()
  await shell.saw('load')

  const told = await shell.saw('notification')
  shell.tell({ do: 'click-notification' })

  assert.deepEqual([told.title, told.body], ['Bermsloot', 'Complete: every operator has delivered'])
  await shell.saw('send', (each) => each.channel === 'klic:opened')
  assert.deepEqual((await shell.call('klic:take-opened')).value, [{ kind: 'job', jobId: 'job_1' }])
})

test('menu bar and tray speak the language of the window, with accelerators', async () => {
  const shell = start('good', { DOUBLE_LOCALE: 'nl-NL' })
  await shell.saw('load')
  assert.ok(labels((await shell.saw('menu')).items).includes('Nieuwe melding'))
  assert.match(JSON.stringify((await shell.saw('menu')).items), /"label":"Nieuwe melding","accelerator":"CmdOrCtrl\+N"/)

  await shell.call('klic:set-language', ['en'])

  assert.ok(labels((await shell.saw('menu', 2)).items).includes('New notification'))
  shell.tell({ do: 'menu', label: 'New notification' })
  await shell.saw('send', (each) => each.channel === 'klic:opened')
  assert.deepEqual((await shell.call('klic:take-opened')).value, [{ kind: 'page', page: 'area' }])
  assert.equal(remembered().language, 'en')
})

test('the window stands where it stood, at the zoom it had; a place on a screen that is gone is not used', async () => {
  remember({ window: { x: 30, y: 40, width: 1000, height: 700, isMaximized: true, zoom: 2 } })
  const shell = start()
  const { x, y, width } = await shell.saw('window')
  assert.deepEqual([x, y, width], [30, 40, 1000])
  await shell.saw('maximize')
  shell.tell({ do: 'close' })
  await until(() => remembered().window.x === 10)
  await shell.quit()

  remember({ window: { x: 9000, y: 40, width: 1000, height: 700, isMaximized: false, zoom: 0 } })
  const again = await start().saw('window')
  assert.deepEqual([again.x, again.width], [undefined, 1000])
})

test('preferences are kept, and what does not fit is refused', async () => {
  const shell = start()
  await shell.saw('load')

  const { value } = await shell.call('klic:set-preferences', [{ port: 4999, channel: 'beta' }])
  const refused = await Promise.all([
    await shell.call('klic:set-preferences', [{ port: 80 }]),
    await shell.call('klic:set-preferences', [{ nonsense: true }]),
    await shell.call('klic:set-language', ['xx']),
    await shell.call('klic:reveal', ['/etc/passwd']),
    await shell.call('klic:save-export', ['../x', 'gpkg']),
  ])

  assert.equal((value as { port: number }).port, 4999)
  assert.equal(remembered().preferences.port, 4999)
  for (const each of refused) assert.ok(each.refused, JSON.stringify(each))
})

test('starting at login is an entry of the system, hidden in the tray, and gone when it is switched off', {
  skip: process.platform !== 'linux',
}, async () => {
  const shell = start('good', { TMPDIR: folder })
  await shell.saw('load')
  const startsAtLogin = async (wished: boolean) =>
    ((await shell.call('klic:set-preferences', [{ startAtLogin: wished }])).value as { startAtLogin: boolean })
      .startAtLogin
  const entries = () =>
    fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(path.join('autostart', 'klic-desktop.desktop')))

  assert.equal(await startsAtLogin(true), true)
  const [entry] = entries()
  assert.match(fs.readFileSync(path.join(folder, entry!), 'utf8'), /^Exec=".+" --hidden$/m)
  assert.equal(await startsAtLogin(false), false)
  assert.deepEqual(entries(), [])
})

test('an export is saved where the person says, shown there, and its path copied', async () => {
  const file = path.join(folder, 'uit', 'KLIC.gpkg')
  const shell = start('good', { DOUBLE_ANSWERS: JSON.stringify([{ canceled: false, filePath: file }]) })
  await shell.saw('load')

  const { value } = await shell.call('klic:save-export', ['job_1', 'gpkg'])
  await shell.call('klic:reveal', [file])
  await shell.call('klic:copy-path', [file])

  assert.equal(value, file)
  assert.equal(fs.readFileSync(file, 'utf8'), 'the export')
  assert.equal((await shell.saw('folder')).file, file)
  assert.equal((await shell.saw('clipboard')).text, file)
})

test('an export is dragged out once it is there', async () => {
  const shell = start()
  await shell.saw('load')

  assert.ok((await shell.call('klic:drag', ['job_1', 'gpkg'])).refused)
  assert.equal((await shell.call('klic:prepare-drag', ['job_2', 'gpkg'])).value, false)
  assert.equal((await shell.call('klic:prepare-drag', ['job_1', 'gpkg'])).value, true)
  await shell.call('klic:drag', ['job_1', 'gpkg'])

  const file = String((await shell.saw('drag')).file)
  assert.equal(path.basename(file), 'KLIC_1.gpkg')
  assert.equal(fs.readFileSync(file, 'utf8'), 'the export')
  if (process.platform !== 'win32') {
    const own = path.dirname(path.dirname(file))
    assert.equal(fs.statSync(own).mode & 0o777, 0o700, 'for its owner only')
    assert.match(path.basename(own), /^klic-desktop-\w{6}$/, 'under a name that nobody can guess')
  }
})

test('a port that is taken is explained, with the choice to try again or to use another this time', async () => {
  const other = net.createServer().listen(0, '127.0.0.1')
  await until(() => other.listening)
  const { port } = other.address() as net.AddressInfo
  try {
    const shell = start('good', { DOUBLE_ANSWERS: JSON.stringify([{ response: 0 }, { response: 1 }]) }, [
      '--port',
      `${port}`,
    ])

    await shell.saw('load')

    assert.equal(shell.all('message-box').length, 2)
    const { detail, buttons } = (await shell.saw('message-box')).options as { detail: string; buttons: string[] }
    assert.match(detail, new RegExp(`Port ${port} is in use by`))
    assert.match(buttons[1]!, /Use port \d+ this time/)
    const { args } = starts()[0]!
    const used = Number(args[args.indexOf('--port') + 1])
    assert.ok(used > port)
  } finally {
    other.close()
  }
})

test('who would rather stop than use another port, stops', async () => {
  const other = net.createServer().listen(0, '127.0.0.1')
  await until(() => other.listening)
  const shell = start('good', { DOUBLE_ANSWERS: '[{"response":2}]' }, [
    '--port',
    `${(other.address() as net.AddressInfo).port}`,
  ])

  assert.equal(await shell.ended(), 0)
  assert.deepEqual(serverPids(), [])
  other.close()
})

test('the server gets the proxy and the certificates of the system, and a key that only the keychain opens', async () => {
  const env = { DOUBLE_PROXY: 'PROXY proxy.example:8080; DIRECT', DOUBLE_KEYCHAIN: 'gnome_libsecret' }
  for (let round = 0; round < 2; round++) {
    const shell = start('good', env)
    await shell.saw('load')
    await shell.quit()
  }

  const [first, second] = starts().map(({ env }) => env) as [Record<string, string>, Record<string, string>]
  assert.deepEqual(
    { proxy: first.HTTPS_PROXY, except: first.NO_PROXY, certificates: first.NODE_USE_SYSTEM_CA },
    { proxy: 'http://proxy.example:8080', except: 'localhost,127.0.0.1,::1', certificates: '1' },
  )
  assert.match(first.KLIC_SECRETS_KEY!, /^[0-9a-f]{64}$/)
  assert.equal(second.KLIC_SECRETS_KEY, first.KLIC_SECRETS_KEY)
  assert.ok(!fs.readFileSync(path.join(folder, 'data', 'secrets.key'), 'utf8').includes(first.KLIC_SECRETS_KEY!))
})

test('a page that dies is loaded again', async () => {
  const shell = start()
  await shell.saw('load')

  shell.tell({ do: 'page-gone', reason: 'crashed' })

  await shell.saw('reload')
})

test('a server that can not start is told in plain words with the place of the log', async () => {
  const shell = start('dies-at-once')

  assert.equal(await shell.ended(), 1)
  const { text } = await shell.saw('error-box')
  assert.match(String(text), /could not start[\s\S]*database is of a newer version/)
  assert.ok(String(text).includes(path.join(folder, 'data', 'logs', 'server.log')))
})

const OFFICE = 'https://klic.office.example'
const opensOffice = async (env: Record<string, string> = {}) => {
  const shell = start('good', { FAKE_OFFICE: OFFICE, ...env })
  await shell.saw('load')
  return shell
}

test('the office opens in a window of its own, apart from ours and without the bridge', async () => {
  const shell = await opensOffice()

  assert.equal((await shell.call('klic:open-office', [`${OFFICE}/?job=job_9`])).value, true)

  const { webPreferences, isHardened } = await shell.saw('window', 2)
  assert.equal(isHardened, true)
  const { preload, partition, sandbox, contextIsolation, nodeIntegration } = webPreferences as Record<string, unknown>
  assert.deepEqual(
    { preload, partition, sandbox, contextIsolation, nodeIntegration },
    { preload: undefined, partition: 'persist:office', sandbox: true, contextIsolation: true, nodeIntegration: false },
  )
  assert.equal((await shell.saw('load', 2)).url, `${OFFICE}/?job=job_9`)
  assert.equal((await shell.call('klic:open-office')).value, true)
  assert.equal((await shell.saw('load', 3)).url, OFFICE)
  assert.equal(shell.all('window').length, 2)
})

test('it stays at the office, and may call nothing of the shell', async () => {
  const shell = await opensOffice()
  const ours = await shell.origin()
  await shell.call('klic:open-office')
  const goes = async (url: string): Promise<unknown> => {
    const before = shell.all('navigated').length
    shell.tell({ do: 'navigate', url, isMainFrame: true })
    return !(await shell.saw('navigated', before + 1)).isPrevented
  }

  assert.equal(await goes(`${OFFICE}/?settings=users`), true)
  for (const url of [`${ours}/`, 'https://evil.example/', `${OFFICE}.evil.example/`, 'http://klic.office.example/']) {
    assert.equal(await goes(url), false, url)
  }
  assert.match(String((await shell.call('klic:version', [], `${OFFICE}/`)).refused), /not from our window/)
  const asks = async (permission: string, url: string): Promise<unknown> => {
    const before = shell.all('permission').length
    shell.tell({ do: 'permission', permission, url, partition: 'persist:office' })
    return (await shell.saw('permission', before + 1)).isAllowed
  }
  assert.equal(await asks('clipboard-sanitized-write', `${OFFICE}/`), true)
  assert.equal(await asks('clipboard-sanitized-write', `${ours}/`), false)
  assert.equal(await asks('geolocation', `${OFFICE}/`), false)
})

test('a page opens no office but the one that is set, and none that would be spoken to in the clear', async () => {
  const shell = await opensOffice()
  for (const page of ['https://evil.example/', `${OFFICE}@evil.example/`, 'file:///etc/passwd', 7]) {
    assert.ok((await shell.call('klic:open-office', [page])).refused, String(page))
  }
  for (const office of ['http://klic.office.example', 'file:///etc', '']) {
    const data = fs.mkdtempSync(path.join(folder, 'other '))
    const other = await opensOffice({ FAKE_OFFICE: office, KLIC_DATA: data })
    assert.match(String((await other.call('klic:open-office')).refused), /no office/, office)
    assert.equal(other.all('window').length, 1)
  }
})

test('an office that does not answer leaves no empty window; the one here stays', async () => {
  const shell = await opensOffice({ DOUBLE_UNREACHABLE: OFFICE })
  assert.equal((await shell.call('klic:open-office')).value, false)
  assert.equal(shell.all('load').length, 1)
  shell.tell({ do: 'close' })
  await shell.saw('notification')
})
