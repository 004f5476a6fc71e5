/** The days of jobs in a calendar: the same as those of the page Today, in a form that the standard allows. */

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { datesOf, eventsOf, type JobInCalendar, MAX_EVENTS } from '../../server/features/digging/calendar.ts'
import { icalendar } from '../../server/features/digging/calendar-feeds.ts'
import { type DutyCode, dutiesOf } from '../../server/features/digging/duties.ts'
import { USUAL_DIG_RULES } from '../../server/registry/dig-rules.ts'
import type { Demand } from '../../server/registry/dig-status.ts'
import { addDays } from '../../server/registry/working-days.ts'
import { jobToDig } from '../support/job-to-dig.ts'
import { eventsIn, readIcalendar } from '../support/read-icalendar.ts'

const dates = (...given: Parameters<typeof jobToDig>): string[] =>
  datesOf(jobToDig(...given), USUAL_DIG_RULES).map(({ code, day, operators }) => [code, day, ...operators].join(' '))
const demanding = (...demands: Demand[]) => ({ result: { silent: [], demands, unread: 0 } })
const GASNET: Demand = { operator: 'Gasnet', hasTerm: true, contactedOn: null, agreedOn: null }
const KPN: Demand = { operator: 'KPN', hasTerm: true, contactedOn: '2026-06-03', agreedOn: null }

describe('days of a job', () => {
  test('the start and the last day to begin, weeks ahead, until a start is on record', () => {
    assert.deepEqual(dates('2026-06-02'), ['start 2026-06-15', 'begin_until 2026-06-29'])
    assert.deepEqual(dates('2026-06-16', { begunOn: '2026-06-15' }), [])
    assert.deepEqual(dates('2026-06-02', {}, { startDate: null }), ['begin_until 2026-06-29'])
  })

  test('of precautions the contact and the agreement, with those whom each is with, until it is agreed', () => {
    assert.deepEqual(dates('2026-06-04', demanding(GASNET, KPN)), [
      'start 2026-06-15',
      'begin_until 2026-06-29',
      'contact_due 2026-06-10 Gasnet',
      'agreement_due 2026-06-15 KPN',
    ])
    const agreed = { ...KPN, agreedOn: '2026-06-04' }
    assert.deepEqual(dates('2026-06-04', demanding(agreed)), ['start 2026-06-15', 'begin_until 2026-06-29'])
  })

  test('of a missed start its last day for five working days, of a quote when it expires, of what is at rest nothing', () => {
    assert.deepEqual(dates('2026-07-06'), ['begin_until 2026-06-29'])
    assert.deepEqual(dates('2026-07-07'), [])
    assert.deepEqual(dates('2026-06-25', {}, { status: 'quoted' }), ['quote_expires 2026-07-01'])
    assert.deepEqual(dates('2026-06-02', {}, { status: 'rejected' }), [])
    assert.deepEqual(dates('2026-06-02', { klicType: 'ORIENT' }), [])
    assert.deepEqual(dates('2026-06-17', { begunOn: '2026-06-15', endedOn: '2026-06-16' }), [])
  })

  test('every day that the page Today names is in the calendar, with the same operators', () => {
    const CODE_OF: Partial<Record<DutyCode, string>> = {
      start_missed: 'begin_until',
      validity_expiring: 'begin_until',
      precaution_due: 'contact_due',
      agreement_due: 'agreement_due',
      quote_expiring: 'quote_expires',
    }
    const day = fc.integer({ min: 0, max: 50 }).map((n) => addDays('2026-05-25', n))
    const maybe = fc.option(day, { nil: null, freq: 1 })
    const demand = fc.constantFrom<Demand>(GASNET, KPN, { ...KPN, operator: 'Vitens', agreedOn: '2026-06-05' })
    const facts = fc.record({ begunOn: maybe, endedOn: maybe, demands: fc.uniqueArray(demand) })
    let seen = 0
    fc.assert(
      fc.property(day, maybe, facts, fc.boolean(), (today, startDate, { begunOn, endedOn, demands }, isQuote) => {
        const more = { startDate, ...(isQuote ? { status: 'quoted' as const } : {}) }
        const given = jobToDig(today, { begunOn, endedOn, ...demanding(...demands) }, more)
        const known = datesOf(given, USUAL_DIG_RULES)
        assert.equal(new Set(known.map(({ code }) => code)).size, known.length, 'a code is a UID')
        for (const duty of dutiesOf(given, USUAL_DIG_RULES)) {
          const code = CODE_OF[duty.code]
          if (code === undefined) continue
          seen += 1
          const date = known.find((each) => each.code === code)
          assert.deepEqual([date?.day, date?.operators], [duty.day, duty.operators], duty.code)
        }
      }),
      { numRuns: 2000, seed: 26 },
    )
    assert.ok(seen > 500, `only ${seen} duties were looked for`)
  })
})

const JOB: JobInCalendar = {
  jobId: 'job_1',
  reference: 'Kerkstraat, fase 2; "oost"',
  klicNumbers: ['26G000001'],
  isTest: false,
  createdAt: '2026-06-01T08:00:00.000Z',
  changedAt: '2026-06-01T09:00:30.000Z',
  dates: [{ code: 'contact_due', day: '2026-12-31', operators: ['Gasnet', ''] }],
}
const HERE = { language: 'nl', baseUrl: 'http://127.0.0.1:4780', now: new Date('2026-06-02T10:00:00Z') } as const
const textOf = (jobs: readonly JobInCalendar[], more: Partial<Parameters<typeof eventsOf>[1]> = {}) =>
  Buffer.from(icalendar('KLIC Desktop', eventsOf(jobs, { ...HERE, ...more })))

describe('the calendar as text', () => {
  test('an event says the same whenever it is asked, and rises when its job changes', () => {
    const [event] = readIcalendar(textOf([JOB])).parts
    assert.deepEqual(Object.fromEntries(event!.values), {
      UID: 'job_1-contact_due@klic-desktop',
      DTSTAMP: '20260601T090030Z',
      SEQUENCE: '3630',
      'DTSTART;VALUE=DATE': '20261231',
      'DTEND;VALUE=DATE': '20270101',
      SUMMARY: 'Voorzorg: uiterlijk contact: Kerkstraat, fase 2; "oost"',
      DESCRIPTION:
        'Neem uiterlijk op deze dag contact op over de voorzorgsmaatregelen met: Gasnet, Voorzorgsgebied zonder netbeheerder.\nKLIC 26G000001',
      'URL;VALUE=URI': 'http://127.0.0.1:4780/?job=job_1&tab=attention',
      TRANSP: 'TRANSPARENT',
      'X-MICROSOFT-CDO-ALLDAYEVENT': 'TRUE',
      'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT': 'TRUE',
    })
    assert.deepEqual(textOf([JOB], { now: new Date('2026-06-09T10:00:00Z') }), textOf([JOB]))
    const [later] = readIcalendar(textOf([{ ...JOB, changedAt: '2026-06-02T00:00:00.000Z' }])).parts
    assert.ok(Number(later!.values.get('SEQUENCE')) > 3630)
    assert.equal(later!.values.get('UID'), event!.values.get('UID'))
  })

  test('in English where it is asked so, and marked where the notification is none of the real registry', () => {
    const test = { ...JOB, reference: null, isTest: true }
    assert.deepEqual(eventsIn(readIcalendar(textOf([test], { language: 'en' }))), [
      '20261231 TEST, not for use in the field: Precaution: contact due: 26G000001',
    ])
    assert.match(eventsIn(readIcalendar(textOf([test])))[0]!, /TEST, niet gebruiken in het veld/)
  })

  test('what others wrote ends no line and begins no property, however long and in any letters', () => {
    const nasty = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc
        .array(fc.constantFrom('\r\nEND:VEVENT', '\n', '\\', '\\n', ';', ',', '\u0000', '\ud800', 'é', '🚧', '\t', ' '))
        .map((all) => all.join('')),
    )
    fc.assert(
      fc.property(nasty, nasty, (title, text) => {
        const event = { uid: 'a', at: JOB.changedAt, sequence: 0, day: '2028-02-28', title, text, url: 'http://x/' }
        const [read] = readIcalendar(Buffer.from(icalendar('Kalender', [event]))).parts
        const lines = (given: string) => given.toWellFormed().replaceAll(/\r\n?/g, '\n')
        const plain = (given: string) => lines(given).replaceAll(/[^\P{Cc}\t\n]/gu, ' ')
        assert.deepEqual([read!.values.get('SUMMARY'), read!.values.get('DESCRIPTION')], [plain(title), plain(text)])
        assert.equal(read!.values.get('DTEND;VALUE=DATE'), '20280229')
      }),
      { numRuns: 1000, seed: 26 },
    )
  })

  test('an empty one is a calendar, and a full one has what comes first, then what was last', () => {
    assert.deepEqual(eventsIn(readIcalendar(textOf([]))), [])
    const many = (count: number, from: string) =>
      Array.from({ length: count }, (_, i) => ({
        ...JOB,
        jobId: `job_${from}_${i}`,
        dates: [{ code: 'start' as const, day: addDays(from, i), operators: [] }],
      }))
    const full = eventsIn(readIcalendar(textOf([...many(MAX_EVENTS, '2026-06-03'), ...many(9, '2026-05-01')])))
    assert.equal(full.length, MAX_EVENTS)
    assert.ok(full[0]!.startsWith('20260603'))
    const over = eventsIn(readIcalendar(textOf([...many(MAX_EVENTS - 1, '2026-06-02'), ...many(9, '2026-05-01')])))
    assert.deepEqual([over.length, over[0]!.slice(0, 8), over[1]!.slice(0, 8)], [MAX_EVENTS, '20260509', '20260602'])
  })
})
