import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutArea } from '../../server/cut/cut.ts'
import { quoteFor } from '../../server/cut/quote.ts'
import { normaliseArea } from '../../server/geometry/area.ts'
import { centsOf, euros, PRICE_CENTS, priceOf, priceOn } from '../../server/registry/prices.ts'

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
    lower_bound: 3,
    plain_grid: 3,
    saved: { amount: '0.00', currency: 'EUR' },
    extra_area_m2: 0,
    rules_cost: 0,
    explanation: 'The area is covered by 3 notifications of at most 500 x 500 m. Fewer is not possible.',
  })
})

/** @param corners metres from 120000, 480000 in RD New */
const quoteOf = (corners: [x: number, y: number][]) => {
  const ring = [...corners, corners[0]!].map(([x, y]) => [120_000 + x, 480_000 + y])
  return quoteFor(cutArea(normaliseArea({ geometry: { type: 'Polygon', coordinates: [ring] } }).area, 'GRAAF'))
}

test('compares the price with a grid over the area', () => {
  const quote = quoteOf([
    [0, 0],
    [10, 0],
    [900, 600],
    [900, 610],
  ])
  assert.deepEqual([quote.notifications, quote.plain_grid, quote.saved.amount], [2, 3, '39.95'])
  assert.match(
    quote.explanation,
    /grid of 500 m over the area would take 3 and cost EUR 119\.85; this saves EUR 39\.95\./,
  )
})

test('claims no saving for an area that fits one notification, wherever it lies', () => {
  for (const from of [0, 123.456, 400, 499.999]) {
    const quote = quoteOf([
      [from, from],
      [from + 500, from],
      [from + 500, from + 500],
      [from, from + 500],
    ])
    assert.deepEqual([quote.notifications, quote.plain_grid, quote.saved.amount], [1, 1, '0.00'])
    assert.doesNotMatch(quote.explanation, /grid|saves/)
  }
})

test('each day has the price of its period, on its first day and on its last', () => {
  const list = [
    { from: '2026-01-01', until: '2026-12-31', cents: 4000 },
    { from: '2027-01-01', until: null, cents: 4150 },
  ]
  const days = ['2025-12-31', '2026-01-01', '2026-12-31', '2027-01-01', '2099-12-31']
  assert.deepEqual(
    days.map((day) => priceOn(list, day)),
    [PRICE_CENTS, 4000, 4000, 4150, 4150],
  )
})

test('what one to three hundred notifications cost is exact to the cent, at any price', () => {
  for (const cents of [3995, 1, 10, 333, 4150, 99_999]) {
    for (let count = 1; count <= 300; count++) {
      const whole = BigInt(count) * BigInt(cents)
      const amount = `${whole / 100n}.${String(whole % 100n).padStart(2, '0')}`
      assert.deepEqual(priceOf(count, cents), { amount, currency: 'EUR' })
    }
  }
})

test('an amount in euros and its cents are the same to the cent, for any number', () => {
  for (let cents = 0; cents <= 250_000; cents += 1) {
    if (centsOf(euros(cents).amount) !== cents)
      assert.fail(`${cents} cents come back as ${centsOf(euros(cents).amount)}`)
  }
})
