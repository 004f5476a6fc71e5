/** Rows of the tables without geometry: deliveries, networks and documents. Operators are in operators.ts. */

import { compare } from '../../platform/text-order.ts'
import { type Administrative, type Delivery, requestProperties } from '../delivery/delivery.ts'
import { operatorOf } from '../gml/classes.ts'
import { addressOf, codeOf, dateOf, metresOf, textOf } from '../gml/properties.ts'
import { type Feature, latest } from '../merge/feature.ts'
import { unpackGeometry, wkt } from '../merge/geometry-code.ts'
import type { Row } from '../model/layers.ts'
import { leftoversOf } from './leftovers.ts'
import { klicNumbersOf } from './rows.ts'
import { labelOf } from './value-lists.ts'

export function deliveryRow(delivery: Delivery): Row {
  const request = requestProperties(delivery)
  const address = addressOf(request, 'locatieWerkzaamheden')
  const row: Row = {
    klic_nummer: delivery.klicNumber,
    volgnummer: delivery.sequence,
    ordernummer: textOf(request, 'ordernummer'),
    // Printed without the zeros in front.
    positienummer: textOf(request, 'positienummer')?.replace(/^0+(?=\d)/, '') ?? null,
    aanvraagsoort: labelOf('requestType', codeOf(request, 'aanvraagSoort')),
    referentie: textOf(request, 'referentie'),
    aanvraagdatum: dateOf(request, 'aanvraagDatum'),
    datum_samengesteld: delivery.composedAt,
    compleet: delivery.complete,
    start_datum: dateOf(request, 'startDatum'),
    eind_datum: dateOf(request, 'eindDatum'),
    adres: address.text,
    bag_id: address.bagId,
    imkl_versie: delivery.source.imklVersion,
    bestand: delivery.source.name,
  }
  const header = [...delivery.administrative.values()].find((one) => one.objecttype === 'GebiedsinformatieLevering')
  return { ...row, overige_kenmerken: leftoversOf({ ...header?.properties, ...request }, row) }
}

/** Each network once, as in the latest delivery that has it. */
export function networkRows(deliveries: readonly Delivery[]): Row[] {
  const networks = new Map<string, Administrative>()
  for (const { administrative } of deliveries)
    for (const one of administrative.values())
      if (one.objecttype === 'Utiliteitsnet' && !networks.has(one.id)) networks.set(one.id, one)
  return [...networks.values()]
    .sort((a, b) => compare(a.id, b.id))
    .map(({ id, properties }) => {
      const row: Row = {
        id,
        thema: codeOf(properties, 'thema'),
        bronhouder: operatorOf(id) || null,
        standaard_diepte_m: metresOf(properties, 'standaardDieptelegging'),
        omschrijving: textOf(properties, 'omschrijving'),
        disclaimer: textOf(properties, 'disclaimer'),
      }
      return { ...row, overige_kenmerken: leftoversOf(properties, row) }
    })
}

/**
 * One row per file and delivery: the same letter has another name, and often other contents, in each.
 * `sha256` is null where the file is not there.
 */
export async function documentRows(delivery: Delivery): Promise<Row[]> {
  const rows: Row[] = []
  for (const use of [...delivery.documents.values()].sort((a, b) => compare(a.path, b.path))) {
    const file = delivery.source.documents.get(use.path)
    const row: Row = {
      klic_nummer: delivery.klicNumber,
      bronhouder: use.owner || null,
      soort: use.kind,
      thema: use.theme,
      bestand: use.path,
      media_type: use.mediaType,
      identificator: use.identifier,
      sha256: file ? await file.sha256() : null,
      aantal_verwijzingen: use.references,
    }
    rows.push({ ...row, overige_kenmerken: leftoversOf(use.properties, row) })
  }
  return rows
}

/** An object of a class that is not known, as the latest delivery has it. */
export function unknownRow(feature: Feature, geometry: Uint8Array | null): Row {
  return {
    objecttype: feature.objecttype,
    id: feature.id,
    bronhouder: operatorOf(feature.id) || null,
    klic_nummer: klicNumbersOf(feature),
    kenmerken: leftoversOf(latest(feature), {}),
    geometrie_wkt: geometry === null ? null : wkt(unpackGeometry(geometry)),
  }
}
