/**
 * Version 3 of the KLIC standards, as far as it is announced: what we would send, and a simulated registry that speaks both
 * versions and has a day of switching.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { OrderDraft } from '../../server/registry/orders/notification.ts'
import { buildOrder, locate } from '../../server/registry/orders/order-body.ts'
import { BRISK } from '../../server/simulator/clock.ts'
import { againstSchema, noSchema } from '../support/schema.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { overTheSwitch } from '../support/version-switch.ts'
import { readDelivery } from './gml.ts'
import { bodyOf, deliveriesOf, draftOf, fileAndDecide, startRegistry, tempFolder } from './world.ts'

const asThree = (more: Partial<OrderDraft> = {}): OrderDraft => ({
  ...draftOf(1),
  standard: 3,
  works: ['gasleidingLeggen', 'waterleidingLeggen', 'huisaansluitingenMaken'],
  methods: ['mechanischGraven', 'sleufloosGestuurd'],
  maxDepth: '130cm',
  ...more,
})
const requestIn = (draft: OrderDraft) => JSON.parse(buildOrder(draft).body).gebiedsinformatieAanvragen[0]
const LISTS = 'http://definities.geostandaarden.nl/imkl2015/id/waardelijst'

test('an order in version 3 says its works with how and how deep, each kind once, in codes of the new lists', () => {
  const request = requestIn(asThree({ reference: 'x'.repeat(70) }))
  assert.deepEqual(request.werkzaamhedenInfo, {
    soortWerkzaamheden: [
      `${LISTS}/SoortWerkzaamhedenValue/kabelEnLeidingwerk`,
      `${LISTS}/SoortWerkzaamhedenValue/huisaansluiting`,
    ],
    methode: [`${LISTS}/GraafmethodeValue/mechanischGraven`, `${LISTS}/GraafmethodeValue/sleufloosGestuurd`],
    maximaleWerkdiepte: `${LISTS}/MaximaleWerkdiepteValue/130cm`,
  })
  assert.equal(request.aanvraagSoort, `${LISTS}/AanvraagSoortValue/graafmelding`)
  assert.equal('soortWerkzaamheden' in request, false)
  assert.equal(request.referentie.length, 60)
  const at = (path: string) => locate(`/gebiedsinformatieAanvragen/0/werkzaamhedenInfo/${path}`).field
  assert.deepEqual(['soortWerkzaamheden/1', 'methode/0', 'maximaleWerkdiepte'].map(at), [
    '/works',
    '/methods',
    '/maxDepth',
  ])
})

test('the simulated registry takes both versions at once, and holds each against its own lists', async (t) => {
  const { client } = await startRegistry(t)
  const codesOf = async (draft: OrderDraft) => {
    const outcome = await fileAndDecide(client, draft)
    return outcome.kind === 'rejected' ? outcome.messages.map(({ code }) => code) : outcome.kind
  }
  assert.equal(await codesOf(draftOf(1)), 'accepted')
  assert.equal(await codesOf({ ...asThree(), postId: crypto.randomUUID() }), 'accepted')
  assert.deepEqual(await codesOf({ ...asThree({ methods: [] }), postId: crypto.randomUUID() }), ['COR0190'])
  const unknown = asThree({ works: ['kantklossen'] })
  assert.deepEqual(await codesOf({ ...unknown, postId: crypto.randomUUID() }), ['COR0216'])
})

test('before the day of the switch version 3 is not known; an order of before gets its last delivery in version 3, once', async (t) => {
  const { client, control, ledger } = await startRegistry(t, { timeFactor: 1, schedule: BRISK })
  const from = new Date(Date.now() + 500_000).toISOString()
  await control('version3', { from })
  const early = await client.fileOrder(bodyOf(asThree({ postId: crypto.randomUUID() })))
  assert.ok(early.kind === 'refused')
  assert.deepEqual(
    early.messages.map(({ code }) => code),
    ['COR9000'],
  )

  const filed = await client.fileOrder(bodyOf({ ...draftOf(1), reference: 'SIM:partial' }))
  assert.ok(filed.kind === 'taken')
  await control('clock', { stepMs: 400_000 })
  const outcome = await client.pollOrder(filed.pollUrl)
  assert.ok(outcome.kind === 'accepted')
  const id = outcome.requests[0]!.giAanvraagId
  const folder = tempFolder(t)
  const nameOf = async (sequence: number): Promise<string> => {
    const delivery = (await deliveriesOf(client, id)).find((each) => each.sequence === sequence)
    const path = join(folder, `${sequence}.zip`)
    await client.download(delivery!.url!, path)
    return (await readDelivery(path)).files.find((name) => name.endsWith('.xml'))!
  }
  assert.match(await nameOf(1), /_1_V2\.xml$/)
  await control('clock', { stepMs: 400_000 })
  assert.match(await nameOf(2), /_2_V3\.xml$/)
  assert.equal((await client.fileOrder(bodyOf(asThree({ postId: crypto.randomUUID() })))).kind, 'taken')
  assert.equal((await ledger()).notifications, 2)
})

test('simulated deliveries in version 3 are valid by the schema that is published for it', {
  skip: noSchema,
}, async (t) => {
  const folder = tempFolder(t)
  const files = new Map<string, string>()
  for (const [klicNumber, klicType, box] of [
    ['99G0000001', 'GRAAF', [154_755, 387_836, 155_000, 388_095]],
    ['99O0000002', 'ORIENT', [153_500, 387_000, 154_300, 387_800]],
    ['99O0000003', 'ORIENT', [90_000, 420_000, 90_800, 420_800]],
  ] as const) {
    const path = await simulatedDelivery(folder, klicNumber, [...box], { klicType, version: 3 })
    const { gml } = await readDelivery(path)
    assert.match(gml, /imkl\/3\.0\.0\/imkl-wibon\.xsd/)
    assert.doesNotMatch(gml, /id\/waarde\//)
    files.set(`${klicNumber}.xml`, gml)
  }
  assert.match(files.get('99G0000001.xml')!, /<imkl:soortWerkzaamheden><imkl:soortWerkzaamheden .*maximaleWerkdiepte/)
  assert.deepEqual((await againstSchema(files, 3)).slice(0, 20), [])
  // The one before refuses them: it is the schema that tells the versions apart.
  const [first] = files
  assert.notDeepEqual(await againstSchema(new Map([first!]), 2), [])
})

test('a job in flight over the day of version 3 ends ready, with a delivery of each version and nothing doubled', async () => {
  const chances = await overTheSwitch(Number.POSITIVE_INFINITY)
  assert.ok(chances > 40, `only ${chances} effects`)
  await overTheSwitch(Math.floor(chances / 2))
})
