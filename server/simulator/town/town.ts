/**
 * What of the invented town is to be seen from above: streets, houses with their numbers, sheds, water. It follows from the
 * same streets and plots as the networks, so that cables lie along the streets and end at a façade; where two streets meet, a
 * house that would stand on the other one, or in another house, is not built.
 */
import { extentOf, growExtent, passesEast } from '../../geometry/flat.ts'
import type { Extent, Position } from '../../geometry/geometry.ts'
import { ASIDE, houseNumberOf, plotsOf, streetOf } from './houses.ts'
import { axisPoint, blockOf, chance, overlap, type Run, runsNear, streetDensity } from './streets.ts'

export interface Street {
  name: string
  axis: Position[]
  isRural: boolean
}

export interface Building {
  outline: Position[]
  /** Undefined: a shed. */
  number?: string
  /** Where its number stands, and which way it runs. */
  middle: Position
  along: Position
}

export interface Town {
  streets: Street[]
  buildings: Building[]
  water: Position[][]
  /** Middles of blocks, that say that all of this is invented. */
  middles: Position[]
}

/** From the axis, in metres. */
export const KERB = ASIDE.kerb
/** All cables and pipes but the tall ones lie between here and there. */
export const STREET_EDGE = 9.2
/** Connections end a little inside. */
const FACADE = ASIDE.house - 0.3
/** Nothing belongs to a place farther off. */
const REACH_M = 60

const seeds = { house: 41, shed: 42, pond: 43, canal: 44 } as const

/** Everything that shows in the extent. The same place has the same in every extent. */
export function townIn(extent: Extent, density: number): Town {
  const wide = growExtent(extent, REACH_M)
  const runs = [...runsNear(wide, density)]
  const streets = runs.map((run) => ({
    name: streetOf(run),
    axis: axisOf(run),
    isRural: run.character === 'rural',
    run,
  }))
  const water = waterIn(wide, density)
  const ponds = water.map((area) => ({ area, box: extentOf(area) }))
  const isFree = ({ outline }: Building, own: Run): boolean => {
    const box = extentOf(outline)
    return (
      !streets.some(({ run, axis }) => run !== own && overlap(box, run.extent) && isNear(outline, axis, STREET_EDGE)) &&
      !ponds.some((pond) => overlap(box, pond.box) && outline.some((corner) => isInside(corner, pond.area)))
    )
  }
  const houses = (axis: 'H' | 'V') =>
    runs
      .filter((run) => run.axis === axis)
      .flatMap((run) => [...buildingsAlong(run, wide, density)].filter((building) => isFree(building, run)))
  const east = houses('H')
  const boxes = east.map(({ outline }) => extentOf(outline))
  const north = houses('V').filter(({ outline }) => {
    const box = extentOf(outline)
    return !east.some((other, n) => overlap(box, boxes[n]!) && touches(outline, other.outline))
  })
  const buildings = [...east, ...north].filter(({ outline }) => overlap(extentOf(outline), extent))
  return { streets, buildings, water, middles: [...blocksIn(wide, density)].map(({ middle }) => middle) }
}

const axisOf = (run: Run): Position[] =>
  Array.from({ length: run.last - run.first + 1 }, (_, n) => axisPoint(run.axis, run.line, run.first + n, run.blockM))

function* buildingsAlong(run: Run, near: Extent, density: number): Generator<Building> {
  for (let step = run.first; step < run.last; step += 1) {
    const [a, b] = [
      axisPoint(run.axis, run.line, step, run.blockM),
      axisPoint(run.axis, run.line, step + 1, run.blockM),
    ]
    if (!overlap(growExtent(extentOf([a, b]), REACH_M), near)) continue
    const length = Math.hypot(b[0] - a[0], b[1] - a[1])
    const along: Position = [(b[0] - a[0]) / length, (b[1] - a[1]) / length]
    const plots = [...plotsOf(run, step, streetDensity(density))]
    const slotM = length / plots.length
    for (const { n, beside } of plots) {
      for (const side of [1, -1] as const) {
        const key = [...run.key, step, n, side] as const
        const number = String(houseNumberOf(run, step, n) + (side === 1 ? 0 : 1))
        yield* plot({ at: (aside) => beside(side * aside), along, slotM, key, number, character: run.character })
      }
    }
  }
}

interface PlotOfTown {
  /** Metres from the axis of the street, away from it. */
  at(aside: number): Position
  along: Position
  slotM: number
  key: readonly number[]
  number: string
  character: Run['character']
}

/** A house with what is built on to it, and a shed in its garden. */
function* plot({ at, along, slotM, key, number, character }: PlotOfTown): Generator<Building> {
  const draw = (n: number): number => chance(...key, seeds.house, n)
  const isTight = character === 'centre'
  const half = Math.min(slotM * 0.29, isTight ? 7 : 3.6 + 2.2 * draw(1))
  const depth = (character === 'rural' ? 12 : isTight ? 11 : 8.5) + 3 * draw(2)
  const place = (beside: number, aside: number): Position => {
    const [x, y] = at(aside)
    return [x + along[0] * beside, y + along[1] * beside]
  }
  const back = FACADE + depth
  const annexe = 2 + 3.5 * draw(3)
  const split = half * (draw(4) - 0.5)
  const behind =
    draw(5) < 0.5
      ? [place(half, back), place(split, back), place(split, back + annexe), place(-half, back + annexe)]
      : [place(half, back + annexe), place(split, back + annexe), place(split, back), place(-half, back)]
  const outline = [place(-half, FACADE), place(half, FACADE), ...behind]
  yield { outline, number, middle: place(0, FACADE + depth / 2), along }
  if (chance(...key, seeds.shed) < 0.3) return
  const [from, width, deep] = [back + annexe + 4 + 5 * draw(6), 1.6 + 1.4 * draw(7), 3 + 2.5 * draw(8)]
  const shift = half * (draw(9) - 0.5) * 1.2
  yield {
    outline: [
      place(shift - width, from),
      place(shift + width, from),
      place(shift + width, from + deep),
      place(shift - width, from + deep),
    ],
    middle: place(shift, from + deep / 2),
    along,
  }
}

interface Block {
  i: number
  j: number
  middle: Position
}

function* blocksIn(extent: Extent, density: number): Generator<Block> {
  const blockM = blockOf(density)
  const first = (metres: number): number => Math.floor(metres / blockM) - 1
  for (let i = first(extent.minX); i * blockM <= extent.maxX; i += 1)
    for (let j = first(extent.minY); j * blockM <= extent.maxY; j += 1) yield { i, j, middle: middleOf(i, j, blockM) }
}

/** Between the four crossings around it. */
function middleOf(i: number, j: number, blockM: number): Position {
  const corners = [0, 1].flatMap((east) => [0, 1].map((north) => axisPoint('H', j + north, 2 * (i + east), blockM)))
  return [corners.reduce((sum, [x]) => sum + x, 0) / 4, corners.reduce((sum, [, y]) => sum + y, 0) / 4]
}

/** Ponds in the middle of blocks, and now and then a canal between two streets from south to north. */
function waterIn(extent: Extent, density: number): Position[][] {
  const blockM = blockOf(density)
  const water: Position[][] = []
  for (const { i, j, middle } of blocksIn(extent, density)) {
    const [x, y] = middle
    if (chance(seeds.canal, i) < 0.12) {
      const next = middleOf(i, j + 1, blockM)
      const half = (6 * blockM) / 250
      water.push([
        [x - half, y],
        [x + half, y],
        [next[0] + half, next[1]],
        [next[0] - half, next[1]],
      ])
    } else if (chance(seeds.pond, i, j) < 0.3) {
      const radius = blockM * (0.08 + 0.1 * chance(seeds.pond, i, j, 1))
      water.push(
        Array.from({ length: 24 }, (_, n): Position => {
          const turn = (n / 24) * 2 * Math.PI
          const wave = 1 + 0.18 * Math.sin(2 * turn + 6 * chance(seeds.pond, i, j, 2)) + 0.12 * Math.sin(3 * turn + j)
          return [x + Math.cos(turn) * radius * wave * 1.3, y + Math.sin(turn) * radius * wave]
        }),
      )
    }
  }
  return water
}

/** Whether a side of the area comes nearer to the line than so much. */
const isNear = (area: readonly Position[], line: readonly Position[], metres: number): boolean =>
  area.some((corner, n) => {
    const next = area[(n + 1) % area.length]!
    const halfway: Position = [(corner[0] + next[0]) / 2, (corner[1] + next[1]) / 2]
    return [corner, halfway].some((place) => distance(place, line) < metres)
  })

function distance([x, y]: Position, line: readonly Position[]): number {
  let least = Infinity
  for (let n = 0; n + 1 < line.length; n += 1) {
    const [[ax, ay], [bx, by]] = [line[n]!, line[n + 1]!]
    const [dx, dy] = [bx - ax, by - ay]
    const share = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
    least = Math.min(least, Math.hypot(x - ax - share * dx, y - ay - share * dy))
  }
  return least
}

const isInside = ([x, y]: Position, area: readonly Position[]): boolean =>
  area.reduce((inside, corner, n) => (passesEast(x, y, ...area.at(n - 1)!, ...corner) ? !inside : inside), false)

/** Of areas of a few metres: a corner, or the middle of a side, of one lies in the other. */
const touches = (a: readonly Position[], b: readonly Position[]): boolean => {
  const places = (area: readonly Position[]) =>
    area.flatMap((corner, n): Position[] => {
      const next = area[(n + 1) % area.length]!
      return [corner, [(corner[0] + next[0]) / 2, (corner[1] + next[1]) / 2]]
    })
  return places(a).some((place) => isInside(place, b)) || places(b).some((place) => isInside(place, a))
}
