/**
 * Contours of a drawing that were drawn as loose lines and arcs: what they go around is an area. Lines within it, as a diagonal
 * or a border between two plots, part nothing; what hangs loose stays a line.
 */
import { doubleArea } from '../../../geometry/plane.ts'
import { NEARLY, type RawArea } from './collect.ts'

/** Square metres: a line that was drawn twice goes around nothing. */
const LEAST_M2 = 0.01

type Line = readonly number[][]

/** @returns the areas, those that were made of lines in the place of the first of them */
export function withContours(areas: readonly RawArea[]): RawArea[] {
  const found: (RawArea | null)[] = [...areas]
  const join = (indices: readonly number[], isAcrossLayers: boolean) => {
    const graph = new Graph(indices.map((i) => areas[i]!.coordinates[0]!))
    for (const line of graph.needless) found[indices[line]!] = null
    for (const { members, rings } of graph.contours(isAcrossLayers)) {
      const [first, ...others] = members.map((member) => indices[member]!).sort((a, b) => a - b)
      const [ring, ...more] = rings.map((each) => ({
        ...areas[first!]!,
        kind: 'polygon' as const,
        coordinates: [each],
      }))
      found[first!] = ring!
      for (const other of others) found[other] = null
      found.push(...more)
    }
  }
  const left = () => areas.keys().filter((i) => found[i]?.kind === 'line')
  const byLayer = Map.groupBy(left(), (i) => areas[i]!.layer)
  for (const indices of byLayer.values()) join(indices, false)
  if (byLayer.size > 1) join([...left()], true)
  return found.filter((area) => area !== null)
}

interface Contour {
  /** The lines on it and within it. */
  members: number[]
  /** Several where it touches itself. */
  rings: number[][][]
}

/** A line from its beginning (even) or from its end (odd): twice its index, and one more. */
type Side = number
const lineOf = (side: Side): number => side >> 1
const twin = (side: Side): Side => side ^ 1

/** Lines that meet at their ends, as a plane graph (a doubly connected edge list). */
class Graph {
  /** No longer than a point, or drawn before. */
  readonly needless = new Set<number>()
  private readonly lines: readonly Line[]
  /** The node in which each side begins. */
  private readonly nodes: readonly number[]
  /** Lines by node. */
  private readonly degree: readonly number[]

  constructor(lines: readonly Line[]) {
    this.lines = lines
    this.nodes = nodesOf(lines)
    const known = new Set<string>()
    const degree: number[] = []
    for (const [i, line] of lines.entries()) {
      const ends = [this.nodes[2 * i]!, this.nodes[2 * i + 1]!].sort((a, b) => a - b)
      const middle = [0, 1].map((axis) => line.reduce((sum, at) => sum + at[axis]!, 0) / line.length)
      const key = [...ends, line.length, ...middle.map((value) => Math.round(value / NEARLY))].join(' ')
      if (known.has(key) || line.every((at) => distance(at, line[0]!) <= NEARLY)) this.needless.add(i)
      else for (const node of ends) degree[node] = (degree[node] ?? 0) + 1
      known.add(key)
    }
    this.degree = degree
  }

  /** @param isUnbranched only where exactly two lines meet at each end: across layers, what else crosses is no contour */
  contours(isUnbranched: boolean): Contour[] {
    const all = this.faces(this.lines.keys().filter((i) => !this.needless.has(i)))
    const faceOf = new Map(all.flatMap((face, index) => face.map((side) => [side, index] as const)))
    // On both sides of what hangs loose, and of what only joins two rings, lies the same ground.
    const used = this.lines.keys().filter((i) => faceOf.get(2 * i) !== faceOf.get(2 * i + 1))
    const faces = this.faces(used)
    const parts = Map.groupBy(faces, this.partOf(faces))
    return [...parts.values()].flatMap((part) => {
      // The ground around all of it: its sides run clockwise.
      const outer = part.reduce((least, face) => (this.size(face) < this.size(least) ? face : least))
      if (isUnbranched && outer.some((side) => this.degree[this.nodes[side]!] !== 2)) return []
      const rings = this.rings(outer).filter((ring) => Math.abs(doubleArea(ring.flat())) / 2 > LEAST_M2)
      const members = [...new Set(part.flat().map(lineOf))]
      return rings.length > 0 && members.length > 1 ? [{ members, rings }] : []
    })
  }

  private along(side: Side): Line {
    const line = this.lines[lineOf(side)]!
    return side % 2 === 0 ? line : line.toReversed()
  }

  /** Of the plane that the lines make; each as its sides in order, with its ground at their left. */
  private faces(used: Iterable<number>): Side[][] {
    const sides = [...used].flatMap((line) => [2 * line, 2 * line + 1])
    const angles = new Map(sides.map((side) => [side, this.angle(side)]))
    const next = new Map<Side, Side>()
    for (const leaving of Map.groupBy(sides, (side) => this.nodes[side]!).values()) {
      leaving.sort((a, b) => angles.get(a)! - angles.get(b)!)
      for (const [i, side] of leaving.entries()) next.set(twin(side), leaving.at(i - 1)!)
    }
    const done = new Set<Side>()
    const faces: Side[][] = []
    for (const first of sides) {
      const face: Side[] = []
      for (let side = first; !done.has(side); side = next.get(side)!) {
        done.add(side)
        face.push(side)
      }
      if (face.length > 0) faces.push(face)
    }
    return faces
  }

  private angle(side: Side): number {
    const along = this.along(side)
    const from = along[0]!
    const to = along.find((at) => distance(at, from) > NEARLY) ?? from
    return Math.atan2(to[1]! - from[1]!, to[0]! - from[0]!)
  }

  /** By a number for each group of faces that hang together. */
  private partOf(faces: readonly Side[][]): (face: readonly Side[]) => number {
    const at = new Map(faces.flatMap((face) => face.map((side) => [side, face] as const)))
    const byNode = Map.groupBy(at.keys(), (side) => this.nodes[side]!)
    const parts = new Map<readonly Side[], number>()
    for (const first of faces) {
      if (parts.has(first)) continue
      const part = parts.size
      const waiting = [first]
      parts.set(first, part)
      for (const face of waiting)
        for (const side of face) {
          const node = this.nodes[side]!
          const near = [...(byNode.get(node) ?? []), twin(side)]
          byNode.delete(node)
          for (const other of near.map((each) => at.get(each)!)) {
            if (parts.has(other)) continue
            parts.set(other, part)
            waiting.push(other)
          }
        }
    }
    return (face) => parts.get(face)!
  }

  /** Square metres, twice. */
  private size(face: readonly Side[]): number {
    return doubleArea(face.flatMap((side) => this.along(side).slice(0, -1)).flat())
  }

  /** The outline; where it comes back to a place it was at, what lies between is a ring of its own. */
  private rings(face: readonly Side[]): number[][][] {
    const rings: number[][][] = []
    const way: Side[] = []
    const visited = new Map<number, number>()
    for (const side of face) {
      visited.set(this.nodes[side]!, way.length)
      way.push(side)
      const back = visited.get(this.nodes[twin(side)]!)
      if (back === undefined) continue
      const around = way.splice(back)
      for (const each of around) visited.delete(this.nodes[each]!)
      const ring = around.flatMap((each) => this.along(each).slice(0, -1))
      rings.push([...ring, ring[0]!])
    }
    return rings
  }
}

const distance = (a: readonly number[], b: readonly number[]): number => Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!)

/** By side, the number of the node where it begins; ends that lie nearly at one place are one. */
function nodesOf(lines: readonly Line[]): number[] {
  const cells = new Map<string, { at: readonly number[]; node: number }[]>()
  const cellOf = (value: number) => Math.floor(value / NEARLY)
  let count = 0
  return lines
    .flatMap((line) => [line[0]!, line.at(-1)!])
    .map((at) => {
      const [column, row] = [cellOf(at[0]!), cellOf(at[1]!)]
      const around = [-1, 0, 1].flatMap((right) => [-1, 0, 1].map((up) => `${column + right} ${row + up}`))
      const near = around.flatMap((cell) => cells.get(cell) ?? []).find((one) => distance(one.at, at) <= NEARLY)
      if (near) return near.node
      const cell = `${column} ${row}`
      cells.set(cell, [...(cells.get(cell) ?? []), { at, node: count }])
      return count++
    })
}
