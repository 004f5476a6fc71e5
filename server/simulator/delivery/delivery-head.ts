/** The first members of a delivery: itself, the request as filed, and the areas that were asked for. */
import polygonClipping from 'polygon-clipping'
import type { Ring } from '../../geometry/geometry.ts'
import { dutchTime } from '../dutch-time.ts'
import type { WireAddress, WireContact, WireParty } from '../model.ts'
import { KIND_VALUE } from '../orders/kinds.ts'
import { MADE, OPERATORS } from '../town/operators.ts'
import { mm } from '../town/streets.ts'
import { type DeliveryOrder, POLYGON_CLASS, partyId } from './delivery-order.ts'
import { area, code, element, escapeXml, href, identification, idOf, member, polygon } from './gml-elements.ts'

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
        address.landcode ? href('imkl:landcode', escapeXml(address.landcode)) : '',
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

/** The whole information area, and for drawing only the ring of it around the excavation. */
const informationMember = (local: string, order: DeliveryOrder, life: string): string => {
  const id = idOf(MADE, local)
  const around = polygonClipping
    .difference([order.ring], [order.areaRing ?? order.ring])
    .map((rings) => rings.map((ring) => ring.map(([x, y]): [number, number] => [mm(x), mm(y)]) as Ring))
  return member(
    'imkl:Informatiepolygoon',
    id,
    identification(`KA0000.${local}`),
    life,
    `<imkl:geometrie>${polygon(MADE, `${id}_geo`, [order.ring])}</imkl:geometrie>`,
    around.length > 0
      ? `<imkl:geometrieVoorVisualisatie>${area(MADE, `${id}_rand`, around)}</imkl:geometrieVoorVisualisatie>`
      : '',
  )
}

/** Of a request in version 2 a delivery in version 3 does not know how and how deep, and then says none of it. */
const worksGml = ({ request, version }: DeliveryOrder): string => {
  const { soortWerkzaamheden = [], werkzaamhedenInfo: info } = request
  const works = (list: readonly string[]): string =>
    list.map((work) => href('imkl:soortWerkzaamheden', escapeXml(work))).join('')
  if (version === 2) return works(soortWerkzaamheden)
  if (!info) return ''
  const methods = (info.methode ?? []).map((method) => href('imkl:methode', escapeXml(method))).join('')
  const depth = href('imkl:maximaleWerkdiepte', escapeXml(info.maximaleWerkdiepte ?? ''))
  return `<imkl:soortWerkzaamheden>${works(info.soortWerkzaamheden ?? [])}${methods}${depth}</imkl:soortWerkzaamheden>`
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
  /** Real answers to an orientation request always say both. */
  const preparation = (what: string, asked: boolean | undefined): string =>
    klicType === 'ORIENT' || asked !== undefined
      ? `<imkl:voorbereiding${what}>${asked ?? false}</imkl:voorbereiding${what}>`
      : ''
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
      code('imkl:aanvraagSoort', 'AanvraagSoortValue', KIND_VALUE[klicType]),
      preparation('CoordinatieCivieleWerken', request.voorbereidingCoordinatieCivieleWerken),
      preparation('MedegebruikFysiekeInfrastructuur', request.voorbereidingMedegebruikFysiekeInfrastructuur),
      element('imkl:aanvraagDatum', requested),
      worksGml(order),
      optional('imkl:omschrijvingWerkzaamheden', request.omschrijvingWerkzaamheden),
      addressGml('locatieWerkzaamheden', request.locatieWerkzaamheden),
      optional('imkl:locatieOmschrijving', request.locatieOmschrijving),
      optional('imkl:startDatum', request.startDatum),
      optional('imkl:eindDatum', request.eindDatum),
      ...(request.huisaansluitingAdressen ?? []).map((address) => addressGml('huisaansluitingAdressen', address)),
      request.informatiePolygoon ? href('imkl:informatiepolygoon', idOf(MADE, local('Informatiepolygoon'))) : '',
      href(`imkl:${polygonClass.toLowerCase()}`, idOf(MADE, shape)),
    ) +
    member(
      `imkl:${polygonClass}`,
      idOf(MADE, shape),
      identification(`KA0000.${shape}`),
      life(requested),
      `<imkl:geometrie>${polygon(MADE, `${idOf(MADE, shape)}_geo`, [order.areaRing ?? order.ring])}</imkl:geometrie>`,
    ) +
    (request.informatiePolygoon ? informationMember(local('Informatiepolygoon'), order, life(requested)) : '')
  )
}
