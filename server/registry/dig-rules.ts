/**
 * The figures of the clock between notification and dig, in working days. Each has its source; a company may set it stricter, never
 * laxer.
 */
import { workingDaysLater } from './working-days.ts'

export interface DigRules {
  /** That must have gone by since the registry took the notification */
  'digging.wait_working_days': number
  /** From the notification, within which the work has to begin */
  'digging.start_within_working_days': number
  /** Between the contact that a precaution demands and the start */
  'digging.contact_working_days': number
  /** Without presence on the site, once the work has begun */
  'digging.presence_working_days': number
}

interface Figure {
  /** As the law or the practice has it */
  usual: number
  /** As strict as a company may make it */
  strictest: number
  source: string
}

export const DIG_FIGURES: Readonly<Record<keyof DigRules, Figure>> = {
  'digging.wait_working_days': {
    usual: 3,
    strictest: 15,
    source: 'Kadaster, KLIC for diggers: notify 3 to 20 working days before the work begins',
  },
  'digging.start_within_working_days': {
    usual: 20,
    strictest: 1,
    source: 'WIBON in practice (Kadaster, Bouwend Nederland): begin within 20 working days of the notification',
  },
  'digging.contact_working_days': {
    usual: 3,
    strictest: 15,
    source:
      'Precaution (EV): contact with the operator at least 3 working days before the work begins (cumela.nl, 2018)',
  },
  'digging.presence_working_days': {
    usual: 1,
    strictest: 0,
    source:
      'WIBON art. 8(1) in practice: the works have begun and one is on the works daily (Aon, FAQ Revisies en WIBON)',
  },
}

export const USUAL_DIG_RULES = Object.fromEntries(
  Object.entries(DIG_FIGURES).map(([name, { usual }]) => [name, usual]),
) as unknown as DigRules

/**
 * The first Dutch day on which one may dig under a notification that is filed on a day (both YYYY-MM-DD). The one answer for
 * calendar, form, confirmation, quote and dig status.
 */
export const earliestStart = (filedOn: string, rules: Pick<DigRules, 'digging.wait_working_days'>): string =>
  workingDaysLater(filedOn, rules['digging.wait_working_days'])
