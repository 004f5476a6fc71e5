/** What the sentence of a reason names: counts, days as people read them, complaints in words. */

import type { Job } from '../../../server/features/jobs/schema.ts'
import { precheckText } from '../../../server/features/vocabulary.ts'
import { type Language, localeOf } from '../../../server/texts/languages.ts'
import { type Translate, translate, type Values } from '../../../server/texts/texts.ts'

/** What a reason does not name. */
const NOTHING_NAMED = {
  delivered: 0,
  refused: 0,
  missing: 0,
  safety_areas: 0,
  fictitious: 0,
  revision: 0,
  host: '',
  area_gone: false,
}

/** A setting by its name, a field of the job by its JSON pointer. */
const fieldName = (at: string, t: Translate): string =>
  t.find(`asked.${at}`) ?? t.find(`asked.${at.split('/')[1]}`) ?? at

/** @param day a day or moment in ISO 8601, as people read it */
export const reasonValues = (
  {
    removed_at,
    link_until,
    complaints = [],
    operators = [],
    office = '',
    office_job = '',
    ...named
  }: Job['next_action_params'],
  language: Language,
  day: (iso: string) => string,
): Values => {
  const { filed = 0, total = 0 } = named
  const t = translate(language)
  return {
    ...NOTHING_NAMED,
    ...named,
    filed,
    total,
    is_part_filed: filed < total,
    operators: new Intl.ListFormat(localeOf(language)).format(operators),
    operator_count: operators.length,
    office,
    has_office: office !== '',
    office_job,
    has_office_job: office_job !== '',
    removed_at: removed_at ? day(removed_at) : '',
    link_until: link_until ? day(link_until) : '',
    complaints: complaints
      .map(({ at, code }) => `${fieldName(at, t)}: ${precheckText(code, language) ?? code}`)
      .join(' '),
    complaint_count: complaints.length,
  }
}
