/**
 * Well-known text, one geometry or several one after the other: every kind of SQL/MM, also with SRID= (EWKT) or the address of its
 * system (GeoSPARQL) before it, the first two dimensions, curves as lines.
 * Not by gdal-async 3.12 on GDAL 3.6: it refuses surfaces of curves or faces, rings, `POLYGONZ` and what stands before a
 * geometry, and says nothing of what follows the first.
 */

import { type AreaCollector, type Choice, collecting, type RawAreas, type Shape } from './collect.ts'
import { UnreadableArea } from './fault.ts'
import { curveAsLine, joinCurves } from './wkb.ts'

const KINDS = [
  ...([
    'POINT',
    'LINESTRING',
    'LINEARRING',
    'POLYGON',
    'MULTIPOINT',
    'MULTILINESTRING',
    'MULTIPOLYGON',
    'GEOMETRYCOLLECTION',
  ] as const),
  ...(['CIRCULARSTRING', 'COMPOUNDCURVE', 'CURVEPOLYGON', 'MULTICURVE', 'MULTISURFACE', 'TRIANGLE', 'TIN'] as const),
  'POLYHEDRALSURFACE',
] as const
type Kind = (typeof KINDS)[number]
/** Never two blanks in a row that may each be any number: five million of them would take an hour. */
const HEAD = new RegExp(
  String.raw`^\s*(?:<([^<>\s]{1,200})>\s*)?(?:SRID\s*=\s*(\d+)\s*;\s*)?(${KINDS.join('|')})\s*(?:(?:ZM|Z|M)\s*)?(?=\(|EMPTY)`,
  'i',
)
const MAX_DEPTH = 8

export const looksLikeWkt = (text: string): boolean => HEAD.test(text)

export function readWkt(text: string, choice: Choice): RawAreas {
  const collected = collecting('wkt', choice)
  takeWkt(text, collected, { name: '', layer: '' })
  return collected.found
}

/** @throws UnreadableArea when it holds anything else, or breaks off */
export function takeWkt(text: string, { add }: AreaCollector, where: { name: string; layer: string }): void {
  for (let rest = text.trim(); rest !== ''; ) {
    const head = HEAD.exec(rest)
    if (!head) throw new UnreadableArea('NOT_UNDERSTOOD', 'This WKT holds something that is no area, line or point.')
    const reader = new WktReader(rest.slice(head[0].length))
    const shape = reader.body(head[3]!.toUpperCase() as Kind, 0)
    add(shape, { ...where, stated: head[2] ? `EPSG:${head[2]}` : (head[1] ?? null) })
    rest = reader.rest().replace(/^[\s;,]+/, '')
  }
}

/** Tokens, as they come: brackets, commas, words and numbers. */
const TOKEN = /\s*([(),]|[-+]?(?:nan|inf(?:inity)?)(?![a-z])|[a-z]+|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/iy

class WktReader {
  private readonly text: string
  private at = 0

  constructor(text: string) {
    this.text = text
  }

  rest(): string {
    return this.text.slice(this.at)
  }

  /** What follows the word; null: nothing, which it says itself. */
  body(kind: Kind, depth: number): Shape | null {
    if (depth > MAX_DEPTH) throw broken('holds geometries too deep in each other')
    if (this.isEmpty()) return null
    switch (kind) {
      case 'POINT':
        this.positions()
        return { type: 'Point' }
      case 'MULTIPOINT':
        this.list(() => (this.peek() === '(' ? this.positions() : this.position()))
        return { type: 'MultiPoint' }
      case 'LINESTRING':
        return { type: 'LineString', coordinates: this.positions() }
      case 'LINEARRING':
        return { type: 'Polygon', coordinates: [this.positions()] }
      case 'CIRCULARSTRING':
        return { type: 'LineString', coordinates: curveAsLine(this.positions()) }
      case 'COMPOUNDCURVE':
        return { type: 'LineString', coordinates: joinCurves(this.list(() => this.line(depth))) }
      case 'POLYGON':
      case 'TRIANGLE':
        return { type: 'Polygon', coordinates: this.list(() => this.positions()) }
      case 'CURVEPOLYGON':
        return { type: 'Polygon', coordinates: this.list(() => this.line(depth)) }
      default:
        return { type: 'GeometryCollection', geometries: this.list(() => this.member(kind, depth)).filter(isThere) }
    }
  }

  /** In some collections the kind of a member need not be said. */
  private member(kind: Kind, depth: number): Shape | null {
    const isPlain = this.peek() === '('
    if (kind === 'MULTILINESTRING' || (kind === 'MULTICURVE' && isPlain)) return this.body('LINESTRING', depth + 1)
    if (isPlain || kind === 'MULTIPOLYGON' || kind === 'TIN' || kind === 'POLYHEDRALSURFACE')
      return this.body('POLYGON', depth + 1)
    return this.body(this.kind(), depth + 1)
  }

  private line(depth: number): number[][] {
    const shape = this.body(this.peek() === '(' ? 'LINESTRING' : this.kind(), depth + 1)
    if (shape?.type !== 'LineString') throw broken('makes a curve of something else')
    return shape.coordinates
  }

  private kind(): Kind {
    const word = this.next().toUpperCase()
    const dimension = this.peek()
    if (/^(?:ZM|Z|M)$/i.test(dimension)) this.next()
    // `POLYGONZ` is one word.
    const kind = KINDS.find((each) => word === each || word.replace(/(?:ZM|Z|M)$/, '') === each)
    if (!kind) throw broken('holds something that is no area, line or point')
    return kind
  }

  private positions(): number[][] {
    return this.list(() => this.position())
  }

  private position(): number[] {
    const numbers: number[] = []
    while (/^(?:[-+.\d]|nan|inf)/i.test(this.peek())) numbers.push(Number(this.next()))
    const [x, y] = numbers
    if (x === undefined || y === undefined || numbers.length > 4)
      throw broken('holds a position that is not two numbers')
    // Height and measure are dropped: an area lies flat.
    return [x, y]
  }

  private list<T>(read: () => T): T[] {
    const found: T[] = []
    this.expect('(')
    do found.push(read())
    while (this.take(','))
    this.expect(')')
    return found
  }

  private isEmpty(): boolean {
    if (this.peek().toUpperCase() !== 'EMPTY') return false
    this.next()
    return true
  }

  private peek(): string {
    TOKEN.lastIndex = this.at
    return TOKEN.exec(this.text)?.[1] ?? ''
  }

  private next(): string {
    const token = this.peek()
    if (token === '') throw broken('breaks off or holds a mistake')
    this.at = TOKEN.lastIndex
    return token
  }

  private take(token: string): boolean {
    if (this.peek() !== token) return false
    this.next()
    return true
  }

  private expect(token: string): void {
    if (!this.take(token)) throw broken('breaks off or holds a mistake')
  }
}

const isThere = (shape: Shape | null): shape is Shape => shape !== null
const broken = (what: string): UnreadableArea => new UnreadableArea('NOT_UNDERSTOOD', `This WKT ${what}.`)
