/** The smallest pieces of an IMKL 2.0 file: ids, references, codes, geometry, documents. */
import type { Position, Ring } from '../../geometry/geometry.ts'
import type { Net, Operator } from '../town/operators.ts'

const IMKL = 'http://definities.geostandaarden.nl/imkl2015/id/waarde/'
export const INSPIRE = 'http://inspire.ec.europa.eu/codelist/'

export const escapeXml = (text: string): string =>
  text
    // Control characters are no XML, escaped or not.
    .replace(/\p{Cc}/gu, ' ')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')

export const idOf = (operator: Operator, local: string): string => `nl.imkl-${operator.code}.${local}`
export const netId = (net: Net): string => idOf(net.operator, net.local)
export const href = (element: string, target: string): string => `<${element} xlink:href="${target}"/>`
export const code = (element: string, list: string, value: string): string => href(element, `${IMKL}${list}/${value}`)
export const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`

/** One member; the root element, and with it every prefix, is declared by the file. */
export const member = (type: string, id: string, ...inner: readonly string[]): string =>
  `<gml:featureMember><${type} gml:id="${id}">${inner.join('')}</${type}></gml:featureMember>\n`

export const identification = (local: string, version?: number): string =>
  `<imkl:identificatie><imkl:NEN3610ID><imkl:namespace>nl.imkl</imkl:namespace><imkl:lokaalID>${local}</imkl:lokaalID>${
    version === undefined ? '' : `<imkl:versie>${version}</imkl:versie>`
  }</imkl:NEN3610ID></imkl:identificatie>`

export const inspireId = (wrapper: string, local: string): string =>
  `<${wrapper}><base:Identifier><base:localId>${local}</base:localId><base:namespace>nl.imkl</base:namespace></base:Identifier></${wrapper}>`

/** @param of whose property it is: the networks' or IMKL's */
export const lifeOf = (of: 'net' | 'imkl', { hand }: Operator): string =>
  element(`${of}:beginLifespanVersion`, `2024-03-18T00:00:00${hand.zone}`)

const srsOf = ({ hand }: Operator): string =>
  ` srsName="${hand.srsName}"${hand.dimensionOn === 'geometry' ? ' srsDimension="2"' : ''}`
const positions = ({ hand }: Operator, name: 'pos' | 'posList', line: readonly Position[]): string =>
  `<gml:${name}${hand.dimensionOn === 'positions' ? ' srsDimension="2"' : ''}>${line.map(([x, y]) => `${x} ${y}`).join(' ')}</gml:${name}>`

/** In the spelling of its operator: its CRS, and where the number of dimensions stands, if anywhere. */
export const point = (by: Operator, id: string, position: Position): string =>
  `<gml:Point${srsOf(by)} gml:id="${id}">${positions(by, 'pos', [position])}</gml:Point>`
/** Some operators write their lines as a curve of one segment. */
export const lineString = (by: Operator, id: string, line: readonly Position[]): string =>
  by.hand.writesCurves
    ? `<gml:Curve${srsOf(by)} gml:id="${id}"><gml:segments><gml:LineStringSegment>${positions(by, 'posList', line)}</gml:LineStringSegment></gml:segments></gml:Curve>`
    : `<gml:LineString${srsOf(by)} gml:id="${id}">${positions(by, 'posList', line)}</gml:LineString>`
const ringGml = (by: Operator, side: string, ring: Ring): string =>
  `<gml:${side}><gml:LinearRing>${positions(by, 'posList', ring)}</gml:LinearRing></gml:${side}>`
export const polygon = (by: Operator, id: string, rings: readonly Ring[]): string =>
  `<gml:Polygon${srsOf(by)} gml:id="${id}">${rings.map((ring, n) => ringGml(by, n === 0 ? 'exterior' : 'interior', ring)).join('')}</gml:Polygon>`

/** One line, or a MultiCurve when the border cut it into several. */
export const lines = (by: Operator, local: string, pieces: readonly Position[][]): string => {
  const curves = pieces.map((piece, n) => lineString(by, `${local}_GeoSeq_${n + 1}`, piece))
  if (curves.length === 1) return curves[0]!
  return `<gml:MultiCurve${srsOf(by)} gml:id="${local}_GeoSeq_0">${curves.map((curve) => `<gml:curveMember>${curve}</gml:curveMember>`).join('')}</gml:MultiCurve>`
}

/** One polygon, or a MultiSurface when the border cut it into several; empty when nothing is left. */
export const area = (by: Operator, local: string, polygons: readonly Ring[][]): string => {
  if (polygons.length === 0) return ''
  if (polygons.length === 1) return polygon(by, `${local}_GeoSeq_1`, polygons[0]!)
  const surfaces = polygons.map(
    (rings, n) => `<gml:surfaceMember>${polygon(by, `${local}_GeoSeq_${n + 1}`, rings)}</gml:surfaceMember>`,
  )
  return `<gml:MultiSurface${srsOf(by)} gml:id="${local}_GeoSeq_0">${surfaces.join('')}</gml:MultiSurface>`
}

/** Where a document of this operator lies in the ZIP, and under which lasting name. */
export interface DocumentPath {
  location: string
  identifier: string
}
export const documentPath = (operator: Operator, klicNumber: string, name: string): DocumentPath => ({
  location: `bronnen/${operator.code}/nl.imkl-${operator.code}_${klicNumber}.${name}.pdf`,
  identifier: `nl.imkl-${operator.code}.${name}`,
})
export const documentElements = ({ location, identifier }: DocumentPath): string =>
  element('imkl:bestandLocatie', location) +
  code('imkl:bestandMediaType', 'BestandMediaTypeValue', 'PDF') +
  element('imkl:bestandIdentificator', identifier)
