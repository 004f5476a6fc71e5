/** Lists that are read page by page while rows are made. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { z } from 'zod'
import type { Pagination } from '../../server/features/http/common-schema.ts'
import { recordEvent } from '../../server/features/webhooks/rows.ts'
import { openWorld, refused, type World } from '../support/api-world.ts'

type List = { data: Record<string, string>[]; pagination: z.infer<typeof Pagination> }

const submits = (world: World) => world.quote({ submit: true })
const happens = async ({ store, services: { ids, clock }, companyId }: World) => {
  const facts = { id: ids.make('evt'), companyId, jobId: null, at: clock.now().toISOString() }
  await recordEvent(store.db, {
    ...facts,
    type: 'job.ready',
    data: {},
    target: { target: 'job', url: 'https://j.example' },
  })
}

/** Lists of API v1 and of the dashboard, how one more row is made, and what names a row. */
const LISTS: [path: string, make: (world: World) => Promise<unknown>, id: string][] = [
  ['/api/v1/jobs', (world) => world.quote(), 'job_id'],
  ['/api/v1/jobs?sort=reference', (world) => world.quote({ reference: 'A' }), 'job_id'],
  ['/api/v1/requests', submits, 'order_id'],
  [
    '/api/v1/keys',
    (world) => world.v1('/keys', { method: 'POST', key: world.keys.admin, body: { name: 'one more' } }),
    'key_id',
  ],
  ['/dashboard/api/jobs', submits, 'job_id'],
  ['/dashboard/api/audit', submits, 'at'],
  ['/dashboard/api/webhooks/deliveries', happens, 'event_id'],
]

for (const [path, make, id] of LISTS)
  test(`a row made between two pages of ${path} neither shifts nor repeats rows`, async (t) => {
    const world = await openWorld(t)
    const { cookie, csrf } = await world.signIn()
    const headers = { Cookie: cookie, 'X-CSRF-Token': csrf }
    for (let n = 0; n < 3; n++) {
      await make(world)
      world.pass(1)
    }
    const page = async (no: number, asOf?: string) => {
      const query = new URLSearchParams({ page: String(no), page_size: '2', ...(asOf && { as_of: asOf }) })
      const { status, json } = await world.ask(`${path}${path.includes('?') ? '&' : '?'}${query}`, { headers })
      assert.equal(status, 200, JSON.stringify(json))
      const { data, pagination } = json as List
      return { ids: data.map((row) => row[id]!), ...pagination }
    }
    const all: string[] = []
    const first = await page(1)
    for (let no = 1; no <= first.total_pages; no++) all.push(...(await page(no)).ids)
    const read: string[] = first.ids
    for (let no = 2; no <= first.total_pages; no++) {
      await make(world)
      world.pass(1)
      const next = await page(no, first.as_of)
      assert.deepEqual(
        { ...next, ids: [] },
        { ...first, ids: [], page: no },
        'the first page and the next say the same of the list',
      )
      read.push(...next.ids)
    }
    assert.deepEqual(read, all)
    assert.equal(new Set(read).size, first.total)
    assert.equal((await page(1)).total, first.total + first.total_pages - 1, 'without as_of the new rows are there')
  })

test('a row of the very millisecond of as_of can repeat one of the page before, and hides none', async (t) => {
  const world = await openWorld(t)
  const made: string[] = []
  for (let n = 0; n < 3; n++) made.push((await world.quote()).job_id)
  const first = (await world.v1('/jobs?page_size=2')).json as List
  await world.quote()
  const next = (await world.v1(`/jobs?page_size=2&page=2&as_of=${first.pagination.as_of}`)).json as List
  const read = [...first.data, ...next.data].map(({ job_id }) => job_id)
  assert.deepEqual(read, [made[2], made[1], made[1], made[0]])
})

test('an empty list stays empty as of its moment, and as_of is a moment', async (t) => {
  const world = await openWorld(t)
  const empty = (await world.v1('/jobs')).json as List
  await world.quote()
  const later = await world.v1(`/jobs?as_of=${empty.pagination.as_of}`)
  assert.deepEqual(later.json, empty)
  refused(await world.v1('/jobs?as_of=yesterday'), 422, 'VALIDATION_FAILED')
})
