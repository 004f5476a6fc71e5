/** Dutch places and municipalities by name, from a file of the window: found without a network. Where its data come from stands in it. */
import type { Position } from 'geojson'

const UNIT_M = 100
const KINDS: Readonly<Record<string, NamedPlace['kind']>> = { x: 'part of town', g: 'municipality' }

export interface NamedPlace {
  name: string
  /** As it is also called, or '' */
  other: string
  kind: 'town' | 'part of town' | 'municipality'
  province: string
  /** RD New, metres */
  rd: Position
  /** Of a municipality, how far its places lie from there; null: it is one place */
  reachM: number | null
}

/** As people type: without accents, apostrophes, hyphens and capitals. */
export const plain = (text: string): string =>
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
      const [names, kind, province, x, y, reach] = line.split('\t') as [string, string, string, string, string, string?]
      const [name, other = ''] = names.split('|') as [string, string?]
      return {
        name,
        other,
        kind: KINDS[kind] ?? 'town',
        province,
        rd: [Number(x) * UNIT_M, Number(y) * UNIT_M],
        reachM: reach === undefined ? null : Number(reach) * UNIT_M,
      }
    })

/** Farther away is elsewhere. */
const NEAR_M = 10_000

/** The town, or part of one, that lies nearest. @param at RD New, metres */
export const placeNear = (places: readonly NamedPlace[], [x, y]: Position): NamedPlace | null => {
  const far = ({ rd }: NamedPlace) => Math.hypot(rd[0]! - x!, rd[1]! - y!)
  const [nearest = null] = places
    .filter((place) => place.kind !== 'municipality' && far(place) < NEAR_M)
    .sort((a, b) => far(a) - far(b))
  return nearest
}

/** 0: called so; 1: begins so; 2: a later word begins so. */
const rankOf = (name: string, asked: string): number => {
  const own = plain(name)
  if (own === asked) return 0
  if (own.startsWith(asked)) return 1
  return ` ${own}`.includes(` ${asked}`) ? 2 : Number.POSITIVE_INFINITY
}

const isPart = ({ kind }: NamedPlace): boolean => kind === 'part of town'

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
    .sort((a, b) => a.rank - b.rank || Number(isPart(a.place)) - Number(isPart(b.place)))
    .slice(0, most)
    .map(({ place }) => place)
}
