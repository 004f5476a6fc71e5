/** What is told to other programs, and to whom. */

import type { CompanySettings } from '../settings/settings.ts'

/** What the clock of a notification to dig asks of people. */
const NOTICE_TYPES = ['validity.expiring', 'precaution.due', 'start.missed'] as const
export type NoticeType = (typeof NOTICE_TYPES)[number]

/**
 * files.expiring: files of a job are removed in a week or more, because the company keeps them no longer.
 * project.completed and checklist.completed belong to projects of the dashboard; webhook.test is sent on demand, to try
 * an address.
 */
export const EVENT_TYPES = [
  'job.ready',
  'files.expiring',
  ...NOTICE_TYPES,
  'project.completed',
  'checklist.completed',
  'webhook.test',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

export interface EventTarget {
  target: 'job' | 'company'
  url: string
}

/** Whom an address belongs to, as host and port: who hangs there hangs for all its paths. null: the address is none. */
export const receiverOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).host : null)

/** The company's address, unless it said that it is gone. */
export const companyUrl = (settings: CompanySettings): string | null => {
  const url = settings['webhooks.company_url']
  return url !== null && settings['webhooks.gone']?.url !== url ? url : null
}

/** The job's own address, else the company's; null: nobody is told, and the list of events has it. */
export const eventTarget = (jobUrl: string | null, settings: CompanySettings): EventTarget | null => {
  if (jobUrl !== null) return { target: 'job', url: jobUrl }
  const url = companyUrl(settings)
  return url === null ? null : { target: 'company', url }
}
