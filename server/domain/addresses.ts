/** Addresses as the register of addresses (BAG) has them, and finding them. */
import type { Position } from './geometry.ts'
import type { AddressGiven } from './job.ts'

export interface FoundAddress {
  /** One line for people: `Hoofdstraat 12, 5683AC Best`. */
  text: string
  /** `place`: a town, a street or a postcode; it has no address of its own. */
  kind: 'address' | 'place'
  /** Every field as the register has it; `bagId` is that of the addressable object. Null for a place. */
  address: AddressGiven | null
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
  find(address: AddressGiven, near: Position): Promise<FoundAddress | undefined>
  /** Nearest first. @param at RD New. */
  around(at: Position, withinM: number, limit: number): Promise<FoundAddress[]>
  /** Addresses and places that a text may mean, best first. */
  search(text: string, limit: number): Promise<FoundAddress[]>
}

/** `Hoofdstraat 12B-3, 5683AC Best` */
export const addressText = (address: AddressGiven): string => {
  const number = `${address.houseNumber ?? ''}${address.houseLetter ?? ''}`
  const addition = address.houseNumberAddition ? `-${address.houseNumberAddition}` : ''
  const town = [address.postcode, address.city].filter(Boolean).join(' ')
  return [`${address.street ?? ''} ${number}${addition}`.trim(), town].filter(Boolean).join(', ')
}

const FIELDS = ['bagId', 'street', 'houseNumber', 'houseLetter', 'houseNumberAddition', 'postcode', 'city'] as const

const plain = (value: string | number | undefined): string =>
  String(value ?? '')
    .replaceAll(' ', '')
    .toUpperCase()

/** Fields that were given otherwise than the register has them; capitals and spaces don't count. */
export const differingFields = (given: AddressGiven, found: AddressGiven): (typeof FIELDS)[number][] =>
  FIELDS.filter((field) => given[field] !== undefined && plain(given[field]) !== plain(found[field]))

/** Whether the register's address can be the one that was given: id, else postcode or street and town, with the number. */
export const isMeant = (given: AddressGiven, found: AddressGiven): boolean => {
  const differ = differingFields(given, found)
  if (given.bagId !== undefined) return !differ.includes('bagId')
  const named = given.postcode !== undefined || (given.street !== undefined && given.city !== undefined)
  if (!named || given.houseNumber === undefined) return false
  const exact = given.postcode !== undefined ? (['postcode'] as const) : (['street', 'city'] as const)
  const number = ['houseNumber', 'houseLetter', 'houseNumberAddition'] as const
  return (
    !exact.some((field) => differ.includes(field)) &&
    number.every((field) => plain(given[field]) === plain(found[field]))
  )
}
