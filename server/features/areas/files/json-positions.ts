/** Positions in JSON, whose numbers are tried. */
import { UnreadableArea } from './fault.ts'

export const listOf = (value: unknown): unknown[] => {
  if (!Array.isArray(value)) throw new UnreadableArea('NOT_UNDERSTOOD', 'The coordinates of a geometry are not a list.')
  return value
}

const positionOf = (position: unknown): number[] => {
  const [x, y] = Array.isArray(position) ? (position as unknown[]) : []
  if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y)) {
    throw new UnreadableArea('NOT_UNDERSTOOD', 'A position is not two numbers.')
  }
  // Height and measure are dropped: an area lies flat.
  return [x, y]
}

export const lineOf = (value: unknown): number[][] => listOf(value).map(positionOf)
