/**
 * One place, in any notation that people write or copy: RD in metres or kilometres, degrees in decimals or with minutes and
 * seconds, decimal comma or point, labels, a link of a map on the web. Pure.
 */
import type { Position } from 'geojson'
import { anglesIn } from '../../server/features/vocabulary.ts'
import { toMm, toRd } from './exact.ts'

export interface FoundPlace {
  rd: Position
  system: 'rd' | 'degrees'
}

/** The Netherlands, generously: to tell notations apart, never to judge an area. */
const isRd = (x: number, y: number): boolean => x > 0 && x < 300_000 && y > 285_000 && y < 650_000
const isLatLng = (lat: number, lng: number): boolean => lat > 50 && lat < 54.5 && lng > 2.5 && lng < 8

const placeOf = (a: number, b: number): FoundPlace | null => {
  if (isRd(a, b)) return { rd: toMm([a, b]), system: 'rd' }
  if (isRd(b, a)) return { rd: toMm([b, a]), system: 'rd' }
  if (isLatLng(a, b)) return { rd: toRd([b, a]), system: 'degrees' }
  if (isLatLng(b, a)) return { rd: toRd([a, b]), system: 'degrees' }
  // In kilometres; or with a point for the thousands, which comes to the same.
  if (isRd(a * 1000, b * 1000)) return { rd: toMm([a * 1000, b * 1000]), system: 'rd' }
  return null
}

const IN_LINK = /[@=/](-?\d{1,2}\.\d+)(?:,|%2C|\/)\s*(-?\d{1,2}\.\d+)/i

const angles = (text: string): FoundPlace | null => {
  const found = anglesIn(text)
  return found && placeOf(...found)
}

/** `1.234,5` is Dutch for 1234.5; a lone comma is a decimal one. */
const numberOf = (token: string): number => {
  const isThousands = token.includes('.') && token.includes(',')
  return Number((isThousands ? token.replaceAll('.', '') : token).replace(',', '.'))
}

const LABELS = /\b(?:rd|x|y|lat(?:itude)?|lon(?:gitude)?|lng|breedte|lengte|wgs\s?-?84|epsg:\d+)\b\s*[:=]?/gi

const numbers = (text: string): FoundPlace | null => {
  const bare = text
    .replace(LABELS, ' ')
    .replace(/[()[\]]|\bm\b/gi, ' ')
    .trim()
  const byBlank = bare
    .split(/[;\s/]+/)
    .map((token) => token.replace(/^,|,$/g, ''))
    .filter(Boolean)
  const tokens = byBlank.length === 1 ? byBlank[0]!.split(',') : byBlank
  const [a, b] = tokens.map(numberOf)
  if (tokens.length !== 2 || !Number.isFinite(a) || !Number.isFinite(b)) return null
  return placeOf(a!, b!)
}

/** Null when the text is no place in the Netherlands. */
export const readCoordinates = (text: string): FoundPlace | null => {
  const link = IN_LINK.exec(text)
  if (/^https?:/i.test(text.trim())) return link && placeOf(Number(link[1]), Number(link[2]))
  return numbers(text) ?? angles(text.replace(LABELS, ' ').trim())
}
