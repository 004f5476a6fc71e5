/**
 * The idempotency of client_ref: what was asked under it, in one canonical form with its hash; how a repeat differs from it
 * (which fields count: FIELD_ROLES in features/jobs/rules/job.ts), what a repeat may bring about, and what it is told.
 */
import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../platform/json-text.ts'
import { snake } from '../../../platform/naming.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Warning } from '../../../registry/warnings.ts'
import type { Caller } from '../../services.ts'
import type { jobByClientRef } from '../rows/jobs.ts'
import { FIELD_ROLES, type JobRequest } from '../rules/job.ts'

/** Names on the wire. `submit` and `client_ref` make no difference to what is asked. */
const NAMES = Object.keys(FIELD_ROLES).map((field) => ({
  field: field as keyof typeof FIELD_ROLES,
  name: snake(field),
}))

/** What decides the sum, and who is told: a submission never files these as another caller with `write` asked for them. */
const PAID_FOR: readonly string[] = ['geometry', 'klic_type', 'cut_rules', 'webhook_url']

export interface Input {
  /** Wire name -> canonical JSON; the area, which may be megabytes, by its hash. */
  text: string
  /** sha256 of it, hex */
  hash: string
}

export function inputOf(asked: JobRequest): Input {
  const entries = NAMES.flatMap(({ field, name }) => {
    const value = asked[field]
    if (value === undefined) return []
    const { text } = canonicalJson(value)
    return [[name, field === 'geometry' ? hashed(text) : text]]
  })
  const text = JSON.stringify(Object.fromEntries(entries))
  return { text, hash: hashed(text) }
}

/** @returns wire names of the fields that differ, none for an equal input */
export function differences(input: Input, first: { input: string; inputHash: string }): string[] {
  if (input.hash === first.inputHash) return []
  const now: Record<string, string> = JSON.parse(input.text)
  const then: Record<string, string> = JSON.parse(first.input)
  return NAMES.map(({ name }) => name).filter((name) => now[name] !== then[name])
}

export type ExistingJob = NonNullable<Awaited<ReturnType<typeof jobByClientRef>>>
export type Reason = 'corrected' | 'changed' | 'by_who_may_pay' | 'completed' | 'area_was_gone'

/** Why what is asked now takes the place of what the job holds; undefined: the job stays what it is. */
export function reasonToReplace(
  { permissions }: Caller,
  { submit }: JobRequest,
  known: ExistingJob,
  differing: readonly string[],
  now: Date,
  isIncomplete: boolean,
): Reason | undefined {
  const mayPay = permissions.includes('write')
  // A repeated submission of what was refused shows the refusal; it is no wish to be refused once more.
  if (known.status === 'rejected') return mayPay && (differing.length > 0 || !submit) ? 'corrected' : undefined
  if (known.status !== 'quoted') return undefined
  if (mayPay && known.mayPay === 0 && differing.length > 0) return 'by_who_may_pay'
  // What the registry would refuse is completed by a repeat that changes nothing else that was priced.
  if (isIncomplete && (mayPay || known.mayPay === 0) && isSamePrice(differing)) return 'completed'
  const isGone = known.keptBytes === 0 && known.quoteExpiresAt <= now.toISOString()
  return isGone && (mayPay || !differing.includes('geometry')) ? 'area_was_gone' : undefined
}

const isSamePrice = (differing: readonly string[]): boolean =>
  differing.length > 0 && !differing.some((name) => PAID_FOR.includes(name))

/** @throws Refusal CLIENT_REF_CONFLICT for fields that a submission can't pass over */
export function refuseOther(differing: readonly string[], { id, status }: ExistingJob): void {
  const fields = differing.filter((name) => PAID_FOR.includes(name))
  if (fields.length === 0) return
  const message = `${fields.join(', ')} differ from the first call with this client_ref, which made the job ${id}. Nothing was submitted: submit that job with POST /jobs/${id}/submit, or use another client_ref for this area.`
  throw new Refusal('CLIENT_REF_CONFLICT', message, {
    complaints: fields.map((name) => ({
      pointer: `/${name}`,
      code: 'DIFFERS_FROM_FIRST',
      message: `${name} differs.`,
    })),
    extra: { job_id: id, status },
  })
}

/** What one repeat is told; it does not stay with the job. */
export function ignoredFieldWarnings(
  asked: JobRequest,
  known: ExistingJob,
  differing: readonly string[],
  submits: boolean,
): Warning[] {
  return differing.flatMap((name): Warning[] => {
    if (name !== 'start_date' || !submits || asked.startDate === undefined) {
      if (name === 'start_date' && submits) return []
      const message = `${name} differs from the first call with this client_ref and was ignored.`
      return [{ code: 'FIELD_IGNORED', message }]
    }
    if (known.startDate === null) return []
    const message = `start_date was ${known.startDate}; it is ${asked.startDate} now, as this call that submits says.`
    return [{ code: 'START_DATE_TAKEN', message }]
  })
}

const MAX_NAMED = 10

/** @param former order_ids of what the registry refused, the newest first */
export function correctedWarning(former: readonly string[]): Warning {
  const named = former.slice(0, MAX_NAMED)
  const more = former.length > MAX_NAMED ? ` and ${former.length - MAX_NAMED} more` : ''
  const message = `The registry refused an earlier attempt of this job. Its requests stay on record: ${named.join(', ')}${more}.`
  return { code: 'JOB_CORRECTED', message }
}

export function replacedWarning(): Warning {
  const message =
    'A key that may not submit made the first quote under this client_ref. What this call asks took its place in the same job.'
  return { code: 'QUOTE_REPLACED', message }
}

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex')
