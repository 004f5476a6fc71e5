/** The members of a delivery about its parties: operators, their interests and letters, their networks as such. */
import { cutOf, type DeliveryOrder, hasDelivered, NOTICE, POLYGON_CLASS, partyId } from './delivery-order.ts'
import { dutchTime } from './dutch-time.ts'
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
} from './gml-elements.ts'
import { KIND_VALUE } from './kinds.ts'
import { ENERGY, type Net, type Operator, PIPELINE, TOWN } from './operators.ts'

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
      net.networkType === 'overig'
        ? 'http://definities.geostandaarden.nl/imkl2015/id/waarde/UtilityNetworkTypeIMKLValue/overig'
        : `http://inspire.ec.europa.eu/codelist/UtilityNetworkTypeValue/${net.networkType}`,
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
  // Its pipe lies in the strip around the excavation only, as the answer to a calamity says as well.
  const touched =
    order.request.informatiePolygoon && operator === PIPELINE ? 'Informatiepolygoon' : POLYGON_CLASS[order.klicType]
  const party = `_Belanghebbende_${order.klicNumber}`
  const interest = `_Belang_${operator.code}-1`
  const letterLocal = 'BijlageAlgemeen_1'
  const precautionLocal = `_EisVoorzorgsmaatregelBijlage_${order.klicNumber}_gasHogeDruk`
  const contact = (number: number): string =>
    `<imkl:naam>Loket ${escaped(operator.name)}</imkl:naam><imkl:telefoon>+31 88 000 0${number} 0${operator.code.slice(-1)}</imkl:telefoon><imkl:email>klic@${operator.code.toLowerCase()}.example</imkl:email>`
  const forKind = (name: string, number: number): string =>
    `<imkl:${name}><imkl:AanvraagSoortContact>${code('imkl:aanvraagSoort', 'AanvraagSoortValue', KIND_VALUE[order.klicType])}${contact(number)}</imkl:AanvraagSoortContact></imkl:${name}>`
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
      href(`imkl:geraaktBelangBij${touched}`, idOf(operator, interest)),
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
