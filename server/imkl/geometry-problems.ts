/** What can be wrong with a geometry, in words for people; `detail` is the name that was not understood. */

export type ProblemKind =
  | 'crs'
  | 'curve_type'
  | 'short_line'
  | 'not_a_number'
  | 'odd_count'
  | 'arc'
  | 'short_ring'
  | 'no_outline'
  | 'several_points'
  | 'wrong_dimension'
  | 'gap'
  | 'wrong_kind'
  | 'too_many_points'

interface Words {
  en: (detail: string) => string
  nl: (detail: string) => string
}

/**
 * Of one shape. The longest of the eight deliveries that were published has 268; a shape of 400,000 takes minutes to draw,
 * print or export.
 */
export const MAX_POSITIONS = 50_000

export const PROBLEMS: Readonly<Record<ProblemKind, Words>> = {
  crs: {
    en: (name) => `the coordinate system ${name} is not RD New`,
    nl: (name) => `het coördinaatstelsel ${name} is niet RD New`,
  },
  curve_type: {
    en: (name) => `the curve type ${name} is not supported`,
    nl: (name) => `het soort kromme ${name} wordt niet ondersteund`,
  },
  short_line: {
    en: () => 'a line has fewer than two points',
    nl: () => 'een lijn heeft minder dan twee punten',
  },
  not_a_number: { en: () => 'a coordinate is not a number', nl: () => 'een coördinaat is geen getal' },
  odd_count: {
    en: () => 'the number of coordinates is not a multiple of the dimension',
    nl: () => 'het aantal coördinaten is geen veelvoud van de dimensie',
  },
  arc: { en: (name) => `${name} has too few points`, nl: (name) => `${name} heeft te weinig punten` },
  short_ring: {
    en: () => 'a ring is broken or has fewer than three points',
    nl: () => 'een ring is onvolledig of heeft minder dan drie punten',
  },
  no_outline: { en: () => 'a polygon has no outline', nl: () => 'een vlak heeft geen omtrek' },
  several_points: {
    en: () => 'of several points only the first is drawn',
    nl: () => 'van meerdere punten is alleen het eerste getekend',
  },
  wrong_dimension: {
    en: () => 'the coordinates have another dimension than they declare',
    nl: () => 'de coördinaten hebben een andere dimensie dan is opgegeven',
  },
  gap: {
    en: () => 'the segments of a curve do not meet',
    nl: () => 'de segmenten van een kromme sluiten niet op elkaar aan',
  },
  wrong_kind: {
    en: (what) => `the object has another kind of geometry than its layer takes (${what})`,
    nl: (what) => `het object heeft een ander soort geometrie dan zijn laag (${what})`,
  },
  too_many_points: {
    en: () => `the shape has more than ${MAX_POSITIONS.toLocaleString('en')} points`,
    nl: () => `de vorm heeft meer dan ${MAX_POSITIONS.toLocaleString('nl')} punten`,
  },
}
