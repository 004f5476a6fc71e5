/** What a person or a program should do with a job now: the table of states of API v1, in one place. */
import type { JobState, KlicType, NextAction, PartState } from './klic.ts'

export interface JobFacts {
  status: JobState
  klicType: KlicType
  startDate: string | null
  quoteExpired: boolean
  /** What is to be arranged before anything can be filed, in words; see domain/billing.ts */
  billingProblem: string | undefined
  partStates: readonly PartState[]
  /** Why it failed, in words for people. */
  failure: string | null
  /** Codes with which the registry refused it. */
  errorCodes?: readonly string[]
  /** What it waits for beside the registry's own pace. */
  waiting?: string | undefined
}

export interface Advice {
  action: NextAction
  message: string
}

const SETTLED: readonly PartState[] = ['delivered', 'safety_area']

export const nextAction = (facts: JobFacts): Advice => {
  const advice = byState(facts)
  return advice.action === 'wait' && facts.waiting ? { action: 'wait', message: facts.waiting } : advice
}

const byState = (facts: JobFacts): Advice => {
  const total = facts.partStates.length
  const count = (state: PartState) => facts.partStates.filter((each) => each === state).length
  const delivered = count('delivered')
  switch (facts.status) {
    case 'quoted':
      return quoted(facts)
    case 'accepted':
      return { action: 'wait', message: 'Stored; the worker files it with the registry. Ask again for its progress.' }
    case 'submitted':
      return { action: 'wait', message: `The registry took the order; ${delivered} of ${total} parts are delivered.` }
    case 'partially_delivered':
      return { action: 'wait', message: `${delivered} of ${total} parts are delivered; the others are on their way.` }
    case 'processing':
      return { action: 'wait', message: 'All that will come has come; the deliveries are being read and merged.' }
    case 'ready':
      return { action: 'download', message: 'The result can be downloaded: links.geojson and links.export.' }
    case 'ready_incomplete':
      return incomplete(total - delivered, total, count('safety_area'))
    case 'rejected':
      return rejected(facts.errorCodes ?? [])
    case 'failed':
      return {
        action: 'retry',
        message: `Stopped after all tries${facts.failure ? `: ${facts.failure.replace(/\.$/, '')}` : ''}. Nothing is lost; resume it in the dashboard.`,
      }
  }
}

/** The customer's standing at the registry: blocked, no mandate, or an invoice without a reference. */
const BILLING_CODES = ['COR9005', 'COR9004', 'COR1212']
/** Our application or its login: nothing about this job. */
const SETTINGS_CODES = ['COR9003', 'invalid_client', 'invalid_scope', 'key_unusable', 'login_required', 'COR0899']
/** The account at the registry lacks a right, or is not known. */
const ACCOUNT_CODES = ['COR0898', 'COR1021', 'Kadaster - Niet geautoriseerd.', 'HTTP_401', 'HTTP_403', 'HTTP_422']

const rejected = (codes: readonly string[]): Advice => {
  const has = (list: readonly string[]) => codes.some((code) => list.includes(code))
  if (has(BILLING_CODES)) {
    return {
      action: 'arrange_billing',
      message:
        'The registry takes no orders for this customer number: it is blocked, belongs to another login, has not authorised whoever files for it (KLIC Autoriseren SP in Mijn Kadaster), or needs a reference for the invoice. Nothing was filed. Settle it with Kadaster (settings billing.relation_number, billing.invoice_reference), then make a new job.',
    }
  }
  if (has(SETTINGS_CODES)) {
    return {
      action: 'correct_and_resubmit',
      message:
        'The registry did not accept our login. Nothing was filed. Test the connection in the settings, Registry; then make a new job.',
    }
  }
  if (has(ACCOUNT_CODES)) {
    return {
      action: 'contact_registry',
      message:
        'The account at Kadaster does not allow this. Nothing was filed. Check its services in Mijn Kadaster, or ask klic@kadaster.nl; then make a new job.',
    }
  }
  return {
    action: 'correct_and_resubmit',
    message:
      "The registry refused the order as a whole; nothing was filed. The reasons are in errors and in the parts' errors: correct the input and make a new job.",
  }
}

const quoted = (facts: JobFacts): Advice => {
  if (facts.quoteExpired) {
    return { action: 'correct_and_resubmit', message: 'This quote has expired; ask for a new one with the same area.' }
  }
  if (facts.billingProblem !== undefined) return { action: 'arrange_billing', message: facts.billingProblem }
  if (facts.klicType === 'GRAAF' && facts.startDate === null) {
    return {
      action: 'add_start_date',
      message: 'A GRAAF notification needs a start_date: give it with POST /jobs/{job_id}/submit.',
    }
  }
  return { action: 'submit', message: 'Nothing is filed yet: submit it with POST /jobs/{job_id}/submit.' }
}

const incomplete = (missing: number, total: number, safetyAreas: number): Advice =>
  safetyAreas > 0
    ? {
        action: 'contact_safety_area_manager',
        message: `${missing} of ${total} parts are missing: ${safetyAreas} in a safety area, whose manager has the delivery. Ask that manager before you dig; the rest can be downloaded.`,
      }
    : {
        action: 'contact_registry',
        message: `${missing} of ${total} parts are missing. Ask the registry (Kadaster) for them before you dig; the rest can be downloaded.`,
      }

/** Nothing more is to come for these parts: what failed now failed in our own work on the deliveries. */
export const allSettled = (partStates: readonly PartState[]): boolean =>
  partStates.every((state) => SETTLED.includes(state))
