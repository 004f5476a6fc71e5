/**
 * Turns a feature, in all its versions, into the row of its layer (imkl/model/layers.ts). Attributes come from the
 * version of the latest delivery; what is per request (precaution codes, letters) comes from all. Units are those in the column names; unknown is null.
 */

import { memoizeByKey } from '../../platform/processes/memoize-by-key.ts'
import { compare } from '../../platform/text-order.ts'
import { requestProperties } from '../delivery/delivery.ts'
import { operatorOf } from '../gml/classes.ts'
import {
  accuracyCmOf,
  addressOf,
  codeIn,
  codeOf,
  dateOf,
  fieldOf,
  metresOf,
  numberIn,
  numberOf,
  structuresOf,
  textOf,
} from '../gml/properties.ts'
import { AS_DELIVERED, type Properties } from '../gml/read.ts'
import { type Feature, type LineFacts, latest, type RowContext, themeOfFeature } from '../merge/feature.ts'
import { type Cell, LAYERS, type Row } from '../model/layers.ts'
import { themeNameIn } from '../model/names.ts'
import { leftoversOf } from './leftovers.ts'
import { appurtenanceCells, elementCells, lineCells, networkCells, rotationOf } from './network-cells.ts'
import { labelOf } from './value-lists.ts'

export function rowOf(feature: Feature, line: LineFacts | null, context: RowContext): Row {
  const row = cellsOf(feature, line, context)
  const properties = latest(feature)
  const unread = line?.asDelivered ?? []
  row.overige_kenmerken = leftoversOf(
    unread.length === 0 ? properties : { ...properties, [AS_DELIVERED]: [...unread] },
    row,
  )
  return row
}

function cellsOf(feature: Feature, line: LineFacts | null, context: RowContext): Row {
  const layer = LAYERS[feature.order]!.name
  const row = commonCells(feature, context)
  if (layer === 'kabel_of_leiding' || layer === 'kabel_en_leiding_container')
    return { ...row, ...networkCells(feature, context), ...lineCells(feature, line, context) }
  if (layer === 'leidingelement') return { ...row, ...networkCells(feature, context), ...appurtenanceCells(feature) }
  if (layer === 'containerleidingelement')
    return { ...row, ...networkCells(feature, context), ...elementCells(feature) }
  if (layer === 'extra_geometrie') return { ...row, ...extraGeometryCells(feature, context) }
  if (layer === 'eis_voorzorgsmaatregel') return { ...row, ...precautionCells(feature) }
  if (layer === 'diepte') return { ...row, ...depthCells(feature) }
  if (layer === 'aanvraag_polygoon') return { ...row, ...requestCells(feature, context) }
  if (layer.startsWith('eigen_topografie')) return { ...row, ...topographyCells(feature) }
  if (layer.startsWith('extra_detailinfo')) return { ...row, ...detailCells(feature) }
  return { ...row, ...drawingCells(feature, layer) }
}

export const klicNumbersOf = ({ versions }: Feature): string =>
  [...new Set(versions.map(({ delivery }) => delivery.klicNumber))].sort(compare).join(',')

const themeName = memoizeByKey((theme) => themeNameIn('nl', theme))

function commonCells(feature: Feature, context: RowContext): Row {
  const theme = themeOfFeature(feature)
  const operator = operatorOf(feature.id)
  const properties = latest(feature)
  return {
    id: feature.id,
    objecttype: feature.objecttype,
    thema: theme,
    thema_naam: theme === null ? null : themeName(theme),
    bronhouder: operator || null,
    netbeheerder: context.operatorName(operator),
    klic_nummer: klicNumbersOf(feature),
    net_id: textOf(properties, 'inNetwork'),
    label: textOf(properties, 'label'),
    omschrijving: textOf(properties, 'omschrijving'),
  }
}

/** An outline has no status of its own: it is that of the object it belongs to, in whichever delivery that is. */
function extraGeometryCells({ id }: Feature, { staging, referenceKinds }: RowContext): Row {
  for (const property of ['extraGeometrie', 'heeftExtraInformatie']) {
    if (!referenceKinds.has(property)) continue
    for (const { delivery, from } of staging.referrers(property, id)) {
      const owner = staging.find(delivery, from)
      if (owner === undefined || owner.body === '') continue
      const status = codeOf(JSON.parse(owner.body) as Properties, 'currentStatus')
      return {
        eigenaar_id: from,
        eigenaar_objecttype: owner.objecttype,
        status,
        status_naam: labelOf('status', status),
      }
    }
  }
  return { eigenaar_id: null, eigenaar_objecttype: null, status: null, status_naam: null }
}

/** Codes and letters are per request: the same area has another code in another kind of request. */
function precautionCells(feature: Feature): Row {
  const texts = (name: string): string | null =>
    joined(feature.versions.map(({ properties }) => textOf(properties, name)))
  const contacts = feature.versions.flatMap(({ properties }) => structuresOf(properties, 'contactVoorzorgsmaatregel'))
  const operator = operatorOf(feature.id)
  const letters = feature.versions.flatMap(({ delivery, properties }) => {
    const theme = delivery.networks.get(textOf(properties, 'inNetwork') ?? '')?.theme ?? null
    const code = textOf(properties, 'eisVoorzorgsmaatregel')
    const own = [...delivery.documents.values()].filter(
      (document) =>
        document.kind === 'eis_voorzorgsmaatregel' && document.owner === operator && document.theme === theme,
    )
    const exact = own.filter(({ precaution }) => precaution === code)
    return (exact.length > 0 ? exact : own).map(({ path }) => path)
  })
  return {
    eis: texts('eisVoorzorgsmaatregel'),
    net_omschrijving: texts('netbeheerderNetOmschrijving'),
    net_aanduiding: texts('netbeheerderNetAanduiding'),
    werk_aanduiding: texts('netbeheerderWerkAanduiding'),
    contact_naam: joined(contacts.map((contact) => fieldOf(contact, 'naam'))),
    contact_telefoon: joined(contacts.map((contact) => fieldOf(contact, 'telefoon'))),
    contact_email: joined(contacts.map((contact) => fieldOf(contact, 'email'))),
    bijlage: joined(letters),
  }
}

const joined = (values: readonly (string | null)[]): string | null =>
  [...new Set(values.filter((value) => value !== null))].join(', ') || null

function depthCells(feature: Feature): Row {
  const properties = latest(feature)
  return {
    diepte_m: metresOf(properties, 'dieptePeil'),
    referentie: feature.objecttype === 'DiepteNAP' ? 'NAP' : 'maaiveld',
    maaiveld_nap_m: metresOf(properties, 'maaiveldPeil'),
    meetpunt: labelOf('depthPoint', codeOf(properties, 'diepteAangrijpingspunt')),
    nauwkeurigheid_cm: accuracyCmOf(properties, 'diepteNauwkeurigheid'),
    datum_meting: dateOf(properties, 'datumOpmetingDieptePeil'),
    rotatie: rotationOf(properties),
  }
}

/** On a line the rotation means nothing: its own direction counts. */
function drawingCells(feature: Feature, layer: string): Row {
  const properties = latest(feature)
  const anchor = structuresOf(properties, 'labelpositie')[0]
  const position = (name: string): Cell => numberIn(codeIn(fieldOf(anchor, name) ?? '') || null)
  return {
    type: codeOf(properties, 'maatvoeringsType') ?? codeOf(properties, 'annotatieType'),
    tekst: textOf(properties, 'label'),
    rotatie: layer.endsWith('_punt') ? numberOf(properties, 'rotatiehoek') : null,
    anker_h: position('aangrijpingHorizontaal'),
    anker_v: position('aangrijpingVerticaal'),
  }
}

function topographyCells(feature: Feature): Row {
  const properties = latest(feature)
  const type = codeOf(properties, 'typeTopografischObject')
  return { status: codeOf(properties, 'status'), type, type_naam: labelOf('topographyType', type) }
}

function detailCells(feature: Feature): Row {
  const properties = latest(feature)
  const type = codeOf(properties, 'extraInfoType')
  const address = addressOf(properties, 'adres')
  return {
    type,
    type_naam: labelOf('detailType', type),
    bestand: textOf(properties, 'bestandLocatie'),
    media_type: codeOf(properties, 'bestandMediaType'),
    adres: address.text,
    bag_id: address.bagId,
  }
}

function requestCells(feature: Feature, context: RowContext): Row {
  const { delivery } = feature.versions[0]!
  const request = requestProperties(delivery)
  return {
    soort: feature.objecttype,
    aanvraagsoort: labelOf('requestType', codeOf(request, 'aanvraagSoort')),
    referentie: textOf(request, 'referentie'),
    aanvraagdatum: dateOf(request, 'aanvraagDatum'),
    volgnummer: delivery.sequence,
    compleet: delivery.complete,
    niet_geleverd: context.notDelivered(delivery).join(',') || null,
  }
}
