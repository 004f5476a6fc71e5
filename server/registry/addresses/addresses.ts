/** Addresses as the register of addresses (BAG) has them, and finding them. */

import type { Position } from '../../geometry/geometry.ts'

/** As the caller gave it; the registry of addresses (BAG) may know more. */
export interface JobAddress {
  bagId?: string
  street?: string
  houseNumber?: number
  houseLetter?: string
  houseNumberAddition?: string
  postcode?: string
  city?: string
}

export interface FoundAddress {
  /** One line for people: `Hoofdstraat 12, 5683AC Best`. */
  text: string
  /** `place`: a town, a street or a postcode; it has no address of its own. */
  kind: 'address' | 'place'
  /** Every field as the register has it; `bagId` is that of the addressable object. Null for a place. */
  address: JobAddress | null
  /** BAG id of the number designation (nummeraanduiding), which the address of an organisation carries. */
  designationId: string | null
  /** RD New, metres */
  rd: Position
  /** `simulator`: invented; nothing else knows it. */
  source: 'bag' | 'simulator'
}

/** Every call throws TryLater when the register can't be asked. */
export interface AddressRegister {
  /** @param near RD New: where the works are. @returns undefined when the register knows no such address. */
  find(address: JobAddress, near: Position): Promise<FoundAddress | undefined>
  /** Nearest first. @param at RD New. */
  around(at: Position, withinM: number, limit: number): Promise<FoundAddress[]>
  /** Addresses and places that a text may mean, best first. */
  search(text: string, limit: number): Promise<FoundAddress[]>
}

/** `Hoofdstraat 12B-3, 5683AC Best` */
export const addressText = (address: JobAddress): string => {
  const number = `${address.houseNumber ?? ''}${address.houseLetter ?? ''}`
  const addition = address.houseNumberAddition ? `-${address.houseNumberAddition}` : ''
  const town = [address.postcode, address.city].filter(Boolean).join(' ')
  return [`${address.street ?? ''} ${number}${addition}`.trim(), town].filter(Boolean).join(', ')
}

/** `Best, Hoofdstraat`; null where it says neither */
export const placeName = ({ street, city }: Pick<JobAddress, 'street' | 'city'>): string | null =>
  [city, street].filter(Boolean).join(', ') || null

const FIELDS = ['bagId', 'street', 'houseNumber', 'houseLetter', 'houseNumberAddition', 'postcode', 'city'] as const

const plain = (value: string | number | undefined): string =>
  String(value ?? '')
    .replaceAll(' ', '')
    .toUpperCase()

/** Fields that were given otherwise than the register has them; capitals and spaces don't count. */
const differingFields = (given: JobAddress, found: JobAddress): (typeof FIELDS)[number][] =>
  FIELDS.filter((field) => given[field] !== undefined && plain(given[field]) !== plain(found[field]))

/** Fields that were given otherwise than what the register found; the id of its number designation is no other address. */
export const isCorrected = (given: JobAddress, found: FoundAddress): boolean =>
  differingFields(given, found.address ?? {}).some(
    (field) => field !== 'bagId' || given.bagId !== (found.designationId ?? undefined),
  )

/**
 * Whether the register's address can be the one that was given: by its id or that of its number designation, else by
 * postcode or street and town, with the number. Of `12A` nobody says whether A is a letter or an addition.
 */
export const isMeant = (given: JobAddress, { address: found, designationId }: FoundAddress): boolean => {
  if (!found) return false
  if (given.bagId !== undefined) return given.bagId === found.bagId || given.bagId === designationId
  const differ = differingFields(given, found)
  const named = given.postcode !== undefined || (given.street !== undefined && given.city !== undefined)
  if (!named || given.houseNumber === undefined) return false
  const exact = given.postcode !== undefined ? (['postcode'] as const) : (['street', 'city'] as const)
  const behind = (address: JobAddress) => plain(`${address.houseLetter ?? ''}${address.houseNumberAddition ?? ''}`)
  return (
    !exact.some((field) => differ.includes(field)) &&
    given.houseNumber === found.houseNumber &&
    behind(given) === behind(found)
  )
}

type HouseNumber = Pick<JobAddress, 'houseNumber' | 'houseLetter' | 'houseNumberAddition'>

/** `12`, `12A`, `12 a`, `12-3`, `12A-3`, `12 bis`, `12-II`; undefined for what is none. */
export const houseNumberIn = (text: string): HouseNumber | undefined => {
  const [, digits, letter, addition] =
    /^\s*([1-9]\d{0,4})(?!\d)[\s/-]*(?:([A-Za-z])(?![A-Za-z]))?[\s/-]*([A-Za-z0-9]{1,4})?\s*$/.exec(text) ?? []
  // Two numbers with nothing but a space between them are not one house number: `Plein 1944 12`.
  if (digits === undefined || /\d \d/.test(text.trim())) return undefined
  return {
    houseNumber: Number(digits),
    ...(letter && { houseLetter: letter }),
    ...(addition && { houseNumberAddition: addition }),
  }
}

/**
 * One line as people write an address: a BAG id, `Dorpsstraat 12A-3, 1234 AB X`, `Dorpsstraat 12, X` or `1234AB 12`.
 * A street may hold numbers itself (`Plein 1944 12`): the last group that can be a house number is it.
 * @returns undefined when no postcode or town, or no house number can be read in it
 */
export const addressInLine = (line: string): JobAddress | undefined => {
  const text = line.replaceAll(/\s+/g, ' ').trim()
  if (/^\d{4}(01|02|03|20)\d{10}$/.test(text)) return { bagId: text }
  const [postcode] = /(?<![\w-])[1-9]\d{3} ?[A-Za-z]{2}(?![\w'’-])/.exec(text) ?? []
  const at = postcode === undefined ? text.lastIndexOf(',') : text.indexOf(postcode)
  if (at < 0) return undefined
  const trimmed = (part: string) => part.replaceAll(/^[\s,]+|[\s,]+$/g, '')
  const [before, behind] = [trimmed(text.slice(0, at)), trimmed(text.slice(at + (postcode ?? ',').length))]
  const town = postcode === undefined ? {} : { postcode: postcode.replace(' ', '').toUpperCase() }
  if (postcode !== undefined && before === '') {
    const number = houseNumberIn(behind)
    return number && { ...town, ...number }
  }
  const [, street, rest = ''] = /^(.*[^\s\d].*?),? (\d.*)$/.exec(before) ?? []
  if (street === undefined || (postcode === undefined && behind === '')) return undefined
  const number = numberedEnd(street, rest)
  if (!number || number.street.length > 80 || behind.length > 64) return undefined
  return { ...number, ...town, ...(behind !== '' && { city: behind }) }
}

/** Where the street ends and its number begins: as far to the front as the rest is still one house number. */
const numberedEnd = (street: string, rest: string): (HouseNumber & { street: string }) | undefined => {
  for (let name = street, tail = rest; ; ) {
    const number = houseNumberIn(tail)
    if (number) return { street: name, ...number }
    const [, more, next] = /^(\S+.*?) (\d.*)$/.exec(tail) ?? []
    if (next === undefined) return undefined
    name = `${name} ${more}`
    tail = next
  }
}
