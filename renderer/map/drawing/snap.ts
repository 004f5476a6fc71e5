/** Where the pointer jumps to: corners first, then the nearest place on a side. RD New metres. Pure. */
import type { Polygon, Position } from 'geojson'
import { toMm } from '../exact.ts'
import { distance } from './shape.ts'

/** Lines, closed or open, that the pointer may stick to. */
export type SnapLines = readonly (readonly Position[])[]

export const ringsOf = (polygons: readonly Polygon[]): SnapLines => polygons.flatMap(({ coordinates }) => coordinates)

const nearestOn = (a: Position, b: Position, at: Position): Position => {
  const [dx, dy] = [b[0]! - a[0]!, b[1]! - a[1]!]
  const lengthSquared = dx * dx + dy * dy
  const along = lengthSquared === 0 ? 0 : ((at[0]! - a[0]!) * dx + (at[1]! - a[1]!) * dy) / lengthSquared
  const within = Math.min(1, Math.max(0, along))
  return [a[0]! + within * dx, a[1]! + within * dy]
}

/** Metres to the nearest place on them; infinite where there are none. */
export const away = (lines: SnapLines, at: Position): number => {
  let nearestM = Number.POSITIVE_INFINITY
  for (const line of lines) {
    for (const [i, here] of line.entries()) {
      nearestM = Math.min(nearestM, distance(nearestOn(line[i - 1] ?? here, here, at), at))
    }
  }
  return nearestM
}

export interface SnapPoint {
  at: Position
  to: 'corner' | 'side'
}

/** Straight across from `from` to the nearest side within reach of the pointer: how far two lines lie apart. */
export const across = (lines: SnapLines, from: Position, at: Position, reachM: number): Position | null => {
  let found: Position | null = null
  let nearestM = reachM
  for (const line of lines) {
    for (const [i, next] of line.slice(1).entries()) {
      const here = line[i]!
      const foot = nearestOn(here, next, from)
      const away = distance(foot, at)
      // At its ends it is not straight across.
      const isEnd = distance(foot, here) < 1e-6 || distance(foot, next) < 1e-6
      if (!isEnd && away <= nearestM && distance(foot, from) > reachM) [found, nearestM] = [foot, away]
    }
  }
  return found && toMm(found)
}

/** Null when nothing lies within `reachM`. */
export const snap = (lines: SnapLines, at: Position, reachM: number): SnapPoint | null => {
  let corner: Position | null = null
  let side: Position | null = null
  let [cornerM, sideM] = [reachM, reachM]
  for (const line of lines) {
    for (let i = 0; i < line.length; i++) {
      const here = line[i]!
      const away = distance(here, at)
      if (away <= cornerM) [corner, cornerM] = [here, away]
      const next = line[i + 1]
      if (!next) continue
      const isFar =
        Math.min(here[0]!, next[0]!) - reachM > at[0]! ||
        Math.max(here[0]!, next[0]!) + reachM < at[0]! ||
        Math.min(here[1]!, next[1]!) - reachM > at[1]! ||
        Math.max(here[1]!, next[1]!) + reachM < at[1]!
      if (isFar) continue
      const on = nearestOn(here, next, at)
      const off = distance(on, at)
      if (off < sideM) [side, sideM] = [on, off]
    }
  }
  if (corner) return { at: toMm(corner), to: 'corner' }
  return side && { at: toMm(side), to: 'side' }
}
