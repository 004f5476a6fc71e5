/** When the work may start, in the tense of the day. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginPeriod } from '../../renderer/features/digging/reason-of-dig.ts'
import { translate } from '../../server/texts/texts.ts'

const period = { begin_from: '2022-04-01', begin_until: '2022-04-25' }
const said = (language: 'nl' | 'en', today: string, given: Parameters<typeof beginPeriod>[0] = period) =>
  beginPeriod(given, today, { t: translate(language), day: (iso) => iso })

test('the period to start is said in the present tense up to its last day, in the past tense after it', () => {
  assert.equal(said('nl', '2022-04-25'), 'Starten mag van 2022-04-01 tot en met 2022-04-25')
  assert.equal(said('nl', '2022-04-26'), 'Starten kon van 2022-04-01 tot en met 2022-04-25')
  assert.equal(said('en', '2022-04-25'), 'Permitted start: 2022-04-01 to 2022-04-25')
  assert.equal(said('en', '2022-04-26'), 'The work could start from 2022-04-01 to 2022-04-25')
})

test('without a first or a last day nothing is said of it', () => {
  assert.equal(said('nl', '2022-04-26', { ...period, begin_until: null }), null)
  assert.equal(said('nl', '2022-04-26', { ...period, begin_from: null }), null)
})
