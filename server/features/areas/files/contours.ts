/** A contour that was drawn as loose lines and arcs: those of one layer of a drawing that together go around are an area. */
import { doubleArea } from '../../../geometry/plane.ts'
import { NEARLY, type RawArea } from './collect.ts'

/** Square metres: a line that was drawn twice goes around nothing. */
const LEAST_M2 = 0.01

interface Node {
  at: readonly number[]
  lines: number[]
}

/** @returns the areas, those that were made of lines in the place of the first of them */
export function withContours(areas: readonly RawArea[]): RawArea[] {
  const byLayer = Map.groupBy(
    areas.keys().filter((i) => areas[i]!.kind === 'line'),
    (i) => areas[i]!.layer,
  )
  const found: (RawArea | null)[] = [...areas]
  for (const indices of byLayer.values()) {
    const lines = indices.map((i) => areas[i]!.coordinates[0]!)
    for (const { members, ring } of contoursIn(lines)) {
      const [first, ...others] = members.map((member) => indices[member]!).sort((a, b) => a - b)
      found[first!] = { ...areas[first!]!, kind: 'polygon', coordinates: [ring] }
      for (const other of others) found[other] = null
    }
  }
  return found.filter((area) => area !== null)
}

/** Where two of them meet, and no third, one goes on in the other. */
function contoursIn(lines: readonly number[][][]): { members: number[]; ring: number[][] }[] {
  const ends = nodesOf(lines)
  const isTaken = lines.map(() => false)
  const found: { members: number[]; ring: number[][] }[] = []
  for (const start of lines.keys()) {
    if (isTaken[start]) continue
    isTaken[start] = true
    const members = [start]
    const ring = [...lines[start]!]
    let [current, node] = [start, ends[start]![1]]
    while (node !== ends[start]![0] && node.lines.length === 2) {
      const next = node.lines.find((line) => line !== current)
      if (next === undefined || isTaken[next]) break
      isTaken[next] = true
      const isForward = ends[next]![0] === node
      ring.push(...(isForward ? lines[next]! : lines[next]!.toReversed()).slice(1))
      members.push(next)
      node = ends[next]![isForward ? 1 : 0]
      current = next
    }
    const isAround = members.length > 1 && node === ends[start]![0] && node.lines.length === 2
    if (isAround && sizeOf(ring) > LEAST_M2) found.push({ members, ring: [...ring.slice(0, -1), ring[0]!] })
  }
  return found
}

/** The two ends of each line; those that lie nearly at one place are one. */
function nodesOf(lines: readonly number[][][]): [from: Node, to: Node][] {
  const cells = new Map<string, Node[]>()
  const cellOf = (value: number) => Math.floor(value / NEARLY)
  const nodeAt = (at: readonly number[], line: number): Node => {
    const [column, row] = [cellOf(at[0]!), cellOf(at[1]!)]
    const around = [-1, 0, 1].flatMap((right) => [-1, 0, 1].map((up) => `${column + right} ${row + up}`))
    const near = around
      .flatMap((cell) => cells.get(cell) ?? [])
      .find((node) => Math.hypot(node.at[0]! - at[0]!, node.at[1]! - at[1]!) <= NEARLY)
    const node = near ?? { at, lines: [] }
    if (!near) cells.set(`${column} ${row}`, [...(cells.get(`${column} ${row}`) ?? []), node])
    node.lines.push(line)
    return node
  }
  return lines.map((line, i) => [nodeAt(line[0]!, i), nodeAt(line.at(-1)!, i)])
}

const sizeOf = (ring: readonly number[][]): number => Math.abs(doubleArea(ring.flatMap(([x, y]) => [x!, y!]))) / 2
