/** What a repeat of a client_ref may bring about, and what it is told. */
import type { JobAsked } from '../../domain/klic/job.ts'
import type { Warning } from '../../domain/klic/warnings.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { jobByClientRef } from '../../store/rows/jobs.ts'
import type { Caller } from '../needs.ts'

export type Known = NonNullable<Awaited<ReturnType<typeof jobByClientRef>>>
export type Reason = 'corrected' | 'changed' | 'by_who_may_pay' | 'area_was_gone'

/** Why what is asked now takes the place of what the job holds; undefined: the job stays what it is. */
export function reasonToReplace(
  { permissions }: Caller,
  { submit }: JobAsked,
  known: Known,
  differing: readonly string[],
  now: Date,
): Reason | undefined {
  const mayPay = permissions.includes('write')
  // A repeated submission of what was refused shows the refusal; it is no wish to be refused once more.
  if (known.status === 'rejected') return mayPay && (differing.length > 0 || !submit) ? 'corrected' : undefined
  if (known.status !== 'quoted') return undefined
  if (mayPay && known.mayPay === 0 && differing.length > 0) return 'by_who_may_pay'
  const isGone = known.keptBytes === 0 && known.quoteExpiresAt <= now.toISOString()
  return isGone && (mayPay || !differing.includes('geometry')) ? 'area_was_gone' : undefined
}

/** @throws Refusal CLIENT_REF_CONFLICT for fields that a submission can't pass over */
export function refuseOther(fields: readonly string[], { id, status }: Known): void {
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
export function remarksOn(asked: JobAsked, known: Known, differing: readonly string[], submits: boolean): Warning[] {
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
