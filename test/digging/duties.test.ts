/** What must be done today and within a week: each duty on its days and on no other, and nothing twice. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { byDueDay, byUrgency, type Duty, dutiesOf, openDemands } from '../../server/features/digging/duties.ts'
import { USUAL_DIG_RULES } from '../../server/registry/dig-rules.ts'
import { type Demand, digStatus } from '../../server/registry/dig-status.ts'
import { addDays } from '../../server/registry/working-days.ts'
import { jobToDig } from '../support/job-to-dig.ts'

const GASNET: Demand = { operator: 'Gasnet', hasTerm: true, contactedOn: null, agreedOn: null }

const duties = (...about: Parameters<typeof jobToDig>): Duty[] => dutiesOf(jobToDig(...about), USUAL_DIG_RULES)
const open = (...about: Parameters<typeof jobToDig>) => openDemands(jobToDig(...about), USUAL_DIG_RULES)
const told = (list: readonly Duty[]): string[] => list.map(({ code, when, day }) => [code, when, day].join(' '))
const demanding = (demand: Partial<Demand> = {}) => ({
  result: { silent: [], demands: [{ ...GASNET, ...demand }], unread: 0 },
})

describe('duties', () => {
  test('of a start that nothing stands against: from a week before until it is on record', () => {
    assert.deepEqual(told(duties('2026-06-07')), [])
    assert.deepEqual(told(duties('2026-06-08')), ['may_begin week 2026-06-15'])
    assert.deepEqual(told(duties('2026-06-15')), ['may_begin today 2026-06-15'])
    assert.deepEqual(told(duties('2026-06-17')), ['may_begin today 2026-06-17'])
    assert.deepEqual(told(duties('2026-06-17', { begunOn: '2026-06-15' })), [])
  })

  test('of the last day to begin: five working days before, in one line more on the last but one', () => {
    const late = { startDate: '2026-08-01' }
    assert.deepEqual(told(duties('2026-06-19', {}, late)), [])
    assert.deepEqual(told(duties('2026-06-22', {}, late)), ['validity_expiring week 2026-06-29'])
    assert.deepEqual(told(duties('2026-06-26', {}, late)), ['validity_expiring today 2026-06-29'])
    assert.deepEqual(told(duties('2026-06-29', {}, late)), ['validity_expiring today 2026-06-29'])
    assert.deepEqual(told(duties('2026-06-29', { begunOn: '2026-06-29' }, late)), [])
  })

  test('of a start that was missed: for five working days, then nothing, and nothing of work that began in time', () => {
    assert.deepEqual(told(duties('2026-06-30')), ['start_missed overdue 2026-06-29'])
    assert.deepEqual(told(duties('2026-07-06')), ['start_missed overdue 2026-06-29'])
    assert.deepEqual(told(duties('2026-07-07')), [])
    assert.deepEqual(told(duties('2026-06-30', { begunOn: '2026-06-29' })), [])
  })

  test('of a precaution: contact by three working days before the start, then an agreement before it', () => {
    assert.deepEqual(told(duties('2026-06-02', demanding())), [])
    assert.deepEqual(told(duties('2026-06-03', demanding())), ['precaution_due week 2026-06-10'])
    assert.deepEqual(told(duties('2026-06-10', demanding())), ['precaution_due today 2026-06-10'])
    assert.deepEqual(told(duties('2026-06-11', demanding())), ['precaution_due overdue 2026-06-10'])
    const contacted = demanding({ contactedOn: '2026-06-05' })
    assert.deepEqual(told(duties('2026-06-07', contacted)), [])
    assert.deepEqual(told(duties('2026-06-08', contacted)), ['agreement_due week 2026-06-15'])
    const agreed = demanding({ contactedOn: '2026-06-05', agreedOn: '2026-06-05' })
    assert.deepEqual(told(duties('2026-06-08', agreed)), ['may_begin week 2026-06-15'])
    assert.deepEqual(duties('2026-06-10', demanding())[0]!.operators, ['Gasnet'])
  })

  test('of what stands against the start: said with its reasons, but not what is a duty by itself or over by then', () => {
    const silent = { result: { silent: ['KPN'], demands: [], unread: 2 } }
    const [first, ...rest] = duties('2026-06-09', silent)
    assert.deepEqual(told([first!]), ['may_not_begin week 2026-06-15'])
    assert.deepEqual(
      first!.reasons.map(({ code }) => code),
      ['operators_silent', 'attention_unread'],
    )
    assert.deepEqual(rest, [])
    const soon = { sentOn: '2026-06-12', takenOn: '2026-06-12' }
    assert.deepEqual(told(duties('2026-06-12', soon)), ['may_not_begin week 2026-06-15'], 'only from 17 June on')
    assert.deepEqual(told(duties('2026-06-12', soon, { startDate: '2026-06-17' })), ['may_begin week 2026-06-17'])
  })

  test('of presence: on its last day and for five working days after it, until somebody was there or the work ended', () => {
    const began = { begunOn: '2026-06-10', lastSeenOnSite: '2026-06-11' }
    assert.deepEqual(told(duties('2026-06-11', began)), [])
    // Thursday, then Friday; on Saturday Friday is over.
    assert.deepEqual(told(duties('2026-06-12', began)), ['presence_due today 2026-06-11'])
    assert.deepEqual(told(duties('2026-06-13', began)), ['presence_due overdue 2026-06-11'])
    assert.deepEqual(told(duties('2026-06-19', began)), ['presence_due overdue 2026-06-11'])
    assert.deepEqual(told(duties('2026-06-22', began)), [])
    assert.deepEqual(told(duties('2026-06-12', { ...began, lastSeenOnSite: '2026-06-12' })), [])
    assert.deepEqual(told(duties('2026-06-12', { ...began, endedOn: '2026-06-12' })), [])
    const daily = { ...USUAL_DIG_RULES, 'digging.presence_working_days': 0 }
    assert.deepEqual(told(dutiesOf(jobToDig('2026-06-12', began), daily)), ['presence_due overdue 2026-06-11'])
  })

  test('of a later delivery at once; of a quote in the week before it expires', () => {
    assert.deepEqual(told(duties('2026-06-05', { isLaterUnread: true })), ['later_unread today '])
    const quoted = (day: string) => told(duties(day, {}, { status: 'quoted', quoteExpiresOn: '2026-06-20' }))
    assert.deepEqual(quoted('2026-06-12'), [])
    assert.deepEqual(quoted('2026-06-13'), ['quote_expiring week 2026-06-20'])
    assert.deepEqual(quoted('2026-06-20'), ['quote_expiring today 2026-06-20'])
    assert.deepEqual(quoted('2026-06-21'), [])
  })

  test('none of what is refused, for planning only, or over', () => {
    const all = { isLaterUnread: true, ...demanding() }
    assert.deepEqual(duties('2026-06-15', all, { status: 'rejected' }), [])
    assert.deepEqual(duties('2026-06-15', { ...all, klicType: 'ORIENT' }), [])
    assert.deepEqual(duties('2026-06-15', { ...all, begunOn: '2026-06-08', endedOn: '2026-06-12' }), [])
  })

  test('are told once each, and never that work may begin while something is known that stands against it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60 }),
        fc.record({
          isFiled: fc.boolean(),
          sentOn: fc.constantFrom(null, '2026-06-01'),
          takenOn: fc.constantFrom(null, '2026-06-01', '2026-06-05'),
          isLaterUnread: fc.boolean(),
          isLaterMissing: fc.boolean(),
          begunOn: fc.constantFrom(null, '2026-06-15', '2026-07-02'),
          result: fc.constantFrom(null, ...[0, 1].map((unread) => ({ silent: [], unread, demands: [GASNET] })), {
            silent: [],
            unread: 0,
            demands: [],
          }),
        }),
        (days, facts) => {
          const today = addDays('2026-06-01', days)
          const list = duties(today, facts)
          assert.equal(new Set(list.map(({ code }) => code)).size, list.length)
          const begin = list.find(({ code }) => code === 'may_begin')
          if (!begin) return
          const { answer, reasons } = digStatus(
            {
              klicType: 'GRAAF',
              today: begin.day!,
              endedOn: null,
              lastSeenOnSite: null,
              notLocated: 0,
              parts: { delivered: 1, withheld: 0, total: 1 },
              ...facts,
            },
            USUAL_DIG_RULES,
          )
          assert.deepEqual([answer, reasons], ['yes', []], 'on the day that it names')
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('come what is overdue first, then by day', () => {
    const list = [...duties('2026-06-08'), ...duties('2026-06-11', demanding()), ...duties('2026-06-15')]
    assert.deepEqual(told(list.toSorted(byUrgency)), [
      'precaution_due overdue 2026-06-10',
      'may_begin today 2026-06-15',
      'may_begin week 2026-06-15',
    ])
  })
})

describe('open precautions', () => {
  const demands = [
    GASNET,
    { operator: 'KPN', hasTerm: true, contactedOn: '2026-06-03', agreedOn: null },
    { operator: 'Vitens', hasTerm: true, contactedOn: '2026-06-03', agreedOn: '2026-06-04' },
  ]
  const demanded = { result: { silent: [], demands, unread: 0 } }
  const GAS = { operator: 'Gasnet', state: 'to_contact', dueOn: '2026-06-10', contactedOn: null }
  const TELECOM = { operator: 'KPN', state: 'to_agree', dueOn: '2026-06-15', contactedOn: '2026-06-03' }

  test('are those without contact, by its day, and those without agreement, by the start; what is agreed is none', () => {
    assert.deepEqual(open('2026-06-02', demanded), [GAS, TELECOM])
    assert.deepEqual(
      open('2026-06-02', demanded, { startDate: null }).map(({ dueOn }) => dueOn),
      ['2026-06-24', '2026-06-29'],
      'without a start by the last day to begin',
    )
    assert.deepEqual([{ ...GAS, dueOn: null }, TELECOM, GAS].toSorted(byDueDay), [
      GAS,
      TELECOM,
      { ...GAS, dueOn: null },
    ])
  })

  test('are a contact by the start about a hazardous pipeline, and no agreement after it', () => {
    const about = (contactedOn: string | null) =>
      open('2026-06-02', demanding({ operator: 'Leiding', hasTerm: false, contactedOn }))
    assert.deepEqual(about(null), [
      { operator: 'Leiding', state: 'to_contact', dueOn: '2026-06-15', contactedOn: null },
    ])
    assert.deepEqual(about('2026-06-01'), [])
  })

  test('are none where nobody digs: a quote, what is over, refused, or for planning only', () => {
    assert.deepEqual(open('2026-06-02', demanded, { status: 'quoted' }), [])
    assert.deepEqual(open('2026-06-02', demanded, { status: 'rejected' }), [])
    assert.deepEqual(open('2026-06-02', { ...demanded, klicType: 'ORIENT' }), [])
    assert.deepEqual(open('2026-06-30', demanded), [], 'the term is over')
    assert.deepEqual(open('2026-06-12', { ...demanded, begunOn: '2026-06-08', endedOn: '2026-06-11' }), [])
    assert.deepEqual(open('2026-06-30', { ...demanded, begunOn: '2026-06-08' }), [GAS, TELECOM], 'it goes on')
  })
})
