/**
 * Objects of the world as members of an IMKL 2.0 file, cut to the area of the request: cables, pipes, containers, and
 * what stands on them. Element names and their order are those of real deliveries. Relations are bare gml:ids, and only
 * those are written whose target lies in the area as well.
 */
import { clipArea, clipLine, isInside, touches } from './clip.ts'
import type { Cut } from './delivery-order.ts'
import {
  area,
  curve,
  element,
  href,
  INSPIRE,
  identification,
  idOf,
  inspireId,
  lineString,
  member,
  netId,
  point,
} from './gml-elements.ts'
import {
  depthMember,
  detailMember,
  drawingMember,
  napMember,
  precautionMember,
  siteMember,
  topographyMember,
} from './gml-map.ts'

import { FIBRE } from './operators.ts'
import type { WorldObject } from './world-object.ts'

const LIFE = '<net:beginLifespanVersion>2024-03-18T00:00:00+01:00</net:beginLifespanVersion>'
const IMKL_LIFE = '<imkl:beginLifespanVersion>2024-03-18T00:00:00+01:00</imkl:beginLifespanVersion>'
const VALID = '<us-net-common:validFrom>2015-06-01T00:00:00+02:00</us-net-common:validFrom>'
const position = (value: string): string => element('us-net-common:verticalPosition', value)
const statusOf = (status: string): string =>
  href('us-net-common:currentStatus', `${INSPIRE}ConditionOfFacilityValue/${status}`)
const metres = (name: string, value: number): string => `<${name} uom="urn:ogc:def:uom:OGC::m">${value}</${name}>`
const degrees = (name: string, value: number): string => `<${name} uom="urn:ogc:def:uom:OGC::deg">${value}</${name}>`

type WorldLine = WorldObject & { form: 'line' }

/** What lies in a container, and the depths and documents of a line, as far as they are in the area themselves. */
const relations = (object: WorldLine, { ring }: Cut): { contents: string[]; details: string[] } => {
  const { operator } = object.net
  return {
    contents: (object.contents ?? [])
      .filter(({ line }) => line === object.line || touches(line, ring))
      .map(({ as, local }) => href(`us-net-common:${as}`, idOf(operator, local))),
    details: (object.details ?? [])
      .filter(({ at }) => isInside(at, ring))
      .map(({ as, local }) => href(`imkl:${as}`, idOf(operator, local))),
  }
}

const lineMembers = (object: WorldLine, cut: Cut): string => {
  const pieces = clipLine(object.line, cut.ring)
  if (pieces.length === 0) return ''
  const { operator } = object.net
  const status = statusOf(object.status ?? 'functional')
  const inNetwork = href('net:inNetwork', netId(object.net))
  const vertical = position(object.overhead ? 'suspendedOrElevated' : 'underground')
  const of = object.linksOf ?? object.local
  const links = pieces.map((_, n) => `UL_${of}${pieces.length > 1 ? `.${n + 1}` : ''}`)
  const drawn = operator === FIBRE ? curve : lineString
  const linkMembers = object.linksOf
    ? []
    : pieces.map((piece, n) =>
        member(
          'us-net-common:UtilityLink',
          idOf(operator, links[n]!),
          LIFE,
          inspireId('net:inspireId', `${operator.code}.${links[n]}`),
          inNetwork,
          `<net:centrelineGeometry>${drawn(`${links[n]}_GeoSeq_1`, piece)}</net:centrelineGeometry>`,
          '<net:fictitious>false</net:fictitious>',
          status,
          VALID,
          vertical,
        ),
      )
  const { contents, details } = relations(object, cut)
  const [size = '', ...more] = object.attributes
  const owner = member(
    `imkl:${object.objecttype}`,
    idOf(operator, object.local),
    LIFE,
    inspireId('net:inspireId', `${operator.code}.${object.local}`),
    inNetwork,
    ...links.map((link) => href('net:link', idOf(operator, link))),
    status,
    VALID,
    vertical,
    href('us-net-common:utilityDeliveryType', `${INSPIRE}UtilityDeliveryTypeValue/distribution`),
    '<us-net-common:warningType xsi:nil="true"/>',
    size,
    ...contents,
    ...more,
    ...details,
  )
  return linkMembers.join('') + owner
}

type WorldPoint = WorldObject & { form: 'point' }

/** What is higher than it is wide has its height with it. */
const heightOf = ({ objecttype, heightM }: WorldPoint): string => {
  if (heightM === undefined) return ''
  return metres(`us-net-common:${objecttype === 'Mast' ? 'poleHeight' : 'towerHeight'}`, heightM)
}

const pointMember = (object: WorldPoint, { ring }: Cut): string => {
  if (!isInside(object.at, ring)) return ''
  const { operator } = object.net
  const id = idOf(operator, object.local)
  const shape = point(`${object.local}_GeoSeq_1`, object.at)
  const visible = `<imkl:bovengrondsZichtbaar>${object.visible}</imkl:bovengrondsZichtbaar>`
  const rotation = degrees('imkl:rotatiehoekSymbool', object.rotation)
  if (object.objecttype === 'Appurtenance') {
    return member(
      'imkl:Appurtenance',
      id,
      LIFE,
      inspireId('net:inspireId', `${operator.code}.${object.local}`),
      href('net:inNetwork', netId(object.net)),
      `<net:geometry>${shape}</net:geometry>`,
      statusOf('functional'),
      VALID,
      position('underground'),
      href('us-net-common:appurtenanceType', object.type ?? ''),
      visible,
      rotation,
    )
  }
  const outlineLocal = `EG_${object.local}`
  const outline = object.outline ? area(outlineLocal, clipArea([object.outline], ring)) : ''
  const outlineMember = outline
    ? member(
        'imkl:ExtraGeometrie',
        idOf(operator, outlineLocal),
        identification(`${operator.code}.${outlineLocal}`),
        IMKL_LIFE,
        `<imkl:vlakgeometrie2D>${outline}</imkl:vlakgeometrie2D>`,
        href('imkl:inNetwork', netId(object.net)),
      )
    : ''
  return (
    outlineMember +
    member(
      `imkl:${object.objecttype}`,
      id,
      statusOf('functional'),
      VALID,
      position('onGroundSurface'),
      `<us-net-common:geometry>${shape}</us-net-common:geometry>`,
      inspireId('us-net-common:inspireId', `${operator.code}.${object.local}`),
      heightOf(object),
      visible,
      rotation,
      href('imkl:inNetwork', netId(object.net)),
      outline ? href('imkl:extraGeometrie', idOf(operator, outlineLocal)) : '',
      object.label ? element('imkl:label', object.label) : '',
    )
  )
}

/** Empty text when nothing of the object lies in the area. */
export const membersOf = (object: WorldObject, cut: Cut): string => {
  switch (object.form) {
    case 'line':
      return lineMembers(object, cut)
    case 'point':
      return pointMember(object, cut)
    case 'drawing':
      return drawingMember(object, cut)
    case 'depth':
      return depthMember(object, cut)
    case 'nap':
      return napMember(object, cut)
    case 'precaution':
      return precautionMember(object, cut)
    case 'topography':
      return topographyMember(object, cut)
    case 'site':
      return siteMember(object, cut)
    case 'detail':
      return detailMember(object, cut)
  }
}
