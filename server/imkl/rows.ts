/**
 * Turns a feature, in all its versions, into the row of its layer: the flat schema of section 10 of the delivery
 * reference. Attributes come from the version of the latest delivery; what is per request (precaution codes, letters)
 * comes from all. Units are those in the column names; unknown is null.
 */
import { type Cell, LAYERS, type Row } from '../domain/layers.ts'
import { themeOf } from '../domain/themes.ts'
import { appurtenanceType } from './appurtenance-types.ts'
import { hasLinks, operatorOf } from './classes.ts'
import type { Delivery, Network } from './delivery.ts'
import { compare } from './operators.ts'
import {
  accuracyCmOf,
  addressOf,
  booleanOf,
  codeIn,
  codeOf,
  codesOf,
  dateOf,
  fieldOf,
  listIn,
  metresOf,
  millimetresOf,
  numberIn,
  numberOf,
  positive,
  structuresOf,
  textOf,
  textsOf,
} from './properties.ts'
import type { Properties } from './read.ts'
import type { Staging } from './staging.ts'
import { labelOf } from './value-lists.ts'

export interface Version {
  delivery: Delivery
  properties: Properties
}

/** One feature: all versions of one class and gml:id, latest delivery first. */
export interface Feature {
  order: number
  objecttype: string
  id: string
  versions: readonly Version[]
}

/** What the lines of a feature add to its row; null for what is no line. */
export interface LineFacts {
  isFictitious: boolean
  isCutOff: boolean
  parts: number
  lengthM: number | null
}

/** What a row needs beyond its own feature. */
export interface RowContext {
  deliveries: readonly Delivery[]
  staging: Staging
  /** Properties by which any member points to another: saves asking for what nobody has. */
  referenceKinds: ReadonlySet<string>
  /** Name of an operator. */
  operatorName(code: string): string | null
  /** Operators that did not deliver, for the request polygon of a delivery. */
  notDelivered(delivery: Delivery): string[]
}

export function themeOfFeature(feature: Feature): string | null {
  return networkOf(feature)?.theme ?? null
}

function networkOf({ versions }: Feature): Network | undefined {
  for (const { delivery, properties } of versions) {
    const network = delivery.networks.get(textOf(properties, 'inNetwork') ?? '')
    if (network) return network
  }
  return undefined
}

export function rowOf(feature: Feature, line: LineFacts | null, context: RowContext): Row {
  const layer = LAYERS[feature.order]!.name
  const row = commonCells(feature, context)
  if (layer === 'kabel_of_leiding' || layer === 'kabel_en_leiding_container')
    return { ...row, ...networkCells(feature, context), ...lineCells(feature, line, context) }
  if (layer === 'leidingelement') return { ...row, ...networkCells(feature, context), ...appurtenanceCells(feature) }
  if (layer === 'containerleidingelement')
    return { ...row, ...networkCells(feature, context), ...elementCells(feature) }
  if (layer === 'extra_geometrie') return { ...row, ...extraGeometryCells(feature, context) }
  if (layer === 'eis_voorzorgsmaatregel') return { ...row, ...precautionCells(feature) }
  if (layer === 'diepte') return { ...row, ...depthCells(feature) }
  if (layer === 'aanvraag_polygoon') return { ...row, ...requestCells(feature, context) }
  if (layer.startsWith('eigen_topografie')) return { ...row, ...topographyCells(feature) }
  if (layer.startsWith('extra_detailinfo')) return { ...row, ...detailCells(feature) }
  return { ...row, ...drawingCells(feature, layer) }
}

const latest = (feature: Feature): Properties => feature.versions[0]!.properties

export const klicNumbersOf = ({ versions }: Feature): string =>
  [...new Set(versions.map(({ delivery }) => delivery.klicNumber))].sort(compare).join(',')

function commonCells(feature: Feature, context: RowContext): Row {
  const theme = themeOfFeature(feature)
  const operator = operatorOf(feature.id)
  const properties = latest(feature)
  return {
    id: feature.id,
    objecttype: feature.objecttype,
    thema: theme,
    thema_naam: theme === null ? null : (themeOf(theme)?.nl ?? theme),
    bronhouder: operator || null,
    netbeheerder: context.operatorName(operator),
    klic_nummer: klicNumbersOf(feature),
    net_id: textOf(properties, 'inNetwork'),
    label: textOf(properties, 'label'),
    omschrijving: textOf(properties, 'omschrijving'),
  }
}

function networkCells(feature: Feature, context: RowContext): Row {
  const properties = latest(feature)
  const status = codeOf(properties, 'currentStatus')
  const base = structuresOf(properties, 'BGT_ID')[0]
  return {
    status,
    status_naam: labelOf('status', status),
    aanlegdatum: dateOf(properties, 'validFrom'),
    verwijderdatum: dateOf(properties, 'validTo'),
    verticale_positie: labelOf('verticalPosition', codeOf(properties, 'verticalPosition')),
    bovengronds_zichtbaar: booleanOf(properties, 'bovengrondsZichtbaar'),
    nauwkeurigheid_xy_cm: accuracyCmOf(properties, 'geoNauwkeurigheidXY'),
    toelichting: textOf(properties, 'toelichting'),
    standaard_diepte_m: networkOf(feature)?.standardDepthM ?? null,
    diepte_m: depthOf(properties, context),
    bgt_id: base ? (fieldOf(base, 'lokaalID') ?? fieldOf(base, 'lokaalId')) : textOf(properties, 'BGT_ID'),
    versie_vanaf: dateOf(properties, 'beginLifespanVersion'),
  }
}

/** Only when the feature itself refers to a depth, never by nearness; the smallest if there are several. */
function depthOf(properties: Properties, { deliveries, staging }: RowContext): number | null {
  let depth: number | null = null
  for (const id of textsOf(properties, 'dieptelegging'))
    for (const { index } of deliveries) {
      const target = staging.find(index, id)
      if (target?.objecttype !== 'DiepteTovMaaiveld') continue
      const level = metresOf(JSON.parse(target.body) as Properties, 'dieptePeil')
      if (level !== null && (depth === null || level < depth)) depth = level
      break
    }
  return depth
}

const PRODUCTS = [
  'oilGasChemicalsProductType',
  'waterType',
  'sewerWaterType',
  'thermalProductType',
  'telecommunicationsCableMaterialType',
] as const
const CONTENTS = ['cables', 'pipes', 'ducts'] as const

function lineCells(feature: Feature, line: LineFacts | null, context: RowContext): Row {
  const properties = latest(feature)
  const codes = PRODUCTS.flatMap((name) => codesOf(properties, name))
  // Class Overig says it in words.
  const products = [...codes.map((code) => labelOf('product', code)), ...textsOf(properties, 'producttype')]
  return {
    product: products.join(', ') || null,
    materiaal: labelOf('material', codeOf(properties, 'buismateriaalType')),
    diameter_mm: millimetresOf(properties, 'pipeDiameter') ?? millimetresOf(properties, 'kabelDiameter'),
    breedte_mm: millimetresOf(properties, 'ductWidth'),
    druk_bar: positive(numberOf(properties, 'pressure')),
    spanning_v: positive(numberOf(properties, 'operatingVoltage')),
    nominale_spanning_v: positive(numberOf(properties, 'nominalVoltage')),
    aantal_kabels_leidingen: numberOf(properties, 'aantalKabelsLeidingen'),
    leveringsnetwerk: labelOf('deliveryType', codeOf(properties, 'utilityDeliveryType')),
    waarschuwing: labelOf('warningType', codeOf(properties, 'warningType')),
    fictief: line?.isFictitious ?? false,
    in_container: containersOf(feature, context),
    afgekapt: line?.isCutOff ?? false,
    aantal_delen: line?.parts ?? 0,
    lengte_m: line?.lengthM ?? null,
  }
}

function containersOf({ id }: Feature, { staging, referenceKinds }: RowContext): string | null {
  const containers = new Set<string>()
  for (const property of CONTENTS)
    if (referenceKinds.has(property)) for (const { from } of staging.referrers(property, id)) containers.add(from)
  return [...containers].sort(compare).join(',') || null
}

const rotationOf = (properties: Properties): number | null => numberOf(properties, 'rotatiehoekSymbool')

function appurtenanceCells(feature: Feature): Row {
  const properties = latest(feature)
  const uri = textOf(properties, 'appurtenanceType')
  const { label, symbol } = appurtenanceType(listIn(uri ?? ''), codeIn(uri ?? ''))
  return {
    type: uri === null ? null : codeIn(uri),
    type_naam: uri === null ? null : label,
    type_lijst: uri === null ? null : listIn(uri) || null,
    symbool: symbol,
    rotatie: rotationOf(properties),
    hoogte_m: metresOf(properties, 'hoogte'),
    ean_code: textOf(properties, 'eanCode'),
  }
}

function elementCells(feature: Feature): Row {
  const properties = latest(feature)
  const height = metresOf(properties, 'towerHeight') ?? metresOf(properties, 'poleHeight')
  return { rotatie: rotationOf(properties), hoogte_m: height ?? metresOf(properties, 'hoogte') }
}

/** An outline has no status of its own: it is that of the object it belongs to, in whichever delivery that is. */
function extraGeometryCells({ id }: Feature, { staging, referenceKinds }: RowContext): Row {
  for (const property of ['extraGeometrie', 'heeftExtraInformatie']) {
    if (!referenceKinds.has(property)) continue
    for (const { delivery, from } of staging.referrers(property, id)) {
      const owner = staging.find(delivery, from)
      if (owner === undefined || owner.body === '') continue
      const status = codeOf(JSON.parse(owner.body) as Properties, 'currentStatus')
      return {
        eigenaar_id: from,
        eigenaar_objecttype: owner.objecttype,
        status,
        status_naam: labelOf('status', status),
      }
    }
  }
  return { eigenaar_id: null, eigenaar_objecttype: null, status: null, status_naam: null }
}

/** Codes and letters are per request: the same area has another code in another kind of request. */
function precautionCells(feature: Feature): Row {
  const texts = (name: string): string | null =>
    joined(feature.versions.map(({ properties }) => textOf(properties, name)))
  const contacts = feature.versions.flatMap(({ properties }) => structuresOf(properties, 'contactVoorzorgsmaatregel'))
  const operator = operatorOf(feature.id)
  const letters = feature.versions.flatMap(({ delivery, properties }) => {
    const theme = delivery.networks.get(textOf(properties, 'inNetwork') ?? '')?.theme ?? null
    const code = textOf(properties, 'eisVoorzorgsmaatregel')
    const own = [...delivery.documents.values()].filter(
      (document) =>
        document.kind === 'eis_voorzorgsmaatregel' && document.owner === operator && document.theme === theme,
    )
    const exact = own.filter(({ precaution }) => precaution === code)
    return (exact.length > 0 ? exact : own).map(({ path }) => path)
  })
  return {
    eis: texts('eisVoorzorgsmaatregel'),
    net_omschrijving: texts('netbeheerderNetOmschrijving'),
    net_aanduiding: texts('netbeheerderNetAanduiding'),
    werk_aanduiding: texts('netbeheerderWerkAanduiding'),
    contact_naam: joined(contacts.map((contact) => fieldOf(contact, 'naam'))),
    contact_telefoon: joined(contacts.map((contact) => fieldOf(contact, 'telefoon'))),
    contact_email: joined(contacts.map((contact) => fieldOf(contact, 'email'))),
    bijlage: joined(letters),
  }
}

const joined = (values: readonly (string | null)[]): string | null =>
  [...new Set(values.filter((value) => value !== null))].join(', ') || null

function depthCells(feature: Feature): Row {
  const properties = latest(feature)
  return {
    diepte_m: metresOf(properties, 'dieptePeil'),
    referentie: feature.objecttype === 'DiepteNAP' ? 'NAP' : 'maaiveld',
    maaiveld_nap_m: metresOf(properties, 'maaiveldPeil'),
    meetpunt: labelOf('depthPoint', codeOf(properties, 'diepteAangrijpingspunt')),
    nauwkeurigheid_cm: accuracyCmOf(properties, 'diepteNauwkeurigheid'),
    datum_meting: dateOf(properties, 'datumOpmetingDieptePeil'),
    rotatie: rotationOf(properties),
  }
}

/** On a line the rotation means nothing: its own direction counts. */
function drawingCells(feature: Feature, layer: string): Row {
  const properties = latest(feature)
  const anchor = structuresOf(properties, 'labelpositie')[0]
  const position = (name: string): Cell => numberIn(codeIn(fieldOf(anchor, name) ?? '') || null)
  return {
    type: codeOf(properties, 'maatvoeringsType') ?? codeOf(properties, 'annotatieType'),
    tekst: textOf(properties, 'label'),
    rotatie: layer.endsWith('_punt') ? numberOf(properties, 'rotatiehoek') : null,
    anker_h: position('aangrijpingHorizontaal'),
    anker_v: position('aangrijpingVerticaal'),
  }
}

function topographyCells(feature: Feature): Row {
  const properties = latest(feature)
  const type = codeOf(properties, 'typeTopografischObject')
  return { status: codeOf(properties, 'status'), type, type_naam: labelOf('topographyType', type) }
}

function detailCells(feature: Feature): Row {
  const properties = latest(feature)
  const type = codeOf(properties, 'extraInfoType')
  const address = addressOf(properties, 'adres')
  return {
    type,
    type_naam: labelOf('detailType', type),
    bestand: textOf(properties, 'bestandLocatie'),
    media_type: codeOf(properties, 'bestandMediaType'),
    adres: address.text,
    bag_id: address.bagId,
  }
}

function requestCells(feature: Feature, context: RowContext): Row {
  const { delivery } = feature.versions[0]!
  const request = requestOf(delivery)
  return {
    soort: feature.objecttype,
    aanvraagsoort: labelOf('requestType', codeOf(request, 'aanvraagSoort')),
    referentie: textOf(request, 'referentie'),
    aanvraagdatum: dateOf(request, 'aanvraagDatum'),
    volgnummer: delivery.sequence,
    compleet: delivery.complete,
    niet_geleverd: context.notDelivered(delivery).join(',') || null,
  }
}

export const requestOf = (delivery: Delivery): Properties =>
  [...delivery.administrative.values()].find(({ objecttype }) => objecttype === 'GebiedsinformatieAanvraag')
    ?.properties ?? {}

/** Does the class take its geometry through links? */
export const isLinked = (feature: Feature): boolean => hasLinks(feature.objecttype)
