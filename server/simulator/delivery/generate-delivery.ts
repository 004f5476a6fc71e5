/**
 * Makes the delivery of one request: a ZIP in the layout of a real one, with an IMKL file of invented networks.
 * The same request gives the same bytes. The GML is written while the ZIP is read, so size costs no memory.
 * Every file in it says that it is simulated.
 */
import { Readable } from 'node:stream'
import yazl from 'yazl'
import { extentOf } from '../../geometry/flat.ts'
import type { Ring } from '../../geometry/geometry.ts'
import { textPieces } from '../../platform/text-pieces.ts'
import { STANDARDS } from '../../registry/orders/standards.ts'
import NAMESPACES from '../data/namespaces.json' with { type: 'json' }
import { dutchTime } from '../dutch-time.ts'
import { backgroundPng } from '../town/background.ts'
import { networkObjects } from '../town/networks.ts'
import { FIBRE, fibreIsLate, NETS, OPERATORS, type Operator } from '../town/operators.ts'
import { runsNear } from '../town/streets.ts'
import type { WorldObject } from '../town/world-object.ts'
import { headMembers } from './delivery-head.ts'
import {
  GENERAL_DOCUMENT,
  hasLetters,
  LETTERS,
  type NetworkContents,
  netMember,
  operatorMembers,
  precautionDocument,
} from './delivery-members.ts'
import { cutOf, type DeliveryOrder, hasDelivered, NOTICE } from './delivery-order.ts'
import { membersOf } from './gml.ts'
import { documentPath, idOf } from './gml-elements.ts'
import { detailDocument } from './gml-map.ts'
import { textPdf } from './pdf.ts'

export const deliveryName = (order: Pick<DeliveryOrder, 'klicNumber' | 'sequence'>): string =>
  `Levering_${order.klicNumber}_${order.sequence}.zip`

/**
 * Operators without an answer, apart from a scenario. Harder than Kadaster: the delivery may still be called complete,
 * so that a reader is proven to look at each operator and not at that one flag.
 */
export const lateOperators = (ring: Ring): string[] => {
  const { minX, minY, maxX, maxY } = extentOf(ring)
  return fibreIsLate((minX + maxX) / 2, (minY + maxY) / 2) ? [FIBRE.code] : []
}

const noteOf = (object: WorldObject, found: NetworkContents): void => {
  const { operator } = object.net
  if (object.form === 'topography') {
    const ids = found.topography.get(operator) ?? []
    ids.push(idOf(operator, object.local))
    found.topography.set(operator, ids)
    return
  }
  found.nets.add(object.net)
  if (object.form === 'precaution') found.precautions.add(object.net)
  if (object.form === 'detail') found.details.set(`${operator.code} ${object.kind}`, { operator, kind: object.kind })
}

/** The GI file, piece by piece, in its version of the standards. */
function* gmlPieces(order: DeliveryOrder, found: NetworkContents): Generator<string> {
  for (const piece of piecesOf(order, found)) yield order.version === 3 ? inVersion3(piece) : piece
}

/** `found` is complete when the last piece is out. */
function* piecesOf(order: DeliveryOrder, found: NetworkContents): Generator<string> {
  const extent = extentOf(order.ring)
  /** Kadaster writes whole metres with one decimal. */
  const metres = (value: number): string => (Number.isInteger(value) ? value.toFixed(1) : String(value))
  const corner = (x: number, y: number): string => `${metres(x)} ${metres(y)}`
  const declared = Object.entries(NAMESPACES).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  yield `<?xml version="1.0" encoding="UTF-8"?><gml:FeatureCollection gml:id="gil_${order.klicNumber}_${order.sequence}" xsi:schemaLocation="http://www.geostandaarden.nl/imkl/wibon http://register.geostandaarden.nl/gmlapplicatieschema/imkl/${STANDARDS[order.version].schema}/imkl-wibon.xsd"${declared.join('')}>\n<!-- ${NOTICE} -->\n`
  yield `<gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::28992" srsDimension="2"><gml:lowerCorner>${corner(extent.minX, extent.minY)}</gml:lowerCorner><gml:upperCorner>${corner(extent.maxX, extent.maxY)}</gml:upperCorner></gml:Envelope></gml:boundedBy>\n`
  yield headMembers(order)
  if (!order.empty) {
    const cut = cutOf(order)
    for (const run of runsNear(extent, order.density)) {
      for (const object of networkObjects(run, extent, order.density)) {
        if (!hasDelivered(object.net.operator, order)) continue
        const members = membersOf(object, cut)
        if (!members) continue
        noteOf(object, found)
        yield members
      }
    }
  }
  for (const net of Object.values(NETS)) if (found.nets.has(net)) yield netMember(net)
  for (const operator of OPERATORS) yield operatorMembers(operator, order, found)
  yield '</gml:FeatureCollection>\n'
}

const PIECE_CHARACTERS = 64 * 1024

const letter = (order: DeliveryOrder, found: NetworkContents): Buffer =>
  textPdf([
    `Leveringsbrief ${order.klicNumber} (SIMULATIE)`,
    '',
    NOTICE,
    '',
    `Referentie: ${order.request.referentie ?? ''}`,
    `Levering ${order.sequence}, ${order.complete ? 'compleet' : 'deellevering'}, samengesteld ${dutchTime(order.composedAtMs)}`,
    '',
    'Netbeheerders:',
    ...OPERATORS.map((operator) => {
      const involved = [...found.nets].some((net) => net.operator === operator)
      const state = hasDelivered(operator, order) ? (involved ? 'geleverd' : 'geen belang') : 'NIET GELEVERD'
      return `  ${operator.code}  ${operator.name}: ${state}`
    }),
    ...[...found.precautions].flatMap(({ operator, theme }) => [
      '',
      `Eis voorzorgsmaatregel: ${operator.name} (${theme}). Neem eerst contact op.`,
    ]),
  ])

const START_PAGE = `<!DOCTYPE html>
<html lang="nl"><head><meta charset="UTF-8"><title>KLIC gebiedsinformatie (simulatie)</title></head>
<body><h1>Simulatie</h1><p>${NOTICE}</p><p>Open het GI-bestand in een KLIC-viewer; de brief LI is een PDF.</p></body></html>
`

/** The ZIP as it is made. Destroy the stream to stop early. */
export const generateDelivery = (order: DeliveryOrder): Readable => {
  const { klicNumber, sequence } = order
  const folder = `${klicNumber}_${sequence}`
  const found: NetworkContents = { nets: new Set(), topography: new Map(), precautions: new Set(), details: new Map() }
  const mtime = new Date(Math.floor(order.composedAtMs / 2000) * 2000)
  const zip = new yazl.ZipFile()
  const add = (path: string, data: Buffer): void => zip.addBuffer(data, `${folder}/${path}`, { mtime })
  const gml = Readable.from(textPieces(gmlPieces(order, found), PIECE_CHARACTERS), { objectMode: false })

  const addTheRest = (): void => {
    add(`LI_${klicNumber}_${sequence}.pdf`, letter(order, found))
    add('_Startpagina.html', Buffer.from(START_PAGE))
    zip.addEmptyDirectory(`${folder}/bronnen/`, { mtime })
    add(`bronnen/GB_${klicNumber}.png`, backgroundPng(extentOf(order.ring), order.density))
    const addDocument = (operator: Operator, name: string, ...lines: string[]): void =>
      add(documentPath(operator, klicNumber, name).location, textPdf([...lines, '', operator.name, NOTICE]))
    for (const operator of hasLetters(order) ? LETTERS : []) {
      const involved = [...found.nets].some((net) => net.operator === operator) || found.topography.has(operator)
      if (involved) addDocument(operator, GENERAL_DOCUMENT, 'Algemene informatie')
    }
    for (const { operator, kind } of found.details.values()) {
      addDocument(operator, detailDocument(kind), kind === 'profielschets' ? 'Profielschets' : 'Bijzonderheden')
    }
    for (const net of found.precautions) {
      addDocument(net.operator, precautionDocument(net), 'Eis voorzorgsmaatregel', `Melding ${klicNumber}`)
    }
    zip.end()
  }

  zip.addEmptyDirectory(`${folder}/`, { mtime })
  zip.addReadStream(
    gml,
    `${folder}/GI_gebiedsinformatielevering_${klicNumber}_${sequence}${STANDARDS[order.version].fileSuffix}.xml`,
    { mtime },
  )
  // What else belongs in the ZIP is only known when the networks have been written.
  gml.once('end', addTheRest)
  const out = zip.outputStream as Readable
  out.once('close', () => gml.destroy())
  return out
}

/**
 * A delivery in version 3 of the standards: written as version 2 is, and then what the published schema has otherwise. Of
 * the attributes that are new there it has the one that is mandatory.
 * @param members whole members of a file in version 2
 */
const inVersion3 = (members: string): string =>
  members
    .replaceAll(STANDARDS[2].valuePrefix, STANDARDS[3].valuePrefix)
    // Letters of an operator are no members any more, and what is left of them needs no type.
    .replaceAll(/<gml:featureMember><imkl:Bijlage .*?<\/gml:featureMember>\n/gs, '')
    .replaceAll(/<imkl:bijlageType [^>]*\/>/g, '')
    .replaceAll('</imkl:Mantelbuis>', '<imkl:eigenaar>true</imkl:eigenaar></imkl:Mantelbuis>')
