/** Today by job: one card each, three acts at most, and nothing that resolves by itself. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardsOf } from '../../renderer/features/digging/today-cards.ts'
import type { Duty } from '../../server/features/digging/schema.ts'

const duty = (job_id: string, code: Duty['code'], more: Partial<Duty> = {}): Duty => ({
  ...{ job_id, code, when: 'week', day: '2026-12-01', operators: [], reasons: [] },
  ...{ reference: job_id, klic_numbers: [], project_id: null, project_name: null },
  ...more,
})
const against = (...codes: Duty['reasons'][number]['code'][]): Partial<Duty> => ({
  reasons: codes.map((code) => ({ code, day: null, operators: [], count: null, message: '' })),
})

test('a job is one card, at the time of its most urgent duty, with three acts at most', () => {
  const cards = cardsOf([
    duty('A', 'precaution_due', { when: 'overdue', operators: ['Gasunie', 'TenneT'] }),
    duty('B', 'may_begin', { when: 'today' }),
    duty('A', 'later_unread', { when: 'today' }),
    duty('A', 'validity_expiring'),
  ])
  assert.deepEqual(
    cards.map(({ first, acts, left }) => [
      first.when,
      first.job_id,
      acts.map(({ code, operator }) => operator ?? code),
      left,
    ]),
    [
      ['overdue', 'A', ['Gasunie', 'TenneT', 'later_unread'], 1],
      ['today', 'B', ['may_begin'], 0],
    ],
  )
})

test('what resolves by itself is listed only on the day of the start', () => {
  assert.deepEqual(cardsOf([duty('A', 'may_not_begin', against('filed_lately', 'not_delivered'))]), [])
  const shown = [
    duty('A', 'may_not_begin', { ...against('not_delivered'), when: 'today' }),
    duty('B', 'may_not_begin', against('not_delivered', 'attention_unread')),
  ]
  assert.equal(cardsOf(shown).length, 2)
})
