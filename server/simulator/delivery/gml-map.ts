/** What a delivery draws on the map besides the networks: measures, texts, depths, precautions, topography, documents. */
import { clipArea, clipLine, isInside, touches } from '../town/clip.ts'
import type { Net } from '../town/operators.ts'
import type { DetailKind, TopographyShape, WorldObject } from '../town/world-object.ts'
import type { Cut } from './delivery-order.ts'
import {
  area,
  code,
  documentElements,
  documentPath,
  element,
  href,
  identification,
  idOf,
  lifeOf,
  lineString,
  lines,
  member,
  netId,
  point,
} from './gml-elements.ts'

const degrees = (name: string, value: number): string => `<${name} uom="urn:ogc:def:uom:OGC::deg">${value}</${name}>`

const labelPosition = ([across, up]: readonly [string, string]): string =>
  `<imkl:labelpositie><imkl:Labelpositie>${code('imkl:aangrijpingHorizontaal', 'LabelpositieValue', across)}${code('imkl:aangrijpingVerticaal', 'LabelpositieValue', up)}</imkl:Labelpositie></imkl:labelpositie>`

/** Drawing lines stay whole when they touch the area; drawing points are in or out. */
export const drawingMember = (object: WorldObject & { form: 'drawing' }, { ring }: Cut): string => {
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
    lifeOf('imkl', operator),
    object.label ? element('imkl:label', object.label) : '',
    object.note ? element('imkl:omschrijving', object.note) : '',
    href('imkl:inNetwork', netId(object.net)),
    kind,
    object.rotation === undefined ? '' : degrees('imkl:rotatiehoek', object.rotation),
    object.label ? labelPosition(object.anchor ?? ['0.5', '0']) : '',
    `<imkl:ligging>${line ? lineString(operator, geometryId, object.geometry) : point(operator, geometryId, first)}</imkl:ligging>`,
  )
}

export const depthMember = (object: WorldObject & { form: 'depth' }, { ring }: Cut): string => {
  if (!isInside(object.at, ring)) return ''
  const { operator } = object.net
  return member(
    'imkl:DiepteTovMaaiveld',
    idOf(operator, object.local),
    identification(`${operator.code}.${object.local}`),
    lifeOf('imkl', operator),
    code('imkl:diepteNauwkeurigheid', 'NauwkeurigheidDiepteValue', 'onbekend'),
    `<imkl:dieptePeil uom="urn:ogc:def:uom:OGC::m">${object.depthM}</imkl:dieptePeil>`,
    object.measuredAt ? element('imkl:datumOpmetingDieptePeil', object.measuredAt) : '',
    code('imkl:diepteAangrijpingspunt', 'DiepteAangrijpingspuntValue', 'bovenkant'),
    degrees('imkl:rotatiehoekSymbool', 0),
    `<imkl:ligging>${point(operator, `${object.local}_GeoSeq_1`, object.at)}</imkl:ligging>`,
    href('imkl:inNetwork', netId(object.net)),
  )
}

/** Level against the national datum, of the pipe and of the ground above it. */
export const napMember = (object: WorldObject & { form: 'nap' }, { ring }: Cut): string => {
  if (!isInside(object.at, ring)) return ''
  const { operator } = object.net
  return member(
    'imkl:DiepteNAP',
    idOf(operator, object.local),
    identification(`${operator.code}.${object.local}`),
    lifeOf('imkl', operator),
    code('imkl:diepteNauwkeurigheid', 'NauwkeurigheidDiepteValue', 'tot30cm'),
    `<imkl:dieptePeil uom="urn:ogc:def:uom:OGC::m">${object.levelM}</imkl:dieptePeil>`,
    code('imkl:diepteAangrijpingspunt', 'DiepteAangrijpingspuntValue', 'binnenonderkantBuis'),
    degrees('imkl:rotatiehoekSymbool', 0),
    `<imkl:ligging>${point(operator, `${object.local}_GeoSeq_1`, object.at)}</imkl:ligging>`,
    href('imkl:inNetwork', netId(object.net)),
    `<imkl:maaiveldPeil uom="urn:ogc:def:uom:OGC::m">${object.surfaceM}</imkl:maaiveldPeil>`,
  )
}

/** The code of a precaution depends on the kind of request, and on what lies there. */
export const precautionCode = (net: Net, { kindLetter }: Pick<Cut, 'kindLetter'>): string =>
  `${kindLetter}_SIM_${net.theme === 'gasHogeDruk' ? 'GHD' : net.theme}`

/** Some leave empty whom to ask about it. */
const precautionContact = ({ operator, theme }: Net): string =>
  theme === 'gasHogeDruk'
    ? '<imkl:Contact/>'
    : `<imkl:Contact>${element('imkl:naam', `Toezicht ${operator.name}`)}${element('imkl:telefoon', '+31 88 000 04 00')}${element('imkl:email', `toezicht@${operator.code.toLowerCase()}.example`)}</imkl:Contact>`

export const precautionMember = (object: WorldObject & { form: 'precaution' }, cut: Cut): string => {
  const { net } = object
  const { operator } = net
  const shape = area(operator, object.local, clipArea([object.outline], cut.areaRing))
  if (!shape) return ''
  const isGas = net.theme === 'gasHogeDruk'
  return member(
    'imkl:AanduidingEisVoorzorgsmaatregel',
    idOf(operator, object.local),
    identification(`${operator.code}.${object.local}`),
    lifeOf('imkl', operator),
    href('imkl:inNetwork', netId(net)),
    element('imkl:eisVoorzorgsmaatregel', precautionCode(net, cut)),
    `<imkl:contactVoorzorgsmaatregel>${precautionContact(net)}</imkl:contactVoorzorgsmaatregel>`,
    element('imkl:netbeheerderNetOmschrijving', isGas ? 'Gas hoge druk (simulatie)' : `${net.theme} (simulatie)`),
    element('imkl:netbeheerderNetAanduiding', isGas ? 'GHD' : net.theme),
    element('imkl:netbeheerderWerkAanduiding', isGas ? 'SIM' : ''),
    `<imkl:geometrie>${shape}</imkl:geometrie>`,
  )
}

/** Lines are cut like cables, sites like areas; several pieces make one object of many parts under the one id. */
const topographyGml = (object: WorldObject & { form: 'topography' }, { ring }: Cut): string => {
  const { operator } = object.net
  const shape: TopographyShape = object.shape
  if ('point' in shape) {
    return isInside(shape.point, ring) ? point(operator, `${object.local}_GeoSeq_1`, shape.point) : ''
  }
  if ('polygons' in shape) {
    const pieces = shape.polygons.flatMap((rings) => clipArea(rings, ring))
    return area(operator, object.local, pieces)
  }
  const pieces = clipLine(shape.line, ring)
  return pieces.length > 0 ? lines(operator, object.local, pieces) : ''
}

export const topographyMember = (object: WorldObject & { form: 'topography' }, cut: Cut): string => {
  const shape = topographyGml(object, cut)
  if (!shape) return ''
  const { operator } = object.net
  const isPlanned = 'polygons' in object.shape
  return member(
    'imkl:EigenTopografie',
    idOf(operator, object.local),
    identification(`${operator.code}.${object.local}`),
    lifeOf('imkl', operator),
    code('imkl:status', 'EigenTopografieStatusValue', isPlanned ? 'plan' : 'bestaand'),
    code('imkl:typeTopografischObject', 'TopografischObjectTypeValue', object.type),
    `<imkl:ligging>${shape}</imkl:ligging>`,
  )
}

/** The name of its document, of which many details can speak. */
export const detailDocument = (kind: DetailKind): string => `SIM_${kind}`

export const detailMember = (object: WorldObject & { form: 'detail' }, { ring, klicNumber }: Cut): string => {
  const first = object.line[0]
  const pieces = clipLine(object.line, ring)
  if (!first || !isInside(first, ring) || pieces.length === 0) return ''
  const { operator } = object.net
  const shape = object.isDrawnAsLine
    ? lines(operator, object.local, pieces)
    : point(operator, `${object.local}_GeoSeq_1`, first)
  return member(
    'imkl:ExtraDetailinfo',
    idOf(operator, object.local),
    identification(`${operator.code}.${object.local}`),
    lifeOf('imkl', operator),
    href('imkl:inNetwork', netId(object.net)),
    code('imkl:extraInfoType', 'ExtraDetailInfoTypeValue', object.kind),
    documentElements(documentPath(operator, klicNumber, detailDocument(object.kind))),
    `<imkl:ligging>${shape}</imkl:ligging>`,
  )
}
