/** What is said of a job whose work has stopped: how much of it is filed is counted, never supposed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { en } from '../../renderer/i18n/en.ts'
import { nl } from '../../renderer/i18n/nl.ts'
import type { PartState } from '../../server/domain/klic/klic.ts'
import { type Failure, type JobFacts, NOTHING_ELSE, nextAction } from '../../server/domain/klic/next-action.ts'

const NOTHING_NAMED = {
  delivered: 0,
  total: 0,
  filed: 0,
  refused: 0,
  missing: 0,
  safety_areas: 0,
  revision: 0,
  operators: [],
}
const stopped = (reason: Failure['reason'], states: PartState[]) => {
  const facts: JobFacts = {
    ...{ status: 'failed', klicType: 'ORIENT', startDate: null, today: '2026-03-06', quoteExpired: false },
    ...{ billing: { by: 'kadaster', mode: 'relation_number' }, errors: [], waiting: null, isWorkedOn: true },
    ...{ parts: states.map((status) => ({ status })), failure: { reason }, revision: 0, findings: null },
    standing: NOTHING_ELSE,
  }
  const { params, message } = nextAction(facts)
  const named = { ...NOTHING_NAMED, ...params, complaints: [], removed_at: '' }
  return [message, nl.reason[reason](named), en.reason[reason](named)] as const
}

for (const reason of ['failed_following', 'failed_reading', 'failed_no_delivery'] as const) {
  test(`${reason}: notifications are called filed only where all are`, () => {
    const all = stopped(reason, ['in_production', 'failed'])
    for (const said of all) assert.match(said, /^(The notifications are filed|De meldingen zijn ingediend)/)
    const some = stopped(reason, ['in_production', 'rejected', 'accepted'])
    for (const said of some) assert.match(said, /^1 (of 3 notifications|van 3 meldingen)( is| are)? (filed|ingediend)/)
    assert.match(stopped(reason, ['in_production'])[1], /^De melding is ingediend/)
  })
}

test('where nothing complete came, nobody says that something came and cannot be read', () => {
  for (const said of stopped('failed_no_delivery', ['failed'])) assert.doesNotMatch(said, /was delivered|geleverd werd/)
})
