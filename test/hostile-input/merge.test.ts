/**
 * `klic merge` with deliveries of an attacker: it reads them in the cage, with the deliveries, a folder of its own and
 * nothing else, refuses them in words and leaves no file behind.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { cage } from '../support/caged.ts'
import { reachingDeliveries } from '../support/hostile-deliveries.ts'
import { at, cable, gmlOf, lineString, link, zippedDelivery } from '../support/imkl-fixture.ts'
import { serverEntry } from '../support/server-entry.ts'

const SECRET = 'hunter2-of-klic-merge'
const folder = mkdtempSync(join(tmpdir(), 'klic-hostile-merge-'))
const beside = join(folder, 'secret.txt')
writeFileSync(beside, SECRET)
after(() => rmSync(folder, { recursive: true, force: true }))

const ID = 'nl.imkl-KL9001.'
const DELIVERY = { members: [cable(`${ID}c`, [`${ID}l`]), link(`${ID}l`, lineString(at(1, 1, 5, 1)))] }
const GML = '22G000001_1/GI_gebiedsinformatielevering_22G000001_1_V2.xml'

let made = 0
interface MergeRun {
  code: number | null
  text: string
  out: string
}

/** @param path before the folders in which programs are looked for */
async function merge(name: string, contents: Buffer, path?: string): Promise<MergeRun> {
  const own = join(folder, `merge-${made++}`)
  mkdirSync(join(own, 'out'), { recursive: true })
  const [delivery, out] = [join(own, name), join(own, 'out', 'result.gpkg')]
  writeFileSync(delivery, contents)
  const env = { ...process.env, KLIC_SECRETS_KEY: SECRET, ...(path && { PATH: path + delimiter + process.env.PATH }) }
  const child = spawn(process.execPath, [serverEntry('klic'), 'merge', '--out', out, delivery], { env })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, text, out }
}

const { holds } = await cage()

test('its reader sees the delivery and a folder of its own, no secret, no file beside and no network', {
  skip: holds.kind !== 'sandbox' && 'no sandbox works here',
}, async () => {
  const listener = createServer((_request, response) => response.end('hello'))
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const bwrap = process.env
    .PATH!.split(delimiter)
    .map((each) => join(each, 'bwrap'))
    .find(existsSync)!
  const [programs, log] = [join(folder, 'programs'), join(folder, 'seen.json')]
  mkdirSync(programs)
  // What is started as the reader is first asked, in the same cage, what it sees.
  const look = `
    const { readFileSync, readdirSync, writeFileSync } = require('node:fs')
    const tried = (work) => { try { return String(work()) } catch (error) { return error.code } }
    const { dirname, join } = require('node:path')
    const task = JSON.parse(readFileSync(process.argv[1]))
    const [{ path }] = task.deliveries
    fetch('http://127.0.0.1:${(listener.address() as AddressInfo).port}').then(() => 'reached', () => 'none').then((network) =>
      console.log(JSON.stringify({ network, env: process.env, delivery: readFileSync(path).length,
        beside: tried(() => readFileSync(${JSON.stringify(beside)})), password: tried(() => readFileSync('/etc/passwd')),
        written: tried(() => writeFileSync(path, '')), out: tried(() => readdirSync(join(dirname(path), 'out'))) })))`
  const wrapper = `#!${process.execPath}
const { spawnSync } = require('node:child_process')
const args = process.argv.slice(2)
const command = args.indexOf('--chdir') + 2
if (/caged\\.[jt]s$/.test(args.at(-2)) && !args.at(-1).startsWith('{')) {
  const asked = [...args.slice(0, command), process.execPath, '-e', ${JSON.stringify(look)}, args.at(-1)]
  const { stdout, stderr } = spawnSync(${JSON.stringify(bwrap)}, asked)
  require('node:fs').writeFileSync(${JSON.stringify(log)}, stdout.length ? stdout : JSON.stringify({ failed: String(stderr) }))
}
process.exitCode = spawnSync(${JSON.stringify(bwrap)}, args, { stdio: 'inherit' }).status
`
  writeFileSync(join(programs, 'bwrap'), wrapper)
  chmodSync(join(programs, 'bwrap'), 0o755)
  const zip = await zippedDelivery(DELIVERY)
  const { code, text, out } = await merge('honest.zip', zip, programs).finally(() => listener.close())
  assert.equal(code, 0, text)
  assert.ok(existsSync(out))
  const { env, ...seen } = JSON.parse(readFileSync(log, 'utf8'))
  const gone = 'ENOENT'
  assert.deepEqual(seen, {
    network: 'none',
    delivery: zip.length,
    beside: gone,
    password: gone,
    written: 'EROFS',
    out: gone,
  })
  assert.ok(!JSON.stringify(env).includes(SECRET))
})

const honest = gmlOf(DELIVERY)
const FILES = reachingDeliveries({ path: GML, gml: honest, reference: 'ref 22G000001' }, beside)

describe('it is refused in words, and nothing is written', () => {
  for (const { what, name, bytes } of FILES)
    test(what, async () => {
      const { code, text, out } = await merge(name, bytes())
      assert.notEqual(code, 0)
      // Its name, what is wrong, what to do; no trace of a program that fell over.
      assert.match(text, /^a\.\w+[^:]*: [^\n]+(Choose|Download|Do not open)[^\n]+\.\n$/)
      assert.ok(!text.includes(SECRET), text)
      assert.deepEqual(readdirSync(join(out, '..')), [])
    })
})

test('text that includes another file stays text', async () => {
  const include = `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file://${beside}" parse="text"/>`
  const { code, text, out } = await merge('a.xml', Buffer.from(honest.replace('ref 22G000001', include)))
  assert.ok(!text.includes(SECRET) && (code !== 0 || !readFileSync(out).includes(SECRET)), text)
})
