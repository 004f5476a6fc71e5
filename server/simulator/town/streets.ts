/**
 * The invented world: an endless net of streets in RD, a crossing about every 250 m. Everything follows from the place
 * alone, so two requests that meet at a border see the same streets, in any order of asking.
 * A street is cut into runs of three blocks (750 m); all that lies along a run is one object with one id.
 */
import type { Extent, Position } from '../../geometry/geometry.ts'

const BLOCK_M = 250
const BLOCKS_PER_RUN = 3
/** Crossings are pushed out of the grid by at most this much, bends of a block by the other. */
const CROSSING_JITTER_M = 45
const BEND_M = 9

/** H runs east, V runs north. */
export type Axis = 'H' | 'V'
export type Character = 'centre' | 'suburb' | 'rural'

/** A number from 0 up to 1 that belongs to these whole numbers; the same on every machine. */
export const chance = (...key: readonly number[]): number => {
  let hash = 0x9e3779b9
  for (const part of key) {
    hash = Math.imul(hash ^ part, 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    hash ^= hash >>> 16
  }
  return (hash >>> 0) / 4294967296
}

const jitter = (size: number, ...key: number[]): number => (chance(...key) - 0.5) * 2 * size

export const mm = (value: number): number => Math.round(value * 1000) / 1000
export const at = (x: number, y: number): Position => [mm(x), mm(y)]

/** Jitter shrinks with the blocks, or narrow streets would cross each other. */
const crossing = (i: number, j: number, blockM: number): Position => {
  const most = (CROSSING_JITTER_M * blockM) / BLOCK_M
  return [i * blockM + jitter(most, 1, i, j), j * blockM + jitter(most, 2, i, j)]
}

/** Axis point of a street: even steps are crossings, odd ones the bend between them. */
export const axisPoint = (axis: Axis, line: number, step: number, blockM: number): Position => {
  const block = Math.floor(step / 2)
  const node = (n: number): Position => (axis === 'H' ? crossing(n, line, blockM) : crossing(line, n, blockM))
  if (step % 2 === 0) return node(block)
  const [a, b] = [node(block), node(block + 1)]
  const bend = jitter((BEND_M * blockM) / BLOCK_M, axis === 'H' ? 3 : 4, line, block)
  const length = Math.hypot(b[0] - a[0], b[1] - a[1])
  return [(a[0] + b[0]) / 2 - ((b[1] - a[1]) / length) * bend, (a[1] + b[1]) / 2 + ((b[0] - a[0]) / length) * bend]
}

/** The point beside the axis, `aside` metres to the left of the street's direction. */
export const besideAxis = (axis: Axis, line: number, step: number, aside: number, blockM: number): Position => {
  const [before, here, after] = [step - 1, step, step + 1].map((n) => axisPoint(axis, line, n, blockM)) as [
    Position,
    Position,
    Position,
  ]
  const [dx, dy] = [after[0] - before[0], after[1] - before[1]]
  const length = Math.hypot(dx, dy)
  return at(here[0] - (dy / length) * aside, here[1] + (dx / length) * aside)
}

/** Regions of one square kilometre have one character. */
const characterAt = ([x, y]: Position): Character => {
  const value = chance(5, Math.floor(x / 1000), Math.floor(y / 1000))
  return value < 0.2 ? 'centre' : value < 0.75 ? 'suburb' : 'rural'
}

export interface Run {
  axis: Axis
  line: number
  /** First and last step of the axis; six apart. */
  first: number
  last: number
  character: Character
  /** From crossing to crossing. */
  blockM: number
  extent: Extent
  /** Seed of all that is decided for this run. */
  key: readonly [number, number, number]
  /** Readable part of ids: H_1563_520. */
  name: string
}

const SHARE: Record<Character, number> = { centre: 1, suburb: 0.9, rural: 0.5 }
/** Nothing that belongs to a run lies farther from its axis. */
const REACH_M = 30

const runOf = (axis: Axis, line: number, index: number, blockM: number): Run => {
  const phase = Math.floor(chance(6, axis === 'H' ? 0 : 1, line) * BLOCKS_PER_RUN)
  const first = 2 * (index * BLOCKS_PER_RUN + phase)
  const last = first + 2 * BLOCKS_PER_RUN
  const xs: number[] = []
  const ys: number[] = []
  for (let step = first; step <= last; step += 1) {
    const [x, y] = axisPoint(axis, line, step, blockM)
    xs.push(x)
    ys.push(y)
  }
  return {
    axis,
    line,
    first,
    last,
    character: characterAt(axisPoint(axis, line, first + BLOCKS_PER_RUN, blockM)),
    blockM,
    extent: {
      minX: Math.min(...xs) - REACH_M,
      minY: Math.min(...ys) - REACH_M,
      maxX: Math.max(...xs) + REACH_M,
      maxY: Math.max(...ys) + REACH_M,
    },
    key: [axis === 'H' ? 7 : 8, line, first],
    name: `${axis}_${line}_${first}`,
  }
}

export const overlap = (a: Extent, b: Extent): boolean =>
  a.minX <= b.maxX && b.minX <= a.maxX && a.minY <= b.maxY && b.minY <= a.maxY

/**
 * A dense world has narrower blocks, down to a quarter; what is asked for beyond that goes into the streets.
 * @param density objects per square kilometre against the usual
 */
export const blockOf = (density: number): number => BLOCK_M / Math.min(4, Math.max(1, Math.sqrt(density)))
/** How much denser than usual a street itself is. */
export const streetDensity = (density: number): number => density * (blockOf(density) / BLOCK_M) ** 2

/** Every run that comes near the extent, in a fixed order. */
export function* runsNear(extent: Extent, density: number): Generator<Run> {
  const blockM = blockOf(density)
  const margin = CROSSING_JITTER_M + BEND_M + REACH_M
  for (const axis of ['H', 'V'] as const) {
    const [across, along] =
      axis === 'H'
        ? [[extent.minY, extent.maxY] as const, [extent.minX, extent.maxX] as const]
        : [[extent.minX, extent.maxX] as const, [extent.minY, extent.maxY] as const]
    const runM = blockM * BLOCKS_PER_RUN
    const firstLine = Math.floor((across[0] - margin) / blockM)
    const lastLine = Math.ceil((across[1] + margin) / blockM)
    for (let line = firstLine; line <= lastLine; line += 1) {
      // A run starts up to two blocks after its index because of the phase.
      const firstIndex = Math.floor((along[0] - margin) / runM) - 2
      const lastIndex = Math.ceil((along[1] + margin) / runM)
      for (let index = firstIndex; index <= lastIndex; index += 1) {
        const run = runOf(axis, line, index, blockM)
        if (overlap(run.extent, extent) && chance(...run.key, 1) < SHARE[run.character]) yield run
      }
    }
  }
}
