/** Columns of network objects: cables, pipes, containers and point elements (sections 10.2 to 10.4). */

import { compare } from '../../platform/text-order.ts'
import {
  accuracyCmOf,
  booleanOf,
  codeIn,
  codeOf,
  codesOf,
  dateOf,
  fieldOf,
  listIn,
  metresOf,
  millimetresOf,
  numberOf,
  positive,
  structuresOf,
  textOf,
  textsOf,
} from '../gml/properties.ts'
import type { Properties } from '../gml/read.ts'
import { type Feature, type LineFacts, latest, networkOf, type RowContext } from '../merge/feature.ts'
import type { Row } from '../model/layers.ts'
import { appurtenanceType } from './appurtenance-types.ts'
import { labelOf } from './value-lists.ts'

export function networkCells(feature: Feature, context: RowContext): Row {
  const properties = latest(feature)
  const status = codeOf(properties, 'currentStatus')
  const base = structuresOf(properties, 'BGT_ID')[0]
  return {
    status,
    status_naam: labelOf('status', status),
    aanlegdatum: dateOf(properties, 'validFrom'),
    verwijderdatum: dateOf(properties, 'validTo'),
    verticale_positie: labelOf('verticalPosition', codeOf(properties, 'verticalPosition')),
    bovengronds_zichtbaar: booleanOf(properties, 'bovengrondsZichtbaar'),
    nauwkeurigheid_xy_cm: accuracyCmOf(properties, 'geoNauwkeurigheidXY'),
    toelichting: textOf(properties, 'toelichting'),
    standaard_diepte_m: networkOf(feature)?.standardDepthM ?? null,
    diepte_m: depthOf(properties, context),
    bgt_id: base ? (fieldOf(base, 'lokaalID') ?? fieldOf(base, 'lokaalId')) : textOf(properties, 'BGT_ID'),
    versie_vanaf: dateOf(properties, 'beginLifespanVersion'),
  }
}

/** Only when the feature itself refers to a depth, never by nearness; the smallest if there are several. */
function depthOf(properties: Properties, { deliveries, staging }: RowContext): number | null {
  let depth: number | null = null
  for (const id of textsOf(properties, 'dieptelegging'))
    for (const { index } of deliveries) {
      const target = staging.find(index, id)
      if (target?.objecttype !== 'DiepteTovMaaiveld') continue
      const level = metresOf(JSON.parse(target.body) as Properties, 'dieptePeil')
      if (level !== null && (depth === null || level < depth)) depth = level
      break
    }
  return depth
}

const PRODUCTS = [
  'oilGasChemicalsProductType',
  'waterType',
  'sewerWaterType',
  'thermalProductType',
  'telecommunicationsCableMaterialType',
] as const
const CONTENTS = ['cables', 'pipes', 'ducts'] as const

export function lineCells(feature: Feature, line: LineFacts | null, context: RowContext): Row {
  const properties = latest(feature)
  const codes = PRODUCTS.flatMap((name) => codesOf(properties, name))
  // Class Overig says it in words.
  const products = [...codes.map((code) => labelOf('product', code)), ...textsOf(properties, 'producttype')]
  return {
    product: products.join(', ') || null,
    materiaal: labelOf('material', codeOf(properties, 'buismateriaalType')),
    diameter_mm: millimetresOf(properties, 'pipeDiameter') ?? millimetresOf(properties, 'kabelDiameter'),
    breedte_mm: millimetresOf(properties, 'ductWidth'),
    druk_bar: positive(numberOf(properties, 'pressure')),
    spanning_v: positive(numberOf(properties, 'operatingVoltage')),
    nominale_spanning_v: positive(numberOf(properties, 'nominalVoltage')),
    aantal_kabels_leidingen: numberOf(properties, 'aantalKabelsLeidingen'),
    leveringsnetwerk: labelOf('deliveryType', codeOf(properties, 'utilityDeliveryType')),
    waarschuwing: labelOf('warningType', codeOf(properties, 'warningType')),
    fictief: line?.isFictitious ?? false,
    in_container: containersOf(feature, context),
    afgekapt: line?.isCutOff ?? false,
    aantal_delen: line?.parts ?? 0,
    lengte_m: line?.lengthM ?? null,
  }
}

function containersOf({ id }: Feature, { staging, referenceKinds }: RowContext): string | null {
  const containers = new Set<string>()
  for (const property of CONTENTS)
    if (referenceKinds.has(property)) for (const { from } of staging.referrers(property, id)) containers.add(from)
  return [...containers].sort(compare).join(',') || null
}

export const rotationOf = (properties: Properties): number | null => numberOf(properties, 'rotatiehoekSymbool')

export function appurtenanceCells(feature: Feature): Row {
  const properties = latest(feature)
  const uri = textOf(properties, 'appurtenanceType')
  const { label, symbol } = appurtenanceType(listIn(uri ?? ''), codeIn(uri ?? ''))
  return {
    type: uri === null ? null : codeIn(uri),
    type_naam: uri === null ? null : label,
    type_lijst: uri === null ? null : listIn(uri) || null,
    symbool: symbol,
    rotatie: rotationOf(properties),
    hoogte_m: metresOf(properties, 'hoogte'),
    ean_code: textOf(properties, 'eanCode'),
  }
}

export function elementCells(feature: Feature): Row {
  const properties = latest(feature)
  const height = metresOf(properties, 'towerHeight') ?? metresOf(properties, 'poleHeight')
  return { rotatie: rotationOf(properties), hoogte_m: height ?? metresOf(properties, 'hoogte') }
}
