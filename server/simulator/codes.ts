/**
 * What the simulated registry can say about an order: every code of Kadaster's that a digger can meet, with the field it
 * is usually about. The codes are Kadaster's; the words are ours, in Dutch like theirs, because people see them and
 * because nobody may match on them. GEO_ERR and SIM_LIMIT stand in where Kadaster has published none.
 * Left out: what only the endpoint for operators' own tests says, and GEO0021 (whole metres), which is overtaken.
 */
import type { RegistryMessage } from '../registry/types.ts'
import CODES from './data/codes.json' with { type: 'json' }

export type MessageCode = keyof typeof CODES
export const MESSAGE_CODES = Object.keys(CODES) as MessageCode[]

/** `field`: from the request on, or from the root with a leading slash; null: about the call itself. */
const known = (code: string): { text: string; field: string | null } | undefined =>
  Object.hasOwn(CODES, code) ? CODES[code as MessageCode] : undefined

export const REQUESTS_POINTER = '/gebiedsinformatieAanvragen'

/** Where a code usually points, for request number `index`; a code of nobody's points at the reference that asked for it. */
export const usualPointer = (code: string, index: number): string | null => {
  const entry = known(code)
  if (entry?.field === null) return null
  const field = entry?.field ?? 'referentie'
  return field.startsWith('/') ? field : `${REQUESTS_POINTER}/${index}${field ? `/${field}` : ''}`
}

/** A code of a scenario that is not in the table gets a text of its own, so that unknown codes can be met as well. */
export const messageOf = (code: string, pointer: string | null, detail?: string): RegistryMessage => ({
  severity: code.startsWith('WAR') ? 'WARNING' : 'ERROR',
  code,
  text: `${known(code)?.text ?? 'Geweigerd.'}${detail ? ` (${detail})` : ''}`,
  pointer,
})

/** As it goes over the wire; messages about the call itself have no pointer. */
export const wireMessage = ({ severity, code, text, pointer }: RegistryMessage): Record<string, string> => ({
  gradatie: severity,
  code,
  omschrijving: text,
  ...(pointer === null ? {} : { jsonPointer: pointer }),
})
