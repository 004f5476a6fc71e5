import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { killServer, killWorker, onServer } from '../support/killed-server.ts'
import { isAlive, RealServer } from '../support/real-server.ts'
import { serverEntry } from '../support/server-entry.ts'
import { until } from '../support/until.ts'

const START = serverEntry('start')

test('a worker that is killed costs nobody a notification, and the job becomes ready', async () => {
  assert.equal(await killWorker((change) => change === 2), 1)
})

test('a server that is killed takes its children along, and the next one goes on with the job', async () => {
  assert.equal(await killServer((change) => change === 2), 1)
})

test('stopping leaves no process, no lock and no endpoint behind', async () => {
  const server = await new RealServer().open()
  const endpoint = JSON.parse(await readFile(join(server.dataDir, 'endpoint.json'), 'utf8'))
  assert.equal(endpoint.base_url, server.ready.base_url)
  await until(() => server.simulatorUrl !== undefined)
  const { pid, workerPids, dataDir, simulatorUrl } = server
  const gone = [access(join(dataDir, 'server.lock')), access(join(dataDir, 'endpoint.json'))]
  await Promise.all(gone)
  await server.stop()
  await assert.rejects(access(join(dataDir, 'server.lock')))
  await assert.rejects(access(join(dataDir, 'endpoint.json')))
  assert.equal(isAlive(pid), false)
  assert.equal(isAlive(workerPids.at(-1)!), false)
  await assert.rejects(fetch(`${simulatorUrl}/sim/health`))
  await server.close()
})

test('a second server on the same data folder is refused with the address of the first', async () => {
  await onServer(async (server) => {
    const second = await runToEnd(['--data', server.dataDir, '--port', '0'])
    assert.equal(second.code, 4)
    assert.match(second.words, new RegExp(server.ready.base_url))
  })
})

test('a port that was asked for and is taken is said so, with what to do', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const server = new RealServer()
  try {
    await assert.rejects(server.openOn(port), /is taken, by another program or another KLIC Desktop.*--port/s)
  } finally {
    other.close()
    await server.close()
  }
})

test('a replay folder that is not there is said so before anything starts', async () => {
  const { code, words } = await runToEnd(['--data', '/nowhere', '--replay', '/nowhere/at-all'])
  assert.equal(code, 4)
  assert.match(words, /--replay \/nowhere\/at-all is no folder/)
})

async function runToEnd(args: string[]): Promise<{ code: number | null; words: string }> {
  const child = spawn(process.execPath, [START, ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  let words = ''
  child.stderr.on('data', (chunk) => {
    words += chunk
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code, words }
}
