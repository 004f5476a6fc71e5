/** What an inspection asks: evidence and gaps follow from what is on record, and nothing is judged. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CROW_STEPS, templateIn } from '../../server/features/projects/checklist-templates.ts'
import { type InspectedJob, inspect } from '../../server/features/projects/inspection.ts'
import { MESSAGES } from '../../server/texts/texts.ts'

const AT = '2026-03-05T09:00:00.000Z'
const kept = (path: string, operator = 'Gasnet') =>
  ({ path, row: { name: path, operator, added_at: AT, added_by: 'user:usr_1' } }) as never
const WORK = { begunOn: '2026-03-09', begunBy: 'Jan', endedOn: null, actor: 'user:usr_1' }
const CONTACT = { operator: 'Gasnet', contactedOn: '2026-03-03', contactedBy: 'Piet', agreedOn: '2026-03-04' }

function aJob(
  evidence: object = {},
  {
    job = {},
    dig = {},
    log = [],
    result = null,
  }: { job?: object; dig?: object; log?: object[]; result?: unknown } = {},
): InspectedJob {
  const findings = { silent: [], careful: ['Gasnet'], precautions: 1, isEmpty: false }
  return {
    name: null,
    view: {
      job: { klicType: 'GRAAF', source: 'ordered', submittedAt: AT, findings, ...job },
      dig: { answer: 'yes', reasons: [], beginFrom: '2026-03-06', beginUntil: '2026-04-01', ...dig },
      klicNumbers: ['26G000001'],
      ...{ total: 1, delivered: 1 },
    },
    evidence: {
      ...{ filed: { sentAt: AT, takenAt: AT }, work: null, contacts: [], agreements: [], photos: [] },
      ...{ deliveries: [], removed: {}, presence: [], trenches: null, ...evidence },
    },
    ...{ log, result, contactDays: 3 },
  } as unknown as InspectedJob
}

const found = (job: InspectedJob, heading: string) => {
  const [one] = inspect([job], []).filter((each) => each.heading === heading)
  return { has: one!.evidence.map(({ code }) => code), lacks: one!.gaps.map(({ code }) => code) }
}

test('the headings stand in the order of an inspection, and each without evidence says so', () => {
  const empty = inspect([], [])
  const order = ['notified', 'data', 'precautions', 'crew', 'located', 'careful', 'damage']
  assert.deepEqual(
    empty.map(({ heading, gaps }) => [heading, gaps[0]!.code]),
    order.map((heading) => [heading, 'nothing']),
  )
})

test('a start has its photo, its days and who was there, or the gap', () => {
  assert.deepEqual(found(aJob(), 'notified'), { has: ['notified', 'begin'], lacks: ['no_start'] })
  assert.deepEqual(found(aJob({ work: WORK }), 'notified').lacks, ['no_photo', 'no_presence'])
  const seen = { work: { ...WORK, endedOn: '2026-03-12' }, photos: [kept('photos/001')], presence: ['2026-03-10'] }
  const whole = ['notified', 'begin', 'begun', 'photo', 'present', 'ended']
  assert.deepEqual(found(aJob(seen), 'notified'), { has: whole, lacks: [] })
  const on = (begunOn: string) => found(aJob({ ...seen, work: { ...WORK, begunOn } }), 'notified').lacks
  assert.deepEqual(
    [on('2026-03-05'), on('2026-03-06'), on('2026-04-01'), on('2026-04-02')],
    [['begun_early'], [], [], ['begun_late']],
  )
  assert.deepEqual(found(aJob({ filed: null }), 'notified').lacks, ['not_notified', 'no_start'])
  assert.deepEqual(found(aJob({}, { job: { klicType: 'ORIENT' } }), 'notified'), { has: [], lacks: ['planning'] })
})

test('a precaution has its contact, its agreement and its file, each with day and person, or the gap', () => {
  assert.deepEqual(found(aJob(), 'precautions').lacks, ['no_contact', 'no_agreement', 'no_agreement_file'])
  const agreed = { work: WORK, contacts: [CONTACT], agreements: [kept('agreements/001 akkoord.txt')] }
  assert.deepEqual(found(aJob(agreed), 'precautions'), { has: ['contact', 'agreed', 'agreement'], lacks: [] })
  const [{ evidence }] = inspect([aJob(agreed)], []).filter(({ heading }) => heading === 'precautions') as never as [
    { evidence: { on: string; who: string; file?: string }[] },
  ]
  assert.deepEqual([evidence[0]!.on, evidence[0]!.who], ['2026-03-03', 'Piet'])
  assert.equal(evidence[2]!.file, 'agreements/001 akkoord.txt')
  const lately = { ...agreed, contacts: [{ ...CONTACT, contactedOn: '2026-03-06' }] }
  assert.deepEqual(found(aJob(lately), 'precautions').lacks, ['contact_late'])
  assert.deepEqual(found(aJob({}, { job: { findings: null } }), 'precautions').lacks, ['demands_unknown'])
})

test('a delivery is there, did not come, or was removed by the retention rule on its day', () => {
  const delivery = (path: string | null) => ({ path, row: { name: 'Levering_1.zip', receivedAt: AT } })
  const of = (path: string | null, removed = {}) => found(aJob({ deliveries: [delivery(path)], removed }), 'data')
  assert.deepEqual(of('deliveries/001').has, ['delivery'])
  assert.deepEqual(of(null).lacks, ['delivery_missing', 'no_result', 'not_on_site'])
  const gone = { deliveries: AT, results: AT }
  assert.deepEqual(of(null, gone).lacks, ['delivery_removed', 'result_removed', 'not_on_site'])
  const entry = (act: string, data: object) => ({ at: AT, actor: 'user:usr_1', act, data: JSON.stringify(data) })
  const log = [entry('result.taken', { as: 'site', revision: 1 }), entry('site.consulted', { revision: 1 })]
  const result = { path: 'results/001/x.gpkg', row: { revision: 1, readyAt: AT } }
  assert.deepEqual(found(aJob({}, { log, result }), 'data'), { has: ['result', 'taken', 'consulted'], lacks: [] })
  const table = [entry('result.taken', { as: 'gpkg', revision: 1 })]
  assert.deepEqual(found(aJob({}, { log: table, result }), 'data').lacks, ['not_on_site'])
})

test('the items of the checklists of the house stand under what they speak of', () => {
  const lists = CROW_STEPS.map((id) => {
    const items = templateIn('en', id).items.map((text, index) => ({
      no: index + 1,
      text,
      doneAt: AT,
      doneBy: 'window',
    }))
    return { template_id: id, name: id, items } as never
  })
  const ticked = inspect([], lists)
  assert.deepEqual(
    ticked.flatMap(({ gaps }) => gaps),
    [],
  )
  const under = (heading: string) =>
    ticked.find((each) => each.heading === heading)!.evidence.map(({ values }) => values!.text)
  assert.deepEqual(under('crew'), ['Crew instructed and agreements known'])
  assert.match(under('located').join(), /Trial trenches.*measured and marked/)
})

test('a trench plan has what was found, and the lines that are not located are a gap', () => {
  const photos = [{ path: 'finding-photos/001 fnd_1.jpg', row: { finding_id: 'fnd_1' } }]
  const finding = { id: 'fnd_1', kind: 'found', feature_id: 'gas', found_on: '2026-03-06', actor: 'window' }
  const plan = { revision: 2, at: AT, actor: 'window' }
  const located = (open: number | null) =>
    found(aJob({ trenches: { plan, open, findings: [finding], photos } }), 'located')
  assert.deepEqual(located(1), { has: ['trench_plan', 'trench_finding'], lacks: ['not_located'] })
  assert.deepEqual(located(0).lacks, [])
  assert.deepEqual(located(null).lacks, ['not_located'])
  assert.deepEqual(found(aJob(), 'located'), { has: [], lacks: ['nothing'] })
})

test('no sentence of the first page says that something is allowed, free or safe', () => {
  for (const messages of Object.values(MESSAGES))
    for (const [key, message] of messages)
      if (key.startsWith('dossierPage.'))
        assert.doesNotMatch(
          message,
          /\b(legal|lawful|safe|clear|free|allowed|complies|legaal|veilig|vrij|toegestaan|mag|voldoet)\b/i,
          key,
        )
})
