/**
 * Makes the delivery of one request: a ZIP in the layout of a real one, with an IMKL 2.0 file of invented networks.
 * The same request gives the same bytes. The GML is written while the ZIP is read, so size costs no memory.
 * Every file in it says that it is simulated.
 */
import { Readable } from 'node:stream'
import yazl from 'yazl'
import type { Ring } from '../../domain/geometry.ts'
import type { KlicType } from '../../domain/klic.ts'
import { backgroundPng } from './background.ts'
import { extentOf } from './clip.ts'
import { dutchTime } from './dutch-time.ts'
import {
  type Cut,
  code,
  documentElements,
  documentPath,
  element,
  escaped,
  href,
  identification,
  idOf,
  member,
  membersOf,
  netId,
  PROFILE_DOCUMENT,
  polygon,
} from './gml.ts'
import type { WireAddress, WireContact, WireParty, WireRequest } from './model.ts'
import { objectsOf, type WorldObject } from './networks.ts'
import { ENERGY, FIBRE, fibreIsLate, NETS, type Net, OPERATORS, type Operator, TOWN } from './operators.ts'
import { textPdf } from './pdf.ts'
import { runsNear } from './streets.ts'

export interface DeliveryOrder {
  klicNumber: string
  orderNumber: string
  position: string
  sequence: number
  complete: boolean
  requestedAtMs: number
  composedAtMs: number
  klicType: KlicType
  /** The request as filed. */
  request: WireRequest
  /** Closed, RD metres: what is cut to. */
  ring: Ring
  /** Codes of operators that have not answered yet. */
  missing: readonly string[]
  /** No operator has anything here. */
  empty: boolean
  /** 1 is a house every 24 m of street in a suburb; 2 is twice as many. */
  density: number
}

export const deliveryName = (order: Pick<DeliveryOrder, 'klicNumber' | 'sequence'>): string =>
  `Levering_${order.klicNumber}_${order.sequence}.zip`

/**
 * Operators without an answer, apart from a scenario. Harder than Kadaster: the delivery may still be called complete,
 * so that a reader is proven to look at each operator and not at that one flag.
 */
export const lateOperators = (ring: Ring): string[] => {
  const { minX, minY, maxX, maxY } = extentOf(ring)
  return fibreIsLate((minX + maxX) / 2, (minY + maxY) / 2) ? [FIBRE.code] : []
}

const NOTICE = 'SIMULATIE: verzonnen gegevens, niet gebruiken om te graven.'

const REQUEST_KIND = { GRAAF: 'graafmelding', ORIENT: 'orientatieverzoek' } as const
const POLYGON_CLASS = { GRAAF: 'Graafpolygoon', ORIENT: 'Orientatiepolygoon' } as const
const MADE: Operator = { code: 'KA0000', name: 'Simulatie', themes: [] }

const NAMESPACES: Record<string, string> = {
  gml: 'http://www.opengis.net/gml/3.2',
  xlink: 'http://www.w3.org/1999/xlink',
  xsi: 'http://www.w3.org/2001/XMLSchema-instance',
  gmd: 'http://www.isotc211.org/2005/gmd',
  imkl: 'http://www.geostandaarden.nl/imkl/wibon',
  net: 'http://inspire.ec.europa.eu/schemas/net/4.0',
  base: 'http://inspire.ec.europa.eu/schemas/base/3.3',
  base2: 'http://inspire.ec.europa.eu/schemas/base2/2.0',
  'us-net-common': 'http://inspire.ec.europa.eu/schemas/us-net-common/4.0',
  'us-net-el': 'http://inspire.ec.europa.eu/schemas/us-net-el/4.0',
  'us-net-ogc': 'http://inspire.ec.europa.eu/schemas/us-net-ogc/4.0',
  'us-net-sw': 'http://inspire.ec.europa.eu/schemas/us-net-sw/4.0',
  'us-net-wa': 'http://inspire.ec.europa.eu/schemas/us-net-wa/4.0',
  'us-net-th': 'http://inspire.ec.europa.eu/schemas/us-net-th/4.0',
  'us-net-tc': 'http://inspire.ec.europa.eu/schemas/us-net-tc/4.0',
}

const optional = (name: string, text: string | undefined): string => (text ? element(name, text) : '')

const contactGml = (wrapper: string, contact: WireContact | undefined): string =>
  contact
    ? `<imkl:${wrapper}><imkl:Contact>${optional('imkl:naam', contact.naam)}${optional('imkl:telefoon', contact.telefoon)}${optional('imkl:email', contact.email)}</imkl:Contact></imkl:${wrapper}>`
    : ''

const addressGml = (wrapper: string, address: WireAddress | undefined): string =>
  address
    ? `<imkl:${wrapper}><imkl:Adres>${[
        optional('imkl:BAGid', address.BAGid),
        optional('imkl:openbareRuimteNaam', address.openbareRuimteNaam),
        optional('imkl:huisnummer', address.huisnummer),
        optional('imkl:huisletter', address.huisletter),
        optional('imkl:huisnummertoevoeging', address.huisnummertoevoeging),
        optional('imkl:woonplaatsNaam', address.woonplaatsNaam),
        optional('imkl:postcode', address.postcode),
        address.landcode ? href('imkl:landcode', escaped(address.landcode)) : '',
      ].join('')}</imkl:Adres></imkl:${wrapper}>`
    : ''

const partyGml = (
  name: string,
  party: (WireParty & { extraContact?: WireContact | undefined }) | undefined,
): string => {
  if (!party) return ''
  const organisation = party.organisatie
  return `<imkl:${name.toLowerCase()}><imkl:${name}>${contactGml('contactpersoon', party.contactpersoon)}${
    organisation
      ? `<imkl:organisatie><imkl:Organisatie>${optional('imkl:naam', organisation.naam?.[0])}${optional('imkl:kvkNummer', organisation.kvkNummer)}${addressGml('bezoekAdres', organisation.bezoekAdres)}</imkl:Organisatie></imkl:organisatie>`
      : ''
  }${contactGml('extraContact', party.extraContact)}</imkl:${name}></imkl:${name.toLowerCase()}>`
}

const headMembers = (order: DeliveryOrder): string => {
  const { klicNumber, request, klicType } = order
  const requested = dutchTime(order.requestedAtMs)
  const composed = dutchTime(order.composedAtMs)
  const polygonClass = POLYGON_CLASS[klicType]
  const local = (name: string): string => `_${name}_${klicNumber}`
  const delivery = local('GebiedsinformatieLevering')
  const requestId = idOf(MADE, local('GebiedsinformatieAanvraag'))
  const shape = local(polygonClass)
  const life = (when: string): string => element('imkl:beginLifespanVersion', when)
  return (
    member(
      'imkl:GebiedsinformatieLevering',
      `${idOf(MADE, delivery)}-${order.sequence}`,
      identification(`KA0000.${delivery}`, order.sequence),
      life(composed),
      `<imkl:leveringsvolgnummer>${order.sequence}</imkl:leveringsvolgnummer>`,
      element('imkl:datumLeveringSamengesteld', composed),
      `<imkl:indicatieLeveringCompleet>${order.complete}</imkl:indicatieLeveringCompleet>`,
      '<imkl:achtergrondkaart><imkl:Achtergrondkaart>',
      code('imkl:achtergrondkaartSoort', 'AchtergrondkaartSoortValue', 'bgtRaster'),
      element('imkl:kaartreferentie', `bronnen/GB_${klicNumber}.png`),
      '</imkl:Achtergrondkaart></imkl:achtergrondkaart>',
      ...OPERATORS.map((operator) => href('imkl:belanghebbende', partyId(operator, order))),
      href('imkl:aanvraag', requestId),
    ) +
    member(
      'imkl:GebiedsinformatieAanvraag',
      requestId,
      identification(`KA0000.${local('GebiedsinformatieAanvraag')}`),
      life(requested),
      element('imkl:ordernummer', order.orderNumber),
      element('imkl:positienummer', order.position),
      element('imkl:klicMeldnummer', klicNumber),
      partyGml('Aanvrager', request.aanvrager),
      optional('imkl:referentie', request.referentie),
      partyGml('Opdrachtgever', request.opdrachtgever),
      code('imkl:aanvraagSoort', 'AanvraagSoortValue', REQUEST_KIND[klicType]),
      element('imkl:aanvraagDatum', requested),
      ...(request.soortWerkzaamheden ?? []).map((work) => href('imkl:soortWerkzaamheden', escaped(work))),
      optional('imkl:omschrijvingWerkzaamheden', request.omschrijvingWerkzaamheden),
      addressGml('locatieWerkzaamheden', request.locatieWerkzaamheden),
      optional('imkl:locatieOmschrijving', request.locatieOmschrijving),
      optional('imkl:startDatum', request.startDatum),
      optional('imkl:eindDatum', request.eindDatum),
      ...(request.huisaansluitingAdressen ?? []).map((address) => addressGml('huisaansluitingAdressen', address)),
      href(`imkl:${polygonClass.toLowerCase()}`, idOf(MADE, shape)),
    ) +
    member(
      `imkl:${polygonClass}`,
      idOf(MADE, shape),
      identification(`KA0000.${shape}`),
      life(requested),
      `<imkl:geometrie>${polygon(`${idOf(MADE, shape)}_geo`, [order.ring])}</imkl:geometrie>`,
    )
  )
}

const hasDelivered = (operator: Operator, order: DeliveryOrder): boolean => !order.missing.includes(operator.code)
const partyId = (operator: Operator, order: DeliveryOrder): string =>
  `${idOf(operator, `_Belanghebbende_${order.klicNumber}`)}-${hasDelivered(operator, order) ? 1 : 0}`

/** What the networks turned out to hold here, gathered while they were written. */
interface Found {
  nets: Set<Net>
  topography: Map<Operator, string[]>
  precaution: boolean
  profile: boolean
}

const GENERAL_DOCUMENT = 'SIM_algemeen'
const PRECAUTION_DOCUMENT = 'SIM_EV_gasHogeDruk'
/** Operators that add a general letter. */
const LETTERS: readonly Operator[] = [ENERGY, TOWN]

const netMember = (net: Net): string =>
  member(
    'imkl:Utiliteitsnet',
    netId(net),
    href(
      'us-net-common:utilityNetworkType',
      `http://inspire.ec.europa.eu/codelist/UtilityNetworkTypeValue/${net.networkType}`,
    ),
    href('us-net-common:authorityRole', 'http://inspire.ec.europa.eu/codelist/RelatedPartyRoleValue/operator'),
    '<us-net-common:disclaimer><gmd:PT_FreeText><gmd:textGroup>',
    `<gmd:LocalisedCharacterString>${NOTICE}</gmd:LocalisedCharacterString>`,
    '</gmd:textGroup></gmd:PT_FreeText></us-net-common:disclaimer>',
    identification(`${net.operator.code}.${net.local}`),
    element('imkl:beginLifespanVersion', '2024-03-18T00:00:00+01:00'),
    code('imkl:thema', 'Thema', net.theme),
    `<imkl:standaardDieptelegging uom="urn:ogc:def:uom:OGC::m">${net.standardDepthM}</imkl:standaardDieptelegging>`,
  )

const operatorMembers = (operator: Operator, order: DeliveryOrder, found: Found): string => {
  const delivered = hasDelivered(operator, order)
  const nets = [...found.nets].filter((net) => net.operator === operator)
  const topography = found.topography.get(operator) ?? []
  const involved = nets.length > 0 || topography.length > 0
  const precaution = operator === ENERGY && found.precaution
  const letter = delivered && involved && LETTERS.includes(operator)
  const party = `_Belanghebbende_${order.klicNumber}`
  const interest = `_Belang_${operator.code}-1`
  const letterLocal = 'BijlageAlgemeen_1'
  const precautionLocal = `_EisVoorzorgsmaatregelBijlage_${order.klicNumber}_gasHogeDruk`
  const contact = (number: number): string =>
    `<imkl:naam>Loket ${escaped(operator.name)}</imkl:naam><imkl:telefoon>+31 88 000 0${number} 0${operator.code.slice(-1)}</imkl:telefoon><imkl:email>klic@${operator.code.toLowerCase()}.example</imkl:email>`
  const forKind = (name: string, number: number): string =>
    `<imkl:${name}><imkl:AanvraagSoortContact>${code('imkl:aanvraagSoort', 'AanvraagSoortValue', REQUEST_KIND[order.klicType])}${contact(number)}</imkl:AanvraagSoortContact></imkl:${name}>`
  const life = element('imkl:beginLifespanVersion', '2024-03-18T00:00:00+01:00')
  return [
    member(
      'imkl:Belanghebbende',
      partyId(operator, order),
      identification(`${operator.code}.${party}`, delivered ? 1 : 0),
      element('imkl:beginLifespanVersion', dutchTime(order.composedAtMs)),
      `<imkl:beheerdersinformatieGeleverd>${delivered}</imkl:beheerdersinformatieGeleverd>`,
      delivered ? `<imkl:betrokkenBijAanvraag>${involved}</imkl:betrokkenBijAanvraag>` : '',
      delivered && involved
        ? `<imkl:indicatieEisVoorzorgsmaatregel>${precaution}</imkl:indicatieEisVoorzorgsmaatregel>`
        : '',
      ...nets.map((net) => href('imkl:utiliteitsnet', netId(net))),
      ...topography.map((id) => href('imkl:eigenTopografie', id)),
      letter ? href('imkl:bijlage', idOf(operator, letterLocal)) : '',
      precaution ? href('imkl:bijlage', idOf(operator, precautionLocal)) : '',
      href(`imkl:geraaktBelangBij${POLYGON_CLASS[order.klicType]}`, idOf(operator, interest)),
      href('imkl:netbeheerder', idOf(operator, '_Beheerder')),
    ),
    member(
      'imkl:Belang',
      idOf(operator, interest),
      identification(`${operator.code}._Belang_${operator.code}`, 1),
      life,
      forKind('contactAanvraag', 1),
      ...operator.themes.map((theme) => code('imkl:thema', 'Thema', theme)),
      forKind('contactNetinformatie', 2),
      `<imkl:contactBeschadiging><imkl:Contact>${contact(3)}</imkl:Contact></imkl:contactBeschadiging>`,
    ),
    member(
      'imkl:Beheerder',
      idOf(operator, '_Beheerder'),
      identification(`${operator.code}._Beheerder`),
      life,
      element('imkl:bronhoudercode', operator.code),
      `<imkl:organisatie><imkl:Organisatie>${element('imkl:naam', operator.name)}</imkl:Organisatie></imkl:organisatie>`,
    ),
    letter
      ? member(
          'imkl:Bijlage',
          idOf(operator, letterLocal),
          identification(`${operator.code}.${letterLocal}`),
          life,
          code('imkl:bijlageType', 'BijlageTypeValue', 'algemeen'),
          documentElements(documentPath(operator, order.klicNumber, GENERAL_DOCUMENT)),
        )
      : '',
    precaution
      ? member(
          'imkl:EisVoorzorgsmaatregelBijlage',
          idOf(operator, precautionLocal),
          identification(`${operator.code}.${precautionLocal}`),
          life,
          code('imkl:bijlageType', 'BijlageTypeValue', 'eisVoorzorgsmaatregel'),
          documentElements(documentPath(operator, order.klicNumber, PRECAUTION_DOCUMENT)),
          code('imkl:thema', 'Thema', 'gasHogeDruk'),
          element('imkl:eisVoorzorgsmaatregel', cutOf(order).precautionCode),
          element('imkl:toelichting', NOTICE),
        )
      : '',
  ].join('')
}

const cutOf = (order: DeliveryOrder): Cut => ({
  ring: order.ring,
  klicNumber: order.klicNumber,
  precautionCode: `${order.klicType === 'GRAAF' ? 'G' : 'O'}_SIM_GHD`,
})

const noteOf = (object: WorldObject, found: Found): void => {
  const { operator } = object.net
  if (object.form === 'topography') {
    const ids = found.topography.get(operator) ?? []
    ids.push(idOf(operator, object.local))
    found.topography.set(operator, ids)
    return
  }
  found.nets.add(object.net)
  if (object.form === 'precaution') found.precaution = true
  if (object.form === 'detail') found.profile = true
}

/** The GI file, member by member; `found` is complete when the last piece is out. */
function* gmlPieces(order: DeliveryOrder, found: Found): Generator<string> {
  const extent = extentOf(order.ring)
  const corner = (x: number, y: number): string => `${x.toFixed(3)} ${y.toFixed(3)}`
  const declared = Object.entries(NAMESPACES).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<gml:FeatureCollection gml:id="gil_${order.klicNumber}_${order.sequence}" xsi:schemaLocation="http://www.geostandaarden.nl/imkl/wibon http://register.geostandaarden.nl/gmlapplicatieschema/imkl/2.0.0/imkl-wibon.xsd"${declared.join('')}>\n<!-- ${NOTICE} -->\n`
  yield `<gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::28992" srsDimension="2"><gml:lowerCorner>${corner(extent.minX, extent.minY)}</gml:lowerCorner><gml:upperCorner>${corner(extent.maxX, extent.maxY)}</gml:upperCorner></gml:Envelope></gml:boundedBy>\n`
  yield headMembers(order)
  if (!order.empty) {
    const cut = cutOf(order)
    for (const run of runsNear(extent)) {
      for (const object of objectsOf(run, extent, order.density)) {
        if (!hasDelivered(object.net.operator, order)) continue
        const members = membersOf(object, cut)
        if (!members) continue
        noteOf(object, found)
        yield members
      }
    }
  }
  for (const net of Object.values(NETS)) if (found.nets.has(net)) yield netMember(net)
  for (const operator of OPERATORS) yield operatorMembers(operator, order, found)
  yield '</gml:FeatureCollection>\n'
}

const BATCH_CHARACTERS = 64 * 1024

function* batches(pieces: Iterable<string>): Generator<Buffer> {
  let batch = ''
  for (const piece of pieces) {
    batch += piece
    if (batch.length < BATCH_CHARACTERS) continue
    yield Buffer.from(batch)
    batch = ''
  }
  yield Buffer.from(batch)
}

const letter = (order: DeliveryOrder, found: Found): Buffer =>
  textPdf([
    `Leveringsbrief ${order.klicNumber} (SIMULATIE)`,
    '',
    NOTICE,
    '',
    `Referentie: ${order.request.referentie ?? ''}`,
    `Levering ${order.sequence}, ${order.complete ? 'compleet' : 'deellevering'}, samengesteld ${dutchTime(order.composedAtMs)}`,
    '',
    'Netbeheerders:',
    ...OPERATORS.map((operator) => {
      const involved = [...found.nets].some((net) => net.operator === operator)
      const state = hasDelivered(operator, order) ? (involved ? 'geleverd' : 'geen belang') : 'NIET GELEVERD'
      return `  ${operator.code}  ${operator.name}: ${state}`
    }),
    ...(found.precaution ? ['', `Eis voorzorgsmaatregel: ${ENERGY.name}. Neem eerst contact op.`] : []),
  ])

const START_PAGE = `<!DOCTYPE html>
<html lang="nl"><head><meta charset="UTF-8"><title>KLIC gebiedsinformatie (simulatie)</title></head>
<body><h1>Simulatie</h1><p>${NOTICE}</p><p>Open het GI-bestand in een KLIC-viewer; de brief LI is een PDF.</p></body></html>
`

/** The ZIP as it is made. Destroy the stream to stop early. */
export const generateDelivery = (order: DeliveryOrder): Readable => {
  const { klicNumber, sequence } = order
  const folder = `${klicNumber}_${sequence}`
  const found: Found = { nets: new Set(), topography: new Map(), precaution: false, profile: false }
  const mtime = new Date(Math.floor(order.composedAtMs / 2000) * 2000)
  const zip = new yazl.ZipFile()
  const add = (path: string, data: Buffer): void => zip.addBuffer(data, `${folder}/${path}`, { mtime })
  const gml = Readable.from(batches(gmlPieces(order, found)), { objectMode: false })

  const addTheRest = (): void => {
    add(`LI_${klicNumber}_${sequence}.pdf`, letter(order, found))
    add('_Startpagina.html', Buffer.from(START_PAGE))
    zip.addEmptyDirectory(`${folder}/bronnen/`, { mtime })
    add(`bronnen/GB_${klicNumber}.png`, backgroundPng(extentOf(order.ring)))
    const addDocument = (operator: Operator, name: string, ...lines: string[]): void =>
      add(documentPath(operator, klicNumber, name).location, textPdf([...lines, '', operator.name, NOTICE]))
    for (const operator of LETTERS) {
      const involved = [...found.nets].some((net) => net.operator === operator) || found.topography.has(operator)
      if (involved) addDocument(operator, GENERAL_DOCUMENT, 'Algemene informatie')
    }
    if (found.profile) addDocument(ENERGY, PROFILE_DOCUMENT, 'Profielschets')
    if (found.precaution) {
      addDocument(ENERGY, PRECAUTION_DOCUMENT, 'Eis voorzorgsmaatregel', `Melding ${klicNumber}`)
    }
    zip.end()
  }

  zip.addEmptyDirectory(`${folder}/`, { mtime })
  zip.addReadStream(gml, `${folder}/GI_gebiedsinformatielevering_${klicNumber}_${sequence}_V2.xml`, { mtime })
  // What else belongs in the ZIP is only known when the networks have been written.
  gml.once('end', addTheRest)
  const out = zip.outputStream as Readable
  out.once('close', () => gml.destroy())
  return out
}
