/**
 * What is on record of several jobs that become one. A fact that holds for some of their ground only would answer for all of
 * it: then the jobs are not joined, and nothing is dropped.
 */
import { Refusal } from '../../platform/refusal.ts'
import { type CodeOf, translate } from '../../texts/texts.ts'

/** What stands in the way of splitting or joining imported jobs: the code of the complaint at the refusal. */
type RegroupConflict = CodeOf<'conflict.JOB_STATE_CONFLICT'>

/** @param about the one that it is about: a KLIC number, an operator */
export function regroupConflict(code: RegroupConflict, about?: string): Refusal {
  const message = translate('en')(`conflict.JOB_STATE_CONFLICT.${code}`) + (about ? ` (${about})` : '')
  return new Refusal('JOB_STATE_CONFLICT', message, { complaints: [{ pointer: '', code, message }] })
}

/** Days are Dutch, YYYY-MM-DD. */
interface Work {
  begunOn: string
  endedOn: string | null
}

interface Contact {
  operator: string
  contactedOn: string
  agreedOn: string | null
}

/**
 * @param works of each job; null: no start is on record
 * @returns the latest start, with the first end
 * @throws Refusal JOB_STATE_CONFLICT where a start or an end is on record for some of them only
 */
export function joinedWork<T extends Work>(works: readonly (T | null)[]): T | null {
  const begun = works.filter((work) => work !== null).toSorted((a, b) => a.begunOn.localeCompare(b.begunOn))
  const ends = begun.flatMap(({ endedOn }) => endedOn ?? []).sort()
  const latest = begun.at(-1)
  if (latest === undefined) return null
  if (begun.length < works.length || (ends.length > 0 && ends.length < begun.length)) {
    throw regroupConflict('WORK_DIFFERS')
  }
  return { ...latest, endedOn: ends[0] ?? null }
}

/**
 * @param jobs `demanded`: operators that must be spoken to before digging there
 * @returns of each operator the latest contact and agreement
 * @throws Refusal JOB_STATE_CONFLICT where either is on record for some only of the jobs that demand it
 */
export function joinedContacts<T extends Contact>(
  jobs: readonly { demanded: readonly string[]; contacts: readonly T[] }[],
): T[] {
  const operators = new Set(jobs.flatMap(({ contacts }) => contacts.map(({ operator }) => operator)))
  return [...operators].map((operator) => {
    const own = jobs.map(({ contacts }) => contacts.find((each) => each.operator === operator))
    const found = own
      .filter((contact) => contact !== undefined)
      .toSorted((a, b) => a.contactedOn.localeCompare(b.contactedOn))
    const agreed = found.flatMap(({ agreedOn }) => agreedOn ?? []).sort()
    const isMissing = jobs.some(({ demanded }, index) => own[index] === undefined && demanded.includes(operator))
    if (isMissing || (agreed.length > 0 && agreed.length < found.length)) {
      throw regroupConflict('CONTACTS_DIFFER', operator)
    }
    return { ...found.at(-1)!, agreedOn: agreed.at(-1) ?? null }
  })
}
