/**
 * Reads what the registry answers, forgivingly: four shapes of errors, broken JSON, HTML, text where numbers belong,
 * offsets without minutes, two spellings of one name. Never throws on what the other side sent, except TryLater where
 * the answer leaves the outcome unknown.
 */
import type { ConcernedOperator } from '../calamity.ts'
import type { Fix, ListedDelivery, PollOutcome, RegistryMessage, RequestProgress } from '../types.ts'

type Json = Record<string, unknown>

const MAX_TEXT = 4096

const record = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const list = (value: unknown): Json[] => (Array.isArray(value) ? value.map(record) : [])
const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null

/** Undefined: no JSON object. */
export const parseJson = (body: string): Json | undefined => {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined
  } catch {
    return undefined
  }
}

const truth = (value: unknown): boolean => value === true || value === 'true'

const messagesOf = (value: unknown): RegistryMessage[] =>
  list(value).map((message) => ({
    severity: message.gradatie === 'WARNING' ? 'WARNING' : 'ERROR',
    code: textOrNull(message.code) ?? 'UNKNOWN',
    text: textOrNull(message.omschrijving) ?? '',
    pointer: textOrNull(message.jsonPointer),
  }))

const plain = (body: string): string =>
  body
    .replace(/<(style|script)[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TEXT)

/** An error answer of any of the four shapes as messages; at least one, also from an unknown shape. */
export const errorMessages = (status: number, body: string): RegistryMessage[] => {
  const json = parseJson(body)
  const listed = messagesOf(json?.validatiemeldingen)
  if (listed.length > 0) return listed
  const error = (code: string, text: string): RegistryMessage[] => [
    { severity: 'ERROR', code, text: text.slice(0, MAX_TEXT), pointer: null },
  ]
  if (json && textOrNull(json.error)) {
    return error(String(json.error), textOrNull(json.error_description) ?? String(json.error))
  }
  if (json && textOrNull(json.meldingCode)) {
    return error(
      String(json.meldingCode),
      textOrNull(json.gebruikerMelding) ?? textOrNull(json.ontwikkelaarMelding) ?? '',
    )
  }
  return error(`HTTP_${status}`, plain(body))
}

/** Who repairs a direct refusal of an order. */
export const fixOf = (status: number, messages: readonly RegistryMessage[]): Fix => {
  const codes = messages.map(({ code }) => code)
  if (codes.some((code) => code === 'COR9005' || code === 'COR1212')) return 'billing'
  if (codes.includes('invalid_request')) return 'client'
  return status === 401 || status === 403 || status === 422 ? 'account' : 'client'
}

/** One for each of its interests: each may be called elsewhere. An operator that is named is never left out. */
const interestsOf = (operator: Json): ConcernedOperator[] => {
  const interests = list(operator.belangen)
  const name = textOrNull(operator.organisatieNaam)
  return (interests.length === 0 && name !== null ? [{}] : interests).map((interest: Json) => {
    const contact = record(interest.contactAanvraag)
    return {
      name: name ?? '',
      themes: (Array.isArray(interest.themas) ? interest.themas : []).map((theme) => String(theme).split('/').at(-1)!),
      isBeside: truth(interest.alleenInInformatiepolygoon),
      managesSafetyArea: truth(interest.isBeheerderVeiligheidsgebied),
      contact: {
        name: textOrNull(contact.naam),
        phone: textOrNull(contact.telefoon),
        email: textOrNull(contact.email),
      },
    }
  })
}

/** @param body the same as it came */
export const pollOutcome = (answer: Json, body: string): PollOutcome => {
  const messages = messagesOf(answer.validatiemeldingen)
  switch (answer.status) {
    case 'Nieuw':
      return { kind: 'new' }
    case 'Aangenomen': {
      const requests = list(answer.giAanvraagIds).map((request) => ({
        position: textOrNull(request.positienummer) ?? '',
        giAanvraagId: textOrNull(request.giAanvraagId) ?? '',
      }))
      const concerned = answer.belanghebbendeNetbeheerders
      return {
        kind: 'accepted',
        requests,
        messages,
        answer: body,
        concerned: concerned === undefined ? null : list(concerned).flatMap(interestsOf),
      }
    }
    case 'Afgewezen':
      return { kind: 'rejected', messages }
    case 'Mislukt':
      return { kind: 'undecided', messages }
    default:
      return { kind: 'unusable', answer: body }
  }
}

const STATUSES: Record<string, RequestProgress['status']> = {
  giAangenomen: 'accepted',
  giOpen: 'accepted',
  giInProductie: 'in_production',
  giLeveringSamengesteldIncompleet: 'partial',
  giLeveringSamengesteldCompleet: 'complete',
}

export const requestReading = (answer: Json): RequestProgress => {
  const rawStatus = (textOrNull(answer.giAanvraagStatus) ?? '').split('/').at(-1) ?? ''
  return {
    status: STATUSES[rawStatus] ?? 'unknown',
    rawStatus,
    orderNumber: textOrNull(answer.ordernummer),
    klicNumber: textOrNull(answer.klicMeldnummer),
    position: textOrNull(answer.positienummer),
  }
}

/** `2017-11-02T09:16:01+01` has an offset that no parser takes: minutes are added. Null when it is no moment at all. */
const moment = (value: unknown): string | null => {
  const whole = (textOrNull(value) ?? '').replace(/([+-]\d{2})$/, '$1:00')
  return Number.isNaN(Date.parse(whole)) ? null : whole
}

export type PagedDelivery = ListedDelivery & { giAanvraagId: string | null }

/** One page; `next` is an address to follow as it is. */
export const deliveryPage = (answer: Json): { deliveries: PagedDelivery[]; next: string | null } => ({
  deliveries: list(answer.gebiedsinformatieLeveringen).map((item) => ({
    giAanvraagId: textOrNull(item.giAanvraagId),
    sequence: Number(item.leveringsvolgnummer),
    complete: truth(item.indicatieLeveringCompleet),
    safetyArea: truth(item.isVeiligheidsgebiedGeraakt),
    composedAt: moment(item.datumLeveringSamengesteld),
    url: textOrNull(item.giLeveringUrl),
  })),
  next: textOrNull(record(record(answer._links).next).href),
})

/** Of one request, lowest first. Items repeat at the seam of two pages; the sequence number is their key. */
export const listed = (deliveries: readonly ListedDelivery[]): ListedDelivery[] => {
  const bySequence = new Map(
    deliveries.map(({ sequence, complete, safetyArea, composedAt, url }) => [
      sequence,
      { sequence, complete, safetyArea, composedAt, url },
    ]),
  )
  return [...bySequence.values()].sort((a, b) => a.sequence - b.sequence)
}
