/**
 * Which of the two systems a caller's numbers are in: as stated, and as the numbers themselves say. A statement that
 * contradicts the numbers is refused, never followed: it would put the digging somewhere else.
 */

import { Refusal, type RefusalCode } from '../../platform/refusal.ts'
import type { Extent, Position } from '../geometry.ts'

type Crs = 'EPSG:28992' | 'EPSG:4326'

export interface CrsStatement {
  crs: Crs
  /** JSON pointer to where it was said. */
  pointer: string
}

/** Dutch degrees: the frame of the official grid. */
const DUTCH_DEGREES = { west: 2.5, east: 8, south: 50, north: 54 }
/** Every position of a request lies in this box, RD metres. Source: Kadaster, KLIC polygon rules (older guide). */
export const NETHERLANDS_BOX: Extent = { minX: 5700, minY: 289_700, maxX: 290_300, maxY: 640_300 }

const refuse = (code: RefusalCode, pointer: string, message: string): never => {
  throw new Refusal(code, message, { complaints: [{ pointer, code, message }] })
}

/** What the request says, or else a legacy `crs` member of the geometry; undefined when neither does. */
export const statedCrs = (stated: string | undefined, geometry: unknown): CrsStatement | undefined => {
  const beside = stated === undefined ? undefined : { crs: parse(stated, '/crs'), pointer: '/crs' }
  const legacy = (geometry as { crs?: unknown }).crs
  if (legacy === undefined || legacy === null) return beside
  const pointer = '/geometry/crs'
  const properties = (legacy as { properties?: { name?: unknown; code?: unknown } }).properties
  const name = properties?.name ?? (properties?.code === undefined ? undefined : `EPSG:${properties.code}`)
  if (typeof name !== 'string') {
    return refuse('CRS_INVALID', pointer, 'The crs member of the geometry does not name a system.')
  }
  const inside = { crs: parse(name, pointer), pointer }
  if (beside && beside.crs !== inside.crs) {
    const message = `crs says ${beside.crs}, the crs member of the geometry says ${inside.crs}. Leave out the wrong one.`
    return refuse('CRS_MISMATCH', '/crs', message)
  }
  return beside ?? inside
}

/**
 * EPSG:4258 (ETRS89) counts as longitude, latitude, as all of GeoJSON does: the two differ by less than a metre, and the
 * transformation takes ETRS89.
 */
const TAKEN: Record<string, Crs> = { 'EPSG:28992': 'EPSG:28992', 'EPSG:4326': 'EPSG:4326', 'EPSG:4258': 'EPSG:4326' }
/** In capitals, without spaces, underscores, hyphens and slashes. */
const NAMES: Record<string, string> = {
  RD: 'EPSG:28992',
  RDNEW: 'EPSG:28992',
  AMERSFOORTRDNEW: 'EPSG:28992',
  RIJKSDRIEHOEK: 'EPSG:28992',
  RIJKSDRIEHOEKSTELSEL: 'EPSG:28992',
  WGS84: 'EPSG:4326',
  ETRS89: 'EPSG:4258',
}

const URN = `(?:urn:(?:x-)?ogc:def:)?crs:`
const URL = String.raw`https?:\/\/(?:www\.)?opengis\.net\/`
/** Of a compound system (RD with heights) the first: heights are dropped. */
const EPSG = new RegExp(
  String.raw`^(?:urn:(?:x-)?ogc:def:crs,)?(?:EPSG[: ]{0,2}|${URN}EPSG:[\d.]*:|${URL}(?:def\/crs\/EPSG\/[\d.]+\/|gml\/srs\/(?:\w+\/)?epsg\.xml#))?(\d+)\/?(?:[+,].*)?$`,
  'i',
)
const CRS84 = new RegExp(String.raw`^(?:OGC:|${URN}OGC:[\d.]*:|${URL}def\/crs\/OGC\/[\d.]+\/)?CRS84h?\/?$`, 'i')

/**
 * The one table of what people and programs call a system, for the API and for files: EPSG codes with or without their authority,
 * CRS84, their URN and URL forms, and names in words; any case.
 * @returns `EPSG:…`; null for what is no such name
 */
export const crsInWords = (text: string): string | null => {
  const trimmed = text.trim()
  const code = EPSG.exec(trimmed)?.[1]
  if (code) return `EPSG:${code}`
  if (CRS84.test(trimmed)) return 'EPSG:4326'
  return NAMES[trimmed.toUpperCase().replaceAll(/[\s_/-]/g, '')] ?? null
}

const parse = (text: string, pointer: string): Crs => {
  const known = TAKEN[crsInWords(text) ?? '']
  if (known) return known
  const shown = JSON.stringify(text.trim().slice(0, 80))
  const message = `${shown} is not a system we take: use EPSG:28992 (RD New) or EPSG:4326 / CRS84 (longitude, latitude).`
  return refuse('CRS_INVALID', pointer, message)
}

/** What the numbers can be; `latLng` is degrees the wrong way round, `degrees` are degrees elsewhere. */
export type NumbersSay = 'rd' | 'lngLat' | 'latLng' | 'degrees' | 'metres'

export const numbersSay = (rings: readonly (readonly Position[])[]): NumbersSay => {
  const { west, east, south, north } = DUTCH_DEGREES
  let degrees = true
  let rd = false
  let lngLat = false
  let latLng = true
  for (const ring of rings) {
    for (const [x, y] of ring) {
      degrees &&= Math.abs(x) <= 180 && Math.abs(y) <= 180
      rd ||=
        x >= NETHERLANDS_BOX.minX && x <= NETHERLANDS_BOX.maxX && y >= NETHERLANDS_BOX.minY && y <= NETHERLANDS_BOX.maxY
      lngLat ||= x >= west && x <= east && y >= south && y <= north
      latLng &&= y >= west && y <= east && x >= south && x <= north
    }
  }
  if (!degrees) return rd ? 'rd' : 'metres'
  return lngLat ? 'lngLat' : latLng ? 'latLng' : 'degrees'
}

const FORMS = 'EPSG:28992 takes x, y in metres; EPSG:4326 and CRS84 take longitude, latitude in degrees'

/**
 * @throws Refusal CRS_MISMATCH when the statement and the numbers contradict each other, CRS_INVALID when nothing is
 * stated and the numbers fit neither system
 */
export const recogniseCrs = (stated: CrsStatement | undefined, numbers: NumbersSay): Crs => {
  if (numbers === 'latLng') {
    const message = 'The positions are latitude, longitude. GeoJSON wants longitude first: swap the two.'
    return refuse(stated ? 'CRS_MISMATCH' : 'CRS_INVALID', '/geometry/coordinates/0/0', message)
  }
  if (!stated) {
    if (numbers === 'rd') return 'EPSG:28992'
    if (numbers === 'lngLat') return 'EPSG:4326'
    const message = `The positions are neither RD New nor degrees in the Netherlands. State the crs: ${FORMS}.`
    return refuse('CRS_INVALID', '/geometry/coordinates/0/0', message)
  }
  const areDegrees = numbers === 'lngLat' || numbers === 'degrees'
  if (areDegrees === (stated.crs === 'EPSG:4326')) return stated.crs
  const message = `The crs is ${stated.crs}, but the positions are ${areDegrees ? 'degrees' : 'metres'}: ${FORMS}.`
  return refuse('CRS_MISMATCH', stated.pointer, message)
}
