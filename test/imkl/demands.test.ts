/** Whom the digger must speak to before digging, as a delivery says it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dial } from '../../server/registry/phone.ts'
import { contactsBeforeDigging } from '../../server/registry/speak-to.ts'
import {
  at,
  box,
  cable,
  type FixtureDelivery,
  imkl,
  lineString,
  link,
  merge,
  OPERATOR,
  polygon,
  ref,
} from '../support/imkl-fixture.ts'

const ID = 'nl.imkl-KL9001.'
const [GAS, ELECTRICITY] = [`${ID}net_ghd`, `${ID}net_ms`]
const NETWORKS = [
  { id: GAS, theme: 'gasHogeDruk' },
  { id: ELECTRICITY, theme: 'middenspanning' },
]

interface Contact {
  name?: string
  phone?: string
  email?: string
}

const area = (id: string, network: string, where: string, contact?: Contact): string => {
  const field = (name: string, value?: string) => (value === undefined ? '' : `<imkl:${name}>${value}</imkl:${name}>`)
  const named = contact
    ? `<imkl:contactVoorzorgsmaatregel><imkl:Contact>${field('naam', contact.name)}${field('telefoon', contact.phone)}${field('email', contact.email)}</imkl:Contact></imkl:contactVoorzorgsmaatregel>`
    : ''
  return imkl(
    'AanduidingEisVoorzorgsmaatregel',
    `${ID}${id}`,
    `${ref('imkl:inNetwork', network)}${named}<imkl:geometrie>${polygon(where)}</imkl:geometrie>`,
  )
}

/** Asked for information about 300 m, to dig in 100 m. */
const INFORMATION = imkl(
  'Informatiepolygoon',
  'nl.imkl-KA0000._Informatiepolygoon_22G000001',
  `<imkl:geometrie>${polygon(box(-100, -100, 200, 200))}</imkl:geometrie>`,
)
const delivery = (members: string[], more: Partial<FixtureDelivery> = {}): FixtureDelivery => ({
  operators: [{ ...OPERATOR, themes: ['gasHogeDruk', 'middenspanning', 'water'], networks: NETWORKS }],
  ...more,
  members: [INFORMATION, ...members],
})
const [INSIDE, BESIDE] = [box(10, 10, 20, 20), box(150, 150, 160, 160)]

test('names every contact of the precaution areas that meet the dig polygon, and their themes only', async (t) => {
  const { summary, feature } = await merge(t, [
    delivery([
      area('ev1', GAS, INSIDE, { name: 'Wacht gas', phone: '088-1831111', email: 'gas@example.nl' }),
      area('ev2', GAS, INSIDE, { name: 'Wacht zuid', phone: 'aub bellen' }),
      area('ev3', GAS, INSIDE),
      area('ev4', ELECTRICITY, BESIDE, { name: 'Wacht stroom', phone: '088-2222222' }),
    ]),
  ])
  const [operator] = summary.operators
  assert.deepEqual([operator?.precaution, operator?.precautionThemes], [true, ['gasHogeDruk']])
  assert.deepEqual(contactsBeforeDigging(operator!), [
    { kind: 'voorzorg', name: 'Wacht gas', phone: '088-1831111', email: 'gas@example.nl' },
    { kind: 'voorzorg', name: 'Wacht zuid', phone: 'aub bellen', email: '' },
  ])
  const warning = summary.warnings.find(({ code }) => code === 'PRECAUTION')!
  assert.match(
    warning.messageNl!,
    /voor gas hoge druk\. .*: Wacht gas, 088-1831111, gas@example\.nl of Wacht zuid, aub bellen\.$/,
  )
  assert.doesNotMatch(warning.message, /net@example\.nl|Wacht stroom/)
  const { contact_naam, contact_telefoon, contact_email } = feature(`${ID}ev1`).row
  assert.deepEqual([contact_naam, contact_telefoon, contact_email], ['Wacht gas', '088-1831111', 'gas@example.nl'])
})

test('falls back to the general contact where the precaution names none', async (t) => {
  const { summary } = await merge(t, [delivery([area('ev1', GAS, INSIDE)])])
  assert.deepEqual(
    contactsBeforeDigging(summary.operators[0]!).map(({ kind, email }) => [kind, email]),
    [['netinformatie', 'net@example.nl']],
  )
  assert.match(summary.warnings.find(({ code }) => code === 'PRECAUTION')!.message, /net@example\.nl/)
})

test('demands nothing for a precaution area outside the dig polygon, but for the flag of its operator', async (t) => {
  const members = [area('ev1', GAS, BESIDE, { name: 'Wacht gas', phone: '088-1831111' })]
  const without = await merge(t, [delivery(members)])
  assert.deepEqual(
    [without.summary.operators[0]!.precaution, without.summary.warnings.filter(({ code }) => code === 'PRECAUTION')],
    [false, []],
  )
  const operators = [{ ...OPERATOR, precaution: true, networks: NETWORKS }]
  const flagged = await merge(t, [delivery(members, { operators })])
  assert.deepEqual(flagged.summary.operators[0]!.precautionThemes, ['gasHogeDruk'])
  assert.equal(contactsBeforeDigging(flagged.summary.operators[0]!)[0]?.phone, '088-1831111')
})

test('names the operator of a hazardous pipeline in the dig polygon, also without a precaution', async (t) => {
  const network = { id: `${ID}net_bgi`, theme: 'buisleidingGevaarlijkeInhoud' }
  const pipeline = (...line: number[]) => [
    cable(`${ID}p`, [`${ID}p.1`], '', 'OlieGasChemicalienPijpleiding').replaceAll(`${ID}net_ls`, network.id),
    link(`${ID}p.1`, lineString(at(...line))).replaceAll(`${ID}net_ls`, network.id),
  ]
  const operators = [{ ...OPERATOR, networks: [network] }]
  const inside = await merge(t, [delivery(pipeline(50, 50, 150, 50), { operators })])
  assert.deepEqual(
    inside.summary.operators.map(({ hazardous, precaution }) => [hazardous, precaution]),
    [[true, false]],
  )
  const [warning] = inside.summary.warnings.filter(({ code }) => code === 'HAZARDOUS_PIPELINE')
  assert.match(
    warning!.message,
    /Voorbeeldnet \(KL9001\) has a pipeline with hazardous contents here\. .*net@example\.nl/,
  )
  const beside = await merge(t, [delivery(pipeline(150, 50, 190, 50), { operators })])
  assert.equal(beside.summary.operators[0]!.hazardous, false)
})

test('names an operator by its code where the delivery does not list it', async (t) => {
  const { summary } = await merge(t, [delivery([area('ev1', GAS, INSIDE, { phone: '0881831111' })], { operators: [] })])
  assert.deepEqual(
    summary.operators.map(({ code, name, precaution }) => [code, name, precaution]),
    [['KL9001', 'KL9001', true]],
  )
})

test('dials the first number, and no words', () => {
  assert.equal(dial('088-183 1111 (keuze 2)'), 'tel:0881831111')
  assert.equal(dial('+31 (0)88 183 1111'), 'tel:+31881831111')
  assert.equal(dial('tel. 0800 9009 of 112'), 'tel:08009009')
  assert.equal(dial('088"><script>1</script>;ext=1'), 'tel:088')
  assert.equal(dial('aub bellen'), 'tel:')
})
