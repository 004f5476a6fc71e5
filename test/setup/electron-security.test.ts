/**
 * Electron's security checklist (its documentation, "Security", items 1 to 20), a test each under its own name; on the
 * shell's real, built main script.
 */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { builderConfiguration } from '../../build/package/builder.mjs'
import { securityHeaders } from '../../server/features/http/guards.ts'
import { buildShell, mainScript, placeFakeServer, root, ShellUnderTest } from '../support/shell-driver.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'klic-secure-'))
let shell: ShellUnderTest
let ours = ''

before(async () => {
  buildShell()
  placeFakeServer(folder, path.join(folder, 'diary'), 'good')
  shell = new ShellUnderTest(['--port', '0'], { DOUBLE_APP: folder, KLIC_DATA: path.join(folder, 'data') })
  ours = await shell.origin()
})
after(async () => {
  await shell.quit()
  fs.rmSync(folder, { recursive: true, force: true })
})

const preferences = async (): Promise<Record<string, unknown>> =>
  (await shell.saw('window')).webPreferences as Record<string, unknown>

const after1 = async (what: string, order: { do: string; [key: string]: unknown }) => {
  const before = shell.all(what).length
  shell.tell(order)
  return shell.saw(what, before + 1)
}

test('1. Only load secure content', async () => {
  const { hostname, protocol } = new URL(ours)
  assert.deepEqual([protocol, hostname], ['http:', '127.0.0.1'])
  for (const each of shell.all('load')) assert.equal(new URL(String(each.url)).origin, ours)
  const allowed = String(policy()).match(/https?:\/\/[^\s;]+/g)
  assert.ok(allowed?.every((each) => each.startsWith('https://')))
})

test('2. Do not enable Node.js integration for remote content', async () => {
  const { nodeIntegration, nodeIntegrationInWorker, nodeIntegrationInSubFrames } = await preferences()
  assert.deepEqual(
    [nodeIntegration, nodeIntegrationInWorker, nodeIntegrationInSubFrames],
    [false, undefined, undefined],
  )
})

test('3. Enable context isolation', async () => {
  assert.equal((await preferences()).contextIsolation, true)
})

test('4. Enable process sandboxing', async () => {
  assert.equal((await preferences()).sandbox, true)
  assert.equal((await shell.saw('sandbox')).beforeReady, true)
})

test('5. Handle session permission requests from remote content', async () => {
  const ask = (permission: string, url: string) => after1('permission', { do: 'permission', permission, url })
  for (const permission of ['geolocation', 'media', 'notifications', 'openExternal', 'clipboard-read', 'usb']) {
    const { isAllowed, isDevice } = await ask(permission, `${ours}/`)
    assert.deepEqual([permission, isAllowed, isDevice], [permission, false, false])
  }
  assert.equal((await ask('clipboard-sanitized-write', `${ours}/`)).isAllowed, true)
  assert.equal((await ask('clipboard-sanitized-write', 'https://example.org/')).isAllowed, false)
})

test('6. Do not disable webSecurity', async () => {
  assert.equal((await preferences()).webSecurity, undefined)
})

/** What the server says to every page: the header is helmet's, from our own directives. */
const policy = (): string => {
  const headers: Record<string, string> = {}
  const response = { setHeader: (name: string, value: string) => (headers[name] = value), removeHeader: () => {} }
  securityHeaders({ baseUrl: () => 'http://127.0.0.1:4780' })({} as never, response as never, () => {})
  return headers['Content-Security-Policy'] ?? ''
}

test('7. Define a Content Security Policy', () => {
  const rules = Object.fromEntries(
    policy()
      .split(';')
      .map((rule) => [rule.split(' ')[0], rule]),
  )
  assert.equal(rules['default-src'], "default-src 'self'")
  assert.equal(rules['script-src'], "script-src 'self'")
  assert.equal(rules['object-src'], "object-src 'none'")
  assert.equal(rules['frame-ancestors'], "frame-ancestors 'none'")
})

test('8. Do not enable allowRunningInsecureContent', async () => {
  assert.equal((await preferences()).allowRunningInsecureContent, undefined)
})

test('9. Do not enable experimental features', async () => {
  assert.equal((await preferences()).experimentalFeatures, undefined)
})

test('10. Do not use enableBlinkFeatures', async () => {
  assert.equal((await preferences()).enableBlinkFeatures, undefined)
})

test('11. Do not use allowpopups for WebViews', async () => {
  assert.equal((await preferences()).webviewTag, false)
})

test('12. Verify WebView options before creation', async () => {
  assert.equal((await after1('webview', { do: 'webview' })).isPrevented, true)
})

test('13. Disable or limit navigation', async () => {
  const go = async (url: string, isMainFrame = true) =>
    (await after1('navigated', { do: 'navigate', url, isMainFrame })).isPrevented
  assert.equal(await go(`${ours}/jobs`), false)
  for (const url of ['https://example.org/', 'file:///etc/hosts', `${ours}@example.org/`, 'javascript:alert(1)']) {
    assert.equal(await go(url), true, url)
  }
  assert.equal(await go('https://example.org/', false), true)
  assert.equal((await after1('redirected', { do: 'redirect', url: 'https://example.org/' })).isPrevented, true)
})

test('14. Disable or limit creation of new windows', async () => {
  for (const url of [`${ours}/x`, 'https://example.org/', 'about:blank']) {
    assert.equal((await after1('opened', { do: 'open', url })).action, 'deny')
  }
})

test('15. Do not use shell.openExternal with untrusted content', async () => {
  const before = shell.all('external').length
  for (const url of [
    'https://example.org/',
    'file:///bin/sh',
    'smb://server/share',
    'ms-msdt:/id',
    'https://www.kadaster.nl/',
    // Another program may take what stands before the @ for a name.
    'https://www.kadaster.nl\\@example.org/',
  ]) {
    await after1('opened', { do: 'open', url })
  }
  const opened = shell.all('external').slice(before)
  assert.deepEqual(
    opened.map((each) => each.url),
    ['https://www.kadaster.nl/', 'https://www.kadaster.nl/@example.org/'],
  )
})

test('16. Use a current version of Electron', () => {
  const { devDependencies } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
  // Exact, so that which one is delivered is decided by a person; 45 was current when this was written.
  assert.match(devDependencies.electron, /^\d+\.\d+\.\d+$/)
  assert.ok(Number(devDependencies.electron.split('.')[0]) >= 45)
})

test('17. Validate the sender of all IPC messages', async () => {
  const { names } = await after1('channels', { do: 'channels' })
  assert.ok((names as string[]).length > 15)
  for (const channel of names as string[]) {
    const strangers = [
      { url: 'https://example.org/' },
      { url: `${ours.replace(/\d+$/, '1')}/` },
      { url: `${ours}/`, isInFrame: true },
      { url: 'about:blank' },
    ]
    for (const stranger of strangers) {
      const { refused } = await after1('answer', { do: 'call', channel, ...stranger })
      assert.equal(refused, 'not from our window', `${channel} from ${stranger.url}`)
    }
  }
})

test('18. Avoid usage of the file:// protocol and prefer usage of custom protocols', () => {
  // The window is served by our own server on the loopback, with a policy and behind a session; nothing is a file.
  assert.doesNotMatch(fs.readFileSync(mainScript, 'utf8'), /\.loadFile\(/)
})

test('19. Check which fuses you can change', () => {
  const { electronFuses } = builderConfiguration({ staged: folder, output: folder, version: '1.0.0', arch: 'x64' })
  assert.deepEqual(electronFuses, {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  })
})

test('20. Do not expose Electron APIs to untrusted web content', async () => {
  const preload = fs.readFileSync(String((await preferences()).preload), 'utf8')
  const exposed: Record<string, Record<string, unknown>> = {}
  const invoked: unknown[][] = []
  const electron = {
    contextBridge: { exposeInMainWorld: (name: string, api: Record<string, unknown>) => (exposed[name] = api) },
    ipcRenderer: { invoke: (...args: unknown[]) => invoked.push(args), on: () => {}, removeListener: () => {} },
  }
  new Function('require', 'exports', 'module', preload)(() => electron, {}, {})

  assert.deepEqual(Object.keys(exposed), ['klic'])
  for (const each of Object.values(exposed.klic!)) {
    assert.equal(typeof each, 'function')
    // Each goes to its own channel, with any arguments.
    ;(each as (...args: unknown[]) => unknown)('klic:other', 'x')
  }
  const { names } = await after1('channels', { do: 'channels' })
  assert.deepEqual([...new Set(invoked.map(([channel]) => channel))].sort(), [...(names as string[])].sort())
})
