/** What was asked under a client_ref: one canonical form, its hash, and how a repeat differs from it. */
import { createHash } from 'node:crypto'
import { canonicalJson } from '../../domain/json-text.ts'
import { COMPARED, type JobAsked } from '../../domain/klic/job.ts'
import { snake } from '../../domain/naming.ts'

/** Names on the wire. `submit` and `client_ref` make no difference to what is asked. */
const NAMES = Object.keys(COMPARED).map((field) => ({ field: field as keyof typeof COMPARED, name: snake(field) }))

/** What decides the sum, and who is told: a submission never files these of somebody else. */
const PAID_FOR: readonly string[] = ['geometry', 'klic_type', 'cut_rules', 'webhook_url']

export interface Input {
  /** Wire name -> canonical JSON; the area, which may be megabytes, by its hash. */
  text: string
  /** sha256 of it, hex */
  hash: string
}

export function inputOf(asked: JobAsked): Input {
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

/** Of the differing fields those that a submission can't pass over. */
export const paidFor = (differing: readonly string[]): string[] => differing.filter((name) => PAID_FOR.includes(name))

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex')
