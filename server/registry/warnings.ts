import type { JobState } from './klic.ts'

/** What a quote or a job may warn of: nothing that stops it. The message says it in English, the window in its own words. */
export const WARNING_CODES = [
  // Of the area
  'HEIGHTS_DROPPED',
  'POSITIONS_DROPPED',
  'APPROXIMATE_TRANSFORMATION',
  'SEEMS_ABROAD',
  'SAFETY_AREA',
  'AREA_TINY',
  'AREA_FORGOTTEN',
  // Of what is asked
  'ADDRESS_CORRECTED',
  'ADDRESS_NOT_CHECKED',
  'HAS_NOT_ASKED',
  'HAS_INCOMPLETE',
  'HAS_NOT_LOOKED_UP',
  'START_DATE_IGNORED',
  'START_DATE_PAST',
  'START_DATE_FAR',
  'START_DATE_SOON',
  'REFERENCE_CHANGED',
  // Of a repeat
  'FIELD_IGNORED',
  'START_DATE_TAKEN',
  'QUOTE_RENEWED',
  'JOB_CORRECTED',
  'QUOTE_REPLACED',
  // Of waiting (waiting.ts)
  'REGISTRY_UNREACHABLE',
  'REGISTRY_NOT_READY',
  'REGISTRY_CREDENTIALS_MISSING',
  'REGISTRY_LOGIN_REQUIRED',
  'REGISTRY_ACCESS_REFUSED',
  'STORAGE_UNREACHABLE',
  'DISK_FULL',
  'BUSY',
  'WORKER_NOT_RUNNING',
  // Of what was opened from files
  'IMPORTED',
  // Of the result
  'GROUND_NOT_SHOWN',
  // Of files that go
  'RESULTS_EXPIRE',
  'DELIVERIES_EXPIRE',
] as const
export type WarningCode = (typeof WARNING_CODES)[number]

export interface Warning {
  code: WarningCode
  message: string
}

/** Of the ground of one revision: what is said of it goes when that is added anew, or there is another result. */
export const withoutGround = <W extends { code: string }>(warnings: readonly W[]): W[] =>
  warnings.filter(({ code }) => code !== 'GROUND_NOT_SHOWN')

/** What is asked for can still be another: nothing is filed. */
export const mayChange = (status: JobState): boolean => status === 'rejected' || status === 'quoted'

const NO_SKETCHES =
  'No house connection sketches (HAS) are asked for: connections to houses may be missing from the delivery.'

export const hasNotAsked: Warning = {
  code: 'HAS_NOT_ASKED',
  message: `${NO_SKETCHES} Name addresses in has_addresses, or set registry.has_all_addresses.`,
}

/** Of a job that can't be changed any more: the fact stays, the advice goes. */
export const asItWasAsked = (warnings: readonly Warning[]): Warning[] =>
  warnings.map((each) => (each.code === hasNotAsked.code ? { ...each, message: NO_SKETCHES } : each))
