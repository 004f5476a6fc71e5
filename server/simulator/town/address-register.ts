/**
 * The addresses of the invented world: a house along every street that deliveries show, and the fixtures of the BAG, so
 * that finding an address works without network. No real address is among them: town, municipality code (9999) and
 * postcodes (letters that are never given out) are nobody's.
 */

import type { Position } from '../../geometry/geometry.ts'
import {
  type AddressRegister,
  addressText,
  type FoundAddress,
  isMeant,
  type JobAddress,
} from '../../registry/addresses/addresses.ts'
import addresses from '../data/addresses.json' with { type: 'json' }
import { BAG_FIXTURES } from './bag.ts'
import { ASIDE, houseNumberOf, PLOTS_A_STEP, plotsOf, streetOf } from './houses.ts'
import { chance, type Run, runsNear } from './streets.ts'

const TOWN = 'Simulatiedorp'
const NEVER_GIVEN_OUT = ['SA', 'SD', 'SS']
const FARTHEST_M = 2500

/** Next to each other in the registry's own test area; the ids are those of addressable objects. */
const fixtures: readonly FoundAddress[] = Object.entries(addresses.places).flatMap(([bagId, { x, y }]) => {
  const record = BAG_FIXTURES[bagId]
  if (!record) return []
  const address: JobAddress = {
    bagId,
    street: record.openbareRuimteNaam,
    houseNumber: Number(record.huisnummer),
    ...(record.huisletter && { houseLetter: record.huisletter }),
    ...(record.huisnummertoevoeging && { houseNumberAddition: record.huisnummertoevoeging }),
    ...(record.postcode && { postcode: record.postcode }),
    city: record.woonplaatsNaam,
  }
  const rd: Position = [x, y]
  return [{ text: addressText(address), kind: 'address', address, designationId: null, rd, source: 'simulator' }]
})

const distance = (a: Position, b: Position): number => Math.hypot(a[0] - b[0], a[1] - b[1])

/** In units of ten metres: five digits each, so that an id says where its house stands. */
const placeCode = ([x, y]: Position): string =>
  [x, y].map((metres) => String(Math.round(metres / 10)).padStart(5, '0')).join('')

function* housesAlong(run: Run): Generator<FoundAddress> {
  const street = streetOf(run)
  const digits = 1000 + Math.floor(chance(...run.key, 32) * 9000)
  const postcode = `${digits}${NEVER_GIVEN_OUT[Math.floor(chance(...run.key, 33) * NEVER_GIVEN_OUT.length)]}`
  for (let step = run.first; step < run.last; step += 1) {
    for (const { n, beside } of plotsOf(run, step, 1)) {
      const rd = beside(ASIDE.house)
      const houseNumber = houseNumberOf(run, step, n)
      const address = { bagId: `999901${placeCode(rd)}`, street, houseNumber, postcode, city: TOWN }
      const designationId = `999920${placeCode(rd)}`
      yield { text: addressText(address), kind: 'address', address, designationId, rd, source: 'simulator' }
    }
  }
}

const around = (at: Position, withinM: number): FoundAddress[] => {
  const [x, y] = at
  const reach = Math.min(withinM, FARTHEST_M)
  const runs = runsNear({ minX: x - reach, minY: y - reach, maxX: x + reach, maxY: y + reach }, 1)
  return [...fixtures, ...[...runs].flatMap((run) => [...housesAlong(run)])]
    .filter(({ rd }) => distance(rd, at) <= reach)
    .sort((a, b) => distance(a.rd, at) - distance(b.rd, at))
}

/** From the middle outwards: a district has thousands of houses, and few are asked for. */
function nearest(at: Position, withinM: number, limit: number): FoundAddress[] {
  const farthestM = Math.min(withinM, FARTHEST_M)
  for (let reachM = 100; ; reachM *= 2) {
    const found = around(at, Math.min(reachM, farthestM))
    if (found.length >= limit || reachM >= farthestM) return found.slice(0, limit)
  }
}

/** Where an invented id says that its house stands. */
const placeIn = (bagId: string | undefined): Position | undefined => {
  const [, x, y] = /^9999(?:01|20)(\d{5})(\d{5})$/.exec(bagId ?? '') ?? []
  return x === undefined ? undefined : [Number(x) * 10, Number(y) * 10]
}

const wordsOf = (text: string): string[] => text.toUpperCase().split(/[\s,]+/)

export const simulatedAddresses: AddressRegister = {
  async find(given, near) {
    const place = placeIn(given.bagId)
    const candidates = place ? around(place, PLOTS_A_STEP) : [...fixtures, ...around(near, FARTHEST_M)]
    return candidates.find((each) => isMeant(given, each))
  },
  around: async (at, withinM, limit) => nearest(at, withinM, limit),
  async search(text, limit) {
    const meant = (each: FoundAddress): boolean =>
      wordsOf(text).every((word) => wordsOf(each.text).some((found) => found.startsWith(word)))
    return fixtures.filter(meant).slice(0, limit)
  },
}
