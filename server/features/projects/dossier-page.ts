/** The first page of a dossier: what an inspection asks, with the evidence or the gap of each, on A4 and as many pages as it takes. */

import { mm } from '../../exports/print/paper.ts'
import { startPages } from '../../exports/print/pdf-pages.ts'
import { printable } from '../../exports/print/text.ts'
import { dayInWords } from '../../registry/day-in-words.ts'
import { actorInWords } from '../../texts/actor.ts'
import type { Language } from '../../texts/languages.ts'
import { type CodeOf, type Key, translate, type Values } from '../../texts/texts.ts'

export type Heading = CodeOf<'dossierPage.heading'>
export interface Origin {
  /** Dutch day, YYYY-MM-DD */
  on?: string | null
  /** An actor of a log, or a name as somebody wrote it */
  who?: string | null
  /** In the dossier */
  file?: string | undefined
}
export interface Evidence extends Origin {
  code: CodeOf<'dossierPage.evidence'>
  values?: Values
}
export interface Gap {
  code: CodeOf<'dossierPage.gap'>
  values?: Values
}
export interface Finding {
  heading: Heading
  /** Of which job; null: there is one only, or it is of the project */
  job: string | null
  evidence: readonly Evidence[]
  gaps: readonly Gap[]
}

export interface DossierPage {
  about: { title: string; job_id?: string }
  isTest: boolean
  /** Whether the dossier names applicant and client */
  people: boolean
  /** ISO 8601: of the newest entry on record */
  newestAt: string
  findings: readonly Finding[]
  logs: readonly { name: string; n: number; leftOut: number; brokenAt: number | undefined }[]
  /** Names that stand for actors */
  names: ReadonlyMap<string, string>
}

const SIDE = 20
const MARGINS = { left: mm(SIDE), right: mm(SIDE), top: mm(18), bottom: mm(17) }
const GAP = '#a1201a'
/** Of one heading and job; all of it is in the files of the dossier. */
const MAX_LINES = 50
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The same page gives the same bytes. */
export async function printDossierPage(page: DossierPage, language: Language): Promise<Buffer> {
  const t = translate(language)
  const title = t(page.about.job_id ? 'dossierPage.ofJob' : 'dossierPage.ofProject', { name: page.about.title })
  const { pdf, finish } = startPages(title, new Date(page.newestAt), MARGINS)
  const line = (text: string, { size = 9, bold = false, colour = '#000000', indent = 0, above = 0 } = {}): void => {
    pdf
      .font(bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(size)
      .fill(colour)
      .text(printable(text), mm(SIDE + indent), pdf.y + mm(above), { width: mm(210 - 2 * SIDE - indent), lineGap: 0.5 })
    pdf.y += mm(0.6)
  }
  const inWords = (value: unknown) => (DAY.test(String(value)) ? dayInWords(String(value), language) : value)
  const filled = (values: Values = {}) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inWords(value)])) as Values
  const said = ({ code, values, on, who: actor, file }: Evidence): string => {
    const by = actor && actorInWords(actor, page.names, t)
    const details = [on && dayInWords(on, language), by, file].filter(Boolean).join(', ')
    return `${t(`dossierPage.evidence.${code}`, filled(values))}${details && ` (${details})`}`
  }
  const lines = (all: readonly string[], look: { colour?: string; indent: number }): void => {
    for (const text of all.slice(0, MAX_LINES)) line(text, look)
    if (all.length > MAX_LINES) line(t('dossierPage.more', { n: all.length - MAX_LINES }), look)
  }
  const plain = (key: Key, values?: Values): void => line(t(key, values), { size: 8 })

  line(title, { size: 16, bold: true })
  if (page.isTest) line(t('calendarEvent.test'), { size: 11, bold: true, colour: GAP })
  plain('dossierPage.newest', { day: dayInWords(page.newestAt, language) })
  plain('dossierPage.what')
  plain(page.people ? 'dossierPage.withPeople' : 'dossierPage.withoutPeople')
  for (const [heading, found] of Map.groupBy(page.findings, (each) => each.heading)) {
    line(t(`dossierPage.heading.${heading}`), { size: 11, bold: true, above: 3 })
    for (const { job, evidence, gaps } of found) {
      if (job !== null) line(job, { bold: true, indent: 2 })
      lines(evidence.map(said), { indent: 4 })
      const missing = gaps.map(({ code, values }) =>
        t('dossierPage.missing', { what: t(`dossierPage.gap.${code}`, filled(values)) }),
      )
      lines(missing, { indent: 4, colour: GAP })
    }
  }
  pdf.y += mm(3)
  for (const { name, n, leftOut, brokenAt } of page.logs) {
    if (brokenAt === undefined) plain('dossierPage.logWhole', { name, n })
    else line(t('dossierPage.logBroken', { name, n: brokenAt }), { colour: GAP, bold: true })
    if (leftOut > 0) plain('dossierPage.logShortened', { name, n: leftOut })
  }
  return finish()
}
