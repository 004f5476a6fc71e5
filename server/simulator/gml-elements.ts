/** The smallest pieces of an IMKL 2.0 file: ids, references, codes, geometry, documents. */
import type { Position, Ring } from '../domain/geometry/geometry.ts'
import type { Net, Operator } from './operators.ts'

const IMKL = 'http://definities.geostandaarden.nl/imkl2015/id/waarde/'
export const INSPIRE = 'http://inspire.ec.europa.eu/codelist/'
export const SRS = 'srsName="urn:ogc:def:crs:EPSG::28992" srsDimension="2"'

export const escaped = (text: string): string =>
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
export const element = (name: string, text: string): string => `<${name}>${escaped(text)}</${name}>`

/** One member; the root element, and with it every prefix, is declared by the file. */
export const member = (type: string, id: string, ...inner: readonly string[]): string =>
  `<gml:featureMember><${type} gml:id="${id}">${inner.join('')}</${type}></gml:featureMember>\n`

export const identification = (local: string, version?: number): string =>
  `<imkl:identificatie><imkl:NEN3610ID><imkl:namespace>nl.imkl</imkl:namespace><imkl:lokaalID>${local}</imkl:lokaalID>${
    version === undefined ? '' : `<imkl:versie>${version}</imkl:versie>`
  }</imkl:NEN3610ID></imkl:identificatie>`

export const inspireId = (wrapper: string, local: string): string =>
  `<${wrapper}><base:Identifier><base:localId>${local}</base:localId><base:namespace>nl.imkl</base:namespace></base:Identifier></${wrapper}>`

const positions = (line: readonly Position[]): string => line.map(([x, y]) => `${x} ${y}`).join(' ')
export const point = (id: string, [x, y]: Position): string =>
  `<gml:Point ${SRS} gml:id="${id}"><gml:pos>${x} ${y}</gml:pos></gml:Point>`
export const lineString = (id: string, line: readonly Position[]): string =>
  `<gml:LineString ${SRS} gml:id="${id}"><gml:posList>${positions(line)}</gml:posList></gml:LineString>`
/** The same line as a curve of one segment: some operators write theirs like this. */
export const curve = (id: string, line: readonly Position[]): string =>
  `<gml:Curve ${SRS} gml:id="${id}"><gml:segments><gml:LineStringSegment><gml:posList>${positions(line)}</gml:posList></gml:LineStringSegment></gml:segments></gml:Curve>`
const ringGml = (side: string, ring: Ring): string =>
  `<gml:${side}><gml:LinearRing><gml:posList>${positions(ring)}</gml:posList></gml:LinearRing></gml:${side}>`
export const polygon = (id: string, rings: readonly Ring[]): string =>
  `<gml:Polygon ${SRS} gml:id="${id}">${rings.map((ring, n) => ringGml(n === 0 ? 'exterior' : 'interior', ring)).join('')}</gml:Polygon>`

/** One polygon, or a MultiSurface when the border cut it into several; empty when nothing is left. */
export const area = (local: string, polygons: readonly Ring[][]): string => {
  if (polygons.length === 0) return ''
  if (polygons.length === 1) return polygon(`${local}_GeoSeq_1`, polygons[0]!)
  const surfaces = polygons.map(
    (rings, n) => `<gml:surfaceMember>${polygon(`${local}_GeoSeq_${n + 1}`, rings)}</gml:surfaceMember>`,
  )
  return `<gml:MultiSurface ${SRS} gml:id="${local}_GeoSeq_0">${surfaces.join('')}</gml:MultiSurface>`
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
