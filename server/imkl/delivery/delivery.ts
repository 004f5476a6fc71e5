/**
 * One delivery in the merge: what its header says, its networks, parties and documents (few, kept in memory), and its
 * features and links (many, put into the staging).
 */
import { lengthOf } from '../../geometry/flat.ts'
import type { ResultGeometry } from '../../geometry/geometry.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { KlicType } from '../../registry/klic.ts'
import {
  isAdministrative,
  isMapClass,
  isRequestPolygon,
  LINK,
  layerOrder,
  layerTakes,
  operatorOf,
  UNKNOWN_ORDER,
} from '../gml/classes.ts'
import { copy } from '../gml/copy.ts'
import { DeliveryCounter } from '../gml/delivery-limits.ts'
import { booleanOf, codeOf, metresOf, numberOf, textOf } from '../gml/properties.ts'
import { AS_DELIVERED, type Member, type Properties, readMembers } from '../gml/read.ts'
import { packGeometry, wkt } from '../merge/geometry-code.ts'
import type { StagingWriter } from '../merge/staging.ts'
import { saidByName } from '../model/found-delivery.ts'
import { type Fault, firstOf, noteFault } from '../warnings/faults.ts'
import { SelectionArea } from './area.ts'
import { type DocumentUse, noteDocument } from './documents.ts'
import type { OpenDelivery } from './source.ts'

export interface DeliveryHeader {
  klicNumber: string
  /** leveringsvolgnummer: a higher one of the same request replaces the lower. */
  sequence: number
  complete: boolean
  /** datumLeveringSamengesteld, as written. */
  composedAt: string | null
}

/** A member without a place on the map, as read. */
export interface Administrative {
  objecttype: string
  id: string
  properties: Properties
}

export interface Network {
  id: string
  theme: string | null
  standardDepthM: number | null
}

export interface Delivery extends DeliveryHeader {
  /** Place in the order of the merge; 0 has the latest compilation date. */
  index: number
  source: OpenDelivery
  members: number
  administrative: Map<string, Administrative>
  networks: Map<string, Network>
  documents: Map<string, DocumentUse>
  area: SelectionArea | null
  /** It answers an orientation request, by which nobody digs. */
  isOrientation: boolean
  /** Links by network and operator, for the summary of a single delivery. */
  links: Map<string, { network: string; operator: string; count: number; lengthM: number }>
  /** References to networks, kept out of the staging because every feature has one. */
  networkReferences: Map<string, number>
  /** Classes that this reader does not know. */
  unknown: Map<string, number>
  /** Geometries that it could not read, or not whole. */
  faults: Map<string, Fault>
  /** Members by operator code, and how many of them are administrative or links. */
  membersOf: Map<string, { delivered: number; administrative: number }>
}

/** Thrown to stop reading once the header is known. */
class StopReading extends Error {}

/** Reads only as far as the members that identify the delivery: normally the first two. */
export async function describeDelivery(source: OpenDelivery): Promise<DeliveryHeader> {
  let delivery: Properties | null = null
  let request: Properties | null = null
  try {
    await readMembers(source.chunks(), source.name, (member) => {
      if (member.objecttype === 'GebiedsinformatieLevering') delivery = member.properties
      if (member.objecttype === 'GebiedsinformatieAanvraag') request = member.properties
      if (delivery && request) throw new StopReading()
    })
  } catch (error) {
    if (!(error instanceof StopReading)) throw error
  }
  return headerOf(source, delivery, request)
}

export function headerOf(
  source: OpenDelivery,
  delivery: Properties | null,
  request: Properties | null,
): DeliveryHeader {
  const fromName = saidByName(source.gmlName)
  const klicNumber = (request && textOf(request, 'klicMeldnummer')) ?? fromName?.klicNumber
  if (delivery === null || klicNumber === undefined)
    throw new Refusal(
      'DELIVERY_UNREADABLE',
      `${source.name}: the GML does not say which request it answers. Choose the ZIP as the registry delivered it.`,
    )
  return {
    klicNumber: copy(klicNumber),
    sequence: numberOf(delivery, 'leveringsvolgnummer') ?? fromName?.sequence ?? 1,
    complete: booleanOf(delivery, 'indicatieLeveringCompleet') ?? false,
    composedAt: textOf(delivery, 'datumLeveringSamengesteld'),
  }
}

export const requestProperties = ({ administrative }: Pick<Delivery, 'administrative'>): Properties =>
  [...administrative.values()].find(({ objecttype }) => objecttype === 'GebiedsinformatieAanvraag')?.properties ?? {}

export const ORIENTATION_POLYGON = 'Orientatiepolygoon'

/** By its own word, and without one by what was drawn. */
export function klicTypeOf(request: Properties, isOrientArea: boolean): KlicType {
  const kind = codeOf(request, 'aanvraagSoort') ?? ''
  if (kind === '' ? isOrientArea : /^ori[eë]ntatie/i.test(kind)) return 'ORIENT'
  return /^calamiteit/i.test(kind) ? 'CALAMITEIT' : 'GRAAF'
}

/**
 * Reads the whole delivery into the staging.
 * @param onBytes called with the number of bytes of GML read so far
 */
export async function loadDelivery(
  source: OpenDelivery,
  header: DeliveryHeader,
  index: number,
  staging: StagingWriter,
  onBytes: (bytes: number) => void,
): Promise<Delivery> {
  const delivery: Delivery = {
    ...header,
    index,
    source,
    members: 0,
    administrative: new Map(),
    networks: new Map(),
    documents: new Map(),
    area: null,
    isOrientation: false,
    links: new Map(),
    networkReferences: new Map(),
    unknown: new Map(),
    faults: new Map(),
    membersOf: new Map(),
  }
  const selection: { isInformation: boolean; geometry: ResultGeometry }[] = []
  let isOrientArea = false
  const counter = new DeliveryCounter(source.name)
  await readMembers(counted(source.chunks(), onBytes), source.name, (member) => {
    delivery.members++
    counter.take(member)
    // Without an id it can be no version of anything; a shared empty id would make them all one.
    if (member.id === '') member.id = `zonder-gml-id.${delivery.klicNumber}.${delivery.members}`
    if (isRequestPolygon(member.objecttype) && member.geometry)
      selection.push({ isInformation: member.objecttype === 'Informatiepolygoon', geometry: member.geometry })
    if (member.objecttype === ORIENTATION_POLYGON) isOrientArea = true
    stage(delivery, member, staging, counter)
    counter.check('documents', delivery.documents.size)
    counter.check('names', Math.max(delivery.unknown.size, delivery.membersOf.size, delivery.faults.size))
  })
  // The larger information area is what was delivered, where there is one.
  const hasInformation = selection.some(({ isInformation }) => isInformation)
  const polygons = selection
    .filter(({ isInformation }) => isInformation === hasInformation)
    .flatMap(({ geometry }) => (geometry.type === 'MultiPolygon' ? geometry.polygons : []))
  if (polygons.length > 0) delivery.area = new SelectionArea(polygons)
  delivery.isOrientation = klicTypeOf(requestProperties(delivery), isOrientArea) === 'ORIENT'
  return delivery
}

async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    onBytes(bytes)
    yield chunk
  }
}

function stage(delivery: Delivery, member: Member, staging: StagingWriter, counter: DeliveryCounter): void {
  const { objecttype, id, properties } = member
  for (const [property, target] of member.references) {
    if (property === 'inNetwork') count(delivery.networkReferences, target)
    else staging.addReference(delivery.index, property, id, target)
  }
  if (properties.bestandLocatie !== undefined) noteDocument(delivery.documents, member)
  const own = membersOf(delivery, id)
  own.delivered++
  if (objecttype === LINK) {
    own.administrative++
    stageLink(delivery, member, staging)
  } else if (isMapClass(objecttype)) stageFeature(delivery, member, staging)
  else if (isAdministrative(objecttype)) {
    own.administrative++
    staging.addMember(delivery.index, null, { objecttype, id, body: '', geometry: null })
    counter.takeCharacters(keep(delivery, member))
  } else {
    count(delivery.unknown, objecttype)
    const geometry = member.geometry ? packGeometry(member.geometry) : null
    staging.addMember(delivery.index, UNKNOWN_ORDER, { objecttype, id, body: JSON.stringify(properties), geometry })
  }
  if (member.problem !== null) {
    const { kind, detail, place } = member.problem
    noteFault(delivery.faults, member, kind, detail, place, member.geometry !== null)
  }
}

function membersOf(delivery: Delivery, id: string): { delivered: number; administrative: number } {
  const code = operatorOf(id)
  let own = delivery.membersOf.get(code)
  if (own === undefined) {
    own = { delivered: 0, administrative: 0 }
    delivery.membersOf.set(copy(code), own)
  }
  return own
}

function stageLink(delivery: Delivery, { id, properties, geometry }: Member, staging: StagingWriter): void {
  const packed = geometry ? packGeometry(geometry) : null
  staging.addMember(delivery.index, null, { objecttype: LINK, id, body: linkBody(properties), geometry: packed })
  const network = textOf(properties, 'inNetwork') ?? ''
  const operator = operatorOf(id)
  const key = `${network}|${operator}`
  let links = delivery.links.get(key)
  if (links === undefined) {
    links = { network: copy(network), operator: copy(operator), count: 0, lengthM: 0 }
    delivery.links.set(copy(key), links)
  }
  links.count++
  if (geometry?.type === 'MultiLineString') links.lengthM += lengthOf(geometry.lines)
}

/** Nearly always nothing: then its owner need not look. */
function linkBody(properties: Properties): string {
  const isFictitious = booleanOf(properties, 'fictitious') === true
  const asDelivered = textOf(properties, AS_DELIVERED)
  if (!isFictitious && asDelivered === null) return ''
  return JSON.stringify({
    ...(isFictitious ? { fictitious: 'true' } : {}),
    ...(asDelivered === null ? {} : { [AS_DELIVERED]: asDelivered }),
  })
}

function stageFeature(delivery: Delivery, member: Member, staging: StagingWriter): void {
  const { objecttype, id, properties } = member
  let geometry = member.drawnGeometry ?? member.geometry
  const drawingType = codeOf(properties, 'maatvoeringsType') ?? codeOf(properties, 'annotatieType') ?? ''
  const order = layerOrder(objecttype, geometry?.type ?? null, drawingType)!
  if (geometry && !layerTakes(order, geometry.type)) {
    noteFault(delivery.faults, member, 'wrong_kind', `${objecttype}, ${geometry.type}`, firstOf(geometry), false)
    // Not on the map, but not lost either.
    properties[AS_DELIVERED] = wkt(geometry)
    geometry = null
  }
  staging.addMember(delivery.index, order, {
    objecttype,
    id,
    body: JSON.stringify(properties),
    geometry: geometry ? packGeometry(geometry) : null,
  })
}

/** Through JSON, so that nothing of the file's text stays alive with it. @returns how many characters it has */
function keep(delivery: Delivery, member: Member): number {
  const { objecttype, id, properties } = member
  const text = JSON.stringify({ objecttype, id, properties })
  const own = JSON.parse(text) as Administrative
  delivery.administrative.set(own.id, own)
  if (objecttype === 'Utiliteitsnet') {
    delivery.networks.set(own.id, {
      id: own.id,
      theme: codeOf(own.properties, 'thema'),
      standardDepthM: metresOf(own.properties, 'standaardDieptelegging'),
    })
  }
  return text.length
}

function count(counts: Map<string, number>, key: string): void {
  const before = counts.get(key)
  counts.set(before === undefined ? copy(key) : key, (before ?? 0) + 1)
}
