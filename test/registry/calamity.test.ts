/** A calamity at the registry: what is sent, and what the answer says before any delivery. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { precheck } from '../../server/features/jobs/rules/precheck.ts'
import { type ConcernedOperator, inCallingOrder, mustBeCalled } from '../../server/registry/calamity.ts'
import { pollOutcome } from '../../server/registry/client/answers.ts'
import type { OrderDraft } from '../../server/registry/orders/notification.ts'
import { bodyOf, draftOf, fileAndDecide, location, square, startRegistry, today } from './world.ts'

const alarm = (more: Partial<OrderDraft> = {}): OrderDraft =>
  draftOf(1, { klicType: 'CALAMITEIT', principal: null, startDate: null, endDate: null, works: [], ...more })

test('a calamity is accepted with who asks and where, in both versions, and nothing that the registry refuses of one', async (t) => {
  const { client } = await startRegistry(t)
  for (const standard of [2, 3] as const) {
    const draft = alarm({ standard, worksNote: 'Gaslek na graafwerk', works: ['heien'] })
    assert.deepEqual(precheck(draft, today()), [])
    const [request] = JSON.parse(bodyOf(draft)).gebiedsinformatieAanvragen
    assert.deepEqual(Object.keys(request), [
      'aanvrager',
      'referentie',
      'aanvraagSoort',
      'locatieWerkzaamheden',
      'graafPolygoon',
    ])
    if (standard === 2) assert.equal((await fileAndDecide(client, draft)).kind, 'accepted')
  }
})

test('the answer names whom it concerns with telephone numbers, and a graafmelding is answered without', async (t) => {
  const { client } = await startRegistry(t)
  // In the town of the simulator a safety area lies here.
  const polygon = { ...draftOf(1).parts[0]!, polygon: square(156_100, 389_400, 50), locationAddress: location }
  const outcome = await fileAndDecide(client, alarm({ parts: [polygon] }))
  assert.equal(outcome.kind, 'accepted')
  const concerned = outcome.kind === 'accepted' ? outcome.concerned! : []
  assert.ok(concerned.length > 1)
  for (const { name, contact, managesSafetyArea, themes } of concerned) {
    assert.ok(name !== '' && /^\+31[\d ]+$/.test(contact.phone ?? ''), name)
    assert.ok(managesSafetyArea || themes.length > 0, name)
  }
  const [first] = inCallingOrder(concerned)
  assert.ok(first && mustBeCalled(first))
  const digging = await fileAndDecide(client, draftOf(1))
  assert.equal(digging.kind === 'accepted' && digging.concerned, null)
})

test('of each interest there is a row, also with fields left out or of another type', () => {
  const answer = {
    status: 'Aangenomen',
    giAanvraagIds: [],
    belanghebbendeNetbeheerders: [
      {
        organisatieNaam: 'Netten BV',
        belangen: [
          {
            alleenInInformatiepolygoon: 'true',
            themas: ['http://x/Thema/water'],
            contactAanvraag: { naam: 'Wacht', telefoon: 31 },
          },
          { isBeheerderVeiligheidsgebied: true },
        ],
      },
      { organisatieNaam: 'Zonder' },
      null,
    ],
  }
  const outcome = pollOutcome(answer, '')
  assert.deepEqual(outcome.kind === 'accepted' && outcome.concerned, [
    {
      name: 'Netten BV',
      themes: ['water'],
      isBeside: true,
      managesSafetyArea: false,
      contact: { name: 'Wacht', phone: '31', email: null },
    },
    {
      name: 'Netten BV',
      themes: [],
      isBeside: false,
      managesSafetyArea: true,
      contact: { name: null, phone: null, email: null },
    },
    {
      name: 'Zonder',
      themes: [],
      isBeside: false,
      managesSafetyArea: false,
      contact: { name: null, phone: null, email: null },
    },
  ])
})

test('operators that must be called by law come first, those next to the place last', () => {
  const of = (name: string, more: Partial<ConcernedOperator>): ConcernedOperator => ({
    name,
    themes: ['water'],
    isBeside: false,
    managesSafetyArea: false,
    contact: { name: null, phone: null, email: null },
    ...more,
  })
  const dangerous = of('leiding', { themes: ['water', 'buisleidingGevaarlijkeInhoud'], isBeside: true })
  const all = [of('naast', { isBeside: true }), of('water', {}), dangerous, of('terrein', { managesSafetyArea: true })]
  assert.deepEqual(
    inCallingOrder(all).map(({ name }) => name),
    ['leiding', 'terrein', 'water', 'naast'],
  )
})
