/**
 * The invented network operators and their networks. Every name says that it is simulated; the codes are not in use.
 */
import data from '../data/operators.json' with { type: 'json' }
import { chance } from './streets.ts'

/** How somebody writes: real operators differ in all of this, and a reader has to take it all. */
export interface Hand {
  /** Four spellings are met; all mean RD New. */
  srsName: string
  /** Where the number of dimensions stands, if anywhere. */
  dimensionOn: 'geometry' | 'positions' | 'nothing'
  /** What follows the seconds of a moment: an offset, UTC, or nothing. */
  zone: string
  /** Lines as a curve of one segment. */
  writesCurves?: boolean
}

export interface Operator {
  code: string
  name: string
  themes: readonly string[]
  hand: Hand
}

export interface Net {
  operator: Operator
  theme: string
  /** Last part of its gml:id. */
  local: string
  networkType: string
  standardDepthM: number
}

const operators = data.operators as Record<keyof typeof data.operators, Operator>

/** Owner of what the registry itself puts into a delivery. */
export const MADE: Operator = data.registry as Operator
export const { energy: ENERGY, water: WATER, town: TOWN, heat: HEAT } = operators
/** Has not delivered in some regions. */
export const FIBRE = operators.fibre
/** Has an interest almost everywhere and is never involved. */
export const PIPELINE = operators.pipeline

export const OPERATORS: readonly Operator[] = Object.values(operators)

export const NETS = Object.fromEntries(
  Object.entries(data.nets).map(([name, { operator, ...net }]) => [
    name,
    { operator: operators[operator as keyof typeof operators], ...net },
  ]),
) as Record<keyof typeof data.nets, Net>

/** By regions of four square kilometres: about one in four has a fibre operator that has not answered. */
export const fibreIsLate = (x: number, y: number): boolean =>
  chance(11, Math.floor(x / 2000), Math.floor(y / 2000)) < 0.25
