/**
 * What is accepted can be shown: for every value of its schema that a route takes, the routes that show it answer 2xx in their own
 * schema, and nothing answers 5xx. KLIC_FUZZ_RUNS makes as many for each route, from another seed in each run; a failure
 * names the seed to repeat it.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import type { z } from 'zod'
import { DASHBOARD_ROUTES } from '../../server/api/dashboard-routes.ts'
import { ROUTES } from '../../server/api/routes.ts'
import type { Route } from '../../server/platform/http/route.ts'
import { GARDEN, openWorld, type Reply, START_DATE, TRENCH } from '../support/api-world.ts'
import { type Likely, sentFor } from '../support/from-schema.ts'
import { onPostgres } from '../support/test-store.ts'

/** The long lane on PostgreSQL sends more. */
const RUNS = Number(process.env.KLIC_FUZZ_RUNS ?? (onPostgres ? 15 : 3))
const SEED = process.env.KLIC_FUZZ_RUNS ? undefined : 28

/** The dashboard serves the rows of v1, too. */
const ALL: Record<string, Route> = { ...ROUTES, ...DASHBOARD_ROUTES }

/** They look for another server, which a random address is not to be asked for. */
const CALLS_OUT = ['testRegistry', 'testWebhook', 'resendDelivery']
/** They end what the others need. */
const ENDS = ['openSession']

/** A schema says of a geometry that it is one, not that it lies in the Netherlands. */
const LIKELY: Likely = {
  // A schema says of them that they are text; one that is none refuses all that is set beside it.
  'registry.hosts': fc.constantFrom(undefined, ['gds.kadaster.nl']),
  'registry.safety_areas_url': fc.constantFrom(undefined, 'https://service10.kadaster.nl/x'),
  'api.allowed_origins': fc.constantFrom(undefined, ['https://gis.example']),
  geometry: fc.constantFrom(GARDEN, TRENCH),
  keep_out: fc.constant(undefined),
  area: fc.constant(GARDEN),
  crs: fc.constantFrom(undefined, 'EPSG:28992', 'RD New'),
  start_date: fc.constantFrom(undefined, START_DATE),
  end_date: fc.constantFrom(undefined, '2026-06-30'),
  page: fc.constantFrom('1', '2', '999'),
}

/** Which routes show what a route has taken; those of the same name with get are found by themselves. */
const SHOWN_BY: Record<string, string[]> = {
  createJob: ['getJob', 'listJobs', 'getJobMap', 'getTimeline', 'getJobLog'],
  submitJob: ['getJob', 'listRequests'],
  createKey: ['listKeys'],
  createProject: ['getProject', 'listProjects', 'getProjectLog'],
  changeProject: ['getProject', 'listProjects', 'getProjectLog'],
  closeProject: ['getProject', 'getProjectLog'],
  reopenProject: ['getProject', 'getProjectLog'],
  addChecklist: ['getProject'],
  tickItem: ['getProject', 'getProjectLog'],
  createTemplate: ['listTemplates'],
  changeTemplate: ['listTemplates'],
  acknowledge: ['getAttention'],
  archiveJobs: ['listJobs', 'getJob', 'getJobLog'],
  recordWork: ['getDigging', 'getJob'],
  recordContact: ['getDigging', 'getJob'],
  recordPresence: ['getDigging', 'getJob'],
}
const showing = (name: string): string[] => {
  const same = name.replace(/^(put|create|change)/, 'get')
  return SHOWN_BY[name] ?? (same !== name && ALL[same] ? [same] : [])
}

const ID_FIELDS = ['job_id', 'project_id', 'template_id', 'key_id'] as const

async function openOn(t: TestContext) {
  const world = await openWorld(t)
  const calm = () => world.set('api.requests_per_minute', 1_000_000)
  await calm()
  const { window } = await world.signIn()
  const filed = await world.quote({ submit: true })
  const ids: Record<string, string> = { job_id: filed.job_id, order_id: filed.order_ids[0]!, no: '1' }
  const send = async (name: string, body?: unknown, query = ''): Promise<Reply> => {
    const route = ALL[name]!
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, id: string) => ids[id] ?? 'none')
    return window(path + query, { method: route.method.toUpperCase(), ...(body === undefined ? {} : { body }) })
  }
  /** @returns whether it was accepted */
  const judged = (name: string, reply: Reply, sent: unknown): boolean => {
    const what = `${name} ${JSON.stringify(sent)}: ${reply.status} ${reply.text.slice(0, 500)}`
    assert.ok(reply.status < 500 || (reply.status === 503 && !world.services.simulator), what)
    if (reply.status >= 300) return false
    const shape = ALL[name]!.responses[reply.status]
    assert.ok(shape, `not in the contract: ${what}`)
    if (typeof shape === 'object') {
      const { error } = (shape as z.ZodType).safeParse(reply.json)
      assert.ok(!error, `${what}\n${error?.message}`)
    }
    return true
  }
  /** What was made is what the next calls are about. */
  const remember = (json: unknown): void => {
    const made = (json ?? {}) as Record<string, unknown> & { checklists?: { checklist_id: string }[] }
    for (const field of ID_FIELDS) if (typeof made[field] === 'string') ids[field] = made[field]
    ids.checklist_id = made.checklists?.[0]?.checklist_id ?? ids.checklist_id ?? 'none'
  }
  const look = async (name: string, sent: unknown): Promise<void> => {
    assert.ok(judged(name, await send(name), sent), `${name} does not show what was accepted: ${JSON.stringify(sent)}`)
  }
  return { send, judged, remember, look, calm, ids }
}

const fuzzed = <T>(values: fc.Arbitrary<T>, act: (value: T) => Promise<void>): Promise<void> =>
  fc.assert(fc.asyncProperty(values, act), {
    numRuns: RUNS,
    endOnFailure: true,
    ...(SEED === undefined ? {} : { seed: SEED }),
  })

/** Every route of both tables that shows something, in one go. */
const SHOWS = Object.entries(ALL).filter(([, route]) => route.method === 'get' && !route.files)

test('routes show in their schema every body that is accepted', async (t) => {
  const accepted: Record<string, number> = {}
  for (const [name, route] of Object.entries(ALL)) {
    if (!route.body || CALLS_OUT.includes(name) || ENDS.includes(name)) continue
    await t.test(name, async (t) => {
      const { send, judged, remember, look, calm } = await openOn(t)
      // What a path needs is there.
      const list = { name: 'One', items: ['a', 'b'] }
      for (const [made, body] of Object.entries({
        createProject: { name: 'One' },
        createTemplate: list,
        addChecklist: list,
      })) {
        const reply = await send(made, body)
        assert.ok(judged(made, reply, body), reply.text)
        remember(reply.json)
      }
      accepted[name] = 0
      await fuzzed(sentFor(route.body!, LIKELY), async (body) => {
        const reply = await send(name, body)
        // A limit of one call a minute is accepted as well.
        await calm()
        if (!judged(name, reply, body)) return
        accepted[name]! += 1
        remember(reply.json)
        for (const each of showing(name)) await look(each, body)
      })
      for (const [each] of SHOWS) judged(each, await send(each), name)
    })
  }
  t.diagnostic(`accepted of ${RUNS}: ${JSON.stringify(accepted)}`)
  for (const name of [
    'createJob',
    'createKey',
    'createProject',
    'changeProject',
    'tickItem',
    'putSettings',
    'preview',
  ]) {
    assert.ok(accepted[name]! > 0, `nothing of ${name} was accepted, so nothing was tried`)
  }
})

test('the answer to any query is a refusal or follows its schema', async (t) => {
  const { send, judged } = await openOn(t)
  for (const [name, route] of Object.entries(ALL)) {
    if (route.method !== 'get' || !route.query || Object.keys(route.query.shape ?? {}).length === 0) continue
    await fuzzed(sentFor(route.query, LIKELY), async (query) => {
      const pairs = Object.entries(query as object).flatMap(([key, value]) =>
        value == null ? [] : [[key, String(value)] as [string, string]],
      )
      judged(name, await send(name, undefined, `?${new URLSearchParams(pairs)}`), query)
    })
  }
})
