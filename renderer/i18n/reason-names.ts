/** What the sentence of a reason names: counts, days as people read them, complaints in words. */
import type { Job } from '../../server/contract/jobs.ts'
import { precheckText } from '../../server/contract/vocabulary.ts'

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
}

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
  complaints: complaints.map(({ at, code }) => `${at}: ${precheckText(code, language) ?? code}`),
})
