/** What stands in the way of splitting or joining imported jobs, and what to do about it; the code of the complaint at the refusal. */
import { Refusal } from '../refusal.ts'
import type { Language } from './precheck-words.ts'

export const REGROUP_CONFLICTS = {
  NOT_IMPORTED: {
    en: 'Only imported jobs are split or joined.',
    nl: 'Alleen ingelezen opdrachten kunnen worden gesplitst of samengevoegd.',
  },
  NO_RESULT: {
    en: 'A job has no result yet. Try again when it is ready.',
    nl: 'Een opdracht heeft nog geen resultaat. Probeer het opnieuw als het klaar is.',
  },
  DELIVERY_MISSING: {
    en: 'A delivery is not here any more, or can’t be read. Open it again first.',
    nl: 'Een levering is er niet meer, of is niet te lezen. Open die eerst opnieuw.',
  },
  HAS_SITE_LINKS: {
    en: 'Links for the site lead to this job, and would miss the ground that moves. Revoke them first.',
    nl: 'Er zijn bouwplaatslinks naar deze opdracht, die het verplaatste gebied zouden missen. Trek ze eerst in.',
  },
  SEVERAL_PROJECTS: {
    en: 'The jobs are in different projects. Put them into one first.',
    nl: 'De opdrachten horen bij verschillende projecten. Zet ze eerst in één project.',
  },
  WORK_DIFFERS: {
    en: 'The start or end of the work is on record for some of these jobs only. Record it for all of them first.',
    nl: 'Begin of einde van het werk is maar voor een deel van deze opdrachten vastgelegd. Leg het eerst voor alle vast.',
  },
  CONTACTS_DIFFER: {
    en: 'A contact or an agreement with an operator is on record for some of these jobs only. Record it for all of them first.',
    nl: 'Contact of een afspraak met een netbeheerder is maar voor een deel van deze opdrachten vastgelegd. Leg het eerst voor alle vast.',
  },
  TOO_MANY_FILES: {
    en: 'Together the jobs have too many photos, agreements or links for the site. Remove some first.',
    nl: 'Samen hebben de opdrachten te veel foto’s, afspraken of bouwplaatslinks. Verwijder er eerst een paar.',
  },
  CHANGED_MEANWHILE: {
    en: 'The job was changed at the same moment. Look at it and try again.',
    nl: 'De opdracht is op hetzelfde moment gewijzigd. Bekijk die en probeer het opnieuw.',
  },
} as const satisfies Record<string, Record<Language, string>>

/** @param about the one that it is about: a KLIC number, an operator */
export function regroupConflict(code: keyof typeof REGROUP_CONFLICTS, about?: string): Refusal {
  const message = REGROUP_CONFLICTS[code].en + (about ? ` (${about})` : '')
  return new Refusal('JOB_STATE_CONFLICT', message, { complaints: [{ pointer: '', code, message }] })
}
