/**
 * May one dig here today: the days against a calendar that is not ours (date-holidays, in the fixture), the answer against
 * every fact that may be missing.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { DIG_REASONS, type DigReasonCode } from '../../server/registry/dig-reasons.ts'
import { USUAL_DIG_RULES } from '../../server/registry/dig-rules.ts'
import { type Demand, type DigFacts, digStatus } from '../../server/registry/dig-status.ts'
import { dutchDate } from '../../server/registry/working-days.ts'
import holidays from '../fixtures/dutch-holidays.json' with { type: 'json' }

const DAY_MS = 86_400_000
const plus = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** The calendar of somebody else: one list of days, looked up. */
const offForAll = new Set(holidays.public)
const offForSome = new Set([...holidays.public, ...holidays.school])
const isWorked = (day: string, off: ReadonlySet<string>): boolean =>
  ![0, 6].includes(new Date(day).getUTCDay()) && !off.has(day)
/** All working days of the four years in a row: the n-th after a day is found by counting on in the list. */
const listOf = (off: ReadonlySet<string>): string[] =>
  Array.from({ length: 4 * 366 + 60 }, (_, no) => plus('2025-01-01', no)).filter((day) => isWorked(day, off))
const workedByAll = listOf(offForSome)
const workedBySome = listOf(offForAll)
const after = (list: readonly string[], day: string, n: number): string => list.filter((each) => each > day)[n - 1]!

/** Filed, delivered, read, nothing demanded: nothing stands against it but the clock. */
const facts = (more: Partial<DigFacts> = {}): DigFacts => ({
  klicType: 'GRAAF',
  today: '2026-06-12',
  isFiled: true,
  sentOn: '2026-06-08',
  takenOn: '2026-06-08',
  parts: { delivered: 2, withheld: 0, total: 2 },
  result: { silent: [], demands: [], unread: 0 },
  isLaterUnread: false,
  isLaterMissing: false,
  notLocated: 0,
  begunOn: null,
  lastSeenOnSite: null,
  endedOn: null,
  ...more,
})
const codes = (more: Partial<DigFacts>): string[] =>
  digStatus(facts(more), USUAL_DIG_RULES).reasons.map(({ code }) => code)

describe('the days', () => {
  // Later terms end in 2029, of which the fixture says nothing.
  const LAST = '2028-11-24'
  test('are those of a calendar of somebody else, for each day of four years', () => {
    for (let filed = '2025-01-01'; filed <= LAST; filed = plus(filed, 1)) {
      const { beginFrom, beginUntil } = digStatus(facts({ sentOn: filed, takenOn: filed }), USUAL_DIG_RULES)
      const wanted = { beginFrom: after(workedByAll, filed, 3), beginUntil: after(workedBySome, filed, 20) }
      assert.deepEqual({ beginFrom, beginUntil }, wanted, filed)
    }
  })

  const WHAT_DAYS: [what: string, day: string][] = [
    ...holidays.public.map((day): [string, string] => ['on a holiday', day]),
    ...holidays.public.map((day): [string, string] => ['the day before one', plus(day, -1)]),
    ...holidays.school.map((day): [string, string] => ['before a day that some take off', plus(day, -1)]),
    ...['2025-03-29', '2026-03-28', '2027-03-27', '2028-03-25'].map((day): [string, string] => [
      'into summer time',
      day,
    ]),
    ...['2025-10-25', '2026-10-24', '2027-10-30', '2028-10-28'].map((day): [string, string] => [
      'into winter time',
      day,
    ]),
    ...['2028-02-28', '2028-02-29'].map((day): [string, string] => ['around leap day', day]),
    ["King's Day on a Sunday is kept on Saturday", '2025-04-25'],
  ]

  test('the answer turns on the first and after the last of them', () => {
    let cases = 0
    for (const [what, filed] of WHAT_DAYS.filter(([, day]) => day >= '2025-01-01' && day <= LAST)) {
      const [from, until] = [after(workedByAll, filed, 3), after(workedBySome, filed, 20)]
      for (const [today, wanted] of [
        [filed, 'not_yet'],
        [plus(from, -1), 'not_yet'],
        [from, 'yes'],
        [until, 'yes'],
        [plus(until, 1), 'no_longer'],
      ] as const) {
        const { answer } = digStatus(facts({ sentOn: filed, takenOn: filed, today }), USUAL_DIG_RULES)
        assert.equal(answer, wanted, `filed ${filed} (${what}), asked on ${today}`)
        cases += 1
      }
    }
    assert.ok(cases >= 120, `${cases} cases`)
  })

  test('a day is a Dutch one: at 23:30 UTC it is the next, in summer as in winter and over both changes of the clock', () => {
    for (const day of [
      '2026-01-14',
      '2026-03-28',
      '2026-03-29',
      '2026-07-01',
      '2026-10-24',
      '2026-10-25',
      '2028-02-28',
    ]) {
      assert.equal(dutchDate(Date.parse(`${day}T23:30:00Z`)), plus(day, 1))
      assert.equal(dutchDate(Date.parse(`${day}T21:30:00Z`)), day)
    }
  })

  test('of several notifications the first one sent ends the term, and the last one taken begins it', () => {
    const { beginFrom, beginUntil } = digStatus(facts({ sentOn: '2026-06-08', takenOn: '2026-06-12' }), USUAL_DIG_RULES)
    assert.deepEqual([beginFrom, beginUntil], ['2026-06-17', '2026-07-06'])
  })
})

describe('the answer', () => {
  const demand = (more: Partial<Demand> = {}): Demand => ({
    operator: 'Gas',
    hasTerm: true,
    contactedOn: '2026-06-09',
    agreedOn: '2026-06-10',
    ...more,
  })
  const demanding = (...demands: Demand[]) => ({ result: { silent: [], demands, unread: 0 } })

  test('an orientation request is for planning only, at every stage', () => {
    const { answer, reasons, ...days } = digStatus(facts({ klicType: 'ORIENT' }), USUAL_DIG_RULES)
    assert.deepEqual([answer, reasons.map(({ code }) => code)], ['not_for_digging', ['orientation']])
    assert.deepEqual(days, { beginFrom: null, beginUntil: null })
  })

  for (const [what, more, wanted] of [
    ['nothing stands against it', {}, []],
    ['nothing filed', { isFiled: false, sentOn: null, takenOn: null, result: null }, ['not_filed']],
    ['a part that has not come', { parts: { delivered: 1, withheld: 0, total: 2 }, result: null }, ['not_delivered']],
    ['data that is withheld', { parts: { delivered: 1, withheld: 1, total: 2 } }, ['withheld']],
    ['a silent operator', { result: { silent: ['KPN'], demands: [], unread: 0 } }, ['operators_silent']],
    ['unread warnings', { result: { silent: [], demands: [], unread: 2 } }, ['attention_unread']],
    ['a later delivery nobody has read', { isLaterUnread: true }, ['later_unread']],
    ['lines that are not located', { notLocated: 2 }, ['not_located']],
    ['lines that are not counted on this result', { notLocated: null }, ['not_located']],
    ['a later delivery that could not be had', { isLaterMissing: true }, ['later_missing']],
    [
      'no contact about a hazardous pipeline',
      demanding(demand({ hasTerm: false, contactedOn: null, agreedOn: null })),
      ['contact_operator'],
    ],
    ['no contact', demanding(demand({ contactedOn: null, agreedOn: null })), ['contact_missing', 'agreement_missing']],
    ['no agreement', demanding(demand({ agreedOn: null })), ['agreement_missing']],
    ['a contact of yesterday', demanding(demand({ contactedOn: '2026-06-11' })), ['contact_lately']],
    ['a contact three working days ago', demanding(demand()), []],
    ['opened from files that do not say when it was filed', { sentOn: null, takenOn: null }, ['filing_day_unknown']],
    ['files that were removed', { result: null }, ['result_missing']],
    ['work that goes on since', { today: '2026-09-01', begunOn: '2026-06-15', lastSeenOnSite: '2026-08-31' }, []],
    [
      'work of which nobody knows that it goes on',
      { today: '2028-01-03', begunOn: '2026-06-15' },
      ['presence_unknown'],
    ],
    [
      'work that began too late',
      { today: '2026-09-01', begunOn: '2026-07-20', lastSeenOnSite: '2026-09-01' },
      ['begun_late'],
    ],
    ['work that has ended', { today: '2026-09-01', begunOn: '2026-06-15', endedOn: '2026-08-01' }, ['work_ended']],
    ['the last day of the work', { today: '2026-08-01', begunOn: '2026-06-15', endedOn: '2026-08-01' }, []],
    [
      'the term over, and silence besides',
      { today: '2026-09-01', isLaterUnread: true },
      ['begin_over', 'later_unread'],
    ],
  ] as [string, Partial<DigFacts>, string[]][]) {
    test(what, () => {
      assert.deepEqual(codes(more), wanted)
      const [first] = wanted
      const { answer } = digStatus(facts(more), USUAL_DIG_RULES)
      assert.equal(answer, first === undefined ? 'yes' : DIG_REASONS[first as DigReasonCode].answer)
    })
  }

  test('a contact says from when it is enough, and operators are named', () => {
    const { reasons } = digStatus(facts(demanding(demand({ contactedOn: '2026-06-11' }))), USUAL_DIG_RULES)
    const message = 'The contact with Gas was too recently: the work may begin on 2026-06-16 at the earliest.'
    assert.deepEqual(reasons, [{ code: 'contact_lately', day: '2026-06-16', operators: ['Gas'], count: null, message }])
  })

  test('is unknown after a working day without presence, or at once for a stricter company', () => {
    const strict = { ...USUAL_DIG_RULES, 'digging.presence_working_days': 0 }
    const codes = (today: string, rules = USUAL_DIG_RULES) =>
      digStatus(facts({ today, begunOn: '2026-06-12', lastSeenOnSite: '2026-06-19' }), rules).reasons.map(
        ({ code }) => code,
      )
    // Seen on a Friday: the Monday may pass without, the Tuesday not.
    assert.deepEqual([codes('2026-06-22'), codes('2026-06-23')], [[], ['presence_unknown']])
    assert.deepEqual([codes('2026-06-19', strict), codes('2026-06-22', strict)], [[], ['presence_unknown']])
  })

  test('a stricter company waits longer and begins earlier', () => {
    const strict = {
      'digging.wait_working_days': 5,
      'digging.start_within_working_days': 10,
      'digging.contact_working_days': 4,
      'digging.presence_working_days': 0,
    }
    const { answer, beginFrom, beginUntil } = digStatus(facts(), strict)
    assert.deepEqual([answer, beginFrom, beginUntil], ['not_yet', '2026-06-15', '2026-06-22'])
    assert.deepEqual(
      digStatus(facts(demanding(demand())), strict).reasons.map(({ code }) => code),
      ['filed_lately', 'contact_lately'],
    )
  })

  test('is never yes while a fact is unknown', () => {
    const UNKNOWN: ((known: DigFacts) => DigFacts)[] = [
      (known) => ({ ...known, isFiled: false }),
      (known) => ({ ...known, sentOn: null }),
      (known) => ({ ...known, takenOn: null }),
      (known) => ({ ...known, result: null }),
      (known) => ({ ...known, isLaterMissing: true }),
      (known) => ({ ...known, notLocated: null }),
      (known) => (known.begunOn === null ? { ...known, isFiled: false } : { ...known, lastSeenOnSite: null }),
      (known) => ({ ...known, result: { ...known.result!, demands: [demand({ contactedOn: null })] } }),
      (known) => ({ ...known, result: { ...known.result!, demands: [demand({ agreedOn: null })] } }),
      (known) => ({ ...known, parts: { ...known.parts, total: known.parts.total + 1 } }),
    ]
    const few = (most: number) => fc.integer({ min: 0, max: most })
    let yes = 0
    fc.assert(
      fc.property(
        few(1300),
        few(40),
        few(2),
        fc.option(few(40)),
        fc.option(few(9)),
        few(9),
        (no, ago, later, begun, contact, seen) => {
          const today = plus('2025-02-01', no)
          const filed = plus(today, -ago)
          const demands = contact === null ? [] : [demand({ contactedOn: plus(today, -contact), agreedOn: today })]
          const known = facts({
            today,
            sentOn: filed,
            takenOn: plus(filed, later),
            result: { silent: [], unread: 0, demands },
            begunOn: begun === null ? null : plus(filed, begun),
            lastSeenOnSite: begun === null ? null : [plus(filed, begun), plus(today, -seen)].sort().at(-1)!,
          })
          if (digStatus(known, USUAL_DIG_RULES).answer === 'yes') yes += 1
          for (const forget of UNKNOWN) assert.notEqual(digStatus(forget(known), USUAL_DIG_RULES).answer, 'yes')
        },
      ),
      { numRuns: 2000 },
    )
    assert.ok(yes > 100, `${yes} of the known ones are yes`)
  })
})
