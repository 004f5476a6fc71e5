import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normaliseArea } from '../../server/domain/area.ts'
import { cutArea } from '../../server/domain/cut.ts'
import { quoteFor } from '../../server/domain/quote.ts'

test('a quote counts the parts and multiplies whole cents', () => {
  const coordinates = [
    [
      [120_000, 480_000],
      [121_400, 480_000],
      [121_400, 480_010],
      [120_000, 480_010],
      [120_000, 480_000],
    ],
  ]
  const cut = cutArea(normaliseArea({ geometry: { type: 'Polygon', coordinates } }).area, 'GRAAF')
  assert.deepEqual(quoteFor(cut), {
    notifications: 3,
    price_per_notification: { amount: '39.95', currency: 'EUR' },
    total: { amount: '119.85', currency: 'EUR' },
    vat: 'excluded',
    explanation: 'The area is covered by 3 notifications of at most 500 x 500 m. Fewer is not possible.',
  })
})
