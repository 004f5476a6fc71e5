/** Dutch places by name, from a file of the window: found without a network. Where its data come from stands in it. */
import type { Position } from 'geojson'

const UNIT_M = 100

export interface NamedPlace {
  name: string
  /** As it is also called, or '' */
  other: string
  isPartOfTown: boolean
  province: string
  /** RD New, metres */
  rd: Position
}

/** As people type: without accents, apostrophes, hyphens and capitals. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’‘.]/g, '')
    .replace(/[-\s]+/g, ' ')
    .trim()
    .toLowerCase()

export const readPlaces = (file: string): NamedPlace[] =>
  file
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [names, kind, province, x, y] = line.split('\t') as [string, string, string, string, string]
      const [name, other = ''] = names.split('|') as [string, string?]
      return { name, other, isPartOfTown: kind === 'x', province, rd: [Number(x) * UNIT_M, Number(y) * UNIT_M] }
    })

/** 0: called so; 1: begins so; 2: a later word begins so. */
const rankOf = (name: string, asked: string): number => {
  const own = plain(name)
  if (own === asked) return 0
  if (own.startsWith(asked)) return 1
  return ` ${own}`.includes(` ${asked}`) ? 2 : Number.POSITIVE_INFINITY
}

/** Those that a text may mean, what is called so before what begins so, and a larger place before a smaller one. */
export const placesCalled = (places: readonly NamedPlace[], text: string, most: number): NamedPlace[] => {
  const asked = plain(text)
  if (asked.length < 2) return []
  return places
    .map((place) => ({
      place,
      rank: Math.min(rankOf(place.name, asked), place.other ? rankOf(place.other, asked) : Number.POSITIVE_INFINITY),
    }))
    .filter(({ rank }) => Number.isFinite(rank))
    .sort((a, b) => a.rank - b.rank || Number(a.place.isPartOfTown) - Number(b.place.isPartOfTown))
    .slice(0, most)
    .map(({ place }) => place)
}
