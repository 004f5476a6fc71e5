/**
 * Makes small IMKL deliveries of our own: a GML and its ZIP, with exactly the oddities that a test is about.
 * Coordinates are RD New metres near (200000, 400000); operators and numbers are invented.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { ZipFile } from 'yazl'
import { openStaging } from '../../server/exports/geopackage/staging.ts'
import type { ResultGeometry } from '../../server/geometry/geometry.ts'
import { mergeDeliveries } from '../../server/imkl/merge/merge.ts'
import type { Staging } from '../../server/imkl/merge/staging.ts'
import type { JobLabel, ResultSummary } from '../../server/imkl/model/conversion-task.ts'
import type { Row } from '../../server/imkl/model/layers.ts'

export const RD = 'urn:ogc:def:crs:EPSG::28992'
const CODES = 'http://definities.geostandaarden.nl/imkl2015/id/waarde'
const INSPIRE = 'http://inspire.ec.europa.eu/codelist'

export const NAMESPACES = {
  gml: 'http://www.opengis.net/gml/3.2',
  imkl: 'http://www.geostandaarden.nl/imkl/wibon',
  net: 'http://inspire.ec.europa.eu/schemas/net/4.0',
  'us-net-common': 'http://inspire.ec.europa.eu/schemas/us-net-common/4.0',
  'us-net-el': 'http://inspire.ec.europa.eu/schemas/us-net-el/4.0',
  'us-net-ogc': 'http://inspire.ec.europa.eu/schemas/us-net-ogc/4.0',
  'us-net-wa': 'http://inspire.ec.europa.eu/schemas/us-net-wa/4.0',
  xlink: 'http://www.w3.org/1999/xlink',
  xsi: 'http://www.w3.org/2001/XMLSchema-instance',
}

/** `x y` pairs relative to (200000, 400000). */
export const at = (...pairs: number[]): string =>
  pairs.map((value, i) => String((i % 2 === 0 ? 200_000 : 400_000) + value)).join(' ')

export const code = (list: string, value: string): string => `xlink:href="${CODES}/${list}/${value}"`
export const inspireCode = (list: string, value: string): string => `xlink:href="${INSPIRE}/${list}/${value}"`
export const ref = (property: string, id: string): string => `<${property} xlink:href="${id}"/>`

export const point = (position: string, srsName = RD): string =>
  `<gml:Point srsName="${srsName}" gml:id="g"><gml:pos>${position}</gml:pos></gml:Point>`
export const lineString = (positions: string, srsName: string | null = RD): string =>
  `<gml:LineString ${srsName === null ? '' : `srsName="${srsName}"`} gml:id="g"><gml:posList>${positions}</gml:posList></gml:LineString>`
export const polygon = (outer: string, ...holes: string[]): string => {
  const ring = (positions: string): string => `<gml:LinearRing><gml:posList>${positions}</gml:posList></gml:LinearRing>`
  const interior = holes.map((hole) => `<gml:interior>${ring(hole)}</gml:interior>`).join('')
  return `<gml:Polygon srsName="${RD}" gml:id="g"><gml:exterior>${ring(outer)}</gml:exterior>${interior}</gml:Polygon>`
}

/** A closed rectangle, relative to (200000, 400000). */
export const box = (x1: number, y1: number, x2: number, y2: number): string =>
  at(x1, y1, x2, y1, x2, y2, x1, y2, x1, y1)

export const member = (element: string, id: string, inner: string, attributes = ''): string =>
  `<gml:featureMember><${element} gml:id="${id}" ${attributes}>${inner}</${element}></gml:featureMember>`

export const imkl = (objecttype: string, id: string, inner: string): string => member(`imkl:${objecttype}`, id, inner)

export const link = (id: string, geometry: string, more = ''): string =>
  member(
    'us-net-common:UtilityLink',
    id,
    `${ref('net:inNetwork', NET)}<net:centrelineGeometry>${geometry}</net:centrelineGeometry>${more}`,
  )

/** The network that most fixtures use: low-voltage, of operator KL9001. */
export const NET = 'nl.imkl-KL9001.net_ls'

export const cable = (id: string, links: readonly string[], more = '', objecttype = 'Elektriciteitskabel'): string =>
  imkl(
    objecttype,
    id,
    `${ref('net:inNetwork', NET)}${links.map((target) => ref('net:link', target)).join('')}` +
      `<us-net-common:currentStatus ${inspireCode('ConditionOfFacilityValue', 'functional')}/>${more}`,
  )

export interface FixtureOperator {
  code: string
  name: string
  delivered?: boolean
  involved?: boolean
  precaution?: boolean
  themes?: string[]
  networks?: { id: string; theme: string; more?: string }[]
}

export const OPERATOR: FixtureOperator = {
  code: 'KL9001',
  name: 'Voorbeeldnet',
  themes: ['laagspanning'],
  networks: [{ id: NET, theme: 'laagspanning' }],
}

export interface FixtureDelivery {
  klicNumber?: string
  sequence?: number
  composedAt?: string
  complete?: boolean
  kind?: 'graafmelding' | 'orientatieverzoek' | 'calamiteitenmelding'
  /** Ring of the request polygon. */
  area?: string
  /** Further members of the request, such as an Informatiepolygoon. */
  operators?: FixtureOperator[]
  members: string[]
  documents?: Record<string, string | Buffer>
  /** gml:boundedBy: minX, minY, maxX, maxY in RD New; left out: it has none. */
  bounds?: readonly [number, number, number, number]
  boundsSystem?: string
  schemaLocation?: string
  namespaces?: Record<string, string>
  /** The map that it names, whether or not that is in it. */
  groundNamed?: string
}

export function gmlOf(delivery: FixtureDelivery): string {
  const { klicNumber = '22G000001', sequence = 1, operators = [OPERATOR], kind = 'graafmelding' } = delivery
  const polygonClass = kind === 'orientatieverzoek' ? 'Orientatiepolygoon' : 'Graafpolygoon'
  const namespaces = Object.entries(delivery.namespaces ?? NAMESPACES).map(
    ([prefix, uri]) => `xmlns:${prefix}="${uri}"`,
  )
  const parties = operators.map(({ code: operator }) => `nl.imkl-${operator}._Belanghebbende_${klicNumber}-1`)
  const members = [
    imkl(
      'GebiedsinformatieLevering',
      `nl.imkl-KA0000._GebiedsinformatieLevering_${klicNumber}-${sequence}`,
      `<imkl:leveringsvolgnummer>${sequence}</imkl:leveringsvolgnummer>` +
        `<imkl:datumLeveringSamengesteld>${delivery.composedAt ?? '2024-05-01T12:00:00+02:00'}</imkl:datumLeveringSamengesteld>` +
        `<imkl:indicatieLeveringCompleet>${delivery.complete ?? true}</imkl:indicatieLeveringCompleet>` +
        namedGround(delivery) +
        parties.map((id) => ref('imkl:belanghebbende', id)).join('') +
        ref('imkl:aanvraag', `nl.imkl-KA0000._GebiedsinformatieAanvraag_${klicNumber}`),
    ),
    imkl(
      'GebiedsinformatieAanvraag',
      `nl.imkl-KA0000._GebiedsinformatieAanvraag_${klicNumber}`,
      `<imkl:ordernummer>1234567890</imkl:ordernummer><imkl:positienummer>0000000010</imkl:positienummer>` +
        `<imkl:klicMeldnummer>${klicNumber}</imkl:klicMeldnummer>` +
        `<imkl:aanvrager><imkl:Aanvrager><imkl:contactpersoon><imkl:Contact><imkl:naam>P. Geheim</imkl:naam></imkl:Contact></imkl:contactpersoon></imkl:Aanvrager></imkl:aanvrager>` +
        `<imkl:referentie>ref ${klicNumber}</imkl:referentie><imkl:aanvraagSoort ${code('AanvraagSoortValue', kind)}/>` +
        `<imkl:aanvraagDatum>2024-04-30T23:30:00+02:00</imkl:aanvraagDatum><imkl:startDatum>2024-05-10</imkl:startDatum>`,
    ),
    imkl(
      polygonClass,
      `nl.imkl-KA0000._${polygonClass}_${klicNumber}`,
      `<imkl:geometrie>${polygon(delivery.area ?? box(0, 0, 100, 100))}</imkl:geometrie>`,
    ),
    ...operators.flatMap((operator) => operatorMembers(operator, klicNumber, polygonClass, kind)),
    ...delivery.members,
  ]
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<gml:FeatureCollection gml:id="fc" ${namespaces.join(' ')} ` +
    `xsi:schemaLocation="${delivery.schemaLocation ?? 'http://www.geostandaarden.nl/imkl/wibon http://register.geostandaarden.nl/gmlapplicatieschema/imkl/2.0.0/imkl-wibon.xsd'}">\n` +
    boundedBy(delivery) +
    `${members.join('\n')}\n</gml:FeatureCollection>\n`
  )
}

const namedGround = ({ groundNamed }: FixtureDelivery): string =>
  groundNamed === undefined
    ? ''
    : `<imkl:achtergrondkaart><imkl:Achtergrondkaart><imkl:achtergrondkaartSoort ${code('AchtergrondkaartSoortValue', 'bgtRaster')}/>` +
      `<imkl:kaartreferentie>${groundNamed}</imkl:kaartreferentie></imkl:Achtergrondkaart></imkl:achtergrondkaart>`

function boundedBy({ bounds, boundsSystem = RD }: FixtureDelivery): string {
  if (!bounds) return ''
  const [minX, minY, maxX, maxY] = bounds
  const corners = `<gml:lowerCorner>${minX} ${minY}</gml:lowerCorner>\n<gml:upperCorner>${maxX} ${maxY}</gml:upperCorner>`
  return `<gml:boundedBy>\n<gml:Envelope srsName="${boundsSystem}" srsDimension="2">\n${corners}\n</gml:Envelope>\n</gml:boundedBy>\n`
}

function operatorMembers(operator: FixtureOperator, klicNumber: string, polygonClass: string, kind: string): string[] {
  const {
    code: owner,
    name,
    delivered = true,
    involved = true,
    precaution = false,
    themes = [],
    networks = [],
  } = operator
  const contact = (property: string, element: string, email: string): string =>
    `<imkl:${property}><imkl:${element}><imkl:aanvraagSoort ${code('AanvraagSoortValue', kind)}/><imkl:naam>Balie ${name}</imkl:naam>` +
    `<imkl:telefoon>0201234567</imkl:telefoon><imkl:email>${email}@example.nl</imkl:email></imkl:${element}></imkl:${property}>`
  return [
    imkl(
      'Belanghebbende',
      `nl.imkl-${owner}._Belanghebbende_${klicNumber}-1`,
      `<imkl:beheerdersinformatieGeleverd>${delivered}</imkl:beheerdersinformatieGeleverd>` +
        (delivered
          ? `<imkl:betrokkenBijAanvraag>${involved}</imkl:betrokkenBijAanvraag><imkl:indicatieEisVoorzorgsmaatregel>${precaution}</imkl:indicatieEisVoorzorgsmaatregel>`
          : '') +
        networks.map(({ id }) => ref('imkl:utiliteitsnet', id)).join('') +
        ref(`imkl:geraaktBelangBij${polygonClass}`, `nl.imkl-${owner}._Belang_1-1`) +
        ref('imkl:netbeheerder', `nl.imkl-${owner}._Beheerder`),
    ),
    imkl(
      'Beheerder',
      `nl.imkl-${owner}._Beheerder`,
      `<imkl:bronhoudercode>${owner}</imkl:bronhoudercode><imkl:organisatie><imkl:Organisatie><imkl:naam>${name}</imkl:naam></imkl:Organisatie></imkl:organisatie>`,
    ),
    imkl(
      'Belang',
      `nl.imkl-${owner}._Belang_1-1`,
      contact('contactAanvraag', 'AanvraagSoortContact', 'aanvraag') +
        themes.map((theme) => `<imkl:thema ${code('Thema', theme)}/>`).join('') +
        contact('contactNetinformatie', 'AanvraagSoortContact', 'net') +
        contact('contactBeschadiging', 'Contact', 'schade'),
    ),
    ...networks.map(({ id, theme, more = '' }) =>
      imkl('Utiliteitsnet', id, `<imkl:thema ${code('Thema', theme)}/>${more}`),
    ),
  ]
}

/** A ZIP in memory. Values are contents; names are taken as they are. */
export async function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, contents] of Object.entries(files)) zip.addBuffer(Buffer.from(contents), name)
  zip.end()
  return buffer(zip.outputStream)
}

export function zippedDelivery(delivery: FixtureDelivery): Promise<Buffer> {
  const { klicNumber = '22G000001', sequence = 1, documents = {} } = delivery
  const top = `${klicNumber}_${sequence}`
  const files: Record<string, string | Buffer> = {
    [`${top}/GI_gebiedsinformatielevering_${top}_V2.xml`]: gmlOf(delivery),
  }
  for (const [path, contents] of Object.entries(documents)) files[`${top}/${path}`] = contents
  return zipOf(files)
}

/** A folder that goes with the test. */
export function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'klic-imkl-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface MergedFixture {
  summary: ResultSummary
  features: { layer: string; row: Row; geometry: ResultGeometry | null }[]
  tables: Record<string, Row[]>
  /** The one feature with this id. */
  feature(id: string): { layer: string; row: Row; geometry: ResultGeometry | null }
}

/** Merges files that are already on the disk. */
export async function mergePaths(t: TestContext, paths: readonly string[], job?: JobLabel): Promise<MergedFixture> {
  const features: MergedFixture['features'] = []
  const tables: MergedFixture['tables'] = {}
  const staging: Staging & { close(): void } = openStaging(join(temporaryFolder(t), 'staging.db'))
  try {
    const summary = await mergeDeliveries(
      paths.map((path) => ({ path })),
      staging,
      {
        feature: (layer, row, geometry) => features.push({ layer, row, geometry }),
        row: (table, row) => {
          tables[table] ??= []
          tables[table].push(row)
        },
      },
      job ? { job } : {},
    )
    const feature = (id: string): MergedFixture['features'][number] => {
      const found = features.filter(({ row }) => row.id === id)
      if (found.length !== 1) throw new Error(`${found.length} features have the id ${id}`)
      return found[0]!
    }
    return { summary, features, tables, feature }
  } finally {
    staging.close()
  }
}

/** Writes the deliveries as ZIPs and merges them. */
export async function merge(
  t: TestContext,
  deliveries: readonly FixtureDelivery[],
  job?: JobLabel,
): Promise<MergedFixture> {
  const folder = temporaryFolder(t)
  const paths: string[] = []
  for (const [i, delivery] of deliveries.entries()) {
    const path = join(folder, `Levering_${delivery.klicNumber ?? '22G000001'}_${delivery.sequence ?? 1}-${i}.zip`)
    writeFileSync(path, await zippedDelivery(delivery))
    paths.push(path)
  }
  return mergePaths(t, paths, job)
}

/** Flat coordinates of the lines, relative to (200000, 400000), to the millimetre. */
export function relativeLines(geometry: ResultGeometry | null): number[][] {
  if (geometry?.type !== 'MultiLineString') throw new Error(`no lines: ${geometry?.type ?? 'no geometry'}`)
  return geometry.lines.map((line) =>
    line.map((value, i) => Math.round((value - (i % 2 === 0 ? 200_000 : 400_000)) * 1000) / 1000),
  )
}
