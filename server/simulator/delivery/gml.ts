/**
 * Objects of the world as members of an IMKL 2.0 file, cut to the area of the request: cables, pipes, containers, and
 * what stands on them. Element names and their order are those of real deliveries. Relations are bare gml:ids, and only
 * those are written whose target lies in the area as well.
 */
import ORDER from '../data/element-order.json' with { type: 'json' }
import { clipArea, clipLine, isInside, touches } from '../town/clip.ts'
import { chance } from '../town/streets.ts'
import type { WorldObject } from '../town/world-object.ts'
import type { Cut } from './delivery-order.ts'
import {
  area,
  element,
  href,
  INSPIRE,
  identification,
  idOf,
  inspireId,
  lifeOf,
  lineString,
  member,
  netId,
  point,
} from './gml-elements.ts'
import { depthMember, detailMember, drawingMember, napMember, precautionMember, topographyMember } from './gml-map.ts'

/**
 * The order in which the model wants what cables, pipes and their elements say of themselves; the schema refuses another.
 * First what INSPIRE gives their kind, then what IMKL adds to all, then what IMKL adds to the class.
 */
const RANKS = new Map(ORDER.map((name, rank) => [name, rank]))

const rankOf = (xml: string): number => {
  const name = /^<([\w:-]+)/.exec(xml)?.[1] ?? ''
  const rank = RANKS.get(name)
  if (rank === undefined) throw new Error(`No place in the model's order is known for ${name}`)
  return rank
}

/** @param elements each one XML element, or empty; several of one name keep their order */
const inOrder = (elements: readonly string[]): string =>
  elements
    .filter((xml) => xml !== '')
    .map((xml) => ({ xml, rank: rankOf(xml) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ xml }) => xml)
    .join('')

const NIL = 'xsi:nil="true"'
const VALID_FROM = 'us-net-common:validFrom'
/** What stands where nobody knew the day. */
const SENTINELS = ['1900-01-01', '9999-12-31', '1800-01-01', '0001-01-01']

/**
 * Since when something lies there; of some nobody knows, and real deliveries say so in several ways.
 * @param local whose: the same always says the same
 */
const validFrom = (local: string, zone: string): string => {
  const share = chance(...Buffer.from(local))
  if (share < 0.01) return `<${VALID_FROM} ${NIL}/>`
  if (share < 0.02) return `<${VALID_FROM} ${NIL} nilReason="other:unpopulated"/>`
  const day = share < 0.05 ? SENTINELS[Math.floor(share * 10_000) % SENTINELS.length]! : '2015-06-01'
  return element(VALID_FROM, `${day}T00:00:00${zone}`)
}

const position = (value: string): string => element('us-net-common:verticalPosition', value)
const NO_POSITION = `<us-net-common:verticalPosition ${NIL} nilReason="true"/>`
const statusOf = (status: string): string =>
  href('us-net-common:currentStatus', `${INSPIRE}ConditionOfFacilityValue/${status}`)

type WorldLine = WorldObject & { form: 'line' }

/** What lies in a container, and the depths and documents of a line, as far as they are in the area themselves. */
const relations = (object: WorldLine, { ring }: Cut): string[] => {
  const { operator } = object.net
  return [
    ...(object.contents ?? [])
      .filter(({ line }) => line === object.line || touches(line, ring))
      .map(({ as, local }) => href(`us-net-common:${as}`, idOf(operator, local))),
    ...(object.details ?? [])
      .filter(({ at }) => isInside(at, ring))
      .map(({ as, local }) => href(`imkl:${as}`, idOf(operator, local))),
  ]
}

const lineMembers = (object: WorldLine, cut: Cut): string => {
  const pieces = clipLine(object.line, cut.ring)
  if (pieces.length === 0) return ''
  const { operator } = object.net
  const { delivers = 'distribution' } = object
  const status = statusOf(object.status ?? 'functional')
  const inNetwork = href('net:inNetwork', netId(object.net))
  const vertical = position(object.overhead ? 'suspendedOrElevated' : 'underground')
  const of = object.linksOf ?? object.local
  const since = validFrom(of, operator.hand.zone)
  const life = lifeOf('net', operator)
  const links = pieces.map((_, n) => `UL_${of}${pieces.length > 1 ? `.${n + 1}` : ''}`)
  const linkMembers = object.linksOf
    ? []
    : pieces.map((piece, n) =>
        member(
          'us-net-common:UtilityLink',
          idOf(operator, links[n]!),
          life,
          inspireId('net:inspireId', `${operator.code}.${links[n]}`),
          inNetwork,
          `<net:centrelineGeometry>${lineString(operator, `${links[n]}_GeoSeq_1`, piece)}</net:centrelineGeometry>`,
          '<net:fictitious>false</net:fictitious>',
          status,
          since,
          vertical,
        ),
      )
  const owner = member(
    `imkl:${object.objecttype}`,
    idOf(operator, object.local),
    life,
    inspireId('net:inspireId', `${operator.code}.${object.local}`),
    inNetwork,
    ...links.map((link) => href('net:link', idOf(operator, link))),
    status,
    since,
    vertical,
    delivers ? href('us-net-common:utilityDeliveryType', `${INSPIRE}UtilityDeliveryTypeValue/${delivers}`) : '',
    `<us-net-common:warningType ${NIL}/>`,
    inOrder([...object.attributes, ...relations(object, cut)]),
  )
  return linkMembers.join('') + owner
}

type WorldPoint = WorldObject & { form: 'point' }

const pointMember = (object: WorldPoint, { ring }: Cut): string => {
  if (!isInside(object.at, ring)) return ''
  const { operator } = object.net
  const id = idOf(operator, object.local)
  const shape = point(operator, `${object.local}_GeoSeq_1`, object.at)
  const since = validFrom(object.local, operator.hand.zone)
  if (object.objecttype === 'Appurtenance') {
    return member(
      'imkl:Appurtenance',
      id,
      lifeOf('net', operator),
      inspireId('net:inspireId', `${operator.code}.${object.local}`),
      href('net:inNetwork', netId(object.net)),
      `<net:geometry>${shape}</net:geometry>`,
      statusOf('functional'),
      since,
      object.isHeightUnknown ? NO_POSITION : position('underground'),
      // References to nothing, as somebody's program writes what it has not got.
      ...(object.isHeightUnknown ? ['utilityFacilityReference', 'governmentalServiceReference'] : []).map((name) =>
        href(`us-net-common:${name}`, ''),
      ),
      inOrder(object.attributes),
    )
  }
  const outlineLocal = `EG_${object.local}`
  const outline = object.outline ? area(operator, outlineLocal, clipArea([object.outline], ring)) : ''
  const outlineMember = outline
    ? member(
        'imkl:ExtraGeometrie',
        idOf(operator, outlineLocal),
        identification(`${operator.code}.${outlineLocal}`),
        lifeOf('imkl', operator),
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
      since,
      object.isHeightUnknown ? NO_POSITION : position('onGroundSurface'),
      `<us-net-common:geometry>${shape}</us-net-common:geometry>`,
      inspireId('us-net-common:inspireId', `${operator.code}.${object.local}`),
      inOrder([
        ...object.attributes,
        href('imkl:inNetwork', netId(object.net)),
        outline ? href(`imkl:${object.outlineAs ?? 'extraGeometrie'}`, idOf(operator, outlineLocal)) : '',
      ]),
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
    case 'detail':
      return detailMember(object, cut)
  }
}
