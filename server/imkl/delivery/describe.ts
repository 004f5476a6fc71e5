/** What a delivery says of itself in its first members: enough to know whose notification it answers, and where. */

import type { PolygonJson, Ring } from '../../geometry/geometry.ts'
import { hullOf, metreRing, mmRing } from '../../geometry/plane.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { JobAddress } from '../../registry/addresses/addresses.ts'
import { dutchDate } from '../../registry/working-days.ts'
import { isRequestPolygon } from '../gml/classes.ts'
import { dateOf, fieldOf, structuresOf, textOf } from '../gml/properties.ts'
import { type Member, type Properties, readMembers } from '../gml/read.ts'
import type { DeliveryHead } from '../model/found-delivery.ts'
import { headerOf, klicTypeOf, ORIENTATION_POLYGON } from './delivery.ts'
import type { OpenDelivery } from './source.ts'

/** Thrown to stop reading once all is known. */
class StopReading extends Error {}

/** @throws Refusal DELIVERY_UNREADABLE */
export async function describeHead(source: OpenDelivery): Promise<DeliveryHead> {
  let delivery: Properties | null = null
  let request: Properties | null = null
  const areas: Member[] = []
  try {
    await readMembers(source.chunks(), source.name, (member) => {
      const { objecttype, properties } = member
      if (objecttype === 'GebiedsinformatieLevering') delivery = properties
      else if (objecttype === 'GebiedsinformatieAanvraag') request = properties
      else if (isRequestPolygon(objecttype) && member.geometry) areas.push(member)
      // They come one after the other, before all that was delivered.
      else if (delivery && request && areas.length > 0) throw new StopReading()
    })
  } catch (error) {
    if (!(error instanceof StopReading)) throw error
  }
  const area = areaOf(areas)
  if (area === null) {
    const message = `${source.name}: the GML does not say which area was asked for. Choose the ZIP as the registry delivered it.`
    throw new Refusal('DELIVERY_UNREADABLE', message, { extra: { fault: 'DAMAGED' } })
  }
  const asked: Properties = request ?? {}
  return {
    ...headerOf(source, delivery, request),
    klicType: klicTypeOf(
      asked,
      areas.some(({ objecttype }) => objecttype === ORIENTATION_POLYGON),
    ),
    reference: textOf(asked, 'referentie'),
    requestedOn: dutchDayOf(textOf(asked, 'aanvraagDatum')),
    startDate: dateOf(asked, 'startDatum'),
    endDate: dateOf(asked, 'eindDatum'),
    address: addressIn(asked),
    orderNumber: textOf(asked, 'ordernummer'),
    position: textOf(asked, 'positienummer'),
    area,
  }
}

/** Late in the evening a moment in UTC is of the next Dutch day. */
function dutchDayOf(moment: string | null): string | null {
  const ms = Date.parse(moment ?? '')
  return Number.isNaN(ms) ? null : dutchDate(ms)
}

/** What was drawn, rather than the larger area around it; of several pieces the hull, since a request has one outline. */
function areaOf(members: readonly Member[]): PolygonJson | null {
  const drawn = members.filter(({ objecttype }) => objecttype !== 'Informatiepolygoon')
  const polygons = (drawn.length > 0 ? drawn : members).flatMap(({ geometry }) =>
    geometry?.type === 'MultiPolygon' ? geometry.polygons : [],
  )
  const [first] = polygons
  if (first === undefined) return null
  if (polygons.length === 1) return { type: 'Polygon', coordinates: first.map(ringOf) }
  const hull = hullOf(polygons.flatMap((rings) => mmRing(ringOf(rings[0]!))))
  return { type: 'Polygon', coordinates: [metreRing(hull)] }
}

function ringOf(flat: readonly number[]): Ring {
  const ring: Ring = []
  for (let i = 0; i < flat.length; i += 2) ring.push([flat[i]!, flat[i + 1]!])
  return ring
}

function addressIn(request: Properties): JobAddress | null {
  const fields = structuresOf(request, 'locatieWerkzaamheden')[0]
  const number = Number(fieldOf(fields, 'huisnummer'))
  const address: JobAddress = {}
  const put = <K extends keyof JobAddress>(name: K, value: JobAddress[K] | null): void => {
    if (value) address[name] = value
  }
  put('bagId', fieldOf(fields, 'BAGid') ?? fieldOf(fields, 'BAGidAdresseerbaarObject'))
  put('street', fieldOf(fields, 'openbareRuimteNaam'))
  put('houseNumber', Number.isInteger(number) ? number : null)
  put('houseLetter', fieldOf(fields, 'huisletter'))
  put('houseNumberAddition', fieldOf(fields, 'huisnummertoevoeging') ?? fieldOf(fields, 'huisnummerToevoeging'))
  put('postcode', fieldOf(fields, 'postcode'))
  put('city', fieldOf(fields, 'woonplaatsNaam'))
  return Object.keys(address).length > 0 ? address : null
}
