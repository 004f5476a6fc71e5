/** What an imported job is called: the reference of its deliveries, else their place, else their numbers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importedJob } from '../../server/features/imports/imported-job.ts'
import type { Caller } from '../../server/features/services.ts'
import type { DeliveryHead } from '../../server/imkl/model/found-delivery.ts'
import { rdBox } from '../support/rd-box.ts'

const head = (klicNumber: string, more: Partial<DeliveryHead>): DeliveryHead => ({
  ...{ klicNumber, sequence: 1, complete: true, composedAt: null, requestedOn: null, klicType: 'GRAAF' },
  ...{ reference: null, startDate: null, endDate: null, address: null, orderNumber: null, position: null },
  area: rdBox(178_000, 378_000, 100, 100) as DeliveryHead['area'],
  ...more,
})
const nameOf = (...heads: DeliveryHead[]): string | null =>
  importedJob('job_1', { companyId: 'cmp_1' } as Caller, heads, 'production', '2026-11-29T12:00:00.000Z').reference

test('an imported job is called by its reference, else by the street of all its deliveries, else by their numbers', () => {
  const [near, next] = [3, 5].map((houseNumber) => ({ street: 'Kuilerstraat', houseNumber, city: 'Someren' }))
  assert.equal(nameOf(head('26G1', { reference: 'Proef', address: near! })), 'Proef')
  assert.equal(nameOf(head('26G1', { address: near! }), head('26G2', { address: next! })), 'Someren, Kuilerstraat')
  assert.equal(nameOf(head('26G2', { address: near! }), head('26G1', {})), '26G1, 26G2')
  assert.equal(nameOf(head('26G1', { address: { postcode: '5711AA' } })), '26G1')
})
