/**
 * Reads the GML of a delivery as a stream, member by member; nothing of the file outlives its member.
 * Refuses (DELIVERY_UNREADABLE) malformed XML, a document type declaration, unknown entities, text that is not in its
 * declared encoding, and XML built to exhaust memory. Unknown classes, properties and codes are never a reason to stop.
 */
import { TextDecoder } from 'node:util'
import { SaxesParser } from 'saxes'
import type { ResultGeometry } from '../domain/geometry.ts'
import { Refusal } from '../domain/refusal.ts'
import { GmlGeometryReader } from './gml-geometry.ts'
import { WANTED } from './wanted-properties.ts'
import { type Family, XmlNames } from './xml-names.ts'

/** Text, code or reference; or what stands inside one occurrence of a structured property. */
export type Value = string | Fields
export type Fields = Record<string, string>
/** By local name. `name@uom` is the unit of `name`. Nil, empty and unused properties are left out. */
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
  /** Why a geometry could not be read. */
  problem: string | null
}

const GEOMETRY = new Set(['centrelineGeometry', 'geometry', 'ligging', 'geometrie', 'vlakgeometrie2D'])
const DRAWN_GEOMETRY = 'geometrieVoorVisualisatie'

/** More than this without one whole tag is no delivery but an attack or a broken file. */
const MAX_SILENT_CHARS = 32 * 1024 * 1024
const MAX_MEMBER_CHARS = 128 * 1024 * 1024
const MAX_DEPTH = 200

const MEMBER_ELEMENTS = new Set(['featureMember', 'featureMembers', 'member'])
const FEATURE_DEPTH = 3
const PROPERTY_DEPTH = 4

interface Tag {
  name: string
  attributes: Record<string, string>
}

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

const unreadable = (name: string, what: string, cause?: unknown): Refusal =>
  new Refusal(
    'DELIVERY_UNREADABLE',
    `${name}: ${what}. Download the delivery again; if it stays like this, ask the registry for a new one.`,
    { cause },
  )

function decode(decoder: TextDecoder, chunk: Uint8Array | undefined, name: string): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined })
  } catch (cause) {
    throw unreadable(name, 'the GML holds bytes that are no text in its encoding', cause)
  }
}

function decoderFor(first: Uint8Array, name: string): TextDecoder {
  if (first[0] === 0xff && first[1] === 0xfe) return new TextDecoder('utf-16le', { fatal: true })
  if (first[0] === 0xfe && first[1] === 0xff) return new TextDecoder('utf-16be', { fatal: true })
  const head = Buffer.from(first.subarray(0, 200)).toString('latin1')
  const declared = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(declared, { fatal: true })
  } catch (cause) {
    throw unreadable(name, `the GML declares an unknown encoding`, cause)
  }
}

class MemberReader {
  private readonly name: string
  private readonly onMember: (member: Member) => void
  private readonly parser = new SaxesParser({ xmlns: false, position: false })
  private readonly names: XmlNames
  private depth = 0
  private silentChars = 0
  private memberChars = 0

  /** Inside gml:featureMember and its like, and not in the bounds of the collection. */
  private holdsMembers = false
  private member: Member | null = null
  private property = ''
  private propertyAttributes: Record<string, string> = {}
  private isWanted = false
  private isGeometry = false
  private fields: Fields | null = null
  private hasChildren = false
  private text = ''
  private takesText = false
  private fieldAttributes: Record<string, string> = {}
  private readonly geometry = new GmlGeometryReader()

  constructor(name: string, onMember: (member: Member) => void) {
    this.name = name
    this.onMember = onMember
    this.names = new XmlNames(() => {
      throw unreadable(name, 'the XML has more kinds of elements than any delivery')
    })
    this.parser.on('error', (error) => {
      throw unreadable(name, `the XML is damaged (${error.message.slice(0, 120)})`, error)
    })
    this.parser.on('doctype', () => {
      throw unreadable(name, 'the XML declares a document type, which a delivery never does')
    })
    this.parser.on('opentag', (tag) => this.open(tag))
    this.parser.on('closetag', (tag) => this.close(tag))
    this.parser.on('text', (text) => {
      if (this.takesText) this.text += text
    })
    this.parser.on('cdata', (text) => {
      if (this.takesText) this.text += text
    })
  }

  write(text: string): void {
    this.silentChars += text.length
    this.memberChars += text.length
    this.parser.write(text)
    if (this.silentChars > MAX_SILENT_CHARS) throw unreadable(this.name, 'the XML has an element of absurd size')
    if (this.memberChars > MAX_MEMBER_CHARS) throw unreadable(this.name, 'the XML has a feature of absurd size')
  }

  end(): void {
    this.parser.close()
  }

  private open(tag: Tag): void {
    const { attributes } = tag
    const depth = ++this.depth
    this.silentChars = 0
    if (depth > MAX_DEPTH) throw unreadable(this.name, 'the XML is nested too deeply')
    this.names.enter(attributes, depth)
    const { family, local } = this.names.resolve(tag.name)
    if (depth > PROPERTY_DEPTH) this.openInside(family, local, attributes)
    else if (depth === PROPERTY_DEPTH) this.openProperty(family, local, attributes)
    else if (depth === FEATURE_DEPTH) this.openMember(family, local, attributes)
    else {
      this.memberChars = 0
      this.holdsMembers = MEMBER_ELEMENTS.has(local)
    }
  }

  private openMember(family: Family, local: string, attributes: Record<string, string>): void {
    this.memberChars = 0
    if (!this.holdsMembers) return
    const isKnown = family === 'imkl' || family === 'inspire'
    this.member = {
      // A class of another namespace is not ours, even when its name is.
      objecttype: isKnown ? local : `other:${local}`,
      id: this.names.attribute(attributes, 'gml', 'id') ?? '',
      properties: {},
      references: [],
      geometry: null,
      drawnGeometry: null,
      problem: null,
    }
  }

  private openProperty(family: Family, local: string, attributes: Record<string, string>): void {
    this.property = local
    this.propertyAttributes = attributes
    this.hasChildren = false
    this.fields = null
    this.text = ''
    const isKnown = this.member !== null && (family === 'imkl' || family === 'inspire')
    this.isGeometry = isKnown && (GEOMETRY.has(local) || local === DRAWN_GEOMETRY)
    this.isWanted = isKnown && WANTED.has(local)
    this.takesText = this.isWanted
    if (isKnown) this.addReference(local, attributes)
  }

  private openInside(family: Family, local: string, attributes: Record<string, string>): void {
    this.hasChildren = true
    this.text = ''
    if (this.isGeometry) {
      if (family !== 'gml') return
      this.geometry.open(local, attributes.srsName, attributes.srsDimension, attributes.orientation)
      this.takesText = this.geometry.takesText(local)
    } else if (this.isWanted) this.fieldAttributes = attributes
  }

  private close(tag: Tag): void {
    const depth = this.depth--
    this.silentChars = 0
    if (depth > PROPERTY_DEPTH) this.closeInside(tag.name)
    else if (depth === PROPERTY_DEPTH) this.closeProperty()
    else if (depth === FEATURE_DEPTH && this.member) {
      this.onMember(this.member)
      this.member = null
    }
    this.names.leave(depth)
  }

  private closeInside(name: string): void {
    if (this.isGeometry) {
      const { family, local } = this.names.resolve(name)
      if (family === 'gml') this.geometry.close(local, this.takesText ? this.text : '')
      this.takesText = false
      this.text = ''
    } else if (this.isWanted) {
      const value = this.valueOf(this.fieldAttributes, this.text)
      if (value !== '') {
        const { local } = this.names.resolve(name)
        this.fields ??= {}
        if (!Object.hasOwn(this.fields, local)) this.fields[local] = value
      }
      this.text = ''
      this.fieldAttributes = {}
    }
  }

  private closeProperty(): void {
    const { member, property } = this
    this.takesText = false
    if (member === null) return
    if (this.isGeometry) {
      const { geometry, problem } = this.geometry.take()
      member.problem ??= problem
      if (property === DRAWN_GEOMETRY) member.drawnGeometry = geometry
      else member.geometry ??= geometry
    } else if (this.isWanted) {
      const value = this.hasChildren ? this.fields : this.valueOf(this.propertyAttributes, this.text)
      if (value === null || value === '') return
      addValue(member.properties, property, value)
      const unit = this.propertyAttributes.uom
      if (unit) member.properties[`${property}@uom`] = unit
    }
  }

  /** Text, or the reference or code that an element points to; empty when it is nil or says nothing. */
  private valueOf(attributes: Record<string, string>, text: string): string {
    const nil = this.names.attribute(attributes, 'xsi', 'nil')
    if (nil === 'true' || nil === '1') return ''
    const href = this.names.attribute(attributes, 'xlink', 'href')
    if (href !== undefined) return href.trim().replace(/^#/, '')
    return text.trim()
  }

  private addReference(property: string, attributes: Record<string, string>): void {
    const target = this.names.attribute(attributes, 'xlink', 'href')?.trim().replace(/^#/, '')
    if (target && !/^[A-Za-z][A-Za-z0-9+.-]*:/.test(target)) this.member!.references.push([property, target])
  }
}

function addValue(properties: Properties, property: string, value: Value): void {
  const before = Object.hasOwn(properties, property) ? properties[property] : undefined
  if (before === undefined) properties[property] = value
  else if (Array.isArray(before)) before.push(value)
  else properties[property] = [before, value]
}
