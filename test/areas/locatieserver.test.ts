/** The public register of addresses, played by a server with answers of its documented shape. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { TryLater } from '../../server/platform/refusal.ts'
import { createLocatieserver } from '../../server/registry/addresses/locatieserver.ts'

const HOUSE = {
  type: 'adres',
  weergavenaam: 'Voorbeeldlaan 7B-2, 5683AB Best',
  straatnaam: 'Voorbeeldlaan',
  huisnummer: 7,
  huisletter: 'B',
  huisnummertoevoeging: '2',
  postcode: '5683AB',
  woonplaatsnaam: 'Best',
  adresseerbaarobject_id: '0753010000000777',
  nummeraanduiding_id: '0753200000000777',
  centroide_rd: 'POINT(155020.5 390020.25)',
  score: 9.1,
}
const TOWN = { type: 'woonplaats', weergavenaam: 'Best, Noord-Brabant', centroide_rd: 'POINT(155000 391000)' }
const NEAR: [number, number] = [155_000, 390_000]

async function played(t: TestContext, answer: (url: URL) => { status?: number; docs?: unknown[]; body?: string }) {
  const asked: URL[] = []
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', 'http://register')
    asked.push(url)
    const { status = 200, docs = [], body } = answer(url)
    res.writeHead(status).end(body ?? JSON.stringify({ response: { numFound: docs.length, docs } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  let nowMs = 0
  const register = createLocatieserver({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    now: () => nowMs,
  })
  return { register, asked, pass: (ms: number) => (nowMs += ms) }
}

test('postcode and number become the address with all its fields and both its ids', async (t) => {
  const neighbour = { ...HOUSE, huisletter: undefined, huisnummertoevoeging: undefined }
  const { register, asked } = await played(t, () => ({ docs: [neighbour, HOUSE] }))
  const given = { postcode: '5683 ab', houseNumber: 7, houseLetter: 'b', houseNumberAddition: '2' }
  const found = await register.find(given, NEAR)
  assert.deepEqual(found, {
    text: 'Voorbeeldlaan 7B-2, 5683AB Best',
    kind: 'address',
    address: {
      bagId: '0753010000000777',
      street: 'Voorbeeldlaan',
      houseNumber: 7,
      houseLetter: 'B',
      houseNumberAddition: '2',
      postcode: '5683AB',
      city: 'Best',
    },
    designationId: '0753200000000777',
    rd: [155_020.5, 390_020.25],
    source: 'bag',
  })
  assert.deepEqual(asked[0]?.searchParams.getAll('fq'), ['postcode:5683AB', 'huisnummer:7', 'type:adres'])
})

test('a number whose letter or addition is another is another address', async (t) => {
  const { register } = await played(t, () => ({ docs: [HOUSE] }))
  assert.equal(await register.find({ postcode: '5683AB', houseNumber: 7 }, NEAR), undefined)
  assert.ok(await register.find({ bagId: '0753010000000777' }, NEAR))
  assert.equal(await register.find({ postcode: '5683AB' }, NEAR), undefined)
})

test('around a point is asked in degrees, within the distance; what has no place is left out', async (t) => {
  const { register, asked } = await played(t, () => ({ docs: [HOUSE, { ...HOUSE, centroide_rd: 'POINT EMPTY' }] }))
  assert.equal((await register.around([155_000, 390_000], 120.4, 20)).length, 1)
  const { pathname, searchParams } = asked[0]!
  assert.equal(pathname, '/reverse')
  assert.equal(searchParams.get('distance'), '121')
  assert.ok(Math.abs(Number(searchParams.get('lat')) - 51.5) < 0.01)
  assert.ok(Math.abs(Number(searchParams.get('lon')) - 5.387) < 0.01)
})

test('a text may mean a place, which has no address', async (t) => {
  const { register } = await played(t, () => ({ docs: [TOWN] }))
  const [place] = await register.search('best', 5)
  assert.deepEqual([place?.kind, place?.address, place?.rd], ['place', null, [155_000, 391_000]])
})

test('an answer is remembered for an hour', async (t) => {
  const { register, asked, pass } = await played(t, () => ({ docs: [HOUSE] }))
  await register.search('best', 5)
  pass(3_599_999)
  await register.search('best', 5)
  assert.equal(asked.length, 1)
  pass(2)
  await register.search('best', 5)
  assert.equal(asked.length, 2)
})

for (const [how, answer] of Object.entries({
  'an error': { status: 503, body: '<html>' },
  'text that is no JSON': { body: 'even niet' },
  'another shape': { body: '{"response":{}}' },
})) {
  test(`after ${how} nothing is asked for half a minute`, async (t) => {
    let ill = true
    const { register, asked, pass } = await played(t, () => (ill ? answer : { docs: [HOUSE] }))
    await assert.rejects(register.search('best', 5), TryLater)
    ill = false
    await assert.rejects(register.search('eindhoven', 5), TryLater)
    assert.equal(asked.length, 1)
    pass(30_001)
    assert.equal((await register.search('eindhoven', 5)).length, 1)
  })
}
