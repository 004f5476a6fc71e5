/**
 * The register of addresses (BAG) through the Locatieserver of PDOK, which is open to everybody. A help, never a
 * condition: calls end soon, answers are remembered for a while, and after a failure nothing is asked for half a minute,
 * so that a user without internet does not wait each time.
 * Source of paths and fields: PDOK Locatieserver 3.1 (free, reverse).
 */
import { z } from 'zod'
import type { Position } from '../../geometry/geometry.ts'
import { lngLatFromRd } from '../../geometry/rd/rd.ts'
import { TryLater } from '../../platform/refusal.ts'
import { bagObject } from '../orders/notification.ts'
import { type AddressRegister, type FoundAddress, isMeant, type JobAddress } from './addresses.ts'

const URL_OF_PDOK = 'https://api.pdok.nl/bzk/locatieserver/search/v3_1'
const PATIENCE_MS = 2500
const REST_AFTER_FAILURE_MS = 30_000
const REMEMBER_MS = 3_600_000
const MAX_REMEMBERED = 500
/** The server's own maximum. */
const MAX_ROWS = 100

const FIELDS = [
  ...['type', 'weergavenaam', 'straatnaam', 'huisnummer', 'huisletter', 'huisnummertoevoeging', 'postcode'],
  ...['woonplaatsnaam', 'adresseerbaarobject_id', 'nummeraanduiding_id', 'centroide_rd'],
].join(',')

const Text = z.coerce.string().optional()
const Answer = z.object({
  response: z.object({
    docs: z.array(
      z.object({
        type: z.string(),
        weergavenaam: z.string(),
        straatnaam: Text,
        huisnummer: z.coerce.number().int().optional(),
        huisletter: Text,
        huisnummertoevoeging: Text,
        postcode: Text,
        woonplaatsnaam: Text,
        adresseerbaarobject_id: Text,
        nummeraanduiding_id: Text,
        /** Well-known text: `POINT(155000.1 388000.2)` */
        centroide_rd: z.string(),
      }),
    ),
  }),
})
type Document = z.infer<typeof Answer>['response']['docs'][number]

export interface LocatieserverOptions {
  url?: string
  fetch?: typeof fetch
  now?: () => number
}

export function createLocatieserver(options: LocatieserverOptions = {}): AddressRegister {
  const { url = URL_OF_PDOK, fetch: send = fetch, now = Date.now } = options
  const remembered = new Map<string, { untilMs: number; found: FoundAddress[] }>()
  let restsUntilMs = 0

  const ask = async (path: string, query: [string, string][]): Promise<FoundAddress[]> => {
    const address = `${url}/${path}?${new URLSearchParams([...query, ['fl', FIELDS], ['wt', 'json']])}`
    const known = remembered.get(address)
    if (known && known.untilMs > now()) return known.found
    if (restsUntilMs > now()) throw new TryLater('The register of addresses did not answer a moment ago')
    try {
      const answer = await send(address, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
      const found = Answer.parse(await answer.json()).response.docs.flatMap(foundIn)
      remember(address, found)
      return found
    } catch (cause) {
      restsUntilMs = now() + REST_AFTER_FAILURE_MS
      throw new TryLater('The register of addresses does not answer', { cause })
    }
  }

  const remember = (address: string, found: FoundAddress[]): void => {
    const oldest = remembered.size >= MAX_REMEMBERED ? remembered.keys().next().value : undefined
    if (oldest !== undefined) remembered.delete(oldest)
    remembered.set(address, { untilMs: now() + REMEMBER_MS, found })
  }

  return {
    async find(given) {
      const query = queryFor(given)
      if (!query) return undefined
      const found = await ask('free', [...query, ['fq', 'type:adres'], ['rows', String(MAX_ROWS)]])
      return found.find((each) => isMeant(given, each))
    },

    async around(at, withinM, limit) {
      const [lon, lat] = lngLatFromRd(at)
      return ask('reverse', [
        ['lat', lat.toFixed(7)],
        ['lon', lon.toFixed(7)],
        ['type', 'adres'],
        ['distance', String(Math.ceil(withinM))],
        ['rows', String(Math.min(limit, MAX_ROWS))],
      ])
    },

    search: (text, limit) =>
      ask('free', [
        ['q', text],
        ['fq', 'type:(gemeente OR woonplaats OR weg OR postcode OR adres)'],
        ['rows', String(Math.min(limit, MAX_ROWS))],
      ]),
  }
}

/** Undefined: too little to look for. */
const queryFor = (given: JobAddress): [string, string][] | undefined => {
  if (given.bagId !== undefined) {
    const kind = bagObject(given.bagId) === 'nummeraanduiding' ? 'nummeraanduiding_id' : 'adresseerbaarobject_id'
    return [['fq', `${kind}:${given.bagId}`]]
  }
  if (given.houseNumber === undefined) return undefined
  const number: [string, string] = ['fq', `huisnummer:${given.houseNumber}`]
  if (given.postcode !== undefined) return [['fq', `postcode:${given.postcode.replace(' ', '').toUpperCase()}`], number]
  if (given.street === undefined || given.city === undefined) return undefined
  return [['q', `${given.street} ${given.houseNumber} ${given.city}`], number]
}

/** Nothing, when its place can't be read: an address without one is of no use here. */
const foundIn = (document: Document): FoundAddress[] => {
  const rd = pointIn(document.centroide_rd)
  if (!rd) return []
  const isAddress = document.type === 'adres' && document.adresseerbaarobject_id !== undefined
  return [
    {
      text: document.weergavenaam,
      kind: isAddress ? 'address' : 'place',
      address: isAddress ? addressIn(document) : null,
      designationId: isAddress ? (document.nummeraanduiding_id ?? null) : null,
      rd,
      source: 'bag',
    },
  ]
}

const addressIn = (document: Document): JobAddress => ({
  ...(document.adresseerbaarobject_id && { bagId: document.adresseerbaarobject_id }),
  ...(document.straatnaam && { street: document.straatnaam }),
  ...(document.huisnummer !== undefined && { houseNumber: document.huisnummer }),
  ...(document.huisletter && { houseLetter: document.huisletter }),
  ...(document.huisnummertoevoeging && { houseNumberAddition: document.huisnummertoevoeging }),
  ...(document.postcode && { postcode: document.postcode }),
  ...(document.woonplaatsnaam && { city: document.woonplaatsnaam }),
})

const pointIn = (text: string): Position | undefined => {
  const [, x, y] = /^POINT ?\((\S+) (\S+)\)$/.exec(text) ?? []
  return x !== undefined && Number.isFinite(Number(x)) && Number.isFinite(Number(y))
    ? [Number(x), Number(y)]
    : undefined
}
