/**
 * One delivery in the merge: what its header says, its networks, parties and documents (few, kept in memory), and its
 * features and links (many, put into the staging).
 */
import type { ResultGeometry } from '../domain/geometry.ts'
import { Refusal } from '../domain/refusal.ts'
import { SelectionArea } from './area.ts'
import { isAdministrative, isMapClass, isRequestPolygon, LINK, layerOrder, layerTakes, operatorOf } from './classes.ts'
import { lengthOf, packGeometry } from './geometry-code.ts'
import { booleanOf, codeIn, codeOf, metresOf, numberOf, textOf } from './properties.ts'
import { type Member, type Properties, readMembers } from './read.ts'
import type { OpenDelivery } from './source.ts'
import type { Staging } from './staging.ts'
import { copy } from './xml-names.ts'

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

/** A file that members point to. */
export interface DocumentUse {
  path: string
  owner: string
  /** Column `document.soort`. */
  kind: string
  theme: string | null
  /** Code of a precaution letter. */
  precaution: string | null
  mediaType: string | null
  identifier: string | null
  references: number
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
  /** Links by network and operator, for the summary of a single delivery. */
  links: Map<string, { network: string; operator: string; count: number; lengthM: number }>
  /** References to networks, kept out of the staging because every feature has one. */
  networkReferences: Map<string, number>
  /** Classes that this reader does not know, and geometries that it could not read. */
  unknown: Map<string, number>
  problems: Map<string, number>
}

/** Thrown to stop reading once the header is known. */
class HeaderFound extends Error {}

/** Reads only as far as the members that identify the delivery: normally the first two. */
export async function describeDelivery(source: OpenDelivery): Promise<DeliveryHeader> {
  let delivery: Properties | null = null
  let request: Properties | null = null
  try {
    await readMembers(source.chunks(), source.name, (member) => {
      if (member.objecttype === 'GebiedsinformatieLevering') delivery = member.properties
      if (member.objecttype === 'GebiedsinformatieAanvraag') request = member.properties
      if (delivery && request) throw new HeaderFound()
    })
  } catch (error) {
    if (!(error instanceof HeaderFound)) throw error
  }
  return headerOf(source, delivery, request)
}

function headerOf(source: OpenDelivery, delivery: Properties | null, request: Properties | null): DeliveryHeader {
  const fromName = /_(\d{2}[A-Z]\d+)_(\d+)(?:_V\d+)?\.xml$/i.exec(source.gmlName)
  const klicNumber = (request && textOf(request, 'klicMeldnummer')) ?? fromName?.[1]
  if (delivery === null || klicNumber === undefined)
    throw new Refusal(
      'DELIVERY_UNREADABLE',
      `${source.name}: the GML does not say which request it answers. Choose the ZIP as the registry delivered it.`,
    )
  return {
    klicNumber: copy(klicNumber),
    sequence: numberOf(delivery, 'leveringsvolgnummer') ?? Number(fromName?.[2] ?? 1),
    complete: booleanOf(delivery, 'indicatieLeveringCompleet') ?? false,
    composedAt: textOf(delivery, 'datumLeveringSamengesteld'),
  }
}

/**
 * Reads the whole delivery into the staging.
 * @param onBytes called with the number of bytes of GML read so far
 */
export async function loadDelivery(
  source: OpenDelivery,
  header: DeliveryHeader,
  index: number,
  staging: Staging,
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
    links: new Map(),
    networkReferences: new Map(),
    unknown: new Map(),
    problems: new Map(),
  }
  const selection: { isInformation: boolean; geometry: ResultGeometry }[] = []
  await readMembers(counted(source.chunks(), onBytes), source.name, (member) => {
    delivery.members++
    // Without an id it can be no version of anything; a shared empty id would make them all one.
    if (member.id === '') member.id = `zonder-gml-id.${delivery.klicNumber}.${delivery.members}`
    if (isRequestPolygon(member.objecttype) && member.geometry)
      selection.push({ isInformation: member.objecttype === 'Informatiepolygoon', geometry: member.geometry })
    stage(delivery, member, staging)
  })
  // The larger information area is what was delivered, where there is one.
  const hasInformation = selection.some(({ isInformation }) => isInformation)
  const polygons = selection
    .filter(({ isInformation }) => isInformation === hasInformation)
    .flatMap(({ geometry }) => (geometry.type === 'MultiPolygon' ? geometry.polygons : []))
  if (polygons.length > 0) delivery.area = new SelectionArea(polygons)
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

function stage(delivery: Delivery, member: Member, staging: Staging): void {
  const { objecttype, id, properties } = member
  if (member.problem !== null) count(delivery.problems, member.problem)
  for (const [property, target] of member.references) {
    if (property === 'inNetwork') count(delivery.networkReferences, target)
    else staging.addReference(delivery.index, property, id, target)
  }
  if (properties.bestandLocatie !== undefined) noteDocument(delivery, member)
  if (objecttype === LINK) stageLink(delivery, member, staging)
  else if (isMapClass(objecttype)) stageFeature(delivery, member, staging)
  else {
    staging.addMember(delivery.index, null, { objecttype, id, body: '', geometry: null })
    if (isAdministrative(objecttype)) keep(delivery, member)
    else count(delivery.unknown, objecttype)
  }
}

function stageLink(delivery: Delivery, { id, properties, geometry }: Member, staging: Staging): void {
  const body = booleanOf(properties, 'fictitious') === true ? '{"fictitious":"true"}' : '{}'
  const packed = geometry ? packGeometry(geometry) : null
  staging.addMember(delivery.index, null, { objecttype: LINK, id, body, geometry: packed })
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

function stageFeature(delivery: Delivery, member: Member, staging: Staging): void {
  const { objecttype, id, properties } = member
  let geometry = member.drawnGeometry ?? member.geometry
  const drawingType = codeOf(properties, 'maatvoeringsType') ?? codeOf(properties, 'annotatieType') ?? ''
  const order = layerOrder(objecttype, geometry?.type ?? null, drawingType)!
  if (geometry && !layerTakes(order, geometry.type)) {
    count(delivery.problems, `${objecttype} with a ${geometry.type}`)
    geometry = null
  }
  staging.addMember(delivery.index, order, {
    objecttype,
    id,
    body: JSON.stringify(properties),
    geometry: geometry ? packGeometry(geometry) : null,
  })
}

/** Through JSON, so that nothing of the file's text stays alive with it. */
function keep(delivery: Delivery, member: Member): void {
  const { objecttype, id, properties } = member
  const own = JSON.parse(JSON.stringify({ objecttype, id, properties })) as Administrative
  delivery.administrative.set(own.id, own)
  if (objecttype !== 'Utiliteitsnet') return
  delivery.networks.set(own.id, {
    id: own.id,
    theme: codeOf(own.properties, 'thema'),
    standardDepthM: metresOf(own.properties, 'standaardDieptelegging'),
  })
}

function noteDocument(delivery: Delivery, { objecttype, id, properties }: Member): void {
  const path = textOf(properties, 'bestandLocatie')!
  const known = delivery.documents.get(path)
  if (known) {
    known.references++
    return
  }
  const use: DocumentUse = {
    path,
    owner: /^bronnen\/([A-Za-z0-9]{6})\//.exec(path)?.[1] ?? operatorOf(id),
    kind:
      objecttype === 'EisVoorzorgsmaatregelBijlage'
        ? 'eis_voorzorgsmaatregel'
        : (codeOf(properties, 'extraInfoType') ?? codeOf(properties, 'bijlageType') ?? 'overig'),
    theme: objecttype === 'EisVoorzorgsmaatregelBijlage' ? codeOf(properties, 'thema') : null,
    precaution: objecttype === 'EisVoorzorgsmaatregelBijlage' ? textOf(properties, 'eisVoorzorgsmaatregel') : null,
    mediaType: codeIn(textOf(properties, 'bestandMediaType') ?? '') || null,
    identifier: textOf(properties, 'bestandIdentificator'),
    references: 1,
  }
  const own = JSON.parse(JSON.stringify(use)) as DocumentUse
  delivery.documents.set(own.path, own)
}

function count(counts: Map<string, number>, key: string): void {
  const before = counts.get(key)
  counts.set(before === undefined ? copy(key) : key, (before ?? 0) + 1)
}
