/**
 * Puts one GML geometry together from the events of the XML reader. GML 3.2 as IMKL uses it: Point, LineString, Curve,
 * MultiCurve, Polygon with holes, Surface, MultiSurface and their kin; arcs are linearised though none was ever seen.
 * Always RD New with x before y, also under another srsName (no axis swap); a third dimension is dropped. What can't be
 * understood is left out with a reason and as it was written; what could be read beside it is kept. Nothing is invented: a
 * curve whose segments do not meet becomes several lines, not one with a bridge.
 */
import { arcAsLine, stepWithin } from '../../geometry/arc.ts'
import type { Position, ResultGeometry } from '../../geometry/geometry.ts'
import { MAX_POSITIONS, type ProblemKind } from './geometry-problems.ts'
import { appendPairs, dimensionOf, parseNumbers, reversePairs } from './gml-coordinates.ts'
import type { Attributes } from './xml-scanner.ts'

/** Names of elements whose text is coordinates. */
const COORDINATES = new Set(['pos', 'posList', 'coordinates'])
const SEGMENTS = new Set([
  'LineStringSegment',
  'LineString',
  'GeodesicString',
  'Geodesic',
  'Arc',
  'ArcString',
  'Circle',
])
const LINE_STARTS = new Set(['LineString', 'Curve', 'CompositeCurve', 'OrientableCurve'])
const RINGS = new Set(['LinearRing', 'Ring'])
const POLYGONS = new Set(['Polygon', 'PolygonPatch', 'Rectangle', 'Triangle'])
const ARCS = new Set(['Arc', 'ArcString', 'Circle'])
/** Of the line that replaces it an arc is nowhere farther than a millimetre. */
const ARC_STEP = stepWithin(0.001)
/** Curves that are not made of straight pieces or three-point arcs. */
const UNSUPPORTED = new Set([
  'ArcByBulge',
  'ArcStringByBulge',
  'ArcByCenterPoint',
  'CircleByCenterPoint',
  'CubicSpline',
  'BSpline',
  'Bezier',
  'Clothoid',
  'OffsetCurve',
])
const AGGREGATES = new Set(['MultiPoint', 'MultiCurve', 'MultiLineString', 'MultiSurface', 'MultiPolygon', 'Surface'])

/** Does an element of this name begin a geometry? For properties that are not known to hold one. */
export const startsGeometry = (name: string): boolean =>
  name === 'Point' || LINE_STARTS.has(name) || POLYGONS.has(name) || AGGREGATES.has(name) || name === 'CompositeSurface'

/** Segments of one curve meet; this much may be rounding. */
const GAP_M = 0.01
/** Of a geometry that could not be read whole, so much is kept as it was written. */
const MAX_RAW_CHARS = 20_000

export interface GeometryProblem {
  kind: ProblemKind
  /** The name that was not understood, or an empty text. */
  detail: string
  /** Its first position, RD New metres; null when it has none that can be read. */
  place: Position | null
  /** The coordinates as they were written, when not all of them are in the geometry. */
  raw: string | null
}

/**
 * Where positions of RD New can lie, metres: the area of use of EPSG:28992 and 20 km around it. With x and y swapped, and with
 * decimal commas, none does.
 */
const RD_DOMAIN = { minX: -20_000, maxX: 310_000, minY: 285_000, maxY: 680_000 }

function isInDomain(numbers: readonly number[], step: number): boolean {
  for (let i = 0; i + 1 < numbers.length; i += step) {
    const [x, y] = [numbers[i]!, numbers[i + 1]!]
    if (x < RD_DOMAIN.minX || x > RD_DOMAIN.maxX || y < RD_DOMAIN.minY || y > RD_DOMAIN.maxY) return false
  }
  return true
}

export class GmlGeometryReader {
  private points: number[][] = []
  private lines: number[][] = []
  private polygons: number[][][] = []
  private polygon: { outer: number[] | null; inner: number[][] } | null = null
  private ring: number[] | null = null
  private line: number[] | null = null
  private arc: number[] | null = null
  private inInterior = false
  private lineDepth = 0
  private depth = 0
  private dimension = 0
  private reversedFrom: { depth: number; at: number }[] = []
  private problem: { kind: ProblemKind; detail: string } | null = null
  /** Something was left out, or all of it must be. */
  private isPartial = false
  private isForeign = false
  private positions = 0
  private isRingBroken = false
  private startsSegment = false
  /** Depth of an element whose positions are not those of a line; 0 outside. */
  private skippedFrom = 0
  private texts: string[] = []

  /** @param name local name of an element in the GML namespace */
  open(name: string, attributes: Attributes): void {
    this.depth++
    const srsName = attributes.get('srsName')
    const srsDimension = attributes.get('srsDimension')
    if (srsName !== undefined) this.checkCrs(srsName)
    if (srsDimension !== undefined) this.dimension = Number(srsDimension)
    if (COORDINATES.has(name)) return
    if (SEGMENTS.has(name)) this.startsSegment = true
    if (POLYGONS.has(name)) this.polygon = { outer: null, inner: [] }
    else if (name === 'interior' || name === 'innerBoundaryIs') this.inInterior = true
    else if (name === 'exterior' || name === 'outerBoundaryIs') this.inInterior = false
    else if (RINGS.has(name)) {
      this.ring = []
      this.isRingBroken = false
    } else if (ARCS.has(name)) this.arc = []
    else if (UNSUPPORTED.has(name)) {
      this.leaveOut('curve_type', name)
      this.interrupt()
      this.skippedFrom ||= this.depth
    } else if (LINE_STARTS.has(name)) {
      if (this.ring === null && this.line === null) {
        this.line = []
        this.lineDepth = this.depth
      }
      if (attributes.get('orientation') === '-')
        this.reversedFrom.push({ depth: this.depth, at: (this.ring ?? this.line)!.length })
    }
  }

  /** Does the text of this element matter? */
  takesText(name: string): boolean {
    return COORDINATES.has(name)
  }

  close(name: string, text: string): void {
    if (COORDINATES.has(name)) this.addCoordinates(text)
    else if (ARCS.has(name)) this.endArc(name)
    else if (RINGS.has(name)) this.endRing()
    else if (POLYGONS.has(name)) this.endPolygon()
    if (this.depth === this.skippedFrom) this.skippedFrom = 0
    const reversed = this.reversedFrom.at(-1)
    if (reversed?.depth === this.depth) {
      this.reversedFrom.pop()
      reversePairs((this.ring ?? this.line)!, reversed.at)
    }
    if (this.line !== null && this.depth === this.lineDepth) {
      this.endLine()
      this.line = null
    }
    this.depth--
  }

  /** The geometry read since the last call, and what was wrong with it. */
  take(): { geometry: ResultGeometry | null; problem: GeometryProblem | null } {
    const { points, lines, polygons } = this
    const first = points[0]
    let geometry: ResultGeometry | null = null
    if (this.isForeign || this.positions > MAX_POSITIONS) geometry = null
    else if (polygons.length > 0) geometry = { type: 'MultiPolygon', polygons }
    else if (lines.length > 0) geometry = { type: 'MultiLineString', lines }
    else if (first !== undefined) {
      geometry = { type: 'Point', xy: [first[0]!, first[1]!] }
      const isSame = points.every((point) => point[0] === first[0] && point[1] === first[1])
      if (!isSame) this.leaveOut('several_points')
    }
    const problem = this.problem && this.described(this.problem)
    this.reset()
    return { geometry, problem }
  }

  private described({ kind, detail }: { kind: ProblemKind; detail: string }): GeometryProblem {
    const start = parseNumbers(
      (this.texts[0] ?? '')
        .trim()
        .split(/[\s,]+/, 2)
        .join(' '),
    )
    const isNowhere = this.isForeign || kind === 'outside'
    const place: Position | null = isNowhere || start?.length !== 2 ? null : [start[0]!, start[1]!]
    const raw = this.isPartial || this.isForeign ? this.texts.join(' | ').slice(0, MAX_RAW_CHARS) : null
    return { kind, detail, place, raw }
  }

  private reset(): void {
    this.points = []
    this.lines = []
    this.polygons = []
    this.polygon = null
    this.ring = null
    this.line = null
    this.arc = null
    this.inInterior = false
    this.dimension = 0
    this.depth = 0
    if (this.reversedFrom.length > 0) this.reversedFrom = []
    this.texts = []
    this.problem = null
    this.isPartial = false
    this.isForeign = false
    this.positions = 0
    this.startsSegment = false
    this.skippedFrom = 0
  }

  /** All is kept, but it is not as it should be. */
  private remark(kind: ProblemKind, detail = ''): void {
    this.problem ??= { kind, detail }
  }

  private leaveOut(kind: ProblemKind, detail = ''): void {
    // What is missing is worse than what is odd.
    if (!this.isPartial) this.problem = { kind, detail }
    this.isPartial = true
  }

  private checkCrs(srsName: string): void {
    const code = /(\d+)\/?$/.exec(srsName)?.[1]
    if (code === '28992') return
    // 7415 is RD New with heights above NAP: its x and y are those of 28992.
    if (code === '7415') this.dimension = 3
    else {
      this.leaveOut('crs', srsName.slice(0, 80))
      this.isForeign = true
    }
  }

  private addCoordinates(text: string): void {
    this.texts.push(text)
    if (this.skippedFrom > 0) return
    const numbers = parseNumbers(text)
    if (numbers === null || numbers.length < 2) {
      this.leaveOut('not_a_number')
      this.interrupt()
      return
    }
    const step = dimensionOf(numbers, this.dimension)
    if (step === null) {
      this.leaveOut('odd_count')
      this.interrupt()
      return
    }
    if (!this.takesPositions(numbers.length / step)) return
    if (!isInDomain(numbers, step)) {
      this.leaveOut('outside')
      this.interrupt()
      return
    }
    if (this.dimension !== 0 && step !== this.dimension) this.remark('wrong_dimension')
    if (this.arc !== null) appendPairs(this.arc, numbers, step, false)
    else if (this.ring === null && this.line === null) this.points.push([numbers[0]!, numbers[1]!])
    else this.append(numbers, step)
  }

  /** Nothing of a shape with too many positions is kept: a part of a pipe would look like all of it. */
  private takesPositions(more: number): boolean {
    this.positions += more
    if (this.positions <= MAX_POSITIONS) return true
    this.problem = { kind: 'too_many_points', detail: '' }
    this.isPartial = true
    return false
  }

  /** Goes on with the ring or line; a segment that starts elsewhere starts a new line. */
  private append(numbers: readonly number[], step: number): void {
    const isNext = this.startsSegment
    this.startsSegment = false
    const target = (this.ring ?? this.line)!
    // A reversed piece is turned round when it ends; until then its ends say nothing.
    if (isNext && target.length >= 2 && this.reversedFrom.length === 0) {
      const gap = Math.hypot(target[target.length - 2]! - numbers[0]!, target[target.length - 1]! - numbers[1]!)
      if (gap > GAP_M) {
        this.remark('gap')
        if (this.ring === null) this.interrupt()
      }
    }
    appendPairs((this.ring ?? this.line)!, numbers, step, isNext)
  }

  /** Nothing joins what comes before and after; a ring with a piece missing is no ring. */
  private interrupt(): void {
    if (this.arc !== null) this.arc = []
    else if (this.ring !== null) this.isRingBroken = true
    else if (this.line !== null) {
      if (this.line.length >= 4) this.lines.push(this.line)
      else if (this.line.length > 0) this.leaveOut('short_line')
      this.line = []
      for (const reversed of this.reversedFrom) reversed.at = 0
    }
  }

  private endLine(): void {
    if (this.line!.length >= 4) this.lines.push(this.line!)
    else this.leaveOut('short_line')
  }

  private endArc(name: string): void {
    const arc = this.arc
    this.arc = null
    const isOdd = arc !== null && arc.length >= 6 && (arc.length / 2) % 2 === 1
    if (arc === null || (this.ring ?? this.line) === null || !isOdd) {
      this.leaveOut('arc', name)
      this.interrupt()
      return
    }
    for (let i = 0; i + 5 < arc.length; i += 4) {
      const line = arcAsLine(arc.slice(i, i + 6), name === 'Circle', ARC_STEP)
      if (!this.takesPositions(line.length / 2)) return
      this.append(line, 2)
      this.startsSegment = true
    }
  }

  private endRing(): void {
    const ring = this.ring
    this.ring = null
    if (ring === null) return
    if (ring[0] !== ring[ring.length - 2] || ring[1] !== ring[ring.length - 1]) ring.push(ring[0]!, ring[1]!)
    if (ring.length < 8 || this.polygon === null || this.isRingBroken) this.leaveOut('short_ring')
    else if (this.inInterior) this.polygon.inner.push(ring)
    else this.polygon.outer = ring
    this.inInterior = false
  }

  private endPolygon(): void {
    if (this.polygon?.outer) this.polygons.push([this.polygon.outer, ...this.polygon.inner])
    else this.leaveOut('no_outline')
    this.polygon = null
  }
}
