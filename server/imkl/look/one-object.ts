/** The look of one object at one scale: for media that draw object by object instead of by rules. */
import type { Row } from '../model/layers.ts'
import {
  type Choice,
  type Condition,
  type Dashes,
  isBanded,
  isChoice,
  type Label,
  type Look,
  type Picture,
  type Rule,
  type SymbolMark,
  sizeAt,
  takenIn,
} from './display-list.ts'
import type { Band, Dash } from './styles.ts'

/** The rules that the object is drawn by. What is officially not drawn is left out. */
export function rulesFor(look: Look, row: Row, scale: number): readonly Rule[] {
  if (scale > (look.upTo ?? Infinity)) return []
  return look.rules.filter(
    ({ isOff, beyond = 0, upTo = Infinity, when }) =>
      !isOff &&
      scale > beyond &&
      scale <= upTo &&
      (when === 'otherwise' ? !isTaken(look, row) : !when || meets(row, when)),
  )
}

const isTaken = (look: Look, row: Row): boolean => {
  const taken = takenIn(look)
  return taken !== undefined && meets(row, taken)
}

const meets = (row: Row, { column, values }: Condition): boolean => values.includes(String(row[column]))

/** @returns null for solid */
export function dashAt(dashes: Dashes | readonly Band<Dashes>[] | undefined, row: Row, scale: number): Dash {
  const own = dashes && (isBanded(dashes) ? sizeAt<Dashes>(dashes, scale) : dashes)
  return own?.[String(row.status)] ?? null
}

export const pictureFor = ({ picture }: SymbolMark, row: Row): Picture =>
  isChoice(picture) ? pictureIn(picture, row) : picture

export const pictureIn = ({ column, cases, otherwise }: Choice, row: Row): Picture =>
  cases.find(({ value }) => value === row[column]) ?? otherwise

/** To the right and up. The first of its offsets stands for every other value. */
export const offsetFor = ({ offset }: Label, row: Row): readonly [number, number] =>
  offset ? (offset.by[String(row[offset.column])] ?? Object.values(offset.by)[0]!) : [0, 0]
