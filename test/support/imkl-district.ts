/**
 * A large delivery for measurements: one synthetic district, repeated with new ids and places until the GML has the
 * size that is asked for. Streamed to a file, so that making it needs no memory either. The mix of classes is that of a
 * real delivery: much dimensioning, many short cables, each with a link, and appurtenances.
 */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { cable, code, gmlOf, imkl, inspireCode, lineString, link, NET, OPERATOR, point, ref } from './imkl-fixture.ts'

const LINKS = 60
const DIMENSIONS = 110
const APPURTENANCES = 60
const PITCH_M = 40

/** Between deliveries, so that no two hold the same; a delivery of 200 MB has fewer. */
const DISTRICTS_EACH = 10_000

/**
 * @param number of the delivery, from 1: deliveries of different numbers have no object in common
 * @returns the number of features in the file, links and administrative members included.
 */
export async function writeLargeGml(path: string, bytes: number, number = 1): Promise<number> {
  const klicNumber = `22G${String(number).padStart(6, '0')}`
  const [head, tail] = gmlOf({ klicNumber, operators: [OPERATOR], members: ['<!--districts-->'] }).split(
    '<!--districts-->',
  ) as [string, string]
  const out = createWriteStream(path)
  let written = 0
  let members = 6
  const write = async (text: string): Promise<void> => {
    written += Buffer.byteLength(text)
    if (!out.write(text)) await once(out, 'drain')
  }
  await write(head)
  for (let district = 0; written < bytes; district++) {
    await write(districtOf((number - 1) * DISTRICTS_EACH + district))
    members += 2 * LINKS + DIMENSIONS + APPURTENANCES
  }
  await write(tail)
  out.end()
  await once(out, 'close')
  return members
}

function districtOf(district: number): string {
  const x = 150_000 + (district % 1000) * PITCH_M
  const y = 400_000 + Math.floor(district / 1000) * PITCH_M
  const position = (n: number): string => `${(x + (n % 37) * 1.013).toFixed(3)} ${(y + (n % 29) * 1.007).toFixed(3)}`
  const positions = (n: number, count: number): string =>
    Array.from({ length: count }, (_, i) => position(n + 3 * i)).join(' ')
  const id = (kind: string, n: number): string =>
    `nl.imkl-KL9001.${kind}__elec_e_lv_map_${7_000_000 + district}_${300_000 + n}`
  const parts: string[] = []
  for (let n = 0; n < LINKS; n++) {
    parts.push(cable(id('EKBL', n), [id('UL', n)], CABLE))
    parts.push(link(id('UL', n), lineString(positions(n, 4 + (n % 9))), LINK))
  }
  for (let n = 0; n < DIMENSIONS; n++) {
    const isLabel = n % 2 === 0
    const geometry = isLabel ? point(position(n)) : lineString(positions(n, 2))
    const type = code('MaatvoeringsTypeValue', isLabel ? 'maatvoeringslabel' : 'maatvoeringspijl')
    parts.push(
      imkl(
        'Maatvoering',
        id('MTVG', n),
        `${identification(id('MTVG', n))}${ref('imkl:inNetwork', NET)}<imkl:label>${n / 10}</imkl:label><imkl:maatvoeringsType ${type}/><imkl:rotatiehoek uom="urn:ogc:def:uom:OGC::deg">${n}</imkl:rotatiehoek><imkl:ligging>${geometry}</imkl:ligging>`,
      ),
    )
  }
  for (let n = 0; n < APPURTENANCES; n++)
    parts.push(
      imkl(
        'Appurtenance',
        id('APPU', n),
        `${identification(id('APPU', n))}${ref('net:inNetwork', NET)}<net:geometry>${point(position(n))}</net:geometry>${CABLE}<us-net-common:appurtenanceType ${inspireCode('ElectricityAppurtenanceTypeValue', 'deliveryPoint')}/>`,
      ),
    )
  return `${parts.join('\n')}\n`
}

const identification = (id: string): string =>
  `\n\t\t\t<imkl:identificatie>\n\t\t\t\t<imkl:NEN3610ID>\n\t\t\t\t\t<imkl:namespace>nl.imkl</imkl:namespace>\n\t\t\t\t\t<imkl:lokaalID>${id.slice(8)}</imkl:lokaalID>\n\t\t\t\t</imkl:NEN3610ID>\n\t\t\t</imkl:identificatie>\n\t\t\t<imkl:beginLifespanVersion>2021-11-04T16:01:45+01:00</imkl:beginLifespanVersion>\n`

const CABLE =
  `<us-net-common:currentStatus ${inspireCode('ConditionOfFacilityValue', 'functional')}/><us-net-common:validFrom>2002-06-06T00:00:00+02:00</us-net-common:validFrom>` +
  `<us-net-common:verticalPosition>underground</us-net-common:verticalPosition><us-net-common:utilityDeliveryType ${inspireCode('UtilityDeliveryTypeValue', 'distribution')}/>` +
  '<us-net-common:warningType xsi:nil="true"></us-net-common:warningType><us-net-el:operatingVoltage uom="urn:ogc:def:uom:OGC::V">400</us-net-el:operatingVoltage>' +
  '<imkl:label>4 x 95 AL</imkl:label><imkl:omschrijving>Aansluitkabel met functie LS</imkl:omschrijving>'
const LINK =
  '<net:fictitious>false</net:fictitious>' +
  `<us-net-common:currentStatus ${inspireCode('ConditionOfFacilityValue', 'functional')}/><us-net-common:validFrom>2002-06-06T00:00:00+02:00</us-net-common:validFrom>`
