/** What each operation is asked with on the walk, where the table of permissions has no body that fits: by operationId. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { FINDINGS_FORMAT } from '../../server/imkl/model/findings-file.ts'
import { acceptedOrder } from '../support/accepted-order.ts'
import { GARDEN, type World } from '../support/api-world.ts'
import { pmtilesFile, pngOf } from '../support/map-files.ts'
import { CONCERNED } from '../support/paper-registry.ts'
import { aPng } from '../support/photos.ts'
import { until } from '../support/until.ts'

/** By the name of a path parameter; a step puts others in their place. */
export type Ids = Record<string, string>

type FromIds<T> = T | ((ids: Ids) => T)

export interface Step {
  /** Other things than those of the walk. */
  on?: FromIds<Ids>
  body?: FromIds<object>
  raw?: FromIds<string | Uint8Array>
  headers?: Record<string, string>
  query?: FromIds<string>
  /** What has to be so before it is asked. */
  prepare?: (world: World, ids: Ids) => Promise<unknown>
  /** What it answers in this world, which has no such thing: the test beside it has. */
  refusal?: readonly [status: number, code: string]
  /** May add ids for what follows. */
  check?: (json: never, ids: Ids) => void
}

const OLGA = { name: 'Olga', email: 'olga@graafbedrijf.example', password: 'graven met beleid' }
const INVITED = { name: 'Iris', password: 'long enough for one' }
const PARAMETERS = {
  ...{ widthM: 0.6, depthM: 1, toleranceM: 0.5, deviationM: 1 },
  ...{ reachM: 1, shareM: 2.5, spacingM: 25, riskM: 1 },
}
const CALAMITY = { geometry: GARDEN, what: 'Gaslek' }
const MAP_FILE = pmtilesFile({
  tiles: [{ z: 0, x: 0, y: 0, bytes: pngOf(1, 2, 3) }],
  type: 2,
  bounds: [5, 52, 6, 53],
  metadata: {},
})
const octets = { 'Content-Type': 'application/octet-stream' }
const OTHER_PROCESS = [404, 'NOT_FOUND'] as const

export const V1_STEPS: Readonly<Record<string, Step>> = {
  createJob: {
    body: { geometry: GARDEN, klic_type: 'ORIENT', reference: 'Walk', client_ref: 'walk-1' },
    check: (job: { job_id: string; quote: { total: { amount: string } } }, ids) => {
      assert.match(job.quote.total.amount, /^\d+\.\d\d$/)
      ids.quoted = job.job_id
    },
  },
  submitJob: {
    on: (ids) => ({ job_id: ids.quoted! }),
    check: (job: { submitted_at: string | null }) => assert.ok(job.submitted_at),
  },
  exportJob: { query: '?format=gpkg' },
  createKey: {
    check: (made: { key_id: string }, ids) => {
      ids.made_key = made.key_id
    },
    body: { name: 'walk', permissions: ['read'] },
  },
  deleteKey: { on: (ids) => ({ key_id: ids.made_key! }) },
}

export const LOCAL_STEPS: Readonly<Record<string, Step>> = {
  startMerge: {
    body: (ids) => ({ deliveries: [ids.zip] }),
    check: (merge: { merge_id: string }, ids) => {
      ids.merge_id = merge.merge_id
    },
  },
  getMergeFile: {
    prepare: (world, { merge_id }) =>
      until(async () => {
        const { json } = await world.ask(`/local/merges/${merge_id}`)
        return (json as { status: string }).status !== 'working'
      }),
  },
}

export const WINDOW_STEPS: Readonly<Record<string, Step>> = {
  ...V1_STEPS,
  createJob: { ...V1_STEPS.createJob, body: { geometry: GARDEN, klic_type: 'ORIENT', reference: 'Window' } },
  openSession: { refusal: [401, 'SESSION_REQUIRED'] },
  makeOwner: { body: OLGA, prepare: (world) => world.store.db.deleteFrom('user').execute() },
  signIn: { body: { email: OLGA.email, password: OLGA.password } },
  invite: {
    body: { email: 'iris@graafbedrijf.example', role: 'viewer' },
    prepare: async (world, ids) => {
      ids.user_id = await world.user('viewer')
    },
    check: (made: { token: string }, ids) => {
      ids.invited = made.token
    },
  },
  lookAtInvitation: { body: (ids) => ({ token: ids.invited }) },
  acceptInvitation: { body: (ids) => ({ token: ids.invited, ...INVITED }) },
  putPassword: { refusal: [409, 'USER_CONFLICT'] },

  correctJob: { on: (ids) => ({ job_id: ids.rejected! }) },
  retryJob: { on: (ids) => ({ job_id: ids.failed! }) },
  archiveJobs: {
    body: (ids) => ({ job_ids: [ids.job_id], archived: true }),
    check: (reply: object, ids) => assert.ok(JSON.stringify(reply).includes(ids.job_id!)),
  },
  deleteQuotes: {
    body: (ids) => ({ job_ids: [ids.open_quote] }),
    check: (reply: object, ids) => assert.ok(JSON.stringify(reply).includes(ids.open_quote!)),
  },
  quoteCalamity: {
    body: CALAMITY,
    check: (job: { job_id: string }, ids) => {
      ids.calamity = job.job_id
    },
  },
  fileCalamity: { on: (ids) => ({ job_id: ids.calamity! }) },
  getCalamity: {
    on: (ids) => ({ job_id: ids.calamity! }),
    prepare: (world, { calamity }) => {
      const order = acceptedOrder(calamity!, world.clock.now().toISOString(), 'reg_calamity')
      const concerned = JSON.stringify(CONCERNED)
      return world.store.db
        .insertInto('registry_order')
        .values({ ...order, concerned })
        .execute()
    },
    check: ({ operators }: { operators: { name: string }[] | null }) =>
      assert.deepEqual(
        operators?.map(({ name }) => name),
        [CONCERNED[0]!.name],
      ),
  },
  getCalamityPage: { on: (ids) => ({ job_id: ids.calamity! }) },

  addAgreement: {
    raw: '%PDF-1.4 agreed',
    headers: { 'Content-Type': 'application/pdf' },
    check: ({ precautions }: { precautions: { files: { file_id: string }[] }[] }, ids) => {
      ids.agreement = precautions[0]!.files[0]!.file_id
    },
  },
  getAgreement: { on: (ids) => ({ file_id: ids.agreement! }) },
  removeAgreement: { on: (ids) => ({ file_id: ids.agreement! }) },
  addPhoto: {
    raw: aPng(),
    headers: octets,
    query: '?name=begin.png',
    check: ({ photos }: { photos: { file_id: string }[] }, ids) => {
      ids.photo = photos[0]!.file_id
    },
  },
  getPhoto: { on: (ids) => ({ file_id: ids.photo! }) },
  removePhoto: { on: (ids) => ({ file_id: ids.photo! }) },
  recordContact: {
    check: ({ precautions }: { precautions: { contact: { contacted_on: string } | null }[] }) =>
      assert.equal(precautions[0]!.contact?.contacted_on, '2026-03-06'),
  },
  recordWork: {
    check: ({ work }: { work: { begun_on: string } | null }) => assert.equal(work?.begun_on, '2026-03-06'),
  },
  recordPresence: {
    check: ({ last_seen_on_site: day }: { last_seen_on_site: string | null }) => assert.equal(day, '2026-03-06'),
  },
  acknowledge: { refusal: [404, 'NOT_FOUND'] },
  addFinding: {
    prepare: async (world, { job_id }) => {
      const works = {
        kind: 'axis',
        line: [
          [155_000, 463_000],
          [155_040, 463_040],
        ],
      }
      const plan = {
        job_id: job_id!,
        revision: 1,
        works: JSON.stringify(works),
        parameters: JSON.stringify(PARAMETERS),
      }
      const made = { at: world.clock.now().toISOString(), actor: 'test', open_rows: null, counted_on: null }
      await world.store.db
        .insertInto('trench_plan')
        .values({ ...plan, ...made })
        .execute()
    },
    check: ({ finding_id, must_report }: { finding_id: string; must_report: boolean }, ids) => {
      assert.equal(must_report, true)
      ids.finding = finding_id
    },
  },
  putTrenchPlan: {
    check: ({ revision, totals }: { revision: number; totals: { open: number } }) => {
      assert.equal(revision, 2)
      assert.ok(totals.open > 0)
    },
  },
  removeFinding: { on: (ids) => ({ finding_id: ids.finding! }) },
  putFindingPhoto: { on: (ids) => ({ finding_id: ids.finding! }), raw: aPng(), headers: octets },
  getFindingPhoto: { on: (ids) => ({ finding_id: ids.finding! }) },
  handInFindings: {
    raw: ({ job_id }) => {
      const found = { kind: 'unknown_line', found_on: '2026-03-06', photo: aPng().toString('base64') }
      const findings = [1, 2].map((n) => ({ ...found, id: `00000000-0000-4000-8000-00000000000${n}` }))
      return JSON.stringify({ format: FINDINGS_FORMAT, job_id, plan_revision: 1, findings })
    },
    headers: octets,
    check: (taken: object) => assert.deepEqual(taken, { added: 2, known: 0, without_photo: 0 }),
  },
  acceptProposals: {
    prepare: async ({ store }, ids) => {
      const waiting = store.db.selectFrom('trench_finding').select('id').where('state', '=', 'proposed').orderBy('id')
      const [first, second] = await waiting.execute()
      Object.assign(ids, { first: first!.id, second: second!.id })
    },
    body: ({ first }) => ({ finding_ids: [first] }),
  },
  rejectProposals: { body: ({ second }) => ({ finding_ids: [second] }) },

  createProject: {
    check: (made: { project_id: string }, ids) => {
      ids.made_project = made.project_id
    },
  },
  closeProject: { on: (ids) => ({ project_id: ids.made_project! }) },
  reopenProject: { on: (ids) => ({ project_id: ids.made_project! }) },
  addDocument: { raw: 'A sketch', headers: octets },
  createTemplate: {
    check: (made: { template_id: string }, ids) => {
      ids.made_template = made.template_id
    },
  },
  changeTemplate: { on: (ids) => ({ template_id: ids.made_template! }) },
  removeTemplate: { on: (ids) => ({ template_id: ids.made_template! }) },

  importDeliveries: {
    raw: (ids) => readFileSync(ids.zip!),
    headers: { 'Content-Type': 'application/zip' },
    query: '?name=delivery.zip',
  },
  readAreas: {
    raw: JSON.stringify({ type: 'Feature', properties: {}, geometry: GARDEN }),
    headers: octets,
  },
  putOfflineMapFile: {
    raw: MAP_FILE,
    headers: octets,
  },

  getSimulator: { refusal: OTHER_PROCESS },
  getSimulatorLedger: { refusal: OTHER_PROCESS },
  putSimulator: { refusal: OTHER_PROCESS },
  // Only imported jobs are: test/imports/regroup.test.ts.
  splitJob: { refusal: [409, 'JOB_STATE_CONFLICT'] },
  joinJobs: { body: (ids) => ({ job_ids: [ids.rejected] }), refusal: [409, 'JOB_STATE_CONFLICT'] },
  logInAtRegistry: { refusal: [422, 'VALIDATION_FAILED'] },
  makeSiteLink: { refusal: [409, 'JOB_STATE_CONFLICT'] },
  exportPreliminary: { refusal: [409, 'NOT_READY'] },

  testRegistry: {
    check: (made: { test_id: string }, ids) => {
      ids.test_id = made.test_id
    },
  },
  // Ending all sessions has ended this one.
  closeSession: { refusal: [401, 'SESSION_REQUIRED'] },
  testWebhook: {
    check: (made: { event_id: string }, ids) => {
      ids.event_id = made.event_id
    },
    prepare: async (world) => world.set('webhooks.company_url', 'https://graafbedrijf.example/hook'),
  },
  decidePairing: { body: { approve: true } },
}
