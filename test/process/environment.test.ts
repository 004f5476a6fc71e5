/** Another registry chosen while the server runs: taken up at once, and what is under way stays where it was filed. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { RegistryEnvironment } from '../../server/registry/klic.ts'
import { RealServer } from '../support/real-server.ts'
import { until } from '../support/until.ts'

const server = new RealServer(['--registry', 'eto', '--time-factor', '2000'])
before(() => server.open())
after(() => server.close())

const area = {
  type: 'Polygon',
  coordinates: [
    [
      [154_800, 387_900],
      [155_000, 387_900],
      [155_000, 388_050],
      [154_800, 387_900],
    ],
  ],
}

let cookie = ''
let csrf = ''
const window = async (path: string, method: string, body: unknown): Promise<Response> =>
  fetch(`${server.ready.base_url}/dashboard/api${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Cookie: cookie, 'X-CSRF-Token': csrf },
    body: JSON.stringify(body),
  })
/** With a key of the registry that is chosen: that of before was made for the simulator, and files nowhere else. */
const signIn = async () => {
  const opened = await window('/session', 'POST', { token: server.ready.window_token })
  cookie = opened.headers.get('set-cookie')!.split(';')[0]!
  csrf = ((await opened.json()) as { csrf_token: string }).csrf_token
  const key = await window('/keys', 'POST', { name: 'eto', permissions: ['read', 'write'] })
  server.secret = ((await key.json()) as { secret: string }).secret
}
const choose = async (environment: RegistryEnvironment) => {
  assert.equal((await window('/settings', 'PUT', { 'registry.environment': environment })).status, 200)
}
const submit = async (reference: string): Promise<string> => {
  const { status, json } = await server.post('/jobs', { geometry: area, klic_type: 'ORIENT', reference, submit: true })
  assert.equal(status, 202, JSON.stringify(json))
  return json.job_id
}

test('without credentials a job waits and says so; the simulator, chosen meanwhile, delivers another', async () => {
  await signIn()
  const real = await submit('Echt')
  await until(async () => (await server.job(real)).warnings.some(({ code }) => code === 'REGISTRY_CREDENTIALS_MISSING'))
  const waiting = await server.job(real)
  assert.deepEqual([waiting.status, waiting.next_action], ['accepted', 'wait'])
  assert.match(waiting.next_action_message, /no credentials/)

  await choose('simulator')
  const simulated = await submit('Proef')
  await until(async () => (await server.job(simulated)).status === 'ready')
  await choose('eto')
  assert.equal((await server.job(real)).status, 'accepted')
  const filed = (await server.ledger()).orders.map(({ reference }) => reference)
  assert.deepEqual(filed, ['Proef'])
})
