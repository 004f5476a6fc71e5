/** From a job and the settings to what the registry is asked. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forEachOwnText } from '../../server/features/jobs/given-texts-schema.ts'
import {
  filingComplaints,
  type JobToFile,
  orderContent,
  registryReference,
} from '../../server/features/jobs/rules/order-draft.ts'
import { type CompanySettings, DEFAULT_SETTINGS } from '../../server/features/settings/settings.ts'
import { KINDS_OF_WORK } from '../../server/registry/orders/kinds-of-work.ts'
import { DIG_DEPTHS, DIG_METHODS, KINDS_IN_VERSION_3, STANDARDS } from '../../server/registry/orders/standards.ts'

const JOB: JobToFile = {
  id: 'job_0000000000000000ABCD',
  klicType: 'ORIENT',
  reference: 'Tracé A_1',
  startDate: null,
  endDate: null,
  address: null,
  works: null,
  ...forEachOwnText(() => null),
  preparation: null,
  principal: null,
  contact: null,
  hasAddresses: null,
  billedBy: 'kadaster',
  quote: {},
  submittedAt: null,
}
const NOW = new Date('2026-11-20T12:00:00Z')
const draftWith = (settings: Partial<CompanySettings>, job: Partial<JobToFile> = {}) =>
  orderContent({ ...JOB, ...job }, [], { ...DEFAULT_SETTINGS, ...settings }, NOW)
const codesIn = (environment: CompanySettings['registry.environment'], reference: string) =>
  filingComplaints({ ...JOB, reference }, [], { ...DEFAULT_SETTINGS, 'registry.environment': environment }, NOW)
    .filter((complaint) => complaint.pointer === '/reference')
    .map(({ code }) => code)

test('an order always carries a reference or a number for the invoice, so that e-invoicing never lacks one', () => {
  const invoice = (settings: Partial<CompanySettings>) => {
    const { invoiceReference, purchaseNumber } = draftWith(settings)
    return [invoiceReference, purchaseNumber]
  }
  assert.deepEqual(invoice({}), ['Trace A-1', null])
  assert.deepEqual(invoice({ 'billing.invoice_reference': 'PRJ 1' }), ['PRJ 1', null])
  assert.deepEqual(invoice({ 'billing.purchase_number': 'INK 1' }), [null, 'INK 1'])
  assert.deepEqual(invoice({ 'billing.invoice_reference': '', 'billing.purchase_number': '' }), ['Trace A-1', null])
})

test('works and place in words, and what it is in preparation of, go into the draft; such a request names no works', () => {
  const usual: Partial<CompanySettings> = { 'registry.works.orient': ['wegenbouw'] }
  const said = { worksDescription: 'Sleuf langs de dijk', locationDescription: 'Achter het gemaal' }
  const polygon = { crs: 'EPSG:28992' as const, rings: [] }
  const job: JobToFile = { ...JOB, ...said }
  const draft = orderContent(job, [{ polygon, location: null }], { ...DEFAULT_SETTINGS, ...usual }, NOW)
  assert.deepEqual([draft.worksNote, draft.parts[0]!.description], ['Sleuf langs de dijk', 'Achter het gemaal'])
  assert.deepEqual([draft.works, draft.preparation], [['wegenbouw'], null])
  const prepared = draftWith(usual, { preparation: 'shared_infrastructure' })
  assert.deepEqual([prepared.works, prepared.preparation], [[], 'shared_infrastructure'])
})

test('what does not go together is said at the field of the job', () => {
  const found = (job: Partial<JobToFile>) =>
    filingComplaints({ ...JOB, ...job }, [[]], DEFAULT_SETTINGS, NOW)
      .filter(({ code }) => code === 'WORKS_WITH_PREPARATION' || code === 'PREPARATION_ORIENT_ONLY')
      .map(({ pointer, code }) => `${pointer} ${code}`)
  const preparation = 'civil_works_coordination' as const
  assert.deepEqual(found({ preparation }), [])
  assert.deepEqual(found({ preparation, works: ['wegenbouw'], worksDescription: 'weg' }), [
    '/works WORKS_WITH_PREPARATION',
    '/works_description WORKS_WITH_PREPARATION',
  ])
  assert.deepEqual(found({ preparation, klicType: 'GRAAF' }), ['/preparation PREPARATION_ORIENT_ONLY'])
})

test('a reference that steers the simulator is refused outside of it', () => {
  assert.deepEqual(codesIn('simulator', 'SIM:partial'), [])
  assert.deepEqual(codesIn('eto', 'SIM:partial'), ['REFERENCE_RESERVED'])
  assert.deepEqual(codesIn('production', 'a SIM:partial'), ['REFERENCE_RESERVED'])
  assert.deepEqual(codesIn('production', 'SIMPEL'), [])
})

test('the place of the works is the given address, else the one nearest to the part, else that of the settings', () => {
  const polygon = { crs: 'EPSG:28992' as const, rings: [] }
  const parts = [
    { polygon, location: { bagId: '0753010000000021', street: 'Ringweg' } },
    { polygon, location: null },
  ]
  const fallback = {
    bagId: '0753010000000012',
    street: 'Hoofdstraat',
    houseNumber: 12,
    houseLetter: null,
    houseNumberAddition: null,
    postcode: '5683AC',
    city: 'Best',
    country: 'NLD' as const,
  }
  const settings = { ...DEFAULT_SETTINGS, 'registry.default_location': fallback }
  const streets = (job: Partial<JobToFile>) =>
    orderContent({ ...JOB, ...job }, parts, settings, NOW).parts.map(({ locationAddress }) => locationAddress.street)
  assert.deepEqual(streets({}), ['Ringweg', 'Hoofdstraat'])
  assert.deepEqual(streets({ address: { street: 'Kerkstraat' } }), ['Kerkstraat', 'Kerkstraat'])
})

test('from the day that is set a job is filed in version 3; one that was submitted before it, in version 2', () => {
  const reference = `Sleuf ${'a'.repeat(60)}`
  const of = (submittedAt: string | null, from: string | null) => {
    const draft = draftWith(
      { 'registry.version_3_from': from, 'registry.works.methods': ['mechanischGraven'] },
      { reference, submittedAt },
    )
    return draft.standard
  }
  assert.deepEqual(
    [of(null, null), of(null, '2026-11-20'), of(null, '2026-11-21'), of('2026-11-19T22:59:00Z', '2026-11-20')],
    [2, 3, 2, 2],
  )
  // Midnight is that of the Netherlands.
  assert.equal(of('2026-11-19T23:00:00Z', '2026-11-20'), 3)
  const lengthWith = (from: string | null) =>
    registryReference({ ...JOB, reference }, { ...DEFAULT_SETTINGS, 'registry.version_3_from': from }, NOW).length
  assert.deepEqual([lengthWith(null), lengthWith('2026-11-01')], [30, 60])
})

test('version 3 asks how and how deep with the works, and the complaint names the setting', () => {
  const settingsOf = (more: Partial<CompanySettings>) => ({
    ...DEFAULT_SETTINGS,
    'registry.version_3_from': '2026-01-01',
    'registry.works.orient': ['wegenbouw'],
    ...more,
  })
  const named = (more: Partial<CompanySettings>, job: Partial<JobToFile> = {}) =>
    filingComplaints({ ...JOB, ...job }, [[]], settingsOf(more), NOW)
      .map(({ setting }) => setting)
      .filter((setting) => setting === 'registry.works.methods' || setting === 'registry.works.depth')
  assert.deepEqual(named({}), ['registry.works.methods', 'registry.works.depth'])
  assert.deepEqual(named({ 'registry.works.methods': ['sleufloosGestuurd'], 'registry.works.depth': '150cm' }), [])
  assert.deepEqual(named({ 'registry.version_3_from': null }), [])
  assert.deepEqual(named({}, { preparation: 'shared_infrastructure' }), [], 'which names no works')
})

test('the tables of version 3 have as many values as were announced, and each of the 51 kinds becomes one of them', () => {
  assert.deepEqual([KINDS_IN_VERSION_3.length, DIG_METHODS.length, DIG_DEPTHS.length], [18, 9, 8])
  for (const kind of KINDS_OF_WORK) assert.ok(KINDS_IN_VERSION_3.includes(STANDARDS[3].kindOf(kind)), kind)
  assert.equal(STANDARDS[2].kindOf('wegenbouw'), 'wegenbouw')
})
