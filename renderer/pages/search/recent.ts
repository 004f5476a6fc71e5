/** Places that were looked for, in this browser: what is left of the search without a network. */
import type { Position } from 'geojson'

export interface RecentPlace {
  text: string
  /** RD New, metres */
  rd: Position
}

const KEY = 'klic-desktop:recent-places'
const KEPT = 12

export const recentPlaces = (): RecentPlace[] => {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]') as RecentPlace[]
    return kept.filter(({ text, rd }) => typeof text === 'string' && rd.every(Number.isFinite)).slice(0, KEPT)
  } catch {
    return []
  }
}

export const rememberPlace = (place: RecentPlace): void => {
  try {
    const others = recentPlaces().filter(({ text }) => text !== place.text)
    localStorage.setItem(KEY, JSON.stringify([place, ...others].slice(0, KEPT)))
  } catch {
    // Without storage there are no recent places.
  }
}
