/**
 * Objects of the world as members of an IMKL 2.0 file, cut to the area of the request.
 * Element names and their order are those of real deliveries. Relations are bare gml:ids.
 */
import type { Ring } from '../../domain/geometry.ts'
import { clipArea, clipLine, isInside, touches } from './clip.ts'
import {
  area,
  code,
  documentElements,
  documentPath,
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
  SRS,
} from './gml-elements.ts'
import type { WorldObject } from './networks.ts'

const LIFE = '<net:beginLifespanVersion>2024-03-18T00:00:00+01:00</net:beginLifespanVersion>'
const IMKL_LIFE = '<imkl:beginLifespanVersion>2024-03-18T00:00:00+01:00</imkl:beginLifespanVersion>'
const VALID = '<us-net-common:validFrom>2015-06-01T00:00:00+02:00</us-net-common:validFrom>'
const UNDERGROUND = '<us-net-common:verticalPosition>underground</us-net-common:verticalPosition>'
const statusOf = (status: string): string =>
  href('us-net-common:currentStatus', `${INSPIRE}ConditionOfFacilityValue/${status}`)
const degrees = (name: string, value: number): string => `<${name} uom="urn:ogc:def:uom:OGC::deg">${value}</${name}>`

export interface Cut {
  ring: Ring
  klicNumber: string
  /** G_ or O_: the code of a precaution depends on the kind of request. */
  precautionCode: string
}

const lineMembers = (object: WorldObject & { form: 'line' }, { ring }: Cut): string => {
  const pieces = clipLine(object.line, ring)
  if (pieces.length === 0) return ''
  const { operator } = object.net
  const status = statusOf(object.status ?? 'functional')
  const inNetwork = href('net:inNetwork', netId(object.net))
  const links = pieces.map((_, n) => `UL_${object.local}${pieces.length > 1 ? `.${n + 1}` : ''}`)
  const linkMembers = pieces.map((piece, n) =>
    member(
      'us-net-common:UtilityLink',
      idOf(operator, links[n]!),
      LIFE,
      inspireId('net:inspireId', `${operator.code}.${links[n]}`),
      inNetwork,
      `<net:centrelineGeometry>${lineString(`${links[n]}_GeoSeq_1`, piece)}</net:centrelineGeometry>`,
      '<net:fictitious>false</net:fictitious>',
      status,
      VALID,
      UNDERGROUND,
    ),
  )
  const owner = member(
    `imkl:${object.objecttype}`,
    idOf(operator, object.local),
    LIFE,
    inspireId('net:inspireId', `${operator.code}.${object.local}`),
    inNetwork,
    ...links.map((link) => href('net:link', idOf(operator, link))),
    status,
    VALID,
    UNDERGROUND,
    href('us-net-common:utilityDeliveryType', `${INSPIRE}UtilityDeliveryTypeValue/distribution`),
    '<us-net-common:warningType xsi:nil="true"/>',
    ...object.attributes,
  )
  return linkMembers.join('') + owner
}

const pointMember = (object: WorldObject & { form: 'point' }, { ring }: Cut): string => {
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
      UNDERGROUND,
      href('us-net-common:appurtenanceType', object.type ?? ''),
      visible,
      rotation,
    )
  }
  const outlineLocal = `EG_${object.local}`
  const outline = object.outline ? area(outlineLocal, clipArea(object.outline, ring)) : ''
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
      '<us-net-common:verticalPosition>onGroundSurface</us-net-common:verticalPosition>',
      `<us-net-common:geometry>${shape}</us-net-common:geometry>`,
      inspireId('us-net-common:inspireId', `${operator.code}.${object.local}`),
      visible,
      rotation,
      href('imkl:inNetwork', netId(object.net)),
      outline ? href('imkl:extraGeometrie', idOf(operator, outlineLocal)) : '',
      object.label ? element('imkl:label', object.label) : '',
    )
  )
}

const LABEL_POSITION = `<imkl:labelpositie><imkl:Labelpositie>${code('imkl:aangrijpingHorizontaal', 'LabelpositieValue', '0.5')}${code('imkl:aangrijpingVerticaal', 'LabelpositieValue', '0')}</imkl:Labelpositie></imkl:labelpositie>`

/** Drawing lines stay whole when they touch the area; drawing points are in or out. */
const drawingMember = (object: WorldObject & { form: 'drawing' }, { ring }: Cut): string => {
  const [first] = object.geometry
  const line = object.geometry.length > 1
  if (!first || !(line ? touches(object.geometry, ring) : isInside(first, ring))) return ''
  const { operator } = object.net
  const geometryId = `${object.local}_GeoSeq_1`
  const kind =
    object.objecttype === 'Maatvoering'
      ? code('imkl:maatvoeringsType', 'MaatvoeringsTypeValue', object.type)
      : code('imkl:annotatieType', 'AnnotatieTypeValue', object.type)
  return member(
    `imkl:${object.objecttype}`,
    idOf(operator, object.local),
    identification(`${operator.code}.${object.local}`),
    IMKL_LIFE,
    object.label ? element('imkl:label', object.label) : '',
    href('imkl:inNetwork', netId(object.net)),
    kind,
    object.rotation === undefined ? '' : degrees('imkl:rotatiehoek', object.rotation),
    object.label ? LABEL_POSITION : '',
    `<imkl:ligging>${line ? lineString(geometryId, object.geometry) : point(geometryId, first)}</imkl:ligging>`,
  )
}

const depthMember = (object: WorldObject & { form: 'depth' }, { ring }: Cut): string => {
  if (!isInside(object.at, ring)) return ''
  const { operator } = object.net
  return member(
    'imkl:DiepteTovMaaiveld',
    idOf(operator, object.local),
    identification(`${operator.code}.${object.local}`),
    IMKL_LIFE,
    code('imkl:diepteNauwkeurigheid', 'NauwkeurigheidDiepteValue', 'onbekend'),
    `<imkl:dieptePeil uom="urn:ogc:def:uom:OGC::m">${object.depthM}</imkl:dieptePeil>`,
    code('imkl:diepteAangrijpingspunt', 'DiepteAangrijpingspuntValue', 'bovenkant'),
    degrees('imkl:rotatiehoekSymbool', 0),
    `<imkl:ligging>${point(`${object.local}_GeoSeq_1`, object.at)}</imkl:ligging>`,
    href('imkl:inNetwork', netId(object.net)),
  )
}

const precautionMember = (object: WorldObject & { form: 'precaution' }, cut: Cut): string => {
  const shape = area(object.local, clipArea(object.outline, cut.ring))
  if (!shape) return ''
  const { operator } = object.net
  return member(
    'imkl:AanduidingEisVoorzorgsmaatregel',
    idOf(operator, object.local),
    identification(`${operator.code}.${object.local}`),
    IMKL_LIFE,
    href('imkl:inNetwork', netId(object.net)),
    element('imkl:eisVoorzorgsmaatregel', cut.precautionCode),
    '<imkl:contactVoorzorgsmaatregel><imkl:Contact/></imkl:contactVoorzorgsmaatregel>',
    element('imkl:netbeheerderNetOmschrijving', 'Gas hoge druk (simulatie)'),
    element('imkl:netbeheerderNetAanduiding', 'GHD'),
    element('imkl:netbeheerderWerkAanduiding', 'SIM'),
    `<imkl:geometrie>${shape}</imkl:geometrie>`,
  )
}

/** Lines of own topography are cut like cables; several pieces make a MultiCurve under the one id. */
const topographyMember = (object: WorldObject & { form: 'topography' }, { ring }: Cut): string => {
  const pieces = clipLine(object.line, ring)
  if (pieces.length === 0) return ''
  const { operator } = object.net
  const curves = pieces.map((piece, n) => lineString(`${object.local}_GeoSeq_${n + 1}`, piece))
  const shape =
    curves.length === 1
      ? curves[0]
      : `<gml:MultiCurve ${SRS} gml:id="${object.local}_GeoSeq_0">${curves.map((curve) => `<gml:curveMember>${curve}</gml:curveMember>`).join('')}</gml:MultiCurve>`
  return member(
    'imkl:EigenTopografie',
    idOf(operator, object.local),
    identification(`${operator.code}.${object.local}`),
    IMKL_LIFE,
    code('imkl:status', 'EigenTopografieStatusValue', 'bestaand'),
    code('imkl:typeTopografischObject', 'TopografischObjectTypeValue', 'overig'),
    `<imkl:ligging>${shape}</imkl:ligging>`,
  )
}

export const PROFILE_DOCUMENT = 'SIM_profielschets'

const detailMember = (object: WorldObject & { form: 'detail' }, { ring, klicNumber }: Cut): string => {
  const first = object.line[0]
  if (!first || !isInside(first, ring)) return ''
  const { operator } = object.net
  return member(
    'imkl:ExtraDetailinfo',
    idOf(operator, object.local),
    identification(`${operator.code}.${object.local}`),
    IMKL_LIFE,
    href('imkl:inNetwork', netId(object.net)),
    code('imkl:extraInfoType', 'ExtraDetailInfoTypeValue', 'profielschets'),
    documentElements(documentPath(operator, klicNumber, PROFILE_DOCUMENT)),
    `<imkl:ligging>${point(`${object.local}_GeoSeq_1`, first)}</imkl:ligging>`,
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
    case 'precaution':
      return precautionMember(object, cut)
    case 'topography':
      return topographyMember(object, cut)
    case 'detail':
      return detailMember(object, cut)
  }
}
