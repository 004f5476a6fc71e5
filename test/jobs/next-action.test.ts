/** What is said of a job whose work has stopped: how much of it is filed is counted, never supposed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { reasonValues } from '../../renderer/features/jobs/reason-values.ts'
import { attentionOf, countOfAttention, SUPPLEMENTED } from '../../server/features/jobs/rules/attention.ts'
import {
  demandsOf,
  type Failure,
  findingsOf,
  type JobFacts,
  NO_FACTS,
  nextAction,
} from '../../server/features/jobs/rules/next-action.ts'
import { finishedState } from '../../server/features/jobs/rules/progress.ts'
import type { JobState, PartState } from '../../server/registry/klic.ts'
import { translate } from '../../server/texts/texts.ts'

const en = translate('en')
const nl = translate('nl')

const facts = (status: JobState): JobFacts => ({
  source: 'ordered',
  status,
  klicType: 'ORIENT',
  startDate: null,
  today: '2026-03-06',
  quoteExpired: false,
  areaGone: false,
  billing: { by: 'kadaster', mode: 'relation_number' },
  errors: [],
  complaints: [],
  waiting: null,
  isWorkedOn: true,
  parts: [],
  failure: null,
  revision: 1,
  findings: null,
  progress: NO_FACTS,
})
const stopped = (reason: Failure['reason'], states: PartState[]) => {
  const parts = states.map((status) => ({ status }))
  const { params, message } = nextAction({ ...facts('failed'), parts, failure: { reason } })
  const named = (language: 'nl' | 'en') => reasonValues(params, language, (day) => day)
  return [message, nl(`reason.${reason}`, named('nl')), en(`reason.${reason}`, named('en'))] as const
}

for (const reason of ['failed_following', 'failed_reading', 'failed_no_delivery'] as const) {
  test(`${reason}: notifications are called filed only where all are`, () => {
    const all = stopped(reason, ['in_production', 'failed'])
    for (const said of all)
      assert.match(said, /^(The notifications are (?:filed|submitted)|De meldingen zijn ingediend)/)
    const some = stopped(reason, ['in_production', 'rejected', 'accepted'])
    for (const said of some)
      assert.match(said, /^1 (of 3 notifications|van 3 meldingen)( is| are)? (filed|submitted|ingediend)/)
    assert.match(stopped(reason, ['in_production'])[1], /^De melding is ingediend/)
  })
}

test('a registry that answers and does not know a request yet is waited for under a reason of its own', () => {
  const { action, reason } = nextAction({ ...facts('submitted'), waiting: 'not_ready' })
  assert.deepEqual([action, reason], ['wait', 'registry_not_ready'])
})

test('where nothing complete came, nobody says that something came and cannot be read', () => {
  for (const said of stopped('failed_no_delivery', ['failed'])) assert.doesNotMatch(said, /was delivered|geleverd werd/)
})

const finished = (status: 'ready' | 'ready_incomplete', more: Partial<JobFacts>) =>
  nextAction({ ...facts(status), ...more }).reason

test('a later delivery is announced until somebody has read it, and then the result speaks for itself', () => {
  const findings = { silent: ['Glasvezel'], careful: [], precautions: 0, isEmpty: false }
  const read = { ...NO_FACTS, isSupplementRead: true }
  assert.equal(finished('ready', { findings, revision: 2 }), 'ready_supplemented')
  assert.equal(finished('ready', { findings, revision: 2, progress: read }), 'ready_silent')
  assert.equal(finished('ready', { findings, revision: 1 }), 'ready_silent')
})

test('names who must be spoken to; a result of an earlier version tells unnamed precaution areas', () => {
  const summary = { operators: [], precautions: 0, themes: {} }
  const found = (more: object) => finished('ready', { findings: findingsOf({ ...summary, ...more }), revision: 1 })
  const earlier = { silent: [], careful: [], precautions: 1, isEmpty: false }
  assert.equal(finished('ready', { findings: earlier, revision: 1 }), 'ready_precautions')
  assert.equal(found({ precautions: 1, themes: { water: {} } }), 'ready', 'no area meets the dig polygon')
  const operator = { name: 'Leiding BV', delivered: true, precaution: false, hazardous: true }
  assert.equal(found({ operators: [operator], themes: { water: {} } }), 'ready_precautions')
  assert.deepEqual(demandsOf(findingsOf({ ...summary, operators: [operator] })), [
    { operator: 'Leiding BV', hasTerm: false },
  ])
  assert.equal(found({ themes: { water: {} } }), 'ready')
  const invented = { themes: { water: {} }, warnings: [{ code: 'FICTITIOUS', count: 3 }] }
  assert.equal(found(invented), 'ready_fictitious')
  assert.equal(found({}), 'ready_empty')
})

test('what must be read names the second result, silent operators, precautions and hazardous pipelines', () => {
  const kinds = (more: object) =>
    attentionOf({ operators: [], precautions: 0, revision: 1, ...more }, []).map(({ kind }) => kind)
  assert.deepEqual([kinds({}), kinds({ revision: 2 })], [[], ['supplemented']])
  const operator = { code: 'KL1234', delivered: true, precaution: false }
  assert.deepEqual(kinds({ precautions: 1, operators: [operator] }), ['precaution_areas'], 'of an earlier version')
  assert.deepEqual(kinds({ precautions: 1, operators: [{ ...operator, hazardous: false }] }), [])
  assert.deepEqual(kinds({ operators: [{ ...operator, hazardous: true }] }), ['hazardous'])
  const silent = [{ ...operator, delivered: false, precaution: true, hazardous: true }]
  assert.deepEqual(kinds({ precautions: 1, operators: silent }), ['not_delivered', 'precaution'])
})

test('what a job keeps of its result counts as many warnings as are listed, of any result', () => {
  const operator = fc.record({
    code: fc.string(),
    name: fc.string(),
    delivered: fc.boolean(),
    precaution: fc.boolean(),
    hazardous: fc.boolean(),
  })
  const summary = fc.record({
    operators: fc.array(operator, { maxLength: 4 }),
    precautions: fc.nat(3),
    themes: fc.constant({}),
    warnings: fc.array(fc.record({ code: fc.constantFrom('FICTITIOUS', 'OTHER'), count: fc.nat(2) }), { maxLength: 3 }),
  })
  const part = fc.constantFrom<PartState>('delivered', 'safety_area', 'failed')
  fc.assert(
    fc.property(summary, fc.array(part), fc.integer({ min: 1, max: 3 }), (found, states, revision) => {
      const parts = states.map((status, index) => ({ partNo: index + 1, status }))
      const listed = attentionOf({ ...found, revision }, parts).filter(({ about }) => about !== SUPPLEMENTED)
      const withheld = states.filter((state) => state === 'safety_area').length
      assert.equal(countOfAttention(findingsOf(found), withheld), listed.length)
    }),
  )
})

test('a part that was refused, withheld or never delivered is missing, in every state', () => {
  for (const state of ['rejected', 'safety_area', 'failed'] as const) {
    assert.equal(finishedState(['delivered', state]), 'ready_incomplete')
    const { params } = nextAction({ ...facts('ready_incomplete'), parts: [{ status: 'delivered' }, { status: state }] })
    assert.deepEqual([params.missing, params.total], [1, 2])
  }
  assert.equal(finishedState(['delivered', 'delivered']), 'ready')
})

test('silent is who has an interest here and delivered nothing', () => {
  const operator = (name: string, delivered: boolean, precaution: boolean) => ({ name, delivered, precaution })
  const operators = [operator('KPN', false, false), operator('Vitens', true, true)]
  const { silent, careful } = findingsOf({ operators, precautions: 0, themes: { water: {} } })
  assert.deepEqual([silent, careful], [['KPN'], ['Vitens']])
})

test('of an expired quote the same area is asked for only while that is kept; then the area is to be given again', () => {
  const said = (areaGone: boolean) => {
    const { reason, params, message } = nextAction({ ...facts('quoted'), quoteExpired: true, areaGone })
    const named = (language: 'nl' | 'en') => reasonValues(params, language, (day) => day)
    assert.equal(reason, 'quote_expired')
    return [message, nl(`reason.${reason}`, named('nl')), en(`reason.${reason}`, named('en'))]
  }
  const SAME = /Submit it|U kunt nog indienen|You can still submit/
  const AGAIN = /send the area again|teken het opnieuw|draw it again/
  for (const each of said(false)) assert.match(each, SAME)
  for (const each of said(false)) assert.doesNotMatch(each, AGAIN)
  for (const each of said(true)) assert.match(each, AGAIN)
  for (const each of said(true)) assert.doesNotMatch(each, SAME)
})
