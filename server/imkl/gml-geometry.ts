/**
 * Puts one GML geometry together from the events of the XML reader. GML 3.2 as IMKL uses it: Point, LineString, Curve,
 * MultiCurve, Polygon with holes, Surface, MultiSurface and their kin; arcs are linearised though none was ever seen.
 * Always RD New with x before y, whatever srsName says (no axis swap); a third dimension is dropped. What can't be
 * understood gives no geometry and a reason, never an invented one.
 */
import type { ResultGeometry } from '../domain/geometry.ts'

/** Names of elements whose text is coordinates. */
const COORDINATES = new Set(['pos', 'posList', 'coordinates'])
const LINE_STARTS = new Set(['LineString', 'Curve', 'CompositeCurve', 'OrientableCurve'])
const RINGS = new Set(['LinearRing', 'Ring'])
const POLYGONS = new Set(['Polygon', 'PolygonPatch', 'Rectangle', 'Triangle'])
const ARCS = new Set(['Arc', 'ArcString', 'Circle'])
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
/** Greatest distance between an arc and the line that replaces it, metres. */
const ARC_TOLERANCE_M = 0.001
/** A gap below this between consecutive segments is a repeated vertex. */
const SAME_POINT_M = 1e-9

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
  private problem: string | null = null

  /** @param name local name of an element in the GML namespace */
  open(
    name: string,
    srsName: string | undefined,
    srsDimension: string | undefined,
    orientation: string | undefined,
  ): void {
    this.depth++
    if (srsName !== undefined) this.checkCrs(srsName)
    if (srsDimension !== undefined) this.dimension = Number(srsDimension)
    if (COORDINATES.has(name)) return
    if (POLYGONS.has(name)) this.polygon = { outer: null, inner: [] }
    else if (name === 'interior' || name === 'innerBoundaryIs') this.inInterior = true
    else if (name === 'exterior' || name === 'outerBoundaryIs') this.inInterior = false
    else if (RINGS.has(name)) this.ring = []
    else if (ARCS.has(name)) this.arc = []
    else if (UNSUPPORTED.has(name)) this.problem ??= `the curve type ${name} is not supported`
    else if (LINE_STARTS.has(name)) {
      if (this.ring === null && this.line === null) {
        this.line = []
        this.lineDepth = this.depth
      }
      if (orientation === '-') this.reversedFrom.push({ depth: this.depth, at: (this.ring ?? this.line)!.length })
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
    const reversed = this.reversedFrom.at(-1)
    if (reversed?.depth === this.depth) {
      this.reversedFrom.pop()
      reversePairs((this.ring ?? this.line)!, reversed.at)
    }
    if (this.line !== null && this.depth === this.lineDepth) {
      if (this.line.length >= 4) this.lines.push(this.line)
      else this.problem ??= 'a line has fewer than two points'
      this.line = null
    }
    this.depth--
  }

  /** The geometry read since the last call, and why there is none where one was expected. */
  take(): { geometry: ResultGeometry | null; problem: string | null } {
    const { points, lines, polygons, problem } = this
    this.points = []
    this.lines = []
    this.polygons = []
    this.polygon = null
    this.ring = null
    this.line = null
    this.arc = null
    this.dimension = 0
    this.depth = 0
    this.reversedFrom = []
    this.problem = null
    if (problem !== null) return { geometry: null, problem }
    if (polygons.length > 0) return { geometry: { type: 'MultiPolygon', polygons }, problem: null }
    if (lines.length > 0) return { geometry: { type: 'MultiLineString', lines }, problem: null }
    const first = points[0]
    if (first === undefined) return { geometry: null, problem: null }
    const isSame = points.every((point) => point[0] === first[0] && point[1] === first[1])
    return {
      geometry: { type: 'Point', xy: [first[0]!, first[1]!] },
      problem: isSame ? null : 'of several points only the first is kept',
    }
  }

  private checkCrs(srsName: string): void {
    const code = /(\d+)\/?$/.exec(srsName)?.[1]
    // 7415 is RD New with heights above NAP: its x and y are those of 28992.
    if (code === '7415') this.dimension = 3
    else if (code !== '28992') this.problem ??= `the coordinate system ${srsName.slice(0, 80)} is not RD New`
  }

  private addCoordinates(text: string): void {
    const numbers = parseNumbers(text)
    if (numbers === null || numbers.length < 2) {
      this.problem ??= 'a coordinate is not a number'
      return
    }
    const step = this.dimension === 2 || this.dimension === 3 ? this.dimension : guessDimension(numbers)
    if (numbers.length % step !== 0) {
      this.problem ??= 'the number of coordinates is not a multiple of the dimension'
      return
    }
    const target = this.arc ?? this.ring ?? this.line
    if (target === null) this.points.push([numbers[0]!, numbers[1]!])
    else appendPairs(target, numbers, step, this.arc === null && step === numbers.length)
  }

  private endArc(name: string): void {
    const arc = this.arc
    this.arc = null
    const target = this.ring ?? this.line
    const isOdd = arc !== null && arc.length >= 6 && (arc.length / 2) % 2 === 1
    if (arc === null || target === null || !isOdd) {
      this.problem ??= `${name} has too few points`
      return
    }
    for (let i = 0; i + 5 < arc.length; i += 4) {
      const piece = arc.slice(i, i + 6)
      appendPairs(target, linearise(piece, name === 'Circle'), 2, false)
    }
  }

  private endRing(): void {
    const ring = this.ring
    this.ring = null
    if (ring === null) return
    if (ring[0] !== ring[ring.length - 2] || ring[1] !== ring[ring.length - 1]) ring.push(ring[0]!, ring[1]!)
    if (ring.length < 8 || this.polygon === null) {
      this.problem ??= 'a ring has fewer than three points'
      return
    }
    if (this.inInterior) this.polygon.inner.push(ring)
    else this.polygon.outer = ring
    this.inInterior = false
  }

  private endPolygon(): void {
    if (this.polygon?.outer) this.polygons.push([this.polygon.outer, ...this.polygon.inner])
    else this.problem ??= 'a polygon has no outline'
    this.polygon = null
  }
}

/** Null when something is not a number. */
function parseNumbers(text: string): number[] | null {
  const out: number[] = []
  for (const part of text.split(/[\s,]+/)) {
    if (part === '') continue
    const value = Number(part)
    if (!Number.isFinite(value)) return null
    out.push(value)
  }
  return out
}

/**
 * Without srsDimension a list is 2D. It is taken as 3D where it can't be read otherwise, or where every third number
 * can only be a height: nowhere in the Netherlands is x below 1,000.
 */
function guessDimension(numbers: readonly number[]): 2 | 3 {
  if (numbers.length % 3 !== 0) return 2
  if (numbers.length % 2 !== 0) return 3
  for (let i = 2; i < numbers.length; i += 3) if (Math.abs(numbers[i]!) >= 1000) return 2
  return 3
}

/**
 * @param isVertex a single position: repeated ones are kept, as in a posList. A list that starts where the line ends
 * is a next segment of a curve, and the shared point is written once.
 */
function appendPairs(target: number[], numbers: readonly number[], step: number, isVertex: boolean): void {
  let from = 0
  if (!isVertex && target.length >= 2) {
    const x = target[target.length - 2]!
    const y = target[target.length - 1]!
    if (Math.abs(x - numbers[0]!) <= SAME_POINT_M && Math.abs(y - numbers[1]!) <= SAME_POINT_M) from = step
  }
  for (let i = from; i < numbers.length; i += step) target.push(numbers[i]!, numbers[i + 1]!)
}

function reversePairs(flat: number[], from: number): void {
  const tail = flat.splice(from)
  for (let i = tail.length - 2; i >= 0; i -= 2) flat.push(tail[i]!, tail[i + 1]!)
}

/** An arc through three points (flat, six numbers) as a line; a circle goes on to its start. */
function linearise(piece: readonly number[], isCircle: boolean): number[] {
  const [x1, y1, x2, y2, x3, y3] = piece as [number, number, number, number, number, number]
  const d = 2 * (x1 * (y2 - y3) + x2 * (y3 - y1) + x3 * (y1 - y2))
  if (Math.abs(d) < 1e-9) return [...piece]
  const s1 = x1 * x1 + y1 * y1
  const s2 = x2 * x2 + y2 * y2
  const s3 = x3 * x3 + y3 * y3
  const cx = (s1 * (y2 - y3) + s2 * (y3 - y1) + s3 * (y1 - y2)) / d
  const cy = (s1 * (x3 - x2) + s2 * (x1 - x3) + s3 * (x2 - x1)) / d
  const radius = Math.hypot(x1 - cx, y1 - cy)
  const start = Math.atan2(y1 - cy, x1 - cx)
  const turn = (angle: number): number => (((angle - start) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI)
  const toMiddle = turn(Math.atan2(y2 - cy, x2 - cx))
  const toEnd = turn(Math.atan2(y3 - cy, x3 - cx))
  let sweep = toMiddle < toEnd ? toEnd : toEnd - 2 * Math.PI
  if (isCircle) sweep = Math.sign(sweep) * 2 * Math.PI
  const perStep = 2 * Math.acos(Math.max(0, 1 - ARC_TOLERANCE_M / Math.max(radius, ARC_TOLERANCE_M)))
  const steps = Math.min(1000, Math.max(2, Math.ceil(Math.abs(sweep) / perStep)))
  const out = [x1, y1]
  for (let i = 1; i < steps; i++) {
    const angle = start + (sweep * i) / steps
    out.push(cx + radius * Math.cos(angle), cy + radius * Math.sin(angle))
  }
  if (isCircle) out.push(x1, y1)
  else out.push(x3, y3)
  return out
}
