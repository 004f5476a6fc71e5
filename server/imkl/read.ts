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

/** What the rows of the result are made of. Requester and client (personal data) are not even read. */
const WANTED = new Set([
  // networks and network objects
  'inNetwork',
  'link',
  'currentStatus',
  'validFrom',
  'validTo',
  'verticalPosition',
  'utilityDeliveryType',
  'warningType',
  'beginLifespanVersion',
  'geoNauwkeurigheidXY',
  'label',
  'omschrijving',
  'toelichting',
  'dieptelegging',
  'bovengrondsZichtbaar',
  'BGT_ID',
  'fictitious',
  'cables',
  'pipes',
  'ducts',
  'extraGeometrie',
  'heeftExtraInformatie',
  'operatingVoltage',
  'nominalVoltage',
  'pipeDiameter',
  'kabelDiameter',
  'ductWidth',
  'pressure',
  'aantalKabelsLeidingen',
  'buismateriaalType',
  'oilGasChemicalsProductType',
  'waterType',
  'sewerWaterType',
  'thermalProductType',
  'telecommunicationsCableMaterialType',
  'producttype',
  'appurtenanceType',
  'rotatiehoekSymbool',
  'hoogte',
  'eanCode',
  'poleHeight',
  'towerHeight',
  'thema',
  'disclaimer',
  'standaardDieptelegging',
  // information on the map
  'maatvoeringsType',
  'annotatieType',
  'rotatiehoek',
  'labelpositie',
  'status',
  'typeTopografischObject',
  'eisVoorzorgsmaatregel',
  'contactVoorzorgsmaatregel',
  'netbeheerderNetOmschrijving',
  'netbeheerderNetAanduiding',
  'netbeheerderWerkAanduiding',
  'dieptePeil',
  'maaiveldPeil',
  'diepteNauwkeurigheid',
  'diepteAangrijpingspunt',
  'datumOpmetingDieptePeil',
  'extraInfoType',
  'bestandLocatie',
  'bestandMediaType',
  'bestandIdentificator',
  'adres',
  // request, delivery, parties, documents
  'leveringsvolgnummer',
  'datumLeveringSamengesteld',
  'indicatieLeveringCompleet',
  'ordernummer',
  'positienummer',
  'klicMeldnummer',
  'referentie',
  'aanvraagSoort',
  'aanvraagDatum',
  'startDatum',
  'eindDatum',
  'locatieWerkzaamheden',
  'beheerdersinformatieGeleverd',
  'betrokkenBijAanvraag',
  'indicatieEisVoorzorgsmaatregel',
  'utiliteitsnet',
  'geraaktBelangBijGraafpolygoon',
  'geraaktBelangBijInformatiepolygoon',
  'geraaktBelangBijOrientatiepolygoon',
  'netbeheerder',
  'bronhoudercode',
  'organisatie',
  'kvkNummer',
  'websiteKlic',
  'contactAanvraag',
  'contactNetinformatie',
  'contactBeschadiging',
  'bijlageType',
  'bijlage',
])

const GML = 'gml'
const IMKL = 'imkl'
const INSPIRE = 'inspire'
const OTHER = 'other'

/** By family, because 1.2.1, 2.0 and 3.0 differ in their URIs and the local names do not clash. */
function familyOf(uri: string): string {
  if (uri.startsWith('http://www.opengis.net/gml')) return GML
  if (uri.startsWith('http://www.geostandaarden.nl/imkl')) return IMKL
  return /inspire/i.test(uri) ? INSPIRE : OTHER
}

/** More than this without one whole tag is no delivery but an attack or a broken file. */
const MAX_SILENT_CHARS = 32 * 1024 * 1024
const MAX_MEMBER_CHARS = 128 * 1024 * 1024
const MAX_DEPTH = 200

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
  private readonly namespaces = new Map<string, string>()
  private readonly undo: { depth: number; prefix: string; uri: string }[] = []
  private names = new Map<string, { family: string; local: string }>()
  private depth = 0
  private silentChars = 0
  private memberChars = 0

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
    for (const key in attributes) {
      if (key.charCodeAt(0) === 120 && key.startsWith('xmlns') && (key.length === 5 || key[5] === ':'))
        this.bindPrefix(key.slice(6), attributes[key]!)
    }
    const { family, local } = this.resolve(tag.name)
    if (depth > PROPERTY_DEPTH) this.openInside(family, local, attributes)
    else if (depth === PROPERTY_DEPTH) this.openProperty(family, local, attributes)
    else if (depth === FEATURE_DEPTH) this.openMember(family, local, attributes)
    else this.memberChars = 0
  }

  private openMember(family: string, local: string, attributes: Record<string, string>): void {
    this.memberChars = 0
    const id = this.attribute(attributes, GML, 'id') ?? ''
    this.member =
      family === IMKL || family === INSPIRE
        ? { objecttype: local, id, properties: {}, references: [], geometry: null, drawnGeometry: null, problem: null }
        : null
  }

  private openProperty(family: string, local: string, attributes: Record<string, string>): void {
    this.property = local
    this.propertyAttributes = attributes
    this.hasChildren = false
    this.fields = null
    this.text = ''
    const isKnown = this.member !== null && (family === IMKL || family === INSPIRE)
    this.isGeometry = isKnown && (GEOMETRY.has(local) || local === DRAWN_GEOMETRY)
    this.isWanted = isKnown && WANTED.has(local)
    this.takesText = this.isWanted
    if (isKnown) this.addReference(local, attributes)
  }

  private openInside(family: string, local: string, attributes: Record<string, string>): void {
    this.hasChildren = true
    this.text = ''
    if (this.isGeometry) {
      if (family !== GML) return
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
    while (this.undo.length > 0 && this.undo[this.undo.length - 1]!.depth === depth) this.restore()
  }

  private closeInside(name: string): void {
    if (this.isGeometry) {
      const { family, local } = this.resolve(name)
      if (family === GML) this.geometry.close(local, this.takesText ? this.text : '')
      this.takesText = false
      this.text = ''
    } else if (this.isWanted) {
      const value = this.valueOf(this.fieldAttributes, this.text)
      if (value !== '') {
        const { local } = this.resolve(name)
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
    const nil = this.attribute(attributes, 'xsi', 'nil')
    if (nil === 'true' || nil === '1') return ''
    const href = this.attribute(attributes, 'xlink', 'href')
    if (href !== undefined) return href.trim().replace(/^#/, '')
    return text.trim()
  }

  private addReference(property: string, attributes: Record<string, string>): void {
    const target = this.attribute(attributes, 'xlink', 'href')?.trim().replace(/^#/, '')
    if (target && !/^[A-Za-z][A-Za-z0-9+.-]*:/.test(target)) this.member!.references.push([property, target])
  }

  /** Attributes are few: the usual prefix first, then any prefix that stands for the same namespace. */
  private attribute(attributes: Record<string, string>, prefix: string, local: string): string | undefined {
    const usual = attributes[`${prefix}:${local}`]
    if (usual !== undefined) return usual
    for (const key in attributes)
      if (
        key.endsWith(`:${local}`) &&
        ATTRIBUTE_NAMESPACES[prefix]!.test(this.namespaces.get(key.slice(0, -local.length - 1)) ?? '')
      )
        return attributes[key]
    return undefined
  }

  private resolve(name: string): { family: string; local: string } {
    const known = this.names.get(name)
    if (known) return known
    // Copied: a name is a slice of its chunk, and this map outlives the chunk.
    const own = copy(name)
    const colon = own.indexOf(':')
    const uri = this.namespaces.get(colon < 0 ? '' : own.slice(0, colon)) ?? ''
    const resolved = { family: familyOf(uri), local: copy(own.slice(colon + 1)) }
    this.names.set(own, resolved)
    return resolved
  }

  /**
   * Members repeat dozens of declarations; only a change costs something. A prefix that goes out of scope keeps its
   * meaning, since well-formed XML does not use it there; the default namespace is given back.
   */
  private bindPrefix(prefix: string, uri: string): void {
    const before = this.namespaces.get(prefix)
    if (before === uri) return
    const own = copy(prefix)
    this.namespaces.set(own, copy(uri))
    if (before === undefined && prefix !== '') {
      for (const name of this.names.keys()) if (name.startsWith(`${own}:`)) this.names.delete(name)
      return
    }
    this.undo.push({ depth: this.depth, prefix: own, uri: before ?? '' })
    this.names = new Map()
  }

  private restore(): void {
    const { prefix, uri } = this.undo.pop()!
    this.namespaces.set(prefix, uri)
    this.names = new Map()
  }
}

const ATTRIBUTE_NAMESPACES: Record<string, RegExp> = {
  gml: /^http:\/\/www\.opengis\.net\/gml/,
  xlink: /^http:\/\/www\.w3\.org\/1999\/xlink$/,
  xsi: /^http:\/\/www\.w3\.org\/2001\/XMLSchema-instance$/,
}

function addValue(properties: Properties, property: string, value: Value): void {
  const before = Object.hasOwn(properties, property) ? properties[property] : undefined
  if (before === undefined) properties[property] = value
  else if (Array.isArray(before)) before.push(value)
  else properties[property] = [before, value]
}

/** A string of its own: a slice would keep the whole chunk it was cut from alive. */
export const copy = (text: string): string => Buffer.from(text, 'utf8').toString('utf8')
