/** The pre-check and the registry must agree: what passes here is accepted there, what is refused there is found here. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { precheck } from '../../server/features/jobs/rules/precheck.ts'
import type { Ring } from '../../server/geometry/geometry.ts'
import { informationAreaOf } from '../../server/registry/orders/information-area.ts'
import { cleanReference, type OrderDraft, relationNumber } from '../../server/registry/orders/notification.ts'
import { buildOrder, locate } from '../../server/registry/orders/order-body.ts'
import {
  addDays,
  addWorkingDays,
  dutchDate,
  isDate,
  workingDaysBefore,
  workingDaysUntil,
} from '../../server/registry/working-days.ts'
import { simulatorApplicant } from '../../server/simulator/customer.ts'
import { draftOf, fileAndDecide, location, square, startRegistry, today } from './world.ts'

const withRing = (ring: Ring): OrderDraft => {
  const draft = draftOf(1)
  return { ...draft, parts: [{ ...draft.parts[0]!, polygon: { crs: 'EPSG:28992', rings: [ring] } }] }
}
const [x, y] = [154_800, 387_900]
const orient = (more: Partial<OrderDraft> = {}): OrderDraft =>
  draftOf(1, { klicType: 'ORIENT', principal: null, startDate: null, endDate: null, ...more })
const contact = simulatorApplicant.contact
const applicant = (more: Partial<typeof simulatorApplicant>): OrderDraft =>
  draftOf(1, { applicant: { ...simulatorApplicant, ...more } })
const part = (more: Partial<OrderDraft['parts'][number]>): OrderDraft => {
  const draft = draftOf(1)
  return { ...draft, parts: [{ ...draft.parts[0]!, ...more }] }
}
const circle = (positions: number): Ring => {
  const ring: Ring = Array.from({ length: positions - 1 }, (_, n) => {
    const angle = (2 * Math.PI * n) / (positions - 1)
    return [
      Math.round((x + 100 * Math.cos(angle)) * 1000) / 1000,
      Math.round((y + 100 * Math.sin(angle)) * 1000) / 1000,
    ]
  })
  return [...ring, ring[0]!]
}

const GOOD: Record<string, OrderDraft> = {
  'a graafmelding': draftOf(1),
  'an order of three parts': draftOf(3),
  'an oriëntatieverzoek': orient(),
  'exactly 500 m': part({ polygon: square(x, y, 500) }),
  'an information polygon': part({
    polygon: square(x, y, 460),
    informationPolygon: informationAreaOf(square(x, y, 460), 20),
  }),
  'exactly 50 positions': withRing(circle(50)),
  'the last of twenty working days': draftOf(1, {
    startDate: addWorkingDays(today(), 20),
    endDate: addDays(addWorkingDays(today(), 20), 1),
  }),
  'a reference that needs cleaning': draftOf(1, { reference: 'Tracé A_1/2 (noord) met een veel te lange naam' }),
  'five works and a note': draftOf(1, {
    works: ['heien', 'drainage', 'baggerwerk', 'wegenbouw', 'woningbouw'],
    worksNote: 'Ook een vijver.',
  }),
  'a place in words': part({ description: 'Achter het gemaal' }),
  'an oriëntatieverzoek in preparation of coordination': orient({ works: [], preparation: 'civil_works_coordination' }),
  'an oriëntatieverzoek in preparation of shared use': orient({ works: [], preparation: 'shared_infrastructure' }),
  'an address without a postcode': part({
    locationAddress: { ...location, bagId: '0753010000000024', houseNumber: '8', postcode: '' },
  }),
}

const BROKEN: Record<string, [draft: OrderDraft, field: string]> = {
  'a start today': [draftOf(1, { startDate: today() }), '/startDate'],
  'a start beyond twenty working days': [
    draftOf(1, { startDate: addDays(addWorkingDays(today(), 20), 3), endDate: addDays(today(), 60) }),
    '/startDate',
  ],
  'no start': [draftOf(1, { startDate: null }), '/startDate'],
  'an end before the start': [draftOf(1, { endDate: today() }), '/endDate'],
  'a date that does not exist': [draftOf(1, { endDate: '2027-02-30' }), '/endDate'],
  'no client of the works': [draftOf(1, { principal: null }), '/principal'],
  'no works': [draftOf(1, { works: [] }), '/works'],
  'six works and a note': [
    draftOf(1, {
      works: ['heien', 'drainage', 'baggerwerk', 'wegenbouw', 'woningbouw', 'zinkerMaken'],
      worksNote: 'En.',
    }),
    '/works',
  ],
  'unknown works': [draftOf(1, { works: ['Heien'] }), '/works'],
  'a phone with letters': [applicant({ contact: { ...contact, phone: 'tel. 06' } }), '/applicant/contact'],
  'an e-mail with an ampersand': [applicant({ contact: { ...contact, email: 'a&b@c.nl' } }), '/applicant/contact'],
  'an extra contact with a bad e-mail': [applicant({ extraContact: { email: 'nobody' } }), '/applicant/extraContact'],
  'a relation number of nine digits': [applicant({ relationNumber: '000771234' }), '/applicant/relationNumber'],
  'an organisation with the id of a house': [
    applicant({ address: { ...simulatorApplicant.address, bagId: '0753010000000021' } }),
    '/applicant/address',
  ],
  'works at the id of a nummeraanduiding': [
    part({ locationAddress: { ...location, bagId: '0753200000000011' } }),
    '/locationAddress',
  ],
  'works abroad': [part({ locationAddress: { ...location, country: 'BEL' } }), '/locationAddress'],
  'a house number with a letter': [part({ locationAddress: { ...location, houseNumber: '4A' } }), '/locationAddress'],
  'a hint of 101 characters': [part({ description: 'x'.repeat(101) }), '/description'],
  'a part of 500.001 m': [part({ polygon: square(x, y, 500.001) }), '/polygon'],
  '51 positions': [withRing(circle(51)), '/polygon'],
  'a hole': [
    part({ polygon: { crs: 'EPSG:28992', rings: [square(x, y).rings[0]!, square(x + 10, y + 10, 10).rings[0]!] } }),
    '/polygon',
  ],
  'an open ring': [withRing(square(x, y).rings[0]!.slice(0, -1)), '/polygon'],
  'a bow-tie': [
    withRing([
      [x, y],
      [x + 9, y + 9],
      [x + 9, y],
      [x, y + 9],
      [x, y],
    ]),
    '/polygon',
  ],
  'a ring that touches itself': [
    withRing([
      [x, y],
      [x + 8, y],
      [x + 8, y + 8],
      [x + 4, y],
      [x, y + 8],
      [x, y],
    ]),
    '/polygon',
  ],
  'a spike': [
    withRing([
      [x, y],
      [x + 8, y],
      [x + 8, y + 8],
      [x + 8, y + 4],
      [x, y + 4],
      [x, y],
    ]),
    '/polygon',
  ],
  'a repeated position': [
    withRing([
      [x, y],
      [x + 8, y],
      [x + 8, y],
      [x, y + 8],
      [x, y],
    ]),
    '/polygon',
  ],
  'four decimals': [
    withRing([
      [x, y],
      [x + 8.0001, y],
      [x, y + 8],
      [x, y],
    ]),
    '/polygon',
  ],
  'works beside a preparation': [orient({ preparation: 'shared_infrastructure' }), '/works'],
  'a place in the North Sea': [part({ polygon: square(2000, 400_000) }), '/polygon'],
}

test('what the pre-check lets through is accepted', async (t) => {
  const { client } = await startRegistry(t)
  for (const [name, draft] of Object.entries(GOOD)) {
    assert.deepEqual(precheck(draft, today()), [], name)
    const outcome = await fileAndDecide(client, draft)
    assert.deepEqual([outcome.kind, outcome.kind === 'rejected' ? outcome.messages : []], ['accepted', []], name)
  }
})

test('what the registry would reject is found before anything is sent, at the same field', async (t) => {
  const { client } = await startRegistry(t)
  for (const [name, [draft, field]] of Object.entries(BROKEN)) {
    const found = precheck(draft, today()).map(({ pointer }) => pointer.replace(/^\/parts\/0/, ''))
    assert.ok(found.length > 0 && found.every((pointer) => pointer.startsWith(field)), `${name}: ${found}`)
    const outcome = await fileAndDecide(client, draft)
    assert.ok(outcome.kind === 'rejected', `${name}: ${outcome.kind}`)
    const fields = outcome.messages.map(({ pointer }) => locate(pointer).field ?? '')
    assert.ok(
      fields.every((at) => at.startsWith(field)),
      `${name}: ${fields}`,
    )
  }
})

test('parts of one order that lie too far apart are found', async (t) => {
  const { client } = await startRegistry(t)
  const draft = draftOf(2)
  const parts = draft.parts.map((each, index) => ({ ...each, polygon: square(x + index * 4950, y) }))
  assert.deepEqual(
    precheck({ ...draft, parts }, today()).map(({ code }) => code),
    ['ORDER_TOO_LARGE'],
  )
  const outcome = await fileAndDecide(client, { ...draft, parts })
  assert.ok(outcome.kind === 'rejected')
  assert.deepEqual(
    outcome.messages.map(({ code }) => code),
    ['COR1202'],
  )
})

test('one request carries no position number, several carry tens', () => {
  const positions = (parts: number) =>
    JSON.parse(buildOrder(draftOf(parts)).body).gebiedsinformatieAanvragen.map(
      (request: { positienummer?: string }) => request.positienummer,
    )
  assert.deepEqual(positions(1), [undefined])
  assert.deepEqual(positions(2), ['0000000010', '0000000020'])
})

test('an oriëntatieverzoek carries no dates and no client, also when they are given', () => {
  const { startDate, endDate, principal } = draftOf(1)
  const { body } = buildOrder(orient({ startDate, endDate, principal }))
  const [request] = JSON.parse(body).gebiedsinformatieAanvragen
  for (const forbidden of ['startDatum', 'eindDatum', 'opdrachtgever', 'graafPolygoon'])
    assert.ok(!(forbidden in request))
})

test('a reference is cleaned to what the registry takes', () => {
  assert.equal(cleanReference('Tracé A_1/2 (noord)', 30), 'Trace A-1-2 -noord-')
  assert.equal(cleanReference(`${'a'.repeat(29)} b`, 30), 'a'.repeat(29))
})

test('a relation number is ten digits of text', () => {
  assert.deepEqual(
    [relationNumber(' 771234 '), relationNumber('12345678901'), relationNumber('7a')],
    ['0000771234', null, null],
  )
})

test('working days are Monday to Friday and dates are Dutch', () => {
  assert.equal(addWorkingDays('2026-05-01', 1), '2026-05-04')
  assert.equal(addWorkingDays('2026-05-01', 20), '2026-05-29')
  // Without 5 May, Ascension Day (14 May) and Whit Monday (25 May).
  assert.equal(workingDaysUntil('2026-05-01', '2026-05-29'), 17)
  assert.equal(workingDaysUntil('2026-12-23', '2026-12-28'), 2)
  assert.equal(workingDaysUntil('2026-04-02', '2026-04-07'), 1)
  assert.equal(workingDaysUntil('2027-03-25', '2027-03-30'), 1)
  assert.equal(workingDaysUntil('2026-05-02', '2026-05-03'), 0)
  assert.equal(workingDaysBefore('2026-12-11', 3), '2026-12-08')
  // Over a weekend, and over Christmas.
  assert.equal(workingDaysBefore('2026-12-07', 3), '2026-12-02')
  assert.equal(workingDaysBefore('2026-12-28', 3), '2026-12-22')
  assert.equal(dutchDate(Date.parse('2026-06-30T22:30:00Z')), '2026-07-01')
  assert.deepEqual([isDate('2026-02-29'), isDate('2028-02-29'), isDate('2026-1-1')], [false, true, false])
})

test('an information polygon goes with a graafmelding and not with an oriëntatieverzoek', () => {
  const bodyOf = (draft: OrderDraft) => JSON.parse(buildOrder(draft).body).gebiedsinformatieAanvragen[0]
  const graaf = bodyOf(GOOD['an information polygon']!)
  assert.equal(graaf.informatiePolygoon.coordinates.length, 1)
  assert.notDeepEqual(graaf.informatiePolygoon, graaf.graafPolygoon)
  assert.equal(bodyOf({ ...GOOD['an information polygon']!, klicType: 'ORIENT' }).informatiePolygoon, undefined)
})
