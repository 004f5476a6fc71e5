/**
 * Where a postcode lies by its four digits, from the addresses that were found before. Of one that was never found nothing is
 * said. CBS and GeoNames publish lists of all under CC BY, but neither is in a package of npm or Debian (looked for among the
 * packages of postcodes, gazetteers and GeoNames, November 2026: those with postcodes have other countries' or ask a service).
 */
import type { RecentPlace } from './recent.ts'

const TYPED = /^([1-9]\d{3})(?:\s?[a-z]{1,2})?$/i
/** As the register writes an address: `Dorpsstraat 3, 5711GA Someren`. */
const IN_ADDRESS = /\b([1-9]\d{3}) ?[A-Z]{2}\b,? ?(.*)$/

export interface PostcodeHit {
  /** `5711 Someren` */
  text: string
  /** RD New, metres: the middle of its addresses */
  rd: [number, number]
  addresses: number
}

/** @returns null when it is no postcode, or no address of it was found before */
export const findPostcode = (typed: string, addresses: readonly RecentPlace[]): PostcodeHit | null => {
  const [, digits] = TYPED.exec(typed.trim()) ?? []
  if (digits === undefined) return null
  const inIt = addresses.flatMap(({ text, rd }) => {
    const [, code, place] = IN_ADDRESS.exec(text) ?? []
    return code === digits ? [{ place: place ?? '', x: rd[0]!, y: rd[1]! }] : []
  })
  if (inIt.length === 0) return null
  const middle = (of: (one: { x: number; y: number }) => number) =>
    inIt.reduce((sum, each) => sum + of(each), 0) / inIt.length
  const [[place] = ['']] = [...Map.groupBy(inIt, (each) => each.place)].toSorted(([, a], [, b]) => b.length - a.length)
  return {
    text: `${digits} ${place}`.trim(),
    rd: [middle(({ x }) => x), middle(({ y }) => y)],
    addresses: inIt.length,
  }
}
