/**
 * The simulator against what is published: each delivery of each scene is valid by the schema of IMKL, and what real
 * deliveries are made of is simulated. Where the references do not lie beside the repository, this is skipped.
 */
import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Ring } from '../../server/geometry/geometry.ts'
import { SCENES, type Scene } from '../../server/simulator/control-port.ts'
import { readDelivery } from '../registry/gml.ts'
import { tempFolder } from '../registry/world.ts'
import { createClient, type Item, itemsOf } from '../simulator/simulator-asking.ts'
import {
  type Body,
  box,
  calamity,
  connected,
  digging,
  infoBox,
  type Json,
  orienting,
} from '../simulator/simulator-orders.ts'
import { openDesk, TEST_BASE } from '../simulator/simulator-world.ts'
import { ringOf, writeDelivery } from '../simulator/written-delivery.ts'
import { type DeliveryVocabulary, noteMade, nothingMade } from '../support/element-paths.ts'
import { againstSchema, noSchema } from '../support/schema.ts'
import { shared } from '../support/shared.ts'

/** Scenes in which nobody ever gets a file. */
const WITHOUT_DELIVERY: readonly Scene[] = ['safety', 'mislukt', 'deadlink', 'reject']
/** Long enough for the last delivery of a scene, and not for the end of a link. */
const DAYS_MS = 14 * 86_400_000

const smallest = (make: () => Body) => (): Body => {
  const body = make()
  body.gebiedsinformatieAanvragen[0]!.orientatiePolygoon = box(154_900, 388_000, 154_960, 388_050)
  return body
}
/** All that a request can say. */
const everything = (): Body => {
  const body = connected(infoBox(digging()))
  const request = body.gebiedsinformatieAanvragen[0]!
  const applicant = request.aanvrager as Json
  applicant.extraContact = { naam: 'Postbus Proef', telefoon: '+31 6 20000003', email: 'post@proef.example' }
  request.locatieOmschrijving = 'Achter het gemaal'
  request.huisaansluitingAdressen = (request.huisaansluitingAdressen as Json[]).map((address) => ({
    ...address,
    huisletter: 'A',
    huisnummertoevoeging: 'bis',
  }))
  return body
}
const KINDS: Record<string, () => Body> = {
  digging,
  'digging with an information area': () => infoBox(digging()),
  'digging with all that can be said': everything,
  orienting: smallest(orienting),
  calamity,
}

/** Name -> GML: one order of each scene and of each kind, all at one simulated registry. */
async function ofAllScenes(t: TestContext): Promise<Map<string, string>> {
  const desk = await openDesk(t)
  const client = createClient(desk)
  const scenes = SCENES
  const bodies: [reference: string, Body][] = [
    ...scenes.map((scene): [string, Body] => [`SIM:${scene}${scene === 'reject' ? ':COR0309' : ''}`, digging()]),
    ...Object.entries(KINDS).map(([kind, make]): [string, Body] => [kind.slice(0, 30), make()]),
  ]
  for (const [reference, body] of bodies) {
    for (const request of body.gebiedsinformatieAanvragen) request.referentie = reference
    // Some scenes answer three times as if nothing had been taken in.
    for (let tries = 0; tries < 4; tries += 1) await desk.file(body).catch(() => undefined)
  }
  await desk.step(DAYS_MS)
  await client.renew()
  const references = new Map(
    (await client.ledger()).orders.flatMap(({ reference, requests }) =>
      requests.map(({ giAanvraagId }) => [giAanvraagId, reference] as const),
    ),
  )
  const items: Item[] = itemsOf(await (await desk.call(`${TEST_BASE}/gebiedsinformatieleveringen?limiet=50`)).json())
  const folder = tempFolder(t)
  const found = new Map<string, string>()
  for (const { giAanvraagId, leveringsvolgnummer, giLeveringUrl } of items) {
    if (!giLeveringUrl) continue
    const answer = await fetch(giLeveringUrl)
    const of = references.get(giAanvraagId)!
    if (of === 'SIM:deadlink') continue
    assert.equal(answer.status, 200, of)
    const path = join(folder, `${giAanvraagId}_${leveringsvolgnummer}.zip`)
    writeFileSync(path, Buffer.from(await answer.arrayBuffer()))
    found.set(`${of.replaceAll(/[: ]/g, '_')}_${leveringsvolgnummer}.xml`, (await readDelivery(path)).gml)
  }
  const expected = bodies.map(([reference]) => reference).filter((of) => !isWithout(of))
  const got = [...found.keys()]
  const absent = expected.filter((of) => !got.some((name) => name.startsWith(`${of.replaceAll(/[: ]/g, '_')}_`)))
  assert.deepEqual(absent, [], 'no delivery came')
  assert.equal(got.filter((name) => name.startsWith('SIM_supplement_')).length, 3)
  return found
}
const isWithout = (reference: string): boolean => WITHOUT_DELIVERY.some((scene) => reference.startsWith(`SIM:${scene}`))

/** Wide enough for what is seldom: centre, suburb and country; and one with a notch, that cuts what lies along it in two. */
const WIDE: readonly Ring[] = [
  ringOf(box(153_000, 386_500, 155_500, 388_500)),
  ringOf(box(90_000, 420_000, 92_000, 422_000)),
  [
    [153_000, 386_500],
    [154_000, 386_500],
    [154_000, 387_500],
    [153_000, 387_500],
    [153_000, 387_100],
    [153_900, 387_100],
    [153_900, 386_900],
    [153_000, 386_900],
    [153_000, 386_500],
  ],
]
async function ofWideAreas(t: TestContext): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const [n, ring] of WIDE.entries()) {
    const klicNumber = `99O000000${n}`
    const path = await writeDelivery(t, { klicNumber, ring, density: 1 })
    found.set(`${klicNumber}.xml`, (await readDelivery(path)).gml)
  }
  return found
}

test('each delivery of each scene and kind of request is valid by the published schema', {
  skip: noSchema,
}, async (t) => {
  const all = [...(await ofAllScenes(t))]
  for (const version of [2, 3] as const) {
    const files = new Map(all.filter(([, gml]) => gml.includes(`imkl/${version}.0.0/`)))
    assert.ok(files.size > 0)
    assert.deepEqual((await againstSchema(files, version)).slice(0, 20), [])
  }
})

test('so are wide areas, with all that is seldom; and what is wrong in them is found', {
  skip: noSchema,
}, async (t) => {
  assert.deepEqual((await againstSchema(await ofWideAreas(t))).slice(0, 20), [])
  const small = await writeDelivery(t, { ring: ringOf(box(154_000, 387_000, 154_200, 387_200)), density: 1 })
  const { gml } = await readDelivery(small)
  const twisted: Record<string, string> = {
    'an element out of its order': gml.replace(
      /(<imkl:label>[^<]*<\/imkl:label>)(<imkl:omschrijving>[^<]*<\/imkl:omschrijving>)/,
      '$2$1',
    ),
    'an element that must be there': gml.replace(/<imkl:thema [^>]*>/, ''),
    'an id twice': gml.replace(/gml:id="(UL_LSL_[^"]*)_GeoSeq_1"/, 'gml:id="nl.imkl-KL9001._Beheerder"'),
  }
  for (const [what, wrong] of Object.entries(twisted)) {
    assert.notEqual(wrong, gml, what)
    assert.notDeepEqual(await againstSchema(new Map([['wrong.xml', wrong]])), [], what)
  }
})

const folder = shared('deliveries')
const noDeliveries = folder ? false : 'the example deliveries (../shared/deliveries) are not here'

/** Left out on purpose. */
const NOT_SIMULATED: readonly RegExp[] = [
  // Post office boxes ended on 6 January 2026, and a request over REST never had one.
  /\/postbusAdres(\/|$)/,
]
/** Codes of requests are the ones that were asked for. */
const OF_REQUESTS = /^soortWerkzaamheden /

test('at least 95 % of the paths in real deliveries are simulated, and what is missing is known', {
  skip: noDeliveries,
}, async (t) => {
  const [real, simulated]: [DeliveryVocabulary, DeliveryVocabulary] = [nothingMade(), nothingMade()]
  for (const gml of (await ofAllScenes(t)).values()) noteMade(gml, simulated)
  for (const gml of (await ofWideAreas(t)).values()) noteMade(gml, simulated)
  for (const name of readdirSync(folder!).filter((file) => file.endsWith('.zip'))) {
    noteMade((await readDelivery(join(folder!, name))).gml, real)
  }
  const missing = [...real.paths].filter((path) => !simulated.paths.has(path))
  const share = 1 - missing.length / real.paths.size
  t.diagnostic(`${real.paths.size} real paths, ${missing.length} not simulated: ${(100 * share).toFixed(1)} %`)
  assert.ok(real.paths.size > 600, String(real.paths.size))
  assert.ok(share >= 0.95, missing.join('\n'))
  assert.deepEqual(
    missing.filter((path) => !NOT_SIMULATED.some((known) => known.test(path))),
    [],
  )
  assert.deepEqual(
    [...real.codes].filter((code) => !simulated.codes.has(code) && !OF_REQUESTS.test(code)),
    [],
  )
  assert.deepEqual(
    [...real.spellings].filter((spelling) => !simulated.spellings.has(spelling)),
    [],
  )
})
