/** The endpoint for AI clients, called by the official client over HTTP. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { GARDEN, openWorld, refused, START_DATE, TRENCH, type World } from '../support/api-world.ts'

async function connect(t: TestContext, world: World, headers: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const url = new URL(`${world.baseUrl}/mcp`)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  t.after(() => client.close())
  return client
}

async function open(t: TestContext) {
  const world = await openWorld(t)
  await world.set('mcp.enabled', true)
  const client = (key: string) => connect(t, world, { Authorization: `Bearer ${key}` })
  return { world, client }
}

interface ToolAnswer {
  isError: boolean
  answer: Record<string, never> & { error_code?: string; message?: string }
}
const call = async (client: Client, name: string, input: object = {}): Promise<ToolAnswer> => {
  const result = await client.callTool({ name, arguments: input as Record<string, unknown> })
  const [content] = result.content as { type: string; text: string }[]
  assert.deepEqual(JSON.parse(content!.text), result.structuredContent)
  return { isError: result.isError === true, answer: result.structuredContent as ToolAnswer['answer'] }
}
const toolRefused = ({ isError, answer }: ToolAnswer, code: string) => {
  assert.deepEqual([isError, answer.error_code], [true, code], answer.message)
  return answer
}

const HELLO = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const MCP_HEADERS = { Accept: 'application/json, text/event-stream' }

test('it is not there until it is switched on, and gone on the next call after it is switched off', async (t) => {
  const world = await openWorld(t)
  const post = (key: string | null = world.keys.read) =>
    world.ask('/mcp', { method: 'POST', body: HELLO, key, headers: MCP_HEADERS })
  refused(await post(), 404, 'NOT_FOUND')
  refused(await post(null), 404, 'NOT_FOUND')
  await world.set('mcp.enabled', true)
  assert.equal((await post()).status, 200)
  const others = (await world.keyWith(['read'], await world.company())).secret
  refused(await post(others), 404, 'NOT_FOUND')
  await world.set('mcp.enabled', false)
  refused(await post(), 404, 'NOT_FOUND')
})

test('it needs a valid key, as bearer or X-API-Key', async (t) => {
  const { world } = await open(t)
  const post = (headers: Record<string, string>) =>
    world.ask('/mcp', { method: 'POST', body: HELLO, key: null, headers: { ...MCP_HEADERS, ...headers } })
  refused(await post({}), 401, 'API_KEY_MISSING')
  refused(await post({ Authorization: 'Bearer klic_sim_wrong' }), 401, 'API_KEY_INVALID')
  refused(await post({ Authorization: `Basic ${world.keys.read}` }), 401, 'API_KEY_MISSING')
  const ways: Record<string, string>[] = [
    { 'X-API-Key': world.keys.read },
    { Authorization: `Bearer ${world.keys.read}` },
  ]
  for (const headers of ways) {
    const client = await connect(t, world, headers)
    assert.equal((await call(client, 'list_jobs')).isError, false)
  }
})

test('a page of another site can not reach it, and neither can what is no single message', async (t) => {
  const { world } = await open(t)
  const post = (body: unknown, headers = {}) =>
    world.ask('/mcp', { method: 'POST', body, headers: { ...MCP_HEADERS, ...headers } })
  refused(await post(HELLO, { Origin: 'https://evil.example' }), 403, 'ORIGIN_NOT_ALLOWED')
  refused(await post([HELLO]), 400, 'MALFORMED_JSON')
  refused(await world.ask('/mcp', { method: 'POST', raw: '{', headers: MCP_HEADERS }), 400, 'MALFORMED_JSON')
  const get = await world.ask('/mcp', { headers: MCP_HEADERS })
  refused(get, 405, 'METHOD_NOT_ALLOWED')
  assert.equal(get.headers.get('allow'), 'POST')
})

test('a client of any version is understood, and what is no call of a tool has its own answer', async (t) => {
  const { world } = await open(t)
  const post = async (body: object, headers = {}) => {
    const { status, json, text } = await world.ask('/mcp', {
      method: 'POST',
      body: { jsonrpc: '2.0', ...body },
      headers: { ...MCP_HEADERS, ...headers },
    })
    const { id, result, error } = (text === '' ? {} : json) as {
      id?: unknown
      result?: { protocolVersion?: string }
      error?: { code: number }
    }
    return { status, id, result, code: error?.code }
  }
  const hello = (protocolVersion: unknown) => ({
    id: 'a',
    method: 'initialize',
    params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  })
  assert.equal((await post(hello('2025-03-26'))).result?.protocolVersion, '2025-03-26')
  assert.equal((await post(hello('2099-01-01'))).result?.protocolVersion, '2025-11-25')
  assert.deepEqual(await post({ id: 0, method: 'ping' }), { status: 200, id: 0, result: {}, code: undefined })
  const error = { code: 1, message: 'No' }
  for (const said of [{ method: 'notifications/initialized' }, { id: 3, result: {} }, { id: 3, error }]) {
    assert.equal((await post(said)).status, 202)
  }
  const rows: [object, number, number][] = [
    [hello(7), 200, -32602],
    [{ id: 1, method: 'initialize', params: {} }, 200, -32602],
    [{ id: 1, method: 'resources/list' }, 200, -32601],
    [{ id: 1, method: 'constructor' }, 200, -32601],
    [{ id: 1, method: 'tools/call', params: { arguments: {} } }, 200, -32602],
    [{ id: 1, method: 'tools/call', params: { name: 'get_job', arguments: [] } }, 200, -32602],
    [{ id: 1 }, 400, -32600],
    [{ id: {}, method: 'ping' }, 400, -32600],
    [{ id: null, method: 'ping' }, 400, -32600],
    [{ id: 1, method: 'ping', params: [] }, 400, -32600],
    [{ ...HELLO, jsonrpc: '1.0' }, 400, -32600],
  ]
  for (const [body, status, code] of rows) {
    const answer = await post(body)
    assert.deepEqual([answer.status, answer.code, answer.result], [status, code, undefined], JSON.stringify(body))
  }
  assert.equal((await post(HELLO, { 'MCP-Protocol-Version': '2025-06-18' })).status, 200)
  assert.equal((await post(HELLO, { 'MCP-Protocol-Version': '1' })).code, -32600)
})

test('it shares the rate limit of its key with v1', async (t) => {
  const { world } = await open(t)
  await world.set('api.requests_per_minute', 2)
  const post = () => world.ask('/mcp', { method: 'POST', body: HELLO, key: world.keys.read, headers: MCP_HEADERS })
  assert.equal((await world.v1('/jobs', { key: world.keys.read })).status, 200)
  assert.equal((await post()).status, 200)
  refused(await post(), 429, 'RATE_LIMITED')
})

test('its tools say what they take, and which of them pays', async (t) => {
  const { world, client } = await open(t)
  const { tools } = await (await client(world.keys.read)).listTools()
  assert.deepEqual(tools.map((tool) => tool.name).sort(), [
    'get_job',
    'get_request',
    'list_jobs',
    'list_requests',
    'quote_area',
    'result_summary',
    'submit_job',
  ])
  const paying = tools.filter((tool) => tool.annotations?.destructiveHint)
  assert.deepEqual(
    paying.map((tool) => tool.name),
    ['submit_job'],
  )
  assert.deepEqual(paying[0]?.inputSchema.required, ['job_id', 'confirm_euros'])
  for (const { inputSchema } of tools) {
    assert.equal(inputSchema.additionalProperties, false)
    assert.doesNotMatch(JSON.stringify(inputSchema), /"(override|param)":/)
  }
  const { geometry } = tools.find(({ name }) => name === 'quote_area')!.inputSchema.properties as Record<string, object>
  assert.match(JSON.stringify(geometry), /"coordinates":\{"type":"array"/)
})

test('an area is quoted, submitted with the confirmed sum, and read back', async (t) => {
  const { world, client } = await open(t)
  const ai = await client(world.keys.write)
  const asked = { geometry: TRENCH, klic_type: 'GRAAF', start_date: START_DATE, reference: 'Sleuf' }
  const quoted = (await call(ai, 'quote_area', asked)).answer as unknown as {
    job_id: string
    status: string
    quote: { total: { amount: string } }
  }
  assert.deepEqual([quoted.status, quoted.quote.total.amount], ['quoted', '119.85'])
  assert.ok(!JSON.stringify(quoted).includes('coordinates'))
  const { answer } = await call(ai, 'submit_job', { job_id: quoted.job_id, confirm_euros: '119.85' })
  assert.equal(answer.status, 'accepted')
  const job = (await call(ai, 'get_job', { job_id: quoted.job_id })).answer as unknown as { order_ids: string[] }
  assert.equal(job.order_ids.length, 3)
  const requests = (await call(ai, 'list_requests', { page_size: 2 })).answer as unknown as { data: object[] }
  assert.equal(requests.data.length, 2)
  const request = (await call(ai, 'get_request', { order_id: job.order_ids[0] })).answer
  assert.equal(request.job_id, quoted.job_id)
  toolRefused(await call(ai, 'result_summary', { job_id: quoted.job_id }), 'NOT_READY')
  const acts = await world.store.db.selectFrom('audit').select(['actor', 'key_id', 'amount_cents']).execute()
  assert.equal(acts.length, 1)
  assert.deepEqual([acts[0]?.actor, acts[0]?.amount_cents], [`mcp:${acts[0]?.key_id}`, 11985])
})

test('nothing is submitted without the sum, with another one, or with a key that may only read', async (t) => {
  const { world, client } = await open(t)
  const { job_id } = await world.quote({ geometry: GARDEN })
  const writer = await client(world.keys.write)
  const reader = await client(world.keys.read)
  toolRefused(await call(writer, 'submit_job', { job_id }), 'VALIDATION_FAILED')
  for (const confirm_euros of ['39.94', '79.90', '0.00']) {
    const answer = toolRefused(await call(writer, 'submit_job', { job_id, confirm_euros }), 'QUOTE_CHANGED')
    const { quote } = answer as unknown as { quote: { total: unknown } }
    assert.deepEqual(quote.total, { amount: '39.95', currency: 'EUR' })
  }
  toolRefused(await call(writer, 'submit_job', { job_id, confirm_euros: 39.95 }), 'VALIDATION_FAILED')
  toolRefused(await call(reader, 'submit_job', { job_id, confirm_euros: '39.95' }), 'PERMISSION_DENIED')
  await world.set('billing.daily_limit_cents', 100)
  toolRefused(await call(writer, 'submit_job', { job_id, confirm_euros: '39.95' }), 'SPENDING_LIMIT')
  const [job] = await world.store.db.selectFrom('job').select('status').execute()
  assert.equal(job?.status, 'quoted')
  assert.deepEqual(await world.store.db.selectFrom('audit').selectAll().execute(), [])
})

test('what is refused is an error of the tool with its code; it never ends the talk', async (t) => {
  const { world, client } = await open(t)
  const ai = await client(world.keys.read)
  const far = {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ],
    ],
  }
  toolRefused(await call(ai, 'get_job', { job_id: 'job_none' }), 'NOT_FOUND')
  toolRefused(
    await call(ai, 'quote_area', { geometry: far, klic_type: 'ORIENT', crs: 'EPSG:4326' }),
    'GEOMETRY_OUTSIDE_NETHERLANDS',
  )
  toolRefused(
    await call(ai, 'quote_area', { geometry: GARDEN, klic_type: 'ORIENT', submit: true }),
    'VALIDATION_FAILED',
  )
  toolRefused(await call(ai, 'erase_everything'), 'NOT_FOUND')
  toolRefused(await call(ai, 'constructor'), 'NOT_FOUND')
  const mine = await world.quote()
  const stranger = (await world.keyWith(['read', 'write', 'admin'], await enabledCompany(world))).secret
  toolRefused(await call(await client(stranger), 'get_job', { job_id: mine.job_id }), 'NOT_FOUND')
  assert.equal((await call(ai, 'list_jobs')).isError, false)
})

const enabledCompany = async (world: World): Promise<string> => {
  const id = await world.company()
  await world.set('mcp.enabled', true, id)
  return id
}
