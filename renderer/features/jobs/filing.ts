/** What somebody who is about to file reads once more, in figures and names: nothing of it is decided here. */
import type { Polygon } from 'geojson'
import type { Address } from '../../../server/features/http/common-schema.ts'
import type { Preview } from '../../../server/features/jobs/dashboard-schema.ts'
import type { KlicType } from '../../../server/features/vocabulary.ts'

export interface Filing {
  /** The job that goes to the registry once more; null: it goes for the first time */
  corrects: string | null
  klicType: KlicType
  /** YYYY-MM-DD; null: of this kind it has none */
  startDate: string | null
  /** As the registry will see it; null: no reference was given, so that the server makes one */
  reference: string | null
  address: Address | null
  locationDescription: string | null
  /** RD New */
  parts: readonly Polygon[]
  quote: Pick<Preview['quote'], 'notifications' | 'total' | 'billed_by' | 'kadaster_tariff'>
}

/** In one line: `Dorpsstraat 12A-3, 1234AB, Best`. */
export const addressLine = (address: Address): string => {
  const number = `${address.house_number ?? ''}${address.house_letter ?? ''}`
  const addition = address.house_number_addition ? `-${address.house_number_addition}` : ''
  return [`${address.street ?? ''} ${number}${addition}`.trim(), address.postcode, address.city]
    .filter(Boolean)
    .join(', ')
}

/** In the middle of all parts; RD New, whole metres. */
export const middleOf = (parts: readonly Polygon[]): [x: number, y: number] => {
  const corners = parts.flatMap(({ coordinates }) => coordinates.flat())
  const middle = (axis: 0 | 1) => {
    const values = corners.map((corner) => corner[axis]!)
    const [least, most] = values.reduce(
      ([a, b], value) => [Math.min(a!, value), Math.max(b!, value)],
      [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    )
    return Math.round((least! + most!) / 2)
  }
  return [middle(0), middle(1)]
}
