/** Health and metrics over HTTP: what they say, to whom, and that labels do not grow with what is asked. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Status } from '../../server/features/status/schema.ts'
import { OtherInstallation, TryLater } from '../../server/platform/refusal.ts'
import { openWorld, refused, shown } from '../support/api-world.ts'

test('ready says what was checked, and names what fails: a worker that was not seen lately, storage', async (t) => {
  let isWritable = true
  let free = 5e9
  const probe = {
    write: async () => {
      if (!isWritable) throw new Error('full')
    },
    isApart: false,
    confirm: async () => {},
    isOpenToOthers: async () => false,
    setAside: async () => ({ files: 0, bytes: 0 }),
    space: async () => ({ free, total: 7e9 }),
  }
  const world = await openWorld(t, { probe })
  const ready = await world.ask('/health/ready', { key: null })
  assert.equal(ready.status, 200)
  assert.deepEqual(ready.json, {
    status: 'ok',
    version: '0.0.0-test',
    checks: { database: 'ok', storage: 'ok', workers: 'ok', installation: 'ok', disk: 'ok', stopping: false },
    free_bytes: 5e9,
  })
  // It says so before work stops, and what is there can still be read.
  for (const [bytes, disk] of [
    [1024 ** 3, 'ok'],
    [1024 ** 3 - 1, 'low'],
    [256 * 1024 ** 2 - 1, 'full'],
  ] as const) {
    free = bytes
    const answer = await world.ask('/health/ready', { key: null })
    const { status, checks, free_bytes } = answer.json as {
      status: string
      checks: { disk: string }
      free_bytes: number
    }
    assert.deepEqual(
      [answer.status, status, checks.disk, free_bytes],
      [200, disk === 'ok' ? 'ok' : 'degraded', disk, bytes],
    )
  }
  isWritable = false
  const full = await world.ask('/health/ready', { key: null })
  assert.match(refused(full, 503, 'UNAVAILABLE').message, /: storage\.$/)
  isWritable = true
  world.pass(31_000)
  const alone = await world.ask('/health/ready', { key: null })
  assert.match(refused(alone, 503, 'UNAVAILABLE').message, /: workers\.$/)
  assert.equal(alone.headers.get('retry-after'), '5')
  assert.equal((await world.ask('/health/live', { key: null })).status, 200)
})

test('readiness says in words what differs from the installation, and logs a cause once until it changes', async (t) => {
  const words =
    'This machine sees another storage than the others: check STORAGE_URL, or whether its folder is mounted.'
  let differs: string | undefined = words
  let cause = 'NoSuchBucket'
  const probe = {
    write: async () => {
      throw new TryLater('The storage of files does not answer.', {
        cause: Object.assign(new Error(), { name: cause }),
      })
    },
    isApart: true,
    confirm: async () => {
      if (differs !== undefined) throw new OtherInstallation(differs)
    },
    isOpenToOthers: async () => false,
    setAside: async () => ({ files: 0, bytes: 0 }),
    space: async () => ({ free: 5e9, total: 7e9 }),
  }
  const world = await openWorld(t, { probe })
  const { window } = await world.signIn()
  const logged = (): number => world.lines.filter((line) => line.includes('The server is not ready')).length
  for (let asked = 0; asked < 3; asked++) {
    const { message } = refused(await world.ask('/health/ready', { key: null }), 503, 'UNAVAILABLE')
    assert.equal(message, `Not available at the moment: storage, installation. ${words}`)
  }
  assert.equal(logged(), 1)
  const status = shown(Status, await window('/status'))
  assert.deepEqual(status.causes, {
    storage: 'The bucket in STORAGE_URL does not exist: make it, or correct the name.',
    installation: words,
  })
  assert.equal(status.files_apart, true)
  cause = 'AccessDenied'
  differs = undefined
  const { message } = refused(await world.ask('/health/ready', { key: null }), 503, 'UNAVAILABLE')
  assert.equal(message, 'Not available at the moment: storage.', 'what a storage says of itself is for administrators')
  assert.equal(logged(), 2)
})

test('calls are counted by the template of their route, jobs by state, and no id or key is a label', async (t) => {
  const world = await openWorld(t)
  const job = await world.quote()
  await world.v1(`/jobs/${job.job_id}`)
  await world.v1('/jobs/job_none')
  await world.ask(`/k/${world.keys.read}/ogc`, { key: null })
  await world.ask('/no/such/page')
  const { status, text, headers } = await world.ask('/metrics', { key: null })
  assert.equal(status, 200, text)
  assert.match(headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  const count = (labels: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`klic_http_request_duration_seconds_count{${labels}}`))
        ?.split(' ')[1],
    )
  assert.equal(count('method="GET",route="/api/v1/jobs/{job_id}",status="2xx"'), 1)
  assert.equal(count('method="GET",route="/api/v1/jobs/{job_id}",status="4xx"'), 1)
  assert.equal(count('method="GET",route="/k",status="2xx"'), 1)
  assert.equal(count('method="GET",route="window",status="4xx"'), 1)
  assert.match(text, /^klic_jobs\{state="quoted"\} 1$/m)
  assert.match(text, /^klic_queue\{work="file"\} 0$/m)
  assert.match(text, /^klic_workers 1$/m)
  assert.match(text, /^klic_disk_free_bytes \d+$/m)
  assert.ok(!text.includes(job.job_id) && !text.includes(world.keys.read))
})

test('metrics are for this computer; through a proxy, and with a token set, only for who shows the token', async (t) => {
  const local = await openWorld(t)
  const forwarded = { 'X-Forwarded-For': '203.0.113.9' }
  refused(await local.ask('/metrics', { headers: forwarded }), 403, 'PERMISSION_DENIED')

  const world = await openWorld(t, { metricsToken: 'a long token for Prometheus' })
  const as = (Authorization?: string) =>
    world.ask('/metrics', { key: null, headers: { ...forwarded, ...(Authorization && { Authorization }) } })
  refused(await as(), 403, 'PERMISSION_DENIED')
  refused(await as('Bearer another-token'), 403, 'PERMISSION_DENIED')
  refused(await world.ask('/metrics'), 403, 'PERMISSION_DENIED')
  const token = await openWorld(t, { metricsToken: 'token-of-prometheus' })
  const shown = await token.ask('/metrics', {
    key: null,
    headers: { ...forwarded, Authorization: 'Bearer token-of-prometheus' },
  })
  assert.equal(shown.status, 200)
})

test('a line of the log names the request, and the job and order that it was about', async (t) => {
  const world = await openWorld(t)
  const job = await world.quote({ submit: true })
  await world.v1(`/request/${job.order_ids[0]}`)
  const lines = world.lines.map((line) => JSON.parse(line))
  const made = lines.find(({ method, path }) => method === 'POST' && path === '/api/v1/jobs')
  assert.equal(made.jobId, job.job_id)
  const read = lines.find(({ path }) => path.startsWith('/api/v1/request/'))
  assert.deepEqual([read.orderId, read.jobId], [job.order_ids[0], job.job_id])
  assert.ok(lines.every(({ request_id }) => /^[\w-]{8,}$/.test(request_id)))
})
