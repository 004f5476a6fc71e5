/**
 * The selection polygon of a delivery: is a point on its boundary, is it inside? Asked for both ends of every line, so
 * the edges are kept in horizontal strips. RD New metres.
 */
import { emptyExtent, passesEast, squaredDistance, widen } from '../../geometry/flat.ts'

/** A clip point lies this near to the boundary that cut it: both are rounded to the millimetre. */
const ON_BOUNDARY_M = 0.002
const MAX_STRIPS = 4096
/** An edge stands in every strip that it crosses: on average at most this often, however long the edges are. */
const STRIPS_PER_EDGE = 8

export class SelectionArea {
  private readonly strips: number[][] = []
  private readonly minY: number
  private readonly stripHeight: number
  /** [minX, minY, maxX, maxY] */
  readonly extent: [number, number, number, number]
  /** Rings of flat coordinates, closed; a hole is a ring like any other. */
  readonly polygons: readonly (readonly (readonly number[])[])[]

  constructor(polygons: SelectionArea['polygons']) {
    this.polygons = polygons
    const rings = polygons.flat()
    const whole = emptyExtent()
    let edges = 0
    let climbed = 0
    for (const ring of rings) {
      edges += ring.length / 2
      widen(whole, ring)
      for (let i = 2; i < ring.length; i += 2) climbed += Math.abs(ring[i + 1]! - ring[i - 1]!)
    }
    this.extent = [whole.minX, whole.minY, whole.maxX, whole.maxY]
    this.minY = whole.minY - ON_BOUNDARY_M
    const height = whole.maxY - whole.minY + 2 * ON_BOUNDARY_M
    const most = Math.floor((height * STRIPS_PER_EDGE * edges) / Math.max(climbed, height))
    const count = Math.max(1, Math.min(MAX_STRIPS, edges, most))
    this.stripHeight = height / count
    for (let i = 0; i < count; i++) this.strips.push([])
    for (const ring of rings)
      for (let i = 2; i < ring.length; i += 2) this.addEdge(ring[i - 2]!, ring[i - 1]!, ring[i]!, ring[i + 1]!)
  }

  isOnBoundary(x: number, y: number): boolean {
    const edges = this.strips[this.stripAt(y)]
    if (edges === undefined) return false
    for (let i = 0; i < edges.length; i += 4)
      if (squaredDistance(x, y, edges[i]!, edges[i + 1]!, edges[i + 2]!, edges[i + 3]!) <= ON_BOUNDARY_M ** 2)
        return true
    return false
  }

  contains(x: number, y: number): boolean {
    const edges = this.strips[this.stripAt(y)]
    if (edges === undefined) return false
    let isInside = false
    for (let i = 0; i < edges.length; i += 4) {
      if (passesEast(x, y, edges[i]!, edges[i + 1]!, edges[i + 2]!, edges[i + 3]!)) isInside = !isInside
    }
    return isInside
  }

  private addEdge(x1: number, y1: number, x2: number, y2: number): void {
    const from = Math.max(0, this.stripAt(Math.min(y1, y2) - ON_BOUNDARY_M))
    const to = Math.min(this.strips.length - 1, this.stripAt(Math.max(y1, y2) + ON_BOUNDARY_M))
    for (let strip = from; strip <= to; strip++) this.strips[strip]!.push(x1, y1, x2, y2)
  }

  private stripAt(y: number): number {
    return Math.floor((y - this.minY) / this.stripHeight)
  }
}
