/** The nginx of docs/office.md and the restart loop of docs/operate.md: no call through them fails. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Agent, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { which } from '../../build/setup/system.mjs'
import { openStore } from '../../server/platform/database/open.ts'
import { makeCompanies } from '../soak/office-companies.ts'
import { type Office, startOffice } from '../soak/office-processes.ts'
import { makeCertificate } from '../support/certificate.ts'
import { guideBlocks } from '../support/docs-pages.ts'
import { freePort } from '../support/free-port.ts'
import { ownDatabases } from '../support/postgres.ts'
import { SUITE_MS, until } from '../support/until.ts'

const NAME = 'klic.office.example'
const CLIENTS = 6

const databases = await ownDatabases()
const nginx = which('nginx')
const skip = 'missing' in databases ? databases.missing : nginx === undefined ? 'nginx is not here' : false
const portOf = (url: string): string => new URL(url).port

/** nginx as it stands in the guide, but for addresses, certificate and its own files. @returns its port */
async function startNginx(t: TestContext, folder: string, office: Office): Promise<number> {
  const port = await freePort()
  const { privateKeyPem, certificatePem } = makeCertificate()
  writeFileSync(join(folder, 'privkey.pem'), privateKeyPem)
  writeFileSync(join(folder, 'fullchain.pem'), certificatePem)
  let [server, changed] = [guideBlocks('nginx')[0]!, 0]
  for (const [written, here] of [
    ['10.0.0.11:4780', new URL(office.apis[0]!.url).host],
    ['10.0.0.12:4780', new URL(office.apis[1]!.url).host],
    ['listen 443', `listen 127.0.0.1:${port}`],
    ['/etc/ssl/klic/fullchain.pem', join(folder, 'fullchain.pem')],
    ['/etc/ssl/klic/privkey.pem', join(folder, 'privkey.pem')],
  ] as const) {
    if (server.includes(written)) changed++
    server = server.replace(written, here)
  }
  assert.equal(changed, 5, server)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (each) => `${each}_temp_path ${join(folder, each)};`,
  )
  const config = join(folder, 'nginx.conf')
  const http = `access_log off;\n${places.join('\n')}\n${server}`
  writeFileSync(config, `daemon off;\npid ${join(folder, 'pid')};\nevents {}\nhttp {\n${http}\n}\n`)
  mkdirSync(join(folder, 'logs'))
  const child = spawn(nginx!, ['-p', folder, '-c', config, '-e', join(folder, 'error.log')], { stdio: 'inherit' })
  t.after(async () => {
    const ended = once(child, 'exit')
    if (child.exitCode === null && child.kill('SIGTERM')) await ended
  })
  return port
}

/** Where `systemctl restart` of the guide's loop ends up: it returns once the process is started anew. */
async function startControl(t: TestContext, office: Office): Promise<{ url: string; restarted: string[] }> {
  const restarted: string[] = []
  const control = createServer(async (asked, answer) => {
    const unit = decodeURIComponent(asked.url!.slice(1))
    restarted.push(unit)
    const port = /^klic-api@(\d+)$/.exec(unit)?.[1]
    const found = office.apis.find(({ url }) => portOf(url) === port)?.process
    const each = unit === 'klic-worker@*' ? office.workers : found ? [found] : []
    for (const process of each) {
      const { starts } = process
      await process.restart()
      await until(async () => process.starts > starts)
    }
    answer.writeHead(each.length > 0 ? 204 : 404).end()
  })
  await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve))
  t.after(() => control.close())
  return { url: `http://127.0.0.1:${(control.address() as AddressInfo).port}`, restarted }
}

test('the rolling restart of the guide behind its nginx fails no call', { skip, timeout: SUITE_MS }, async (t) => {
  if ('missing' in databases) return
  const folder = mkdtempSync(join(tmpdir(), 'klic-rolling-'))
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  const databaseUrl = await databases.create()
  const store = await openStore(databaseUrl)
  t.after(() => store.close())
  const [company] = await makeCompanies(store, 1, 60)
  const office = await startOffice({
    ...{ databaseUrl, dataDir: join(folder, 'data'), apis: 2, workers: 1, slots: 2 },
    env: { KLIC_PUBLIC_URL: `https://${NAME}` },
  })
  t.after(() => office.stop())
  const port = await startNginx(t, folder, office)
  const control = await startControl(t, office)
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })
  t.after(() => agent.destroy())
  const call = (): Promise<number> =>
    new Promise((resolve) => {
      const headers = { Host: NAME, 'X-API-Key': company!.key }
      const asked = request({ host: '127.0.0.1', port, path: '/api/v1/jobs', headers, agent }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode!))
      })
      asked.on('error', () => resolve(0)).end()
    })
  await until(async () => (await call()) === 200)

  const seen = new Map<number, number>()
  let isOver = false
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!isOver) {
      const status = await call()
      seen.set(status, (seen.get(status) ?? 0) + 1)
    }
  })
  const written = guideBlocks('sh').find((text) => text.includes('systemctl restart'))!
  const ports = office.apis.map(({ url }) => portOf(url)).join(' ')
  assert.ok(written.includes('in 4780 4781;'))
  const restart = 'sudo() { shift 2; curl -fsS --get "$CONTROL/$(printf %s "$1" | sed "s/@/%40/; s/[*]/%2A/")"; }'
  const loop = spawn('sh', ['-ec', `${restart}\n${written.replace('4780 4781', ports)}`], {
    env: { ...process.env, CONTROL: control.url },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(loop, 'exit')
  isOver = true
  await Promise.all(clients)
  assert.equal(code, 0)
  assert.deepEqual(control.restarted, [...ports.split(' ').map((each) => `klic-api@${each}`), 'klic-worker@*'])
  assert.deepEqual([...seen.keys()], [200], JSON.stringify([...seen]))
  assert.ok(seen.get(200)! > CLIENTS * 10)
})
