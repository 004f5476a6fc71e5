/** Which system the numbers of a file are in, and from there to RD New on whole millimetres. */
import type { AreaImportOptions, Fit, FoundArea, FoundAreas } from '../../../geometry/found-areas.ts'
import type { Position } from '../../../geometry/geometry.ts'
import { crsInWords, NETHERLANDS_BOX } from '../../../geometry/rd/crs.ts'
import { rdFromLngLat, toMillimetre } from '../../../geometry/rd/rd.ts'
import type { RawArea } from './collect.ts'
import { UnreadableArea } from './fault.ts'

interface Box {
  minX: number
  minY: number
  maxX: number
  maxY: number
}
/** The Netherlands in each system: rounded outwards; the zones of UTM overlap, and the western one is the usual. */
const WHERE: readonly (readonly [system: Fit['crs'], box: Box])[] = [
  ['EPSG:28992', NETHERLANDS_BOX],
  ['EPSG:4326', { minX: 3, minY: 50.5, maxX: 7.5, maxY: 53.8 }],
  ['EPSG:3857', { minX: 350_000, minY: 6_560_000, maxX: 820_000, maxY: 7_110_000 }],
  ['EPSG:25831', { minX: 510_000, minY: 5_610_000, maxX: 800_000, maxY: 5_950_000 }],
  ['EPSG:25832', { minX: 80_000, minY: 5_610_000, maxX: 400_000, maxY: 5_950_000 }],
]

const isIn = ({ minX, minY, maxX, maxY }: Box, [x, y]: readonly number[]): boolean =>
  x! >= minX && x! <= maxX && y! >= minY && y! <= maxY

interface System {
  crs: string
  from: Exclude<FoundAreas['crsFrom'], 'several'>
}

const inOtherOrder = ([x, y]: readonly number[]): number[] => [y!, x!]

/** In which they would all lie in the Netherlands. */
const fitsOf = (positions: readonly (readonly number[])[]): Fit['crs'][] =>
  WHERE.filter(([, box]) => positions.every((position) => isIn(box, position))).map(([crs]) => crs)

/** By the numbers alone. @throws UnreadableArea when corners are in two systems */
const guessSystem = (positions: readonly (readonly number[])[]): System | null => {
  const [first] = positions
  if (!first) return null
  const [crs] = fitsOf(positions)
  if (crs) return { crs, from: 'numbers' }
  const [turned] = fitsOf(positions.map(inOtherOrder))
  if (turned) return { crs: turned, from: 'turned' }
  const systems = new Set(positions.map((position) => WHERE.find(([, box]) => isIn(box, position))?.[0] ?? ''))
  systems.delete('')
  if (systems.size > 1) {
    const message = 'Some corners look like RD and others like degrees. Give them all in one system.'
    throw new UnreadableArea('MIXED_SYSTEMS', message)
  }
  return null
}

/** ETRS89 is taken as WGS84, as is usual in the Netherlands; 7415 is RD with heights. */
const LIKE: Record<string, string> = {
  '7415': 'EPSG:28992',
  '4258': 'EPSG:4326',
  '4979': 'EPSG:4326',
  '4937': 'EPSG:4326',
}

const alike = (crs: string): string => LIKE[crs.replace('EPSG:', '')] ?? crs

/** `EPSG:…` where it can be said so, else as it is. */
const plainName = (stated: string): string => crsInWords(stated) ?? stated

/** @returns null: the system is none that can be resolved. @throws UnreadableArea where its datum can't */
export type Transform = (crs: string) => Promise<((position: readonly number[]) => readonly number[]) | null>

export type AreaPlacement = Pick<FoundAreas, 'crs' | 'crsFrom' | 'isInside' | 'fits' | 'areas'> & { elsewhere: number }

/**
 * Each area by its own system.
 * @param options what the person says of it; a system goes before what the file states
 * @param toDegrees for systems other than RD New and degrees
 * @throws UnreadableArea
 */
export async function inRd(
  given: readonly RawArea[],
  options: Pick<AreaImportOptions, 'crs' | 'isTurned'>,
  toDegrees: Transform,
): Promise<AreaPlacement> {
  const raw = options.isTurned ? given.map(turned) : given
  const place = placing(toDegrees)
  const systems = await systemsOf(raw, options.crs, async (crs) => (await place(crs)) !== null)
  const areas: FoundArea[] = []
  for (const [i, { stated: _, ...area }] of raw.entries()) {
    const system = systems[i]
    if (!system) continue
    const inSystem = await place(system.crs)
    if (!inSystem) throw unknownSystem(system.crs)
    const placed = system.from === 'turned' ? (at: readonly number[]) => inSystem(inOtherOrder(at)) : inSystem
    areas.push({ ...area, coordinates: area.coordinates.map((line) => line.map(placed)) })
  }
  const isInside = areas.every(({ coordinates }) =>
    coordinates.every((line) => line.every((at) => isIn(NETHERLANDS_BOX, at))),
  )
  const used = systems.filter((system) => system !== null)
  const [{ crs, from }] = used as [System]
  const isOne = used.every((system) => system.crs === crs && system.from === from)
  const isAsNow = (way: Fit): boolean =>
    isOne && way.crs === alike(crs) && way.isTurned === (options.isTurned !== (from === 'turned'))
  return {
    crs: isOne && crs.startsWith('EPSG:') ? crs : null,
    crsFrom: isOne ? from : 'several',
    isInside,
    fits: isInside ? [] : waysToRead(given).filter((way) => !isAsNow(way)),
    areas,
    elsewhere: systems.length - used.length,
  }
}

const turned = (area: RawArea): RawArea => ({
  ...area,
  coordinates: area.coordinates.map((line) => line.map(inOtherOrder)),
})

function waysToRead(areas: readonly RawArea[]): Fit[] {
  const positions = areas.flatMap(({ coordinates }) => coordinates.flat())
  return [
    ...fitsOf(positions).map((crs) => ({ crs, isTurned: false })),
    ...fitsOf(positions.map(inOtherOrder)).map((crs) => ({ crs, isTurned: true })),
  ]
}

const unknownSystem = (crs: string): UnreadableArea =>
  new UnreadableArea(
    'SYSTEM_UNKNOWN',
    `The coordinate system of the file (${crs.slice(0, 60)}) is unknown here. Choose it.`,
  )

/**
 * One for each area, in their order; null: its numbers fit none, while those of most do. A statement that can't be resolved counts
 * as none.
 */
async function systemsOf(
  raw: readonly RawArea[],
  chosen: string | undefined,
  isKnown: (crs: string) => Promise<boolean>,
): Promise<(System | null)[]> {
  if (chosen !== undefined) return raw.map(() => ({ crs: chosen, from: 'chosen' }))
  const stated = new Map<string, string | null>()
  let unresolved: string | null = null
  for (const name of new Set(raw.map((area) => area.stated).filter((each) => each !== null))) {
    const crs = plainName(name)
    const is = await isKnown(crs)
    stated.set(name, is ? crs : null)
    if (!is) unresolved ??= crs
  }
  const statedOf = (area: RawArea) => (area.stated === null ? null : stated.get(area.stated)!)
  const guess = guesses(
    raw.filter((area) => statedOf(area) === null),
    unresolved === null ? null : unknownSystem(unresolved),
  )
  const first = [...stated.values()].find((crs) => crs !== null)
  return raw.map((area) => {
    const crs = statedOf(area)
    if (crs !== null) return { crs, from: 'file' }
    // Beside one that says it, as in a ZIP where one part has no .prj.
    return guess(area) ?? (first ? { crs: first, from: 'file' } : null)
  })
}

/** By the numbers of all, else of each. @throws UnreadableArea where those of most fit none: `unresolved` where there is one */
function guesses(areas: readonly RawArea[], unresolved: UnreadableArea | null): (area: RawArea) => System | null {
  const positionsOf = ({ coordinates }: RawArea) => coordinates.flat()
  let fault: unknown
  const tried = (positions: readonly (readonly number[])[]): System | null => {
    try {
      return guessSystem(positions)
    } catch (error) {
      fault = error
      return null
    }
  }
  const one = tried(areas.flatMap(positionsOf))
  if (one) return () => one
  const each = new Map(areas.map((area) => [area, tried(positionsOf(area))]))
  const known = [...each.values()].filter((system) => system !== null).length
  if (2 * known > areas.length || areas.length === 0) return (area) => each.get(area)!
  if (unresolved) throw unresolved
  if (fault && known === 0) throw fault
  const message =
    'The file does not say in which coordinate system it is, and its numbers fit none in use here. Choose it.'
  throw new UnreadableArea('SYSTEM_UNKNOWN', message)
}

type Placing = (at: readonly number[]) => Position

/** From each system to RD New, each resolved once. */
function placing(toDegrees: Transform): (crs: string) => Promise<Placing | null> {
  const known = new Map<string, Promise<Placing | null>>()
  return (crs) => {
    const like = alike(crs)
    if (!known.has(like)) known.set(like, placingIn(like, toDegrees))
    return known.get(like)!
  }
}

async function placingIn(crs: string, toDegrees: Transform): Promise<Placing | null> {
  if (crs === 'EPSG:28992') return ([x, y]) => [toMillimetre(x!), toMillimetre(y!)]
  const degrees = crs === 'EPSG:4326' ? (at: readonly number[]) => at : await toDegrees(crs)
  if (!degrees) return null
  return (at) => {
    const [lng, lat] = degrees(at)
    const rd = rdFromLngLat([lng!, lat!])
    return rd.every(Number.isFinite) ? rd : [0, 0]
  }
}

export const countPositions = (areas: readonly RawArea[]): number =>
  areas.reduce((sum, { coordinates }) => sum + coordinates.reduce((more, line) => more + line.length, 0), 0)
