/**
 * What must be known of a result before anybody uses it, in one list: every view of a result and every file of it shows these.
 * Files take them from the warnings that they carry. Views that know the job add those of the job, since a result of an earlier
 * version does not hold all of them.
 */

import type { JobSource, KlicType, RegistryEnvironment } from '../../registry/klic.ts'
import { LANGUAGES, type Language } from '../../texts/languages.ts'
import { translate } from '../../texts/texts.ts'

/** In the order in which they are said; each is the code of a warning of the result. */
export const NOTE_CODES = [
  'PRELIMINARY',
  'SIMULATED',
  'PLANNING_ONLY',
  'PART_MISSING',
  'OPERATOR_NOT_DELIVERED',
  'DELIVERY_INCOMPLETE',
  'IMPORTED',
] as const
export type NoteCode = (typeof NOTE_CODES)[number]

/** By results with one of these nobody may dig. A file in a ZIP has the name, so that it is met before the data. */
export const NOTICE_FILES: Readonly<Partial<Record<NoteCode, string>>> = {
  PRELIMINARY: 'VOORLOPIG_GEEN_RESULTAAT.txt',
  SIMULATED: 'NIET_GEBRUIKEN_IN_HET_VELD.txt',
  PLANNING_ONLY: 'ALLEEN_OM_TE_PLANNEN_NIET_OM_TE_GRAVEN.txt',
}

export interface ResultNote {
  code: NoteCode
  /** Names of operators, KLIC numbers, numbers of parts */
  about: readonly string[]
}

export interface JobOfResult {
  klicType: KlicType | null
  environment: RegistryEnvironment | null
  /** Left out: ordered */
  source?: JobSource
}

const isTestJob = ({ environment }: Pick<JobOfResult, 'environment'>): boolean =>
  environment === 'simulator' || environment === 'eto'

/** What the job alone says of its result. */
function codesOfJob(job: JobOfResult): NoteCode[] {
  const holds: Partial<Record<NoteCode, boolean>> = {
    SIMULATED: isTestJob(job),
    PLANNING_ONLY: job.klicType === 'ORIENT',
    IMPORTED: job.source === 'imported',
  }
  return NOTE_CODES.filter((code) => holds[code])
}

/** @param warnings of the result, by their code; @param about what is to be named with a note, where that is known */
export function resultNotes(
  warnings: readonly { code?: unknown }[],
  { job, about = {} }: { job?: JobOfResult; about?: Partial<Record<NoteCode, readonly string[]>> } = {},
): ResultNote[] {
  const said = new Set<unknown>([...warnings.map(({ code }) => code), ...(job ? codesOfJob(job) : [])])
  return NOTE_CODES.filter((code) => said.has(code) || (about[code]?.length ?? 0) > 0).map((code) => ({
    code,
    about: about[code] ?? [],
  }))
}

/** What a summary of a result names with its notes. @param parts of which nothing is on the map */
export const aboutOf = (
  {
    operators,
    deliveries,
  }: {
    operators: readonly { name: string; delivered: boolean }[]
    deliveries: readonly { klicNumber: string; complete: boolean }[]
  },
  parts: readonly { partNo: number }[],
  language: Language,
): Partial<Record<NoteCode, readonly string[]>> => {
  const t = translate(language)
  return {
    PART_MISSING: parts.map(({ partNo }) => t('resultNote.part', { no: partNo })),
    OPERATOR_NOT_DELIVERED: operators.filter(({ delivered }) => !delivered).map(({ name }) => name),
    DELIVERY_INCOMPLETE: deliveries.filter(({ complete }) => !complete).map(({ klicNumber }) => klicNumber),
  }
}

/** A line, short enough for the head of a page. */
export const noteLine = (code: NoteCode, language: Language): string => translate(language)(`resultNote.text.${code}`)

/** What stands in one of NOTICE_FILES. */
export const noticeText = (code: NoteCode): string =>
  LANGUAGES.map((language) => `${noteLine(code, language)}.\r\n`).join('')

/** A whole sentence. */
export const sentenceOf = ({ code, about }: ResultNote, language: Language): string =>
  `${noteLine(code, language)}${about.length > 0 ? ` (${about.join(', ')})` : ''}.`
