/**
 * Reads the GML of a delivery as a stream, member by member; nothing of the file outlives its member.
 * Refuses (DELIVERY_UNREADABLE) malformed XML, a document type declaration, unknown entities, text that is not in its
 * declared encoding, and XML built to exhaust memory. Unknown classes, properties and codes are never a reason to stop.
 */
import type { TextDecoder } from 'node:util'
import type { ResultGeometry } from '../../geometry/geometry.ts'
import { decode, decoderFor, unreadable } from './decode.ts'
import { type GeometryProblem, GmlGeometryReader, startsGeometry } from './gml-geometry.ts'
import { isPersonal, isRead, STRUCTURES } from './read-properties.ts'
import { type Family, isAbsolute, type QualifiedName, XmlNames } from './xml-names.ts'
import { type Attributes, NO_ATTRIBUTES, XmlScanner } from './xml-scanner.ts'

/** Text, code or reference; or what stands inside one occurrence of a structured property. */
export type Value = string | Fields
export type Fields = Record<string, string>
/**
 * By local name; one of a foreign namespace as `other:name`. `name@uom` is the unit of `name`. Nil and empty properties
 * are left out.
 */
export type Properties = Record<string, Value | Value[]>

export interface Member {
  objecttype: string
  /** gml:id, exactly as written; empty when it has none. */
  id: string
  properties: Properties
  /** Properties that hold a reference to another member, used here or not: [property, gml:id]. */
  references: [property: string, target: string][]
  geometry: ResultGeometry | null
  /** Informatiepolygoon: the ring around the Graafpolygoon, made to be drawn. */
  drawnGeometry: ResultGeometry | null
  /** What was wrong with a geometry, whether something of it was kept or not. */
  problem: GeometryProblem | null
}

const GEOMETRY = new Set(['centrelineGeometry', 'geometry', 'ligging', 'geometrie', 'vlakgeometrie2D'])
const DRAWN_GEOMETRY = 'geometrieVoorVisualisatie'
/** Property under which coordinates are kept that are not, or not all, in the geometry. */
export const AS_DELIVERED = 'geometrie_zoals_geleverd'

/** More than this without one whole tag, or in one member, is no delivery but an attack or a broken file. */
const MAX_SILENT_CHARS = 32 * 1024 * 1024
const MAX_MEMBER_CHARS = 128 * 1024 * 1024
const MAX_DEPTH = 200
const MEMBER_ELEMENTS = new Set(['featureMember', 'featureMembers', 'member'])
const FEATURE_DEPTH = 3
const PROPERTY_DEPTH = 4

/**
 * @param name of the delivery, for messages
 * @param onMember called for every member, in file order; what it gets is its own to keep.
 * @throws Refusal DELIVERY_UNREADABLE
 */
export async function readMembers(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  onMember: (member: Member) => void,
): Promise<void> {
  const reader = new MemberReader(name, onMember)
  let decoder: TextDecoder | null = null
  for await (const chunk of chunks) {
    decoder ??= decoderFor(chunk, name)
    reader.write(decode(decoder, chunk, name))
  }
  reader.write(decoder ? decode(decoder, undefined, name) : '')
  reader.end()
}

class MemberReader {
  private readonly name: string
  private readonly onMember: (member: Member) => void
  private readonly scanner: XmlScanner
  private readonly names = new XmlNames()
  private depth = 0
  /** Names of the open elements by depth, so that none is looked up twice. */
  private readonly path: QualifiedName[] = []
  private silentChars = 0
  private memberChars = 0

  /** Inside gml:featureMember and its like, and not in the bounds of the collection. */
  private holdsMembers = false
  private member: Member | null = null
  private property = ''
  private propertyAttributes = NO_ATTRIBUTES
  private isWanted = false
  private isGeometry = false
  /** In a property that is not known to hold one. */
  private isOtherGeometry = false
  private otherGeometry: ResultGeometry | null = null
  private canRead = false
  private href: string | undefined
  private readonly wanted = new Map<string, Map<string, boolean>>()
  private wantedHere = new Map<string, boolean>()
  private fields: Fields | null = null
  private hasChildren = false
  private text = ''
  private fieldAttributes = NO_ATTRIBUTES
  private readonly geometry = new GmlGeometryReader()

  constructor(name: string, onMember: (member: Member) => void) {
    this.name = name
    this.onMember = onMember
    this.scanner = new XmlScanner({
      open: (tag, attributes) => this.open(tag, attributes),
      close: () => this.close(),
      text: (piece) => {
        this.text += piece
      },
      fault: (what) => {
        throw unreadable(name, `the XML is damaged (${what})`)
      },
    })
  }

  write(text: string): void {
    this.silentChars += text.length
    this.memberChars += text.length
    this.scanner.write(text)
    const isAbsurd = this.silentChars > MAX_SILENT_CHARS || this.memberChars > MAX_MEMBER_CHARS
    if (isAbsurd) throw unreadable(this.name, 'the XML has a feature of absurd size')
  }

  end(): void {
    this.scanner.end()
  }

  private open(tag: string, attributes: Attributes): void {
    const depth = ++this.depth
    this.silentChars = 0
    if (depth > MAX_DEPTH) throw unreadable(this.name, 'the XML is nested too deeply')
    // Nothing is asked of what stands inside a property that is not read, a fourth of all elements.
    if (depth > PROPERTY_DEPTH && !this.isGeometry && !this.isWanted) {
      this.hasChildren = true
      return
    }
    this.names.enter(attributes, depth)
    const name = this.names.resolve(tag)
    this.path[depth] = name
    const { family, local } = name
    if (depth > PROPERTY_DEPTH) this.openInside(family, local, attributes)
    else if (depth === PROPERTY_DEPTH) this.openProperty(family, local, attributes)
    else if (depth === FEATURE_DEPTH) this.openMember(family, local, attributes)
    else {
      this.memberChars = 0
      this.holdsMembers = MEMBER_ELEMENTS.has(local)
    }
  }

  private openMember(family: Family, local: string, attributes: Attributes): void {
    this.memberChars = 0
    if (!this.holdsMembers) return
    const isKnown = family === 'imkl' || family === 'inspire'
    this.otherGeometry = null
    this.member = {
      // A class of another namespace is not ours, even when its name is.
      objecttype: isKnown ? local : `other:${local}`,
      id: this.names.attribute(attributes, 'gml:id') ?? '',
      properties: {},
      references: [],
      geometry: null,
      drawnGeometry: null,
      problem: null,
    }
    const { objecttype } = this.member
    this.canRead = !isPersonal(objecttype)
    this.wantedHere = this.wanted.get(objecttype) ?? new Map()
    this.wanted.set(objecttype, this.wantedHere)
  }

  private openProperty(family: Family, local: string, attributes: Attributes): void {
    this.property = local
    this.propertyAttributes = attributes
    this.hasChildren = false
    this.fields = null
    this.text = ''
    this.isOtherGeometry = false
    const { member } = this
    const isKnown = member !== null && (family === 'imkl' || family === 'inspire')
    this.isGeometry = isKnown && (GEOMETRY.has(local) || local === DRAWN_GEOMETRY)
    this.isWanted = member !== null && this.canRead && !this.isGeometry && this.isWantedOf(local)
    if (this.isWanted && !isKnown) this.property = `${family === 'gml' ? 'gml' : 'other'}:${local}`
    this.scanner.wantsText = this.isWanted
    this.href = this.hrefOf(attributes)
    if (isKnown && this.href && !isAbsolute(this.href)) member.references.push([local, this.href])
  }

  private openInside(family: Family, local: string, attributes: Attributes): void {
    if (!this.hasChildren && this.isWanted && family === 'gml' && startsGeometry(local)) {
      this.isWanted = false
      this.isGeometry = true
      this.isOtherGeometry = true
    }
    this.hasChildren = true
    if (this.text !== '') this.text = ''
    if (this.isGeometry) {
      if (family !== 'gml') return
      this.geometry.open(local, attributes)
      this.scanner.wantsText = this.geometry.takesText(local)
    } else if (this.isWanted) this.fieldAttributes = attributes
  }

  private close(): void {
    const depth = this.depth--
    this.silentChars = 0
    if (depth > PROPERTY_DEPTH && !this.isGeometry && !this.isWanted) return
    if (depth > PROPERTY_DEPTH) this.closeInside(this.path[depth]!)
    else if (depth === PROPERTY_DEPTH) this.closeProperty()
    else if (depth === FEATURE_DEPTH && this.member) {
      this.member.geometry ??= this.otherGeometry
      this.onMember(this.member)
      this.member = null
    }
    this.names.leave(depth)
  }

  private closeInside({ family, local }: QualifiedName): void {
    if (this.isGeometry) {
      if (family === 'gml') this.geometry.close(local, this.scanner.wantsText ? this.text : '')
      this.scanner.wantsText = false
      this.text = ''
    } else if (this.isWanted) {
      const value = this.valueOf(this.fieldAttributes, this.hrefOf(this.fieldAttributes), this.text)
      if (value !== '') {
        this.fields ??= {}
        this.addField(this.fields, local, value, this.fieldAttributes.get('uom'))
      }
      this.text = ''
      this.fieldAttributes = NO_ATTRIBUTES
    }
  }

  private closeProperty(): void {
    const { member, property } = this
    this.scanner.wantsText = false
    if (member === null) return
    if (this.isGeometry) {
      const { geometry, problem } = this.geometry.take()
      member.problem ??= problem
      if (problem?.raw) addValue(member.properties, AS_DELIVERED, problem.raw)
      if (this.isOtherGeometry) this.otherGeometry ??= geometry
      else if (property === DRAWN_GEOMETRY) member.drawnGeometry = geometry
      else member.geometry ??= geometry
    } else if (this.isWanted) {
      const value = this.hasChildren ? this.fields : this.valueOf(this.propertyAttributes, this.href, this.text)
      if (value === null || value === '') return
      addValue(member.properties, property, value)
      const unit = this.propertyAttributes.get('uom')
      if (unit) member.properties[`${property}@uom`] = unit
    }
  }

  private addField(fields: Fields, name: string, value: string, unit: string | undefined): void {
    if (!Object.hasOwn(fields, name)) fields[name] = value
    else if (!STRUCTURES.has(this.property)) fields[name] += ` | ${value}`
    if (unit && !STRUCTURES.has(this.property)) fields[`${name}@uom`] ??= unit
  }

  /** Text, or the reference or code that an element points to; empty when it is nil or says nothing. */
  private valueOf(attributes: Attributes, href: string | undefined, text: string): string {
    const nil = this.names.attribute(attributes, 'xsi:nil')
    if (nil === 'true' || nil === '1') return ''
    return href ?? text.trim()
  }

  private hrefOf(attributes: Attributes): string | undefined {
    const href = this.names.attribute(attributes, 'xlink:href')?.trim()
    return href?.startsWith('#') ? href.slice(1) : href
  }

  /** Asked for every property, and there are few kinds. */
  private isWantedOf(local: string): boolean {
    let wanted = this.wantedHere.get(local)
    if (wanted === undefined) {
      wanted = isRead(this.member!.objecttype, local)
      this.wantedHere.set(local, wanted)
    }
    return wanted
  }
}

function addValue(properties: Properties, property: string, value: Value): void {
  const before = Object.hasOwn(properties, property) ? properties[property] : undefined
  if (before === undefined) properties[property] = value
  else if (Array.isArray(before)) before.push(value)
  else properties[property] = [before, value]
}
