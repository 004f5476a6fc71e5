/**
 * The shell with the real server and a real window: on real Electron where its binary is present and there is a display it
 * may use, else on the double of electron with a real Chromium window. The first line of the output says which.
 */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { noBrowser } from '../support/browser.ts'
import { noScreen, openScreen, type Screen } from '../support/screen.ts'
import { buildServer, buildShell, isRunning, processesBelow, type ShellUnderTest } from '../support/shell-driver.ts'
import { shellKind, startShell } from '../support/start-shell.ts'
import { until } from '../support/until.ts'

const base = fs.mkdtempSync(path.join(os.tmpdir(), 'klic-window-'))
let screen: Screen
const shells: ShellUnderTest[] = []
const skip = noBrowser || noScreen

before(async () => {
  process.stdout.write(`the shell is tested on ${shellKind}\n`)
  if (skip) return
  buildShell()
  buildServer()
  screen = await openScreen()
})
after(async () => {
  await screen?.close()
  fs.rmSync(base, { recursive: true, force: true, maxRetries: 5 })
})

const start = (data: string, args = ['--port', '0'], env: Record<string, string> = {}): ShellUnderTest => {
  const shell = startShell(['--data', data, ...args], { ...screen.env, ...env })
  shells.push(shell)
  return shell
}
const freshData = (): string => fs.mkdtempSync(path.join(base, 'gegevens é '))
const logOf = (data: string): string => fs.readFileSync(path.join(data, 'logs', 'server.log'), 'utf8')
const workerPid = (data: string): number => Number([...logOf(data).matchAll(/\{"worker":\{"pid":(\d+)/g)].at(-1)![1])
const serverPid = (data: string): number => JSON.parse(fs.readFileSync(path.join(data, 'endpoint.json'), 'utf8')).pid

/** A script in the page: a call of the dashboard's API as the window makes it, once it has signed in. */
const ask = (method: string, place: string, body?: unknown): string => `(async () => {
  const look = () => fetch('/dashboard/api/session')
  let known = await look()
  // The cookie is there a moment before the page has read what came with it.
  const isSignedIn = () => known.ok && localStorage.getItem('klic-desktop:csrf') !== null
  for (; !isSignedIn(); known = await look()) await new Promise((resolve) => setTimeout(resolve, 50))
  const answer = await fetch('/dashboard/api${place}', {
    method: '${method}',
    headers: { 'X-CSRF-Token': localStorage.getItem('klic-desktop:csrf'), 'Content-Type': 'application/json' },
    ${body === undefined ? '' : `body: ${JSON.stringify(JSON.stringify(body))},`}
  })
  return { status: answer.status, json: await answer.json() }
})()`

interface Answer {
  status: number
  json: { job_id: string; status: string }
}
const submitJob = async (shell: ShellUnderTest): Promise<string> => {
  const corner = [154800, 387900]
  const coordinates = [[corner, [155100, 387900], [155100, 388150], corner]]
  const job = { klic_type: 'ORIENT', reference: 'Bermsloot', submit: true, geometry: { type: 'Polygon', coordinates } }
  const { status, json } = (await shell.evaluate(ask('POST', '/jobs', job))) as Answer
  assert.ok(status < 300, JSON.stringify(json))
  return json.job_id
}
const stateOf = async (shell: ShellUnderTest, jobId: string): Promise<string> =>
  ((await shell.evaluate(ask('GET', `/jobs/${jobId}`))) as Answer).json.status

describe('one shell', { skip }, () => {
  let data = ''
  let shell: ShellUnderTest
  let below: number[] = []
  before(async () => {
    data = freshData()
    shell = start(data)
    await shell.saw('load')
  })

  test('the map is drawn, also where there is no graphics card', async () => {
    const drawn = `new Promise((resolve) => {
      const look = () => {
        const map = document.querySelector('.map')
        if (map?.querySelector('.map-failed')) resolve('failed')
        else if (map?.querySelector('canvas') && map.querySelector('[aria-busy=false]')) resolve('drawn')
        else requestAnimationFrame(look)
      }
      look()
    })`
    assert.equal(await shell.evaluate(drawn), 'drawn')
  })

  test('the window opens signed in, with the bridge and without the token in its address', async () => {
    const page = (await shell.evaluate(`(async () => {
      // Loaded is not signed in yet.
      while (!document.querySelector('.panel.left')) await new Promise(requestAnimationFrame)
      return {
        address: location.href,
        signedIn: (await fetch('/dashboard/api/session')).status,
        version: await window.klic.version(),
        bridge: Object.keys(window.klic).length > 10,
      }
    })()`)) as Record<string, unknown>

    assert.equal(page.signedIn, 200)
    assert.equal(page.bridge, true)
    assert.ok(page.version)
    assert.doesNotMatch(String(page.address), /token/)
    const endpoint = JSON.parse(fs.readFileSync(path.join(data, 'endpoint.json'), 'utf8'))
    assert.equal(endpoint.base_url, await shell.origin())
  })

  test('a second start brings the first window to the front with the area that it was given, and ends', async () => {
    const shown = shell.all('show').length
    const area = path.join(base, 'Gebied Noord.geojson')
    const coordinates = [
      [
        [5.2, 51.4],
        [5.21, 51.4],
        [5.21, 51.41],
        [5.2, 51.4],
      ],
    ]
    fs.writeFileSync(area, JSON.stringify({ type: 'Polygon', coordinates }))
    const second = start(data, ['--port', '0', area])

    assert.equal(await second.ended(), 0)
    await shell.saw('show', shown + 1)
    assert.equal(second.all('window').length, 0)
    await until(async () => (await shell.evaluate(`location.search`)) === '?area=')
    await until(async () =>
      Boolean(await shell.evaluate(`document.querySelector('.panel.right')?.innerText.includes('€')`)),
    )
  })

  test('a page gets nothing of Node or Electron, and runs no script that is not ours', async () => {
    const page = await shell.evaluate(`(async () => {
      const script = document.createElement('script')
      script.textContent = 'window.wasRun = true'
      document.head.append(script)
      // In a task of its own: what a debugger evaluates may evaluate.
      const evaluated = await new Promise((resolve) => setTimeout(() => {
        try { resolve(String((0, eval)('1 + 1'))) } catch { resolve('refused') }
      }))
      return [typeof require, typeof process, typeof module, typeof window.ipcRenderer, window.wasRun === true, evaluated]
    })()`)

    assert.deepEqual(page, ['undefined', 'undefined', 'undefined', 'undefined', false, 'refused'])
  })

  test('hostile links and pages lead nowhere', async () => {
    const caught: string[] = []
    const stranger = http.createServer((request, response) => {
      caught.push(request.url ?? '')
      response.end('<!doctype html><title>Stranger</title>')
    })
    stranger.listen(0, '127.0.0.1')
    await until(() => stranger.listening)
    const address = `http://127.0.0.1:${(stranger.address() as { port: number }).port}`
    const ours = await shell.origin()
    try {
      await shell.evaluate(`(() => {
        for (const [target, rel] of [['', ''], ['_blank', 'noopener'], ['_blank', 'opener']]) {
          const link = Object.assign(document.createElement('a'), { href: '${address}/link', target, rel })
          document.body.append(link)
          link.click()
          link.remove()
        }
        window.open('${address}/opened')
        const frame = document.createElement('iframe')
        frame.src = '${address}/frame'
        document.body.append(frame)
        fetch('${address}/fetched').catch(() => {})
        new Image().src = '${address}/image'
      })()`)
      await shell.saw('navigated', (each) => each.url === `${address}/link` && each.isPrevented === true)
      await shell.saw('opened', (each) => String(each.url).startsWith(address) && each.action === 'deny')

      assert.equal(new URL(String(await shell.evaluate('location.href'))).origin, ours)
      assert.deepEqual(caught, [])
      assert.deepEqual(shell.all('external'), [])
    } finally {
      stranger.close()
    }
  })

  test('a worker that dies in a running job is started again, and the job becomes ready and is told', async () => {
    const job = await submitJob(shell)
    const first = workerPid(data)
    process.kill(first, 'SIGKILL')
    await until(() => workerPid(data) !== first)

    await until(async () => (await stateOf(shell, job)) === 'ready')

    assert.equal((await shell.saw('notification')).title, 'Bermsloot (simulator)')
  })

  test('a server that dies is started again, and the window is signed in anew', async () => {
    const first = serverPid(data)
    const loads = shell.all('load').length
    process.kill(first, 'SIGKILL')

    await shell.saw('load', loads + 1)

    assert.notEqual(serverPid(data), first)
    const status = () => shell.evaluate(`fetch('/dashboard/api/session').then((answer) => answer.status)`)
    await until(async () => (await status()) === 200)
  })

  test('a server that dies at once after its start is not started again: the person is told, and nothing stays', async () => {
    below = processesBelow(shell.child.pid!)
    const loads = shell.all('load').length
    // Each restart is granted only to a server that had lived for a while; the one that dies young ends it.
    for (let round = 0; round < 6 && shell.all('error-box').length === 0; round++) {
      const seen = loads + round
      const pid = serverPid(data)
      process.kill(pid, 'SIGKILL')
      await until(() => shell.all('error-box').length > 0 || shell.all('load').length > seen)
    }

    const { text } = await shell.saw('error-box')
    assert.match(String(text), /failed too often/)
    assert.ok(String(text).includes(path.join(data, 'logs', 'server.log')))
    assert.equal(await shell.ended(), 1)
    await until(() => below.every((pid) => !isRunning(pid)))
  })
})

describe('a shell of its own', { skip }, () => {
  afterEach(async () => {
    await Promise.all(shells.splice(0).map((shell) => shell.quit()))
  })

  test('quit while a job runs ends everything in order, and the job goes on at the next start', async () => {
    const data = freshData()
    const shell = start(data)
    await shell.saw('load')
    const job = await submitJob(shell)
    const below = processesBelow(shell.child.pid!)
    assert.ok(below.length > 4, 'shell, server, worker, simulator and browser')

    assert.equal(await shell.quit(), 0)

    await until(() => below.every((pid) => !isRunning(pid)))
    assert.equal(fs.existsSync(path.join(data, 'endpoint.json')), false)
    const again = start(data)
    await again.saw('load')
    await until(async () => (await stateOf(again, job)) === 'ready')
  })

  test('a port that is taken is explained, and the other one serves', async () => {
    const stranger = http.createServer().listen(0, '127.0.0.1')
    await until(() => stranger.listening)
    const { port } = stranger.address() as { port: number }
    try {
      const shell = start(freshData(), ['--port', `${port}`], { DOUBLE_ANSWERS: '[{"response":1}]' })

      await shell.saw('load')

      const { detail } = (await shell.saw('message-box')).options as { detail: string }
      assert.match(detail, new RegExp(`Port ${port} is in use by`))
      assert.notEqual(new URL(await shell.origin()).port, String(port))
    } finally {
      stranger.close()
    }
  })
})
