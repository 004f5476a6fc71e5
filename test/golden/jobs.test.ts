/**
 * What leaves the process stays as it is, byte for byte, while the inside of the house is moved: the wire of twenty jobs,
 * the hashes of their inputs, the orders with their postIds, the events with their signatures, the manifest of a site
 * package. jobs.json holds it. It changes only with a decision about the API: delete it, run this test, and read the diff.
 */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import * as yauzl from 'yauzl'
import { runTask } from '../../server/exports/conversion/task.ts'
import { Job } from '../../server/features/jobs/schema.ts'
import { settingsOf } from '../../server/features/settings/rows.ts'
import { SIGNED_NAMES, type SignedManifest } from '../../server/features/signed-zip.ts'
import { createSweep } from '../../server/features/sweep.ts'
import { DAY } from '../../server/features/task-context.ts'
import { openWorld, START_DATE, TRENCH, type World } from '../support/api-world.ts'
import { PaperRegistry, type Scenario } from '../support/paper-registry.ts'
import { rdBox } from '../support/rd-box.ts'
import { ReplayEngine } from '../support/replay-engine.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { until } from '../support/until.ts'

const GOLDEN = join(import.meta.dirname, 'jobs.json')
const HOOK = 'http://127.0.0.1:9/hook'
const TURNS = 2000
const DAYS = 40

/** The whole product in one process, on paper: its times, ids and secrets are the same in every run. */
async function openHouse(t: TestContext) {
  // The events that are signed name it, and the port differs from run to run.
  const baseUrl = () => 'http://127.0.0.1:4780'
  const world = await openWorld(t, { baseUrl })
  const { store, clock, ids, storage } = world.services
  const engine = new ReplayEngine(
    () => clock.now().getTime(),
    (ms) => world.pass(ms - clock.now().getTime()),
  )
  const told: { headers: Record<string, string>; body: unknown }[] = []
  const known: PaperRegistry['ledger'] = new Map()

  /** Until nothing has work to do. @param scenario what the registry does meanwhile */
  const work = async (scenario: Scenario = {}): Promise<void> => {
    const registry = new PaperRegistry(scenario)
    for (const [postId, filed] of known) registry.ledger.set(postId, filed)
    const sweep = createSweep({
      store,
      engine,
      clock,
      ids,
      storage,
      settingsOf: (companyId) => settingsOf(store.db, companyId),
      registryFor: async () => registry,
      testConnection: async () => [],
      convert: (task) => runTask(task),
      post: async (_url, headers, body) => {
        told.push({ headers, body: JSON.parse(body) })
        return { status: 200 }
      },
      tempDir: join(world.dataDir, 'tmp'),
      readingsDir: join(world.dataDir, 'tmp', 'readings'),
      baseUrl,
      pause: (ms) => ms,
      log: { info() {}, warn() {}, error: (fields, message) => assert.fail(`${message} ${JSON.stringify(fields)}`) },
    })
    for (let turn = 0; ; turn++) {
      assert.ok(turn < TURNS, 'it does not come to rest')
      await sweep.run()
      if (!(await engine.turn(sweep.flows))) break
    }
    for (const [postId, filed] of registry.ledger) known.set(postId, filed)
  }
  const orders = () => [...known.values()].map(({ postId, body }) => ({ post_id: postId, body: JSON.parse(body) }))
  return { world, work, told, orders }
}

interface Scene {
  /** Beside an area in Best and ORIENT */
  asked: Record<string, unknown>
  registry?: Scenario
}

const SQUARE_WGS84 = {
  type: 'Polygon',
  coordinates: [
    [
      [5.38, 52.15],
      [5.381, 52.15],
      [5.381, 52.1505],
      [5.38, 52.1505],
      [5.38, 52.15],
    ],
  ],
}
const HOLED = {
  type: 'Polygon',
  coordinates: [...rdBox(155_000, 391_000, 80).coordinates, rdBox(155_020, 391_020, 20).coordinates[0]!.toReversed()],
}
const ADDRESS = {
  bag_id: '0753010000000021',
  street: 'Voorbeeldstraat',
  house_number: 1,
  postcode: '5683AC',
  city: 'Best',
}
const ERROR = { severity: 'ERROR', code: 'COR0193', text: 'De omschrijving ontbreekt', pointer: null } as const
const dig = { klic_type: 'GRAAF', start_date: START_DATE }

/** What the shapes of an answer depend on, once each. */
const SCENES: Record<string, Scene> = {
  'quoted only': { asked: {} },
  'quoted in degrees': { asked: { geometry: SQUARE_WGS84 } },
  'quoted with a hole': { asked: { geometry: HOLED } },
  'four notifications': { asked: { geometry: rdBox(150_000, 392_000, 4000) } },
  'no start date': { asked: { klic_type: 'GRAAF' } },
  'input incomplete': { asked: { address: { street: 'Dorpsstraat', city: 'Nergenshuizen' } } },
  'under a name': { asked: { client_ref: 'erp-77', reference: 'Sloot/1' } },
  'with rules for the cut': { asked: { cut_rules: { max_extra_m: 5 } } },
  ready: { asked: { submit: true } },
  'ready, under a name': { asked: { submit: true, client_ref: 'erp-78' } },
  'ready, told': { asked: { submit: true, webhook_url: HOOK } },
  'a trench': { asked: { submit: true, geometry: TRENCH, ...dig, webhook_url: HOOK } },
  'an address': { asked: { submit: true, ...dig, address: ADDRESS } },
  'two deliveries': { asked: { submit: true, webhook_url: HOOK }, registry: { supplement: [0] } },
  'a safety area': { asked: { submit: true, webhook_url: HOOK }, registry: { safetyArea: [0] } },
  'judged later': { asked: { submit: true }, registry: { undecided: 1, newPolls: 3 } },
  'answer lost': { asked: { submit: true, client_ref: 'erp-79' }, registry: { lostAnswers: 1 } },
  'a warning': { asked: { submit: true }, registry: { warnings: [{ ...ERROR, severity: 'WARNING' }] } },
  rejected: { asked: { submit: true, webhook_url: HOOK }, registry: { reject: [ERROR] } },
  'rejected, then corrected': {
    asked: { submit: true, client_ref: 'erp-80', reference: 'Sloot/2' },
    registry: { reject: [ERROR] },
  },
}

test('what leaves the process is what it was', async (t) => {
  const { world, work, told, orders } = await openHouse(t)
  const zip = await simulatedDelivery(world.dataDir, '99G0000000', [154_990, 389_990, 155_060, 390_060])
  const jobs: Record<string, unknown> = {}
  const ids: Record<string, string> = {}
  const hashes: Record<string, string> = {}
  for (const [name, { asked, registry }] of Object.entries(SCENES)) {
    const first = await world.quote(asked)
    ids[name] = first.job_id
    await until(async () => Job.parse((await world.v1(`/jobs/${first.job_id}`)).json).quote.final)
    await work({ zipOf: () => zip, ...registry })
    if (name === 'rejected, then corrected') {
      await world.quote({ ...asked, reference: 'Sloot/3' })
      await work({ zipOf: () => zip })
    }
    const { json } = await world.v1(`/jobs/${first.job_id}`)
    const { input_hash } = await rowOf(world, first.job_id)
    jobs[name] = { first, last: json }
    hashes[name] = input_hash
  }
  // The days on which an event is sent of what was filed above.
  await world.set('webhooks.company_url', HOOK)
  const { window } = await world.signIn()
  assert.ok((await window('/webhooks/test', { method: 'POST', body: {} })).status < 300)
  for (let day = 0; day < DAYS; day++) {
    world.pass(DAY)
    await work({ zipOf: () => zip })
  }
  const { json: list } = await world.v1('/jobs')
  const leaving = { jobs, list, hashes, orders: orders(), told, site: await siteManifest(world, ids['a trench']!) }
  const golden = `${JSON.stringify(leaving, null, 1)}\n`
  if (!existsSync(GOLDEN)) {
    writeFileSync(GOLDEN, golden)
    assert.fail(`${GOLDEN} was not there and is written: read it, then commit it`)
  }
  assert.deepEqual(JSON.parse(golden), JSON.parse(readFileSync(GOLDEN, 'utf8')))
})

const rowOf = (world: World, jobId: string) =>
  world.store.db.selectFrom('job').select('input_hash').where('id', '=', jobId).executeTakeFirstOrThrow()

/** Without what the key of the installation and the build of the window decide. */
async function siteManifest(world: World, jobId: string): Promise<unknown> {
  const { cookie } = await world.signIn()
  const answer = await fetch(`${world.baseUrl}/dashboard/api/jobs/${jobId}/site`, { headers: { Cookie: cookie } })
  assert.equal(answer.status, 200)
  const zip = await yauzl.fromBufferPromise(Buffer.from(await answer.arrayBuffer()), { lazyEntries: true })
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== SIGNED_NAMES.manifest) continue
    const manifest = JSON.parse(await text(await zip.openReadStreamPromise(entry))) as SignedManifest
    const files = manifest.files.map(({ path, kind }) => ({ path, kind }))
    return { ...manifest, public_key: manifest.public_key.length, files }
  }
  throw new Error('There is no manifest')
}
