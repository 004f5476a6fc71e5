/**
 * Reads values out of a member's properties: codes, numbers with units, dates. Everything that means "unknown" in a
 * delivery (nil, empty, sentinel dates and numbers) becomes null here and nowhere else.
 */
import type { Fields, Properties, Value } from './read.ts'

const all = (properties: Properties, name: string): Value[] => {
  const value = Object.hasOwn(properties, name) ? properties[name] : undefined
  return value === undefined ? [] : Array.isArray(value) ? value : [value]
}

/** Text of a property; of a structured one, its first field. */
export function textOf(properties: Properties, name: string): string | null {
  const value = all(properties, name)[0]
  if (value === undefined) return null
  return typeof value === 'string' ? value : (Object.values(value)[0] ?? null)
}

export const textsOf = (properties: Properties, name: string): string[] =>
  all(properties, name).filter((value) => typeof value === 'string')

/** Each occurrence of a structured property. */
export const structuresOf = (properties: Properties, name: string): Fields[] =>
  all(properties, name).filter((value) => typeof value !== 'string')

export const fieldOf = (fields: Fields | undefined, name: string): string | null =>
  fields && Object.hasOwn(fields, name) ? (fields[name] ?? null) : null

/** The value of a code list is the last segment of its URI; the list name before it is not to be trusted. */
export const codeIn = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1)

export function codeOf(properties: Properties, name: string): string | null {
  const uri = textOf(properties, name)
  return uri === null ? null : codeIn(uri) || null
}

export const codesOf = (properties: Properties, name: string): string[] => textsOf(properties, name).map(codeIn)

/** Name of the list in a code's URI; empty for a bare code. */
export const listIn = (uri: string): string => uri.split('/').at(-2) ?? ''

export function booleanOf(properties: Properties, name: string): boolean | null {
  const text = textOf(properties, name)
  if (text === 'true' || text === '1') return true
  return text === 'false' || text === '0' ? false : null
}

/** No depth, size, pressure, voltage or count is larger; a column of integers holds 32 bits. */
const LARGEST_NUMBER = 1e9

export function numberIn(text: string | null): number | null {
  if (text === null || text.trim() === '') return null
  const value = Number(text)
  return Math.abs(value) <= LARGEST_NUMBER ? value : null
}

export const numberOf = (properties: Properties, name: string): number | null => numberIn(textOf(properties, name))

const METRES: Readonly<Record<string, number>> = { m: 1, dm: 0.1, cm: 0.01, mm: 0.001, km: 1000 }

/** A length in metres, converted from the unit it was given in; null in a unit that is no length. */
export function metresOf(properties: Properties, name: string): number | null {
  const value = numberOf(properties, name)
  if (value === null) return null
  const uom = textOf(properties, `${name}@uom`)
  const factor = METRES[uom === null ? 'm' : (/([a-zA-Z]+)$/.exec(uom)?.[1] ?? '').toLowerCase()]
  return factor === undefined ? null : tidy(value * factor)
}

/** In millimetres. Without a unit it is millimetres, as nearly all diameters are. */
export function millimetresOf(properties: Properties, name: string): number | null {
  if (textOf(properties, `${name}@uom`) === null) return positive(numberOf(properties, name))
  const metres = metresOf(properties, name)
  return positive(metres === null ? null : tidy(metres * 1000))
}

/** Voltage, pressure and width of nothing, or less, are ways to say "unknown". */
export const positive = (value: number | null): number | null => (value !== null && value > 0 ? value : null)

/** Takes off what binary fractions add to a converted number. */
const tidy = (value: number): number => Math.round(value * 1e6) / 1e6

/** Years that operators write for "unknown". */
const SENTINEL_YEARS = new Set(['0001', '1800', '1900', '9999'])

/** The first ten characters, never through UTC: that would give most Dutch dates the day before. */
function dateIn(text: string | null): string | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})/.exec(text ?? '')
  if (parts === null || SENTINEL_YEARS.has(parts[1]!)) return null
  const isDate = Number(parts[2]) >= 1 && Number(parts[2]) <= 12 && Number(parts[3]) >= 1 && Number(parts[3]) <= 31
  return isDate ? parts[0] : null
}

export const dateOf = (properties: Properties, name: string): string | null => dateIn(textOf(properties, name))

/** `tot30cm` is 30; `onbekend` and what is not a distance is null. */
export function accuracyCmOf(properties: Properties, name: string): number | null {
  const distance = /^tot(\d+)cm$/.exec(codeOf(properties, name) ?? '')?.[1]
  return distance === undefined ? null : Number(distance)
}

/** An address as one writes it on an envelope. IMKL 1.2.1 has plain text here. */
export function addressOf(properties: Properties, name: string): { text: string | null; bagId: string | null } {
  const fields = structuresOf(properties, name)[0]
  if (fields === undefined) return { text: textOf(properties, name), bagId: null }
  const part = (field: string): string => fieldOf(fields, field) ?? ''
  const suffix = part('huisnummertoevoeging') || part('huisnummerToevoeging')
  const number = `${part('huisnummer')}${part('huisletter')}${suffix === '' ? '' : `-${suffix}`}`
  const street = `${part('openbareRuimteNaam')} ${number}`.trim()
  const town = `${part('postcode')} ${part('woonplaatsNaam')}`.trim()
  return {
    text: [street, town].filter((line) => line !== '').join(', ') || null,
    bagId: fieldOf(fields, 'BAGid') ?? fieldOf(fields, 'BAGidAdresseerbaarObject'),
  }
}
