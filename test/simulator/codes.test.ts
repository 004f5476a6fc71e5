/**
 * Every code that a digger can get, each provoked by one order over HTTP. The list of published codes lies beside the
 * repository; where it is absent only the codes of our own table are held to it.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { MESSAGE_CODES } from '../../server/simulator/codes.ts'
import { shared } from '../support/shared.ts'
import {
  type Body,
  calamity,
  connected,
  digging,
  infoBox,
  type Json,
  moreThanOne,
  orienting,
  outside,
  PROVOKING,
} from './simulator-orders.ts'
import { type Message, openDesk } from './simulator-world.ts'

/** Two thousand orders a minute: no hour of simulated time passes, so no token ends. */
const FAST = { timeFactor: 60_000 }

const GOOD: Record<string, () => Body> = {
  'a graafmelding': digging,
  'a graafmelding with an information area': () => infoBox(digging()),
  'an oriëntatieverzoek': orienting,
  'a calamity': calamity,
  'an order of three': () => moreThanOne(3),
  'a graafmelding with house connections': () => connected(digging()),
  'an oriëntatieverzoek that prepares shared use': () => {
    const body = orienting()
    const request = body.gebiedsinformatieAanvragen[0]!
    delete request.soortWerkzaamheden
    request.voorbereidingMedegebruikFysiekeInfrastructuur = true
    return body
  },
  'addresses outside the table of fixtures': () => outside(digging()),
}

test('sound orders of every kind are accepted without a word', async (t) => {
  const desk = await openDesk(t, FAST)
  for (const [name, make] of Object.entries(GOOD)) {
    const result = await desk.result(make())
    assert.deepEqual([result.status, result.validatiemeldingen ?? []], ['Aangenomen', []], name)
  }
})

test('every published code that a digger can get is said, at the field that is wrong', async (t) => {
  const desk = await openDesk(t, FAST)
  for (const [code, cases] of Object.entries(PROVOKING)) {
    for (const [make, pointer] of cases) {
      const messages = await desk.complaints(make(), code)
      const found = messages.map((message): [string, string | undefined] => [message.code, message.jsonPointer])
      assert.ok(
        found.some(([said, at]) => said === code && at === (pointer ?? undefined)),
        `${code} at ${pointer}: ${JSON.stringify(found)}`,
      )
    }
  }
})

test('an order with one fault gets one complaint', async (t) => {
  const desk = await openDesk(t, FAST)
  const several = new Set(['COR0204', 'COR1005', 'COR1012'])
  for (const [code, cases] of Object.entries(PROVOKING)) {
    if (several.has(code)) continue
    for (const [make, pointer] of cases) {
      const codes = (await desk.complaints(make(), code)).map((message: Message) => message.code)
      assert.deepEqual(codes, [code], `${code} at ${pointer}`)
    }
  }
})

test('the table of provoking orders has every code that the simulator knows', () => {
  assert.deepEqual(Object.keys(PROVOKING).sort(), [...MESSAGE_CODES].sort())
})

const published = shared('domain/kadaster-validation-codes.json')
test('the simulator knows every published code but those of the operators and the overtaken one', {
  skip: published ? false : 'the list of published codes is not here',
}, () => {
  const list = JSON.parse(readFileSync(published!, 'utf8')) as { codes: Json[]; simulator_only_codes: Json[] }
  const wanted = [...list.codes, ...list.simulator_only_codes]
    .filter(({ code, fix_owner }) => fix_owner !== 'operator_test' && code !== 'GEO0021')
    .map(({ code }) => String(code))
  assert.deepEqual(wanted.sort(), [...MESSAGE_CODES].sort())
})

test('each code is met at one of the fields that are published for it, with its severity', {
  skip: published ? false : 'the list of published codes is not here',
}, async (t) => {
  const desk = await openDesk(t, FAST)
  const list = JSON.parse(readFileSync(published!, 'utf8')) as { codes: Json[] }
  for (const { code, fields, severity, channel } of list.codes) {
    if (channel === 'post') continue
    for (const [make, pointer] of PROVOKING[String(code)] ?? []) {
      const message = (await desk.complaints(make(), String(code))).find((said: Message) => said.code === code)
      assert.equal(message?.gradatie, severity, String(code))
      assert.ok(message!.omschrijving.length > 10)
      if (pointer === null) continue
      const shape = pointer
        .replace(/^\/gebiedsinformatieAanvragen\/\d+/, '/gebiedsinformatieAanvragen/{i}')
        .replace(/huisaansluitingAdressen\/\d+/, 'huisaansluitingAdressen/{j}')
        .replace(/soortWerkzaamheden\/\d+$/, 'soortWerkzaamheden/{k}')
      // A missing position number has no code of its own; it is said as any other missing element.
      if (code === 'COR1001' && shape.endsWith('/positienummer')) continue
      assert.ok((fields as string[]).includes(shape), `${code}: ${shape}`)
    }
  }
})

test('several faults are said at once, errors and warnings together', async (t) => {
  const desk = await openDesk(t, FAST)
  const body = digging()
  const [request] = body.gebiedsinformatieAanvragen as [Json]
  request.referentie = 'Niet/goed'
  request.startDatum = '2020-01-01'
  delete request.graafPolygoon
  const applicant = request.aanvrager as { organisatie: { bezoekAdres: Json } }
  applicant.organisatie.bezoekAdres.openbareRuimteNaam = 'Anders'
  const codes = (await desk.complaints(body, 'COR0194')).map(({ code, gradatie }) => [code, gradatie])
  assert.deepEqual(codes.sort(), [
    ['COR0183', 'ERROR'],
    ['COR0194', 'ERROR'],
    ['COR1009', 'ERROR'],
    ['WAR0320', 'WARNING'],
  ])
})
