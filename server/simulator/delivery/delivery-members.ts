/** The members of a delivery about its parties: operators, their interests and letters, their networks as such. */

import { dutchTime } from '../dutch-time.ts'
import { KIND_VALUE } from '../orders/kinds.ts'
import { ENERGY, HEAT, type Net, type Operator, PIPELINE, TOWN, WATER } from '../town/operators.ts'
import type { DetailKind } from '../town/world-object.ts'
import { cutOf, type DeliveryOrder, hasDelivered, NOTICE, POLYGON_CLASS, partyId } from './delivery-order.ts'
import {
  code,
  documentElements,
  documentPath,
  element,
  escapeXml,
  href,
  identification,
  idOf,
  lifeOf,
  member,
  netId,
} from './gml-elements.ts'
import { precautionCode } from './gml-map.ts'

/** What the networks turned out to hold here, gathered while they were written. */
export interface NetworkContents {
  nets: Set<Net>
  topography: Map<Operator, string[]>
  /** For which precautions are demanded. */
  precautions: Set<Net>
  details: Map<string, { operator: Operator; kind: DetailKind }>
}

export const GENERAL_DOCUMENT = 'SIM_algemeen'
export const precautionDocument = ({ theme }: Net): string => `SIM_EV_${theme}`
/** Operators that add a general letter. */
export const LETTERS: readonly Operator[] = [ENERGY, TOWN]

/** Version 3 has no place for them. */
export const hasLetters = ({ version }: DeliveryOrder): boolean => version === 2

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
    href('us-net-common:authorityRole', AUTHORITY_ROLES.get(net.operator) ?? `${ROLE}operator`),
    '<us-net-common:disclaimer><gmd:PT_FreeText><gmd:textGroup>',
    `<gmd:LocalisedCharacterString>${NOTICE}</gmd:LocalisedCharacterString>`,
    '</gmd:textGroup></gmd:PT_FreeText></us-net-common:disclaimer>',
    identification(`${net.operator.code}.${net.local}`),
    lifeOf('imkl', net.operator),
    // A day that means "not over".
    net.operator === TOWN ? element('imkl:endLifespanVersion', '9999-01-01T00:00:00') : '',
    net.operator === WATER ? element('imkl:label', net.local) : '',
    net.operator === TOWN ? element('imkl:omschrijving', `${net.theme} van de gemeente`) : '',
    code('imkl:thema', 'Thema', net.theme),
    net.operator === HEAT
      ? ''
      : `<imkl:standaardDieptelegging uom="urn:ogc:def:uom:OGC::m">${net.standardDepthM}</imkl:standaardDieptelegging>`,
  )

const ROLE = 'http://inspire.ec.europa.eu/codelist/RelatedPartyRoleValue/'
/** Who is more, or says nothing. */
const AUTHORITY_ROLES = new Map<Operator, string>([
  [TOWN, `${ROLE}owner`],
  [HEAT, ''],
])

export const operatorMembers = (operator: Operator, order: DeliveryOrder, found: NetworkContents): string => {
  const delivered = hasDelivered(operator, order)
  const nets = [...found.nets].filter((net) => net.operator === operator)
  const topography = found.topography.get(operator) ?? []
  const involved = nets.length > 0 || topography.length > 0
  const precautions = [...found.precautions].filter((net) => net.operator === operator)
  const letter = delivered && involved && hasLetters(order) && LETTERS.includes(operator)
  // Its pipe lies in the strip around the excavation only, as the answer to a calamity says as well.
  const touched =
    order.request.informatiePolygoon && operator === PIPELINE ? 'Informatiepolygoon' : POLYGON_CLASS[order.klicType]
  const party = `_Belanghebbende_${order.klicNumber}`
  const interest = `_Belang_${operator.code}-1`
  const letterLocal = 'BijlageAlgemeen_1'
  const precautionLocal = ({ theme }: Net): string => `_EisVoorzorgsmaatregelBijlage_${order.klicNumber}_${theme}`
  const contact = (number: number): string =>
    `<imkl:naam>Loket ${escapeXml(operator.name)}</imkl:naam><imkl:telefoon>+31 88 000 0${number} 0${operator.code.slice(-1)}</imkl:telefoon><imkl:email>klic@${operator.code.toLowerCase()}.example</imkl:email>`
  const forKind = (name: string, number: number): string =>
    `<imkl:${name}><imkl:AanvraagSoortContact>${code('imkl:aanvraagSoort', 'AanvraagSoortValue', KIND_VALUE[order.klicType])}${contact(number)}</imkl:AanvraagSoortContact></imkl:${name}>`
  const life = lifeOf('imkl', operator)
  return [
    member(
      'imkl:Belanghebbende',
      partyId(operator, order),
      identification(`${operator.code}.${party}`, delivered ? 1 : 0),
      element('imkl:beginLifespanVersion', dutchTime(order.composedAtMs)),
      `<imkl:beheerdersinformatieGeleverd>${delivered}</imkl:beheerdersinformatieGeleverd>`,
      delivered ? `<imkl:betrokkenBijAanvraag>${involved}</imkl:betrokkenBijAanvraag>` : '',
      delivered && involved
        ? `<imkl:indicatieEisVoorzorgsmaatregel>${precautions.length > 0}</imkl:indicatieEisVoorzorgsmaatregel>`
        : '',
      ...nets.map((net) => href('imkl:utiliteitsnet', netId(net))),
      ...topography.map((id) => href('imkl:eigenTopografie', id)),
      letter ? href('imkl:bijlage', idOf(operator, letterLocal)) : '',
      ...precautions.map((net) => href('imkl:bijlage', idOf(operator, precautionLocal(net)))),
      href(`imkl:geraaktBelangBij${touched}`, idOf(operator, interest)),
      href('imkl:netbeheerder', idOf(operator, '_Beheerder')),
    ),
    member(
      'imkl:Belang',
      idOf(operator, interest),
      identification(`${operator.code}._Belang_${operator.code}`, 1),
      life,
      element('imkl:omschrijving', `${operator.code}_1`),
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
      `<imkl:organisatie><imkl:Organisatie>${element('imkl:naam', operator.name)}${operator === ENERGY ? element('imkl:kvkNummer', '90009001') : ''}</imkl:Organisatie></imkl:organisatie>`,
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
    ...precautions.map((net) =>
      member(
        'imkl:EisVoorzorgsmaatregelBijlage',
        idOf(operator, precautionLocal(net)),
        identification(`${operator.code}.${precautionLocal(net)}`),
        life,
        code('imkl:bijlageType', 'BijlageTypeValue', 'eisVoorzorgsmaatregel'),
        documentElements(documentPath(operator, order.klicNumber, precautionDocument(net))),
        code('imkl:thema', 'Thema', net.theme),
        element('imkl:eisVoorzorgsmaatregel', precautionCode(net, cutOf(order))),
        element('imkl:toelichting', NOTICE),
      ),
    ),
  ].join('')
}
