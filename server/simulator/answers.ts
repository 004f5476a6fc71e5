/** How the simulated registry speaks: its error shapes, its pages, its requests; quirks of the real one included. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RegistryMessage } from '../registry/types.ts'
import type { OAuthError } from './access.ts'
import { wireMessage } from './codes.ts'
import { dutchTime } from './dutch-time.ts'
import type { FiledRequest, Orders } from './orders/orders.ts'

export interface Answer {
  status: number
  contentType: string
  body: string | Uint8Array
  /** Where a browser is sent on to. */
  location?: string
}

export const text = (status: number, contentType: string, body: string): Answer => ({ status, contentType, body })
export const json = (status: number, body: unknown): Answer =>
  text(status, 'application/json;charset=UTF-8', JSON.stringify(body))
export const notFound = (): Answer => text(404, 'text/html', '<html><body>Niet gevonden</body></html>')

export const send = (res: ServerResponse, { status, contentType, body, location }: Answer): void => {
  res.writeHead(status, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(body),
    ...(location === undefined ? {} : { location }),
  })
  res.end(body)
}

export const refusalAnswer = (status: number, message: RegistryMessage): Answer =>
  json(status, { validatiemeldingen: [wireMessage(message)] })

/** HTML unless the caller said that it takes JSON: the gateway in front of the registry is like that. */
export const oAuthRefused = (req: IncomingMessage, status: number, body: OAuthError): Answer =>
  req.headers.accept?.includes('application/json')
    ? json(status, body)
    : text(status, 'text/html', `<html><body><h1>${status}</h1><p>${body.error}</p></body></html>`)

/** The general KLIC shape, for instance for a `limiet` that is too large. */
export const klicRefused = (status: 400 | 403 | 404, attribuut: string, message: string): Answer =>
  json(status, {
    status,
    meldingCode: 1_000_000 + status,
    attribuut,
    gebruikerMelding: message,
    ontwikkelaarMelding: message,
    meerInformatie: '',
  })

/** The gateway knows the token, and the service behind it does not want its owner. */
export const unauthorised = (): Answer => text(401, 'text/plain', 'Kadaster - Niet geautoriseerd.')

/** Not valid JSON, as the real one's is not. */
export const unavailable = (): Answer => text(503, 'application/json', '{ Service tijdelijk niet beschikbaar }')

const STATUS_PREFIX = 'https://api.klic.kadaster.nl/waardelijsten/v2/giAanvraagStatussen/'

/** The request as filed, with what the registry added; polygon names come back with a small p. */
export const requestBody = (orders: Orders, filed: FiledRequest): Record<string, unknown> => {
  const { graafPolygoon, informatiePolygoon, orientatiePolygoon, ...rest } = filed.request
  const { receivedAtMs } = filed.order.entry
  const numbers = orders.inProduction(filed) ? { ordernummer: filed.orderNumber, klicMeldnummer: filed.klicNumber } : {}
  return {
    giAanvraagId: filed.giAanvraagId,
    ...rest,
    positienummer: filed.position,
    aanvraagDatum: dutchTime(receivedAtMs),
    mutatieDatum: dutchTime(orders.changedAtMs(filed)),
    giAanvraagStatus: STATUS_PREFIX + orders.statusOf(filed),
    ...numbers,
    ...(graafPolygoon ? { graafpolygoon: graafPolygoon } : {}),
    ...(informatiePolygoon ? { informatiepolygoon: informatiePolygoon } : {}),
    ...(orientatiePolygoon ? { orientatiepolygoon: orientatiePolygoon } : {}),
  }
}
