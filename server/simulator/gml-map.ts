/** What a delivery draws on the map besides the networks: measures, texts, depths, precautions, topography, documents. */
import { clipArea, clipLine, isInside, touches } from './clip.ts'
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
  lineString,
  member,
  netId,
  point,
  SRS,
} from './gml-elements.ts'
import type { WorldObject } from './world-object.ts'

const IMKL_LIFE = '<imkl:beginLifespanVersion>2024-03-18T00:00:00+01:00</imkl:beginLifespanVersion>'
const degrees = (name: string, value: number): string => `<${name} uom="urn:ogc:def:uom:OGC::deg">${value}</${name}>`

const LABEL_POSITION = `<imkl:labelpositie><imkl:Labelpositie>${code('imkl:aangrijpingHorizontaal', 'LabelpositieValue', '0.5')}${code('imkl:aangrijpingVerticaal', 'LabelpositieValue', '0')}</imkl:Labelpositie></imkl:labelpositie>`

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
    IMKL_LIFE,
    object.label ? element('imkl:label', object.label) : '',
    href('imkl:inNetwork', netId(object.net)),
    kind,
    object.rotation === undefined ? '' : degrees('imkl:rotatiehoek', object.rotation),
    object.label ? LABEL_POSITION : '',
    `<imkl:ligging>${line ? lineString(geometryId, object.geometry) : point(geometryId, first)}</imkl:ligging>`,
  )
}

export const depthMember = (object: WorldObject & { form: 'depth' }, { ring }: Cut): string => {
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

/** Level against the national datum, of the pipe and of the ground above it. */
export const napMember = (object: WorldObject & { form: 'nap' }, { ring }: Cut): string => {
  if (!isInside(object.at, ring)) return ''
  const { operator } = object.net
  return member(
    'imkl:DiepteNAP',
    idOf(operator, object.local),
    identification(`${operator.code}.${object.local}`),
    IMKL_LIFE,
    code('imkl:diepteNauwkeurigheid', 'NauwkeurigheidDiepteValue', 'tot30cm'),
    `<imkl:dieptePeil uom="urn:ogc:def:uom:OGC::m">${object.levelM}</imkl:dieptePeil>`,
    code('imkl:diepteAangrijpingspunt', 'DiepteAangrijpingspuntValue', 'binnenonderkantBuis'),
    degrees('imkl:rotatiehoekSymbool', 0),
    `<imkl:ligging>${point(`${object.local}_GeoSeq_1`, object.at)}</imkl:ligging>`,
    href('imkl:inNetwork', netId(object.net)),
    `<imkl:maaiveldPeil uom="urn:ogc:def:uom:OGC::m">${object.surfaceM}</imkl:maaiveldPeil>`,
  )
}

export const precautionMember = (object: WorldObject & { form: 'precaution' }, cut: Cut): string => {
  const shape = area(object.local, clipArea([object.outline], cut.areaRing))
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
export const topographyMember = (object: WorldObject & { form: 'topography' }, { ring }: Cut): string => {
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

/** Own topography with a surface, such as a pumping station around its court: a polygon with a hole. */
export const siteMember = (object: WorldObject & { form: 'site' }, { ring }: Cut): string => {
  const shape = area(object.local, clipArea(object.rings, ring))
  if (!shape) return ''
  const { operator } = object.net
  return member(
    'imkl:EigenTopografie',
    idOf(operator, object.local),
    identification(`${operator.code}.${object.local}`),
    IMKL_LIFE,
    code('imkl:status', 'EigenTopografieStatusValue', 'plan'),
    code('imkl:typeTopografischObject', 'TopografischObjectTypeValue', 'gebouw'),
    `<imkl:ligging>${shape}</imkl:ligging>`,
  )
}

export const PROFILE_DOCUMENT = 'SIM_profielschets'

export const detailMember = (object: WorldObject & { form: 'detail' }, { ring, klicNumber }: Cut): string => {
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
