/**
 * Hostile deliveries on the product's own way: the simulator gives each as the delivery of a job that was filed, and the worker
 * fetches and reads it. The job ends in words that are true, all other work goes on, nothing of a secret is read, and
 * nothing is written beside the data folder.
 */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Job } from '../../server/features/jobs/schema.ts'
import { isMoving } from '../../server/registry/klic.ts'
import { asZip, breakingDeliveries, type HostileDelivery, reachingDeliveries } from '../support/hostile-deliveries.ts'
import { at, cable, gmlOf, lineString, link } from '../support/imkl-fixture.ts'
import { rawZip } from '../support/raw-zip.ts'
import { isAlive, RealServer } from '../support/real-server.ts'
import { setEnv } from '../support/set-env.ts'
import { forget, onPostgres, storeIn } from '../support/test-store.ts'
import { SUITE_MS, until } from '../support/until.ts'

const SECRETS = { AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMIK7MDENG', A_PASSWORD: 'hunter2-of-the-worker' }
const IN_A_FILE = 'the-refresh-token-of-everybody'
const ID = 'nl.imkl-KL9001.'

const folder = mkdtempSync(join(tmpdir(), 'klic-hostile-deliveries-'))
const beside = join(folder, 'secret.txt')
const replay = join(folder, 'replay')

/** Each of a notification of its own, so that the simulator gives it to the job that asks for that place. */
const honest = (no: number) => {
  const klicNumber = `22O${String(no + 1).padStart(6, '0')}`
  const [x, y] = [155_000 + 100 * (no % 8), 390_000 + 100 * Math.floor(no / 8)]
  const ring = [
    [x, y],
    [x + 40, y],
    [x + 40, y + 40],
    [x, y + 40],
    [x, y],
  ]
  const members = [cable(`${ID}c`, [`${ID}l`]), link(`${ID}l`, lineString(at(1, 1, 5, 1)))]
  return {
    ring,
    path: `${klicNumber}_1/GI_gebiedsinformatielevering_${klicNumber}_1_V2.xml`,
    gml: gmlOf({ klicNumber, kind: 'orientatieverzoek', area: ring.flat().join(' '), members }),
    reference: `ref ${klicNumber}`,
  }
}
const all = (no: number): HostileDelivery[] => {
  const { path, gml, reference } = honest(no)
  const made = { path, gml, reference }
  return [...reachingDeliveries(made, beside), ...breakingDeliveries(made)]
}
const FILES = all(0).map(({ what }, no) => ({ what, no }))
/** Filed after all of them. */
const LAST = FILES.length

/** Every file below a folder. */
const filesIn = (at: string): string[] =>
  (readdirSync(at, { recursive: true }) as string[])
    .map((name) => join(at, name))
    .filter((path) => statSync(path).isFile())

describe('what the registry delivers is made to do harm', { timeout: SUITE_MS }, () => {
  const server = new RealServer(['--registry', 'simulator', '--time-factor', '2000', '--replay', replay])
  const ended = new Map<number, Job>()
  let restoreEnv = () => {}

  const file = async (no: number): Promise<string> => {
    const geometry = { type: 'Polygon', coordinates: [honest(no).ring] }
    const reference = `hostile ${no}`
    const { status, json } = await server.post('/jobs', { geometry, klic_type: 'ORIENT', reference, submit: true })
    assert.equal(status, 202, JSON.stringify(json))
    return json.job_id
  }
  const end = async (jobId: string): Promise<Job> => {
    let job = await server.job(jobId)
    await until(async () => {
      job = await server.job(jobId)
      return !isMoving(job.status)
    })
    return job
  }

  before(async () => {
    mkdirSync(replay)
    writeFileSync(beside, IN_A_FILE)
    const at = (no: number) => join(replay, `${String(no).padStart(3, '0')}.zip`)
    // What the simulator looks at when it starts; what it gives then is another.
    for (let no = 0; no <= LAST; no++)
      writeFileSync(at(no), rawZip([{ name: honest(no).path, contents: Buffer.from(honest(no).gml) }]))
    if (onPostgres) restoreEnv = setEnv({ DATABASE_URL: await storeIn(folder) })
    server.env = SECRETS
    await server.open()
    await until(() => server.simulatorUrl !== undefined)
    for (const { no } of FILES) writeFileSync(at(no), asZip(all(no)[no]!, honest(no).path))
    const jobs: string[] = []
    for (const { no } of FILES) jobs.push(await file(no))
    for (const [no, jobId] of jobs.entries()) ended.set(no, await end(jobId))
  })
  after(async () => {
    await server.close()
    restoreEnv()
    if (onPostgres) await forget(folder)
    rmSync(folder, { recursive: true, force: true })
  })

  for (const { what, no } of FILES)
    test(what, async () => {
      const job = ended.get(no)!
      assert.equal(
        (await server.ledger()).orders.find((one) => one.reference === job.reference)?.requests[0]?.replay,
        `${String(no).padStart(3, '0')}.zip`,
      )
      assert.deepEqual([job.status, job.next_action_reason], ['failed', 'failed_no_delivery'])
      const [part] = job.parts
      assert.equal(part!.status, 'failed')
      assert.deepEqual(
        part!.errors.map(({ code }) => code),
        ['DELIVERY_UNREADABLE'],
      )
      const { message } = part!.errors[0]!
      // What is wrong, in words: no trace of a program that fell over, and no path of the server.
      assert.match(message, /^.{20,}\.$/)
      assert.ok(!/\n\s+at |\/tmp\//.test(message) && !message.includes(server.dataDir), message)
    })

  test('the next job completes, with the same worker', async () => {
    const job = await end(await file(LAST))
    assert.equal(job.status, 'ready')
    assert.equal(server.workerPids.length, 1, 'the worker was started anew')
    assert.ok(isAlive(server.workerPids[0]!) && isAlive(server.pid))
  })

  test('nothing is written outside the data folder', () => {
    const roots = ['/', tmpdir(), folder, server.dataDir, dirname(server.dataDir)]
    for (const name of ['evil.txt', 'evil.pdf', '..\\..\\evil.txt', '..\\..\\evil.pdf'])
      for (const root of roots) assert.equal(existsSync(join(root, name)), false, join(root, name))
    assert.deepEqual(
      filesIn(server.dataDir).filter((path) => /evil/.test(path)),
      [],
    )
  })

  test('no secret stands in anything that was made, kept, logged or said', async () => {
    const secrets = [...Object.values(SECRETS), IN_A_FILE, 'root:x:0']
    const said = JSON.stringify([...ended.values()]) + server.words.join('\n')
    for (const secret of secrets) assert.ok(!said.includes(secret), secret)
    for (const path of filesIn(server.dataDir)) {
      const bytes = readFileSync(path)
      for (const secret of secrets) assert.ok(!bytes.includes(secret), `${path} holds ${secret}`)
    }
  })
})
