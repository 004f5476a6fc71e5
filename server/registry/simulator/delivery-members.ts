/** The members of a delivery that are no network: the request, the parties, their letters, the networks as such. */
import type { Ring } from '../../domain/geometry.ts'
import type { KlicType } from '../../domain/klic.ts'
import { dutchTime } from './dutch-time.ts'
import type { Cut } from './gml.ts'
import {
  code,
  documentElements,
  documentPath,
  element,
  escaped,
  href,
  identification,
  idOf,
  member,
  netId,
  polygon,
} from './gml-elements.ts'
import type { WireAddress, WireContact, WireParty, WireRequest } from './model.ts'
import { ENERGY, type Net, OPERATORS, type Operator, TOWN } from './operators.ts'

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

export const NOTICE = 'SIMULATIE: verzonnen gegevens, niet gebruiken om te graven.'

const REQUEST_KIND = { GRAAF: 'graafmelding', ORIENT: 'orientatieverzoek' } as const
const POLYGON_CLASS = { GRAAF: 'Graafpolygoon', ORIENT: 'Orientatiepolygoon' } as const
const MADE: Operator = { code: 'KA0000', name: 'Simulatie', themes: [] }

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

export const headMembers = (order: DeliveryOrder): string => {
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

export const hasDelivered = (operator: Operator, order: DeliveryOrder): boolean =>
  !order.missing.includes(operator.code)
const partyId = (operator: Operator, order: DeliveryOrder): string =>
  `${idOf(operator, `_Belanghebbende_${order.klicNumber}`)}-${hasDelivered(operator, order) ? 1 : 0}`

/** What the networks turned out to hold here, gathered while they were written. */
export interface Found {
  nets: Set<Net>
  topography: Map<Operator, string[]>
  precaution: boolean
  profile: boolean
}

export const GENERAL_DOCUMENT = 'SIM_algemeen'
export const PRECAUTION_DOCUMENT = 'SIM_EV_gasHogeDruk'
/** Operators that add a general letter. */
export const LETTERS: readonly Operator[] = [ENERGY, TOWN]

export const netMember = (net: Net): string =>
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

export const operatorMembers = (operator: Operator, order: DeliveryOrder, found: Found): string => {
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

export const cutOf = (order: DeliveryOrder): Cut => ({
  ring: order.ring,
  klicNumber: order.klicNumber,
  precautionCode: `${order.klicType === 'GRAAF' ? 'G' : 'O'}_SIM_GHD`,
})
