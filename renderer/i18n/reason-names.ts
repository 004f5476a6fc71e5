/** What the sentence of a reason names: counts, days as people read them, complaints in words. */
import type { Job } from '../../server/contract/jobs.ts'
import { precheckText } from '../../server/contract/vocabulary.ts'
import { asked as inEnglish } from './en/reasons.ts'
import { asked as inDutch } from './nl/reasons.ts'

type Params = Job['next_action_params']

/** What a reason does not name. */
const NOTHING_NAMED = {
  delivered: 0,
  total: 0,
  filed: 0,
  refused: 0,
  missing: 0,
  safety_areas: 0,
  fictitious: 0,
  revision: 0,
  operators: [],
  host: '',
  area_gone: false,
  office: '',
  office_job: '',
}

const ASKED = { nl: inDutch, en: inEnglish }

/** A setting by its name, a field of the job by its JSON pointer. */
const askedIn = (at: string, language: 'nl' | 'en'): string =>
  ASKED[language][at] ?? ASKED[language][at.split('/')[1] ?? ''] ?? at

/** @param dayInWords of a day or moment in ISO 8601 */
export const reasonNames = (
  { removed_at, link_until, complaints = [], ...named }: Params,
  language: 'nl' | 'en',
  dayInWords: (day: string) => string,
) => ({
  ...NOTHING_NAMED,
  ...named,
  removed_at: removed_at ? dayInWords(removed_at) : '',
  link_until: link_until ? dayInWords(link_until) : '',
  complaints: complaints.map(({ at, code }) => `${askedIn(at, language)}: ${precheckText(code, language) ?? code}`),
})
