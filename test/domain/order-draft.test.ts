/** From a job and the settings to what the registry is asked. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filingComplaints, type JobToFile, orderDraft } from '../../server/domain/klic/order-draft.ts'
import { type CompanySettings, DEFAULT_SETTINGS } from '../../server/domain/settings.ts'

const JOB: JobToFile = {
  id: 'job_0000000000000000ABCD',
  klicType: 'ORIENT',
  reference: 'Tracé A_1',
  startDate: null,
  endDate: null,
  address: null,
  works: null,
  worksDescription: null,
  locationDescription: null,
  preparation: null,
  principal: null,
  hasAddresses: null,
  billedBy: 'kadaster',
  quote: {},
}
const draftWith = (settings: Partial<CompanySettings>, job: Partial<JobToFile> = {}) =>
  orderDraft({ ...JOB, ...job }, [], { ...DEFAULT_SETTINGS, ...settings }, 'post')
const codesIn = (environment: CompanySettings['registry.environment'], reference: string) =>
  filingComplaints(
    { ...JOB, reference },
    [],
    { ...DEFAULT_SETTINGS, 'registry.environment': environment },
    '2026-11-20',
  )
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
  const draft = orderDraft(job, [{ polygon, location: null }], { ...DEFAULT_SETTINGS, ...usual }, 'post')
  assert.deepEqual([draft.worksNote, draft.parts[0]!.description], ['Sleuf langs de dijk', 'Achter het gemaal'])
  assert.deepEqual([draft.works, draft.preparation], [['wegenbouw'], null])
  const prepared = draftWith(usual, { preparation: 'shared_infrastructure' })
  assert.deepEqual([prepared.works, prepared.preparation], [[], 'shared_infrastructure'])
})

test('what does not go together is said at the field of the job', () => {
  const found = (job: Partial<JobToFile>) =>
    filingComplaints({ ...JOB, ...job }, [[]], DEFAULT_SETTINGS, '2026-11-20')
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
    country: 'NLD',
  }
  const settings = { ...DEFAULT_SETTINGS, 'registry.default_location': fallback }
  const streets = (job: Partial<JobToFile>) =>
    orderDraft({ ...JOB, ...job }, parts, settings, 'post').parts.map(({ locationAddress }) => locationAddress.street)
  assert.deepEqual(streets({}), ['Ringweg', 'Hoofdstraat'])
  assert.deepEqual(streets({ address: { street: 'Kerkstraat' } }), ['Kerkstraat', 'Kerkstraat'])
})
