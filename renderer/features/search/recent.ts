/** Places that were looked for, and addresses that were found, in this browser: they are found again without a network. */
import type { Position } from 'geojson'

export interface RecentPlace {
  text: string
  /** RD New, metres */
  rd: Position
  /** Of a town more is shown around it. */
  isPoint?: boolean
}

const CHOSEN = { key: 'klic-desktop:recent-places', kept: 12 }
const FOUND = { key: 'klic-desktop:found-addresses', kept: 400 }

const read = ({ key, kept }: typeof CHOSEN): RecentPlace[] => {
  try {
    const places = JSON.parse(localStorage.getItem(key) ?? '[]') as RecentPlace[]
    return places.filter(({ text, rd }) => typeof text === 'string' && rd.every(Number.isFinite)).slice(0, kept)
  } catch {
    return []
  }
}

const remember = (where: typeof CHOSEN, places: readonly RecentPlace[]): void => {
  try {
    const texts = new Set(places.map(({ text }) => text))
    const others = read(where).filter(({ text }) => !texts.has(text))
    localStorage.setItem(where.key, JSON.stringify([...places, ...others].slice(0, where.kept)))
  } catch {
    // Without storage nothing is remembered.
  }
}

/** What was chosen, the newest first. */
export const recentPlaces = (): RecentPlace[] => read(CHOSEN)
export const rememberPlace = (place: RecentPlace): void => remember(CHOSEN, [place])

/** What the register of addresses answered before, chosen or not. */
export const foundAddresses = (): RecentPlace[] => read(FOUND)
export const rememberAddresses = (places: readonly RecentPlace[]): void => {
  if (places.length > 0) remember(FOUND, places)
}
