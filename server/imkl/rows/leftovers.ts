/**
 * What a delivery says and no column of the result holds: properties of later versions, second values where a column
 * takes one, and values that the column's type can't show. Kept as JSON in `overige_kenmerken`, so that nothing of an
 * object is silently missing. Left out: relations that the map itself shows, and the official ways to say "unknown"
 * (sentinel dates, a voltage of 0 or -1), when the registration of a drawing
 * element changed (where the schema has no column for it), and the rotation of a line, which officially means nothing.
 */

import { codeIn } from '../gml/properties.ts'
import type { Fields, Properties, Value } from '../gml/read.ts'
import type { Row } from '../model/layers.ts'

/** The column in which a property is shown; several properties may share one. */
const COLUMN_OF: Readonly<Record<string, string>> = {
  inNetwork: 'net_id',
  label: 'label',
  omschrijving: 'omschrijving',
  currentStatus: 'status',
  validFrom: 'aanlegdatum',
  validTo: 'verwijderdatum',
  verticalPosition: 'verticale_positie',
  bovengrondsZichtbaar: 'bovengronds_zichtbaar',
  geoNauwkeurigheidXY: 'nauwkeurigheid_xy_cm',
  toelichting: 'toelichting',
  dieptelegging: 'diepte_m',
  BGT_ID: 'bgt_id',
  beginLifespanVersion: 'versie_vanaf',
  oilGasChemicalsProductType: 'product',
  waterType: 'product',
  sewerWaterType: 'product',
  thermalProductType: 'product',
  telecommunicationsCableMaterialType: 'product',
  producttype: 'product',
  buismateriaalType: 'materiaal',
  pipeDiameter: 'diameter_mm',
  kabelDiameter: 'diameter_mm',
  ductWidth: 'breedte_mm',
  pressure: 'druk_bar',
  operatingVoltage: 'spanning_v',
  nominalVoltage: 'nominale_spanning_v',
  aantalKabelsLeidingen: 'aantal_kabels_leidingen',
  utilityDeliveryType: 'leveringsnetwerk',
  warningType: 'waarschuwing',
  appurtenanceType: 'type',
  rotatiehoekSymbool: 'rotatie',
  hoogte: 'hoogte_m',
  towerHeight: 'hoogte_m',
  poleHeight: 'hoogte_m',
  eanCode: 'ean_code',
  maatvoeringsType: 'type',
  annotatieType: 'type',
  rotatiehoek: 'rotatie',
  labelpositie: 'anker_h',
  status: 'status',
  typeTopografischObject: 'type',
  eisVoorzorgsmaatregel: 'eis',
  netbeheerderNetOmschrijving: 'net_omschrijving',
  netbeheerderNetAanduiding: 'net_aanduiding',
  netbeheerderWerkAanduiding: 'werk_aanduiding',
  dieptePeil: 'diepte_m',
  maaiveldPeil: 'maaiveld_nap_m',
  diepteNauwkeurigheid: 'nauwkeurigheid_cm',
  diepteAangrijpingspunt: 'meetpunt',
  datumOpmetingDieptePeil: 'datum_meting',
  extraInfoType: 'type',
  bestandLocatie: 'bestand',
  bestandMediaType: 'media_type',
  // tables
  thema: 'thema',
  disclaimer: 'disclaimer',
  standaardDieptelegging: 'standaard_diepte_m',
  ordernummer: 'ordernummer',
  positienummer: 'positienummer',
  klicMeldnummer: 'klic_nummer',
  referentie: 'referentie',
  aanvraagSoort: 'aanvraagsoort',
  aanvraagDatum: 'aanvraagdatum',
  startDatum: 'start_datum',
  eindDatum: 'eind_datum',
  leveringsvolgnummer: 'volgnummer',
  datumLeveringSamengesteld: 'datum_samengesteld',
  indicatieLeveringCompleet: 'compleet',
  bronhoudercode: 'bronhouder',
  kvkNummer: 'kvk_nummer',
  websiteKlic: 'website',
  beheerdersinformatieGeleverd: 'geleverd',
  betrokkenBijAanvraag: 'betrokken',
  indicatieEisVoorzorgsmaatregel: 'eis_voorzorgsmaatregel',
  bestandIdentificator: 'identificator',
  bijlageType: 'soort',
}

/** Relations and structures that the map or a table shows in another way. */
const SHOWN_ELSEWHERE = new Set([
  'link',
  'extraGeometrie',
  'cables',
  'pipes',
  'ducts',
  'nodes',
  'aanvraag',
  'belanghebbende',
  'graafpolygoon',
  'informatiepolygoon',
  'orientatiepolygoon',
  'utiliteitsnet',
  'eigenTopografie',
  'bijlage',
  'netbeheerder',
  'organisatie',
  'contactAanvraag',
  'contactNetinformatie',
  'contactBeschadiging',
  'geraaktBelangBijGraafpolygoon',
  'geraaktBelangBijInformatiepolygoon',
  'geraaktBelangBijOrientatiepolygoon',
  'adres',
  'locatieWerkzaamheden',
  'contactVoorzorgsmaatregel',
])

/** Dates of the operator's registration, not of the cable; `versie_vanaf` has the one that the schema asks for. */
const BOOKKEEPING = new Set(['beginLifespanVersion', 'endLifespanVersion'])

/** Columns that hold every value of a repeated property. */
const TAKES_ALL = new Set(['product', 'eis', 'themas_belang'])

/** @returns JSON, or null when the row says it all */
export function leftoversOf(properties: Properties, row: Row): string | null {
  let left: Record<string, Value | Value[]> | null = null
  for (const name in properties) {
    if (name.endsWith('@uom') || SHOWN_ELSEWHERE.has(name) || BOOKKEEPING.has(name)) continue
    const value = properties[name]!
    if (isShown(name, value, row)) continue
    left ??= {}
    left[name] = plain(value)
    const unit = properties[`${name}@uom`]
    if (unit !== undefined) left[`${name}@uom`] = plain(unit)
  }
  return left && JSON.stringify(left)
}

function isShown(name: string, value: Value | Value[], row: Row): boolean {
  const column = Object.hasOwn(COLUMN_OF, name) ? COLUMN_OF[name]! : undefined
  if (column === undefined || !(column in row)) return false
  if (Array.isArray(value) && value.length > 1 && !TAKES_ALL.has(column)) return false
  if (row[column] !== null && row[column] !== undefined) return !isSecond(name, value, row)
  return name === 'rotatiehoek' || isUnknown(value)
}

/** Two properties for one column: the other one is shown. */
function isSecond(name: string, value: Value | Value[], row: Row): boolean {
  if (name !== 'kabelDiameter' && name !== 'poleHeight' && name !== 'hoogte') return false
  const shown = row[name === 'kabelDiameter' ? 'diameter_mm' : 'hoogte_m']
  const number = Number(value)
  return ![1, 10, 100, 1000, 0.1, 0.01, 0.001].some((factor) => Math.abs(number * factor - Number(shown)) < 1e-6)
}

/** The ways in which a delivery says "unknown", besides leaving it out. */
function isUnknown(value: Value | Value[]): boolean {
  if (typeof value !== 'string') return false
  if (/^(0001|1800|1900|9999)-/.test(value)) return true
  if (value !== '' && Number(value) <= 0) return true
  const code = codeIn(value)
  return code === 'onbekend' || code === 'fictiefIngetekend'
}

/** Codes without the address of their list, as everywhere in a result. */
function plain(value: Value | Value[]): Value | Value[] {
  if (Array.isArray(value)) return value.map((one) => plain(one) as Value)
  if (typeof value === 'string') return code(value)
  const fields: Fields = {}
  for (const name in value) fields[name] = code(value[name]!)
  return fields
}

/** Any other address is left whole: it may be a page that somebody wants to read. */
const code = (text: string): string =>
  /^http:\/\/(definities\.geostandaarden\.nl|inspire\.ec\.europa\.eu\/codelist)\/\S+$/.test(text) ? codeIn(text) : text
