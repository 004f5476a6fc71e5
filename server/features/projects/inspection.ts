/**
 * What an inspection asks of a dig, in its order, each with what is on record of it or with the gap. Pure. Nothing here says that
 * something is allowed, free or safe. Source of the order: memo of the RDI (kabelenleidingoverleg.nl).
 */

import { dutchDate, workingDaysLater } from '../../registry/working-days.ts'
import type { Values } from '../../texts/texts.ts'
import type { JobBriefView } from '../jobs/job-view.ts'
import { demandsOf } from '../jobs/rules/next-action.ts'
import type { KeptFileColumns } from '../jobs/tables.ts'
import type { LogEntry, LoggedAct } from '../log-entries.ts'
import type { Checklist } from './checklist-rows.ts'
import type { JobEvidence } from './dossier-evidence.ts'
import type { Evidence, Finding, Gap, Heading, Origin } from './dossier-page.ts'

/** Which items of the checklists of the house speak of what, by heading and template. */
const ITEMS = {
  notified: { 'careful-digging-preparation': [1], 'crow-500-inventory': [1] },
  data: { 'careful-digging-preparation': [2, 7], 'careful-digging-execution': [1], 'crow-500-locate': [1] },
  precautions: { 'careful-digging-preparation': [3], 'crow-500-operators': [1, 2, 3] },
  crew: { 'careful-digging-execution': [2], 'crow-500-dig': [1] },
  located: { 'careful-digging-execution': [3], 'crow-500-locate': [2, 3] },
  careful: { 'careful-digging-preparation': [6], 'careful-digging-completion': [1], 'crow-500-dig': [2, 3] },
  damage: { 'careful-digging-execution': [4, 5], 'crow-500-locate': [4], 'crow-500-dig': [4] },
} satisfies Record<Heading, Readonly<Record<string, readonly number[]>>>

export interface InspectedJob {
  /** null: there is one only */
  name: string | null
  view: JobBriefView
  evidence: JobEvidence
  log: readonly Pick<LogEntry, 'at' | 'actor' | 'act' | 'data'>[]
  result: { path: string; row: { revision: number; readyAt: string } } | null
  /** Working days between the contact that a precaution demands and the start */
  contactDays: number
}

class Found {
  readonly evidence: Evidence[] = []
  readonly gaps: Gap[] = []

  has(code: Evidence['code'], origin: Origin, values: Values = {}): void {
    this.evidence.push({ code, values, ...origin })
  }

  lacks(code: Gap['code'], values: Values = {}): void {
    this.gaps.push({ code, values })
  }
}

/** @returns for each heading what the checklists say, then what is on record of each job */
export function inspect(jobs: readonly InspectedJob[], checklists: readonly Checklist[]): Finding[] {
  return (Object.keys(ITEMS) as Heading[]).flatMap((heading): Finding[] => {
    const find = (job: string | null, look: (found: Found) => void): Finding => {
      const found = new Found()
      look(found)
      return { heading, job, ...found }
    }
    const all = [
      find(null, (found) => addItems(checklists, ITEMS[heading], found)),
      ...jobs.map((job) => find(job.name, (found) => RULES[heading]?.(job, found))),
    ].filter(({ evidence, gaps }) => evidence.length + gaps.length > 0)
    return all.length > 0 ? all : [find(null, (found) => found.lacks('nothing'))]
  })
}

function addItems(lists: readonly Checklist[], wanted: Readonly<Record<string, number[]>>, found: Found): void {
  for (const { template_id, items } of lists)
    for (const { no, text, doneAt, doneBy } of items) {
      if (!wanted[template_id ?? '']?.includes(no)) continue
      if (doneAt === null) found.lacks('unticked', { text })
      else found.has('ticked', { on: dayOf(doneAt), who: doneBy }, { text })
    }
}

const RULES: Readonly<Partial<Record<Heading, (job: InspectedJob, found: Found) => void>>> = {
  notified: ofStart,
  data: ofData,
  precautions: ofPrecautions,
  crew(job, found) {
    for (const { origin } of entries(job, 'warning.acknowledged')) found.has('read', origin)
    const n = countOf(job, 'attention_unread')
    if (n > 0) found.lacks('unread', { n })
  },
  located({ evidence: { trenches } }, found) {
    if (!trenches) return
    const { plan, open, findings, photos } = trenches
    found.has('trench_plan', { on: dayOf(plan.at), who: plan.actor, file: TRENCH_FILE }, { n: plan.revision })
    for (const { id, kind, feature_id, found_on, actor } of findings) {
      const file = photos.find(({ row }) => row.finding_id === id)?.path
      found.has('trench_finding', { on: found_on, who: actor, file }, { kind, line: feature_id ?? '' })
    }
    if (open !== 0) found.lacks('not_located', { n: open ?? 0 })
  },
  damage(job, found) {
    const { klicType, submittedAt } = job.view.job
    if (klicType === 'CALAMITEIT' && submittedAt) found.has('calamity', filed(job, submittedAt), numbersOf(job))
  },
}

/** In the dossier. */
export const TRENCH_FILE = 'trenches.json'

const dayOf = (at: string): string => (at.length === 10 ? at : dutchDate(Date.parse(at)))
const countOf = ({ view }: InspectedJob, code: string): number =>
  view.dig.reasons.find((reason) => reason.code === code)?.count ?? 0
const numbersOf = ({ view }: InspectedJob) => ({ numbers: view.klicNumbers.join(', ') })
const originOf = ({ path: file, row }: { path: string; row: KeptFileColumns }): Origin => ({
  ...{ on: dayOf(row.added_at), who: row.added_by, file },
})
const entries = ({ log }: InspectedJob, ...acts: LoggedAct[]) =>
  log
    .filter(({ act }) => acts.includes(act))
    .map(({ at, actor, act, data }) => ({ origin: { on: dayOf(at), who: actor }, act, data: JSON.parse(data) }))
const filed = (job: InspectedJob, at: string): Origin => ({
  ...{ on: dayOf(at), who: entries(job, 'job.submitted').at(-1)?.origin.who ?? null },
})

function ofStart(inspected: InspectedJob, found: Found): void {
  const { job, dig } = inspected.view
  if (job.klicType === 'ORIENT') found.lacks('planning')
  if (job.klicType !== 'GRAAF') return
  const { work, photos, presence, filed: order } = inspected.evidence
  const notified = job.source === 'imported' ? job.requested?.first : order?.sentAt
  const { beginFrom: from, beginUntil: until } = dig
  if (notified) found.has('notified', filed(inspected, notified), numbersOf(inspected))
  else found.lacks('not_notified')
  if (from && until) found.has('begin', {}, { from, until })
  if (!work) return void found.lacks('no_start')
  const { begunOn, begunBy, endedOn, actor } = work
  found.has('begun', { on: begunOn, who: begunBy ?? actor })
  for (const photo of photos) found.has('photo', originOf(photo), { name: photo.row.name })
  if (presence.length > 0) found.has('present', { on: presence.at(-1)! }, { n: presence.length })
  if (endedOn) found.has('ended', { on: endedOn, who: actor })
  if (from && begunOn < from) found.lacks('begun_early', { day: from })
  if (until && begunOn > until) found.lacks('begun_late', { day: until })
  if (photos.length === 0) found.lacks('no_photo')
  if (presence.length === 0) found.lacks('no_presence')
}

function ofData(inspected: InspectedJob, found: Found): void {
  const { view, evidence, result } = inspected
  const { removed } = evidence
  for (const { path, row } of evidence.deliveries) {
    const { name, receivedAt } = row
    if (path !== null) found.has('delivery', { on: receivedAt && dayOf(receivedAt), file: path }, { name })
    else if (removed.deliveries) found.lacks('delivery_removed', { name, day: dayOf(removed.deliveries) })
    else found.lacks('delivery_missing', { name })
  }
  if (result) found.has('result', { on: dayOf(result.row.readyAt), file: result.path }, { n: result.row.revision })
  else if (removed.results) found.lacks('result_removed', { day: dayOf(removed.results) })
  else found.lacks('no_result')
  const isDig = view.job.klicType === 'GRAAF'
  const missing = isDig ? countOf(inspected, 'not_delivered') : view.total - view.delivered
  const withheld = countOf(inspected, 'withheld')
  if (missing > 0) found.lacks('parts_missing', { n: missing })
  if (withheld > 0) found.lacks('parts_withheld', { n: withheld })
  for (const operator of view.job.findings?.silent ?? []) found.lacks('silent', { operator })
  const opened = entries(inspected, 'result.taken', 'site.consulted')
  const onSite = opened.filter(({ act, data }) => act === 'site.consulted' || ['site', 'print'].includes(data.as))
  for (const { act, origin, data } of onSite)
    found.has(act === 'site.consulted' ? 'consulted' : 'taken', origin, { n: data.revision })
  if (isDig && onSite.length === 0) found.lacks('not_on_site')
}

function ofPrecautions(inspected: InspectedJob, found: Found): void {
  const { view, evidence, contactDays } = inspected
  const { klicType, findings } = view.job
  if (klicType !== 'GRAAF') return
  const demands = findings ? demandsOf(findings) : []
  if (!findings) found.lacks('demands_unknown')
  else if (demands.length === 0) found.has('no_demands', {})
  const letters = entries(inspected, 'precaution.letter')
  const { contacts, agreements, work } = evidence
  // One that no result or another one than the newest named was spoken to all the same.
  const spokenTo = [...contacts, ...agreements.map(({ row }) => row), ...letters.map(({ data }) => data)]
  for (const operator of new Set([...demands, ...spokenTo].map((each) => each.operator as string))) {
    const demand = demands.find((each) => each.operator === operator)
    const contact = contacts.find((each) => each.operator === operator)
    const files = agreements.filter(({ row }) => row.operator === operator)
    const named = { operator: operator || '-' }
    for (const { origin, data } of letters) if (data.operator === operator) found.has('letter', origin, named)
    if (contact) {
      const { contactedOn, contactedBy, agreedOn, actor } = contact
      found.has('contact', { on: contactedOn, who: contactedBy ?? actor }, named)
      if (agreedOn) found.has('agreed', { on: agreedOn, who: actor }, named)
    } else if (demand) found.lacks('no_contact', named)
    for (const file of files) found.has('agreement', originOf(file), { ...named, name: file.row.name })
    if (!demand?.hasTerm) continue
    const from = contact && workingDaysLater(contact.contactedOn, contactDays)
    if (from && work && work.begunOn < from) found.lacks('contact_late', { ...named, day: from })
    if (!contact?.agreedOn) found.lacks('no_agreement', named)
    if (files.length === 0) found.lacks('no_agreement_file', named)
  }
}
