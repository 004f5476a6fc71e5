/**
 * The conformance checklist of the simulator, a test for each point, by name, over plain HTTP; and after it what the
 * checklist does not name: tokens, the login page, the two registries, quirks of single answers.
 */
import assert from 'node:assert/strict'
import { get } from 'node:http'
import { test } from 'node:test'
import { simulatorControlKey } from '../../server/simulator/customer.ts'
import { createClient, type Item, itemsOf } from './simulator-asking.ts'
import { box, calamity, digging, type Json, moreThanOne, orienting } from './simulator-orders.ts'
import { openDesk, type PollResult, PRODUCTION_BASE, TEST_BASE } from './simulator-world.ts'

const MINUTE = 60_000
const DAY = 86_400_000

test('lost 202 then resend gives one order', async (t) => {
  const desk = await openDesk(t)
  const body = digging()
  body.gebiedsinformatieAanvragen[0]!.referentie = 'SIM:lost202'
  await assert.rejects(desk.file(body))
  const again = await desk.file(body)
  const once = await desk.file(JSON.stringify({ ...body, extra: undefined }))
  assert.equal(again.status, 202)
  assert.deepEqual(await once.json(), await again.json())
  const { orders, notifications } = await createClient(desk).ledger()
  assert.deepEqual([orders.length, orders[0]!.timesReceived, notifications], [1, 3, 1])
})

test('404 then Nieuw then Aangenomen', async (t) => {
  const desk = await openDesk(t)
  const { pollUrl } = (await (await desk.file(digging())).json()) as { pollUrl: string }
  const first = await desk.call(pollUrl)
  assert.deepEqual([first.status, await first.json()], [404, {}])
  const seen: string[] = []
  for (const step of [3_000, 28_000]) {
    await desk.step(step)
    seen.push(((await (await desk.call(pollUrl)).json()) as PollResult).status)
  }
  assert.deepEqual(seen, ['Nieuw', 'Aangenomen'])
})

test('warnings only', async (t) => {
  const desk = await openDesk(t)
  const body = digging()
  const applicant = body.gebiedsinformatieAanvragen[0]!.aanvrager as { organisatie: { bezoekAdres: Json } }
  applicant.organisatie.bezoekAdres.woonplaatsNaam = 'Oirschot'
  const result = await desk.result(body)
  assert.equal(result.status, 'Aangenomen')
  assert.equal(result.giAanvraagIds?.length, 1)
  assert.deepEqual(
    result.validatiemeldingen?.map(({ code, gradatie }) => [code, gradatie]),
    [['WAR0325', 'WARNING']],
  )
})

test('error in request 2 of 3 rejects all', async (t) => {
  const desk = await openDesk(t)
  const body = moreThanOne(3)
  body.gebiedsinformatieAanvragen[1]!.graafPolygoon = box(150_045, 388_000, 150_090, 388_600)
  const result = await desk.result(body)
  assert.equal(result.status, 'Afgewezen')
  assert.equal(result.giAanvraagIds, undefined)
  assert.deepEqual(
    result.validatiemeldingen?.map(({ jsonPointer }) => jsonPointer),
    ['/gebiedsinformatieAanvragen/1/graafPolygoon'],
  )
  assert.equal((await createClient(desk).ledger()).notifications, 0)
})

test('partial then complete', async (t) => {
  const desk = await openDesk(t)
  const client = createClient(desk)
  const [id] = await client.accepted(digging(), 'SIM:partial')
  const seen: unknown[] = []
  for (const step of [10 * MINUTE, 6 * DAY, 14 * DAY]) {
    await desk.step(step)
    await client.renew()
    const items = itemsOf(await (await desk.call(client.deliveriesOf(id!))).json())
    seen.push([
      await client.statusOf(id!),
      items.map((item) => [item.leveringsvolgnummer, item.indicatieLeveringCompleet]),
    ])
  }
  assert.deepEqual(seen, [
    ['giInProductie', []],
    ['giLeveringSamengesteldIncompleet', [['1', 'false']]],
    [
      'giLeveringSamengesteldCompleet',
      [
        ['1', 'false'],
        ['2', 'true'],
      ],
    ],
  ])
})

test('a partial delivery is not made before two working days are over', async (t) => {
  const desk = await openDesk(t)
  const client = createClient(desk)
  const [id] = await client.accepted(digging(), 'SIM:partial')
  await desk.step(DAY)
  await client.renew()
  assert.deepEqual(itemsOf(await (await desk.call(client.deliveriesOf(id!))).json()), [])
})

test('a supplement comes between a partial and the complete delivery', async (t) => {
  const desk = await openDesk(t)
  const client = createClient(desk)
  const [id] = await client.accepted(digging(), 'SIM:supplement')
  await desk.step(20 * DAY)
  await client.renew()
  const items = itemsOf(await (await desk.call(client.deliveriesOf(id!))).json())
  assert.deepEqual(
    items.map((item) => item.indicatieLeveringCompleet),
    ['false', 'false', 'true'],
  )
})

test('a delivery comes after one that was called complete', async (t) => {
  const desk = await openDesk(t)
  const client = createClient(desk)
  const [id] = await client.accepted(digging(), 'SIM:later')
  await desk.step(20 * DAY)
  await client.renew()
  const items = itemsOf(await (await desk.call(client.deliveriesOf(id!))).json())
  assert.deepEqual(
    items.map((item) => item.indicatieLeveringCompleet),
    ['true', 'true'],
  )
})

test('safety area among normal parts', async (t) => {
  const desk = await openDesk(t)
  const client = createClient(desk)
  const body = moreThanOne(3)
  // Far from each other, but within the five kilometres of one order.
  for (const [n, x] of [156_900 - 2_000, 156_100, 156_900 + 1_000].entries()) {
    body.gebiedsinformatieAanvragen[n]!.graafPolygoon = box(x, 389_400, x + 50, 389_450)
  }
  const result = await desk.result(body)
  assert.equal(result.status, 'Aangenomen')
  assert.deepEqual(
    result.validatiemeldingen?.map(({ code, jsonPointer }) => [code, jsonPointer]),
    [['WAR0001', '/gebiedsinformatieAanvragen/1']],
  )
  await desk.step(40 * MINUTE)
  const ids = result.giAanvraagIds!.map(({ giAanvraagId }) => giAanvraagId)
  const items: Item[] = []
  for (const id of ids) items.push(...itemsOf(await (await desk.call(client.deliveriesOf(id))).json()))
  assert.deepEqual(
    items.map((item) => [item.isVeiligheidsgebiedGeraakt, 'giLeveringUrl' in item]),
    [
      ['false', true],
      ['true', false],
      ['false', true],
    ],
  )
  assert.deepEqual(Object.keys(items[1]!).sort(), ['giAanvraagId', 'isVeiligheidsgebiedGeraakt', 'leveringsvolgnummer'])
  assert.equal(await client.statusOf(ids[1]!), 'giLeveringSamengesteldCompleet')
})

test('expired token in mid-poll', async (t) => {
  const desk = await openDesk(t)
  const { pollUrl } = (await (await desk.file(digging())).json()) as { pollUrl: string }
  await desk.step(60 * MINUTE)
  const refused = await desk.call(pollUrl)
  assert.equal(refused.status, 401)
  assert.equal(((await refused.json()) as { error: string }).error, 'invalid_token')
  await createClient(desk).renew()
  assert.equal(((await (await desk.call(pollUrl)).json()) as PollResult).status, 'Aangenomen')
})

test('503 with broken JSON', async (t) => {
  const desk = await openDesk(t)
  await desk.control('down', { answers: 2 })
  const body = digging()
  for (let n = 0; n < 2; n += 1) {
    const down = await desk.file(body)
    assert.equal(down.status, 503)
    const text = await down.text()
    assert.match(text, /^\{.*\}$/)
    assert.throws(() => JSON.parse(text))
  }
  assert.equal((await desk.file(body)).status, 202)
})

test('HTML error', async (t) => {
  const desk = await openDesk(t)
  const answers = [
    await desk.call(`${TEST_BASE}/gebiedsinformatieleveringen`, {
      headers: { accept: '*/*', authorization: 'Bearer x' },
    }),
    await fetch(`${desk.url}/auth/oauth/v2/token`, { method: 'POST', body: new URLSearchParams({ grant_type: 'x' }) }),
  ]
  for (const [n, status] of [401, 400].entries()) {
    assert.equal(answers[n]!.status, status)
    assert.match(answers[n]!.headers.get('content-type') ?? '', /text\/html/)
  }
  const json = await desk.call(`${TEST_BASE}/gebiedsinformatieleveringen`, { headers: { authorization: 'Bearer x' } })
  assert.equal(((await json.json()) as { error: string }).error, 'invalid_token')
})

test('paging over more than 50 deliveries', async (t) => {
  const desk = await openDesk(t)
  const client = createClient(desk)
  const ids = new Set<string>()
  // Three orders with time between them: the pages go on by date, and meet at a seam.
  for (const count of [30, 30, 30]) {
    const result = await desk.result(moreThanOne(count))
    for (const { giAanvraagId } of result.giAanvraagIds!) ids.add(giAanvraagId)
    await desk.step(5 * MINUTE)
  }
  await desk.step(40 * MINUTE)
  await client.renew()
  let next: string | undefined = `${TEST_BASE}/gebiedsinformatieleveringen`
  const found: string[] = []
  const sizes: number[] = []
  while (next) {
    const page = (await (await desk.call(next)).json()) as { _links: { next?: { href: string } } }
    const items = itemsOf(page)
    sizes.push(items.length)
    found.push(...items.map(({ giAanvraagId }) => giAanvraagId))
    next = page._links.next?.href
    if (next) assert.match(next, /datumVanaf=/)
  }
  assert.equal(sizes[0], 50)
  assert.ok(sizes.length >= 2 && found.length >= 90)
  assert.deepEqual(new Set(found), ids)
  const tooMany = await desk.call(`${TEST_BASE}/gebiedsinformatieleveringen?limiet=51`)
  assert.deepEqual([tooMany.status, ((await tooMany.json()) as Json).attribuut], [400, 'limiet'])
  assert.equal((await desk.call(`${TEST_BASE}/gebiedsinformatieleveringen?datumVanaf=gisteren`)).status, 400)
})

test('offset +01', async (t) => {
  const desk = await openDesk(t)
  const client = createClient(desk)
  const [id] = await client.accepted(digging())
  await desk.step(40 * MINUTE)
  const [item] = itemsOf(await (await desk.call(client.deliveriesOf(id!))).json())
  assert.match(item!.datumLeveringSamengesteld ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]$/)
  assert.ok(Object.values(item!).every((value) => typeof value === 'string'))
})

test('before production a request has no numbers and no list of deliveries', async (t) => {
  const desk = await openDesk(t)
  const client = createClient(desk)
  const [id] = await client.accepted(digging())
  const early = await client.request(id!)
  assert.deepEqual([early.ordernummer, early.klicMeldnummer], [undefined, undefined])
  assert.equal((await desk.call(client.deliveriesOf(id!))).status, 404)
  await desk.step(6 * MINUTE)
  const later = await client.request(id!)
  assert.match(String(later.ordernummer), /^\d{10}$/)
  assert.match(String(later.klicMeldnummer), /^99G\d{7}$/)
  assert.ok('graafpolygoon' in later && !('graafPolygoon' in later))
  const list = await desk.call(client.deliveriesOf(id!))
  assert.deepEqual([list.status, itemsOf(await list.json())], [200, []])
})

test('the single request is found under both spellings, an order is taken under one', async (t) => {
  const desk = await openDesk(t)
  const [id] = await createClient(desk).accepted(digging())
  for (const name of ['gebiedsinformatieAanvragen', 'gebiedsinformatieaanvragen']) {
    assert.equal((await desk.call(`${TEST_BASE}/${name}/${id}`)).status, 200)
  }
  const wrong = await desk.call(`${TEST_BASE}/gebiedsinformatieAanvragen`, { method: 'POST', body: '{}' })
  assert.equal(wrong.status, 404)
})

test('production numbers begin with the year, and the two registries know nothing of each other', async (t) => {
  const desk = await openDesk(t)
  const body = orienting()
  const result = await desk.result(body, PRODUCTION_BASE)
  await desk.step(6 * MINUTE)
  const id = result.giAanvraagIds![0]!.giAanvraagId
  const filed = (await (await desk.call(`${PRODUCTION_BASE}/gebiedsinformatieAanvragen/${id}`)).json()) as Json
  assert.match(String(filed.klicMeldnummer), new RegExp(`^${String(new Date().getFullYear()).slice(2)}O\\d{7}$`))
  assert.equal((await desk.call(`${TEST_BASE}/gebiedsinformatieAanvragen/${id}`)).status, 404)
  assert.equal((await desk.result(body)).giAanvraagIds!.length, 1)
  assert.equal((await createClient(desk).ledger()).orders.length, 2)
})

test('a calamity is answered with whom it concerns, a safety area among them', async (t) => {
  const desk = await openDesk(t)
  const body = calamity()
  body.gebiedsinformatieAanvragen[0]!.graafPolygoon = box(156_100, 389_400, 156_150, 389_450)
  body.gebiedsinformatieAanvragen[0]!.informatiePolygoon = box(156_090, 389_390, 156_160, 389_460)
  const { belanghebbendeNetbeheerders: all, status } = await desk.result(body)
  assert.equal(status, 'Aangenomen')
  const interests = all!.flatMap(({ belangen }) => belangen)
  assert.ok(interests.every((interest) => typeof interest.alleenInInformatiepolygoon === 'boolean'))
  assert.ok(interests.some((interest) => interest.alleenInInformatiepolygoon === true))
  assert.equal(interests.filter((interest) => interest.isBeheerderVeiligheidsgebied === true).length, 1)
  assert.ok(interests.some(({ themas }) => String((themas as string[] | undefined)?.[0]).includes('/Thema/')))
})

test('the clock, the scenario for all orders and the list of routes are at hand', async (t) => {
  const desk = await openDesk(t)
  const overview = (await (await fetch(`${desk.url}/sim/`)).json()) as Record<string, Json>
  for (const route of Object.keys(overview.routes!)) {
    const [method, path] = route.split(' ') as [string, string]
    const sent = { method, headers: { authorization: `Bearer ${simulatorControlKey(desk.folder)}` } }
    assert.notEqual((await fetch(desk.url + path, sent)).status, 404, route)
  }
  assert.ok('partial' in overview.markers! && '0000900004' in overview.customers!)
  assert.equal((await desk.control('scenario', { scenario: 'nonsense' })).status, 400)
  await desk.control('scenario', { scenario: 'reject:COR0310' })
  const rejected = await desk.result(digging())
  assert.deepEqual(
    rejected.validatiemeldingen?.map(({ code, jsonPointer }) => [code, jsonPointer]),
    [['COR0310', '/gebiedsinformatieAanvragen/0/locatieWerkzaamheden/openbareRuimteNaam']],
  )
  await desk.control('scenario', { scenario: '' })
  assert.equal((await desk.result(digging())).status, 'Aangenomen')
})

test('a caller without the key of its folder sees no order, gets no key and turns no clock', async (t) => {
  const desk = await openDesk(t)
  const { routes } = (await (await fetch(`${desk.url}/sim/`)).json()) as { routes: Record<string, string> }
  const strangers = [undefined, 'Bearer ', `Bearer ${desk.token}`, simulatorControlKey(desk.folder)]
  const answered: string[] = []
  for (const route of Object.keys(routes)) {
    const [method, path] = route.split(' ') as [string, string]
    for (const authorization of strangers) {
      const answer = await fetch(desk.url + path, { method, headers: authorization ? { authorization } : {} })
      const text = await answer.text()
      if (answer.status === 200) answered.push(route)
      else assert.match(`${answer.status} ${text}`, /^401 .*controlKey of client\.json/, route)
    }
  }
  assert.deepEqual([...new Set(answered)], ['GET /sim/', 'GET /sim/health'])
})

test('a page of the web at large may not touch the simulator', async (t) => {
  const desk = await openDesk(t)
  const answer = await fetch(`${desk.url}/sim/reset`, { method: 'POST', headers: { origin: 'https://elders.example' } })
  assert.equal(answer.status, 403)
  const { hostname, port } = new URL(desk.url)
  const bent = await new Promise<number | undefined>((resolve, reject) => {
    get({ hostname, port, path: '/sim/ledger', headers: { host: `elders.example:${port}` } }, (res) => {
      res.resume()
      resolve(res.statusCode)
    }).on('error', reject)
  })
  assert.equal(bent, 403)
})
