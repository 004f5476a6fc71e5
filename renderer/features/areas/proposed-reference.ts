/** A reference for who gives none: the town and street of the area. */
import type { Position } from 'geojson'
import type { OfferedAddresses } from '../../../server/features/areas/schema.ts'
import { cleanReference, placeName } from '../../../server/features/vocabulary.ts'
import type { RequestDetails } from '../../map/drawing/request-details.ts'
import { type NamedPlace, placeNear } from '../search/gazetteer-api.ts'

/** Each version of the registry's standards takes so many characters. */
const MOST_CHARACTERS = 30

/** @param at RD New. @returns '' where nothing near has a name */
export const proposedReference = (
  at: Position,
  address: RequestDetails['address'],
  offered: OfferedAddresses['data'],
  places: readonly NamedPlace[],
): string => {
  const place = placeNear(places, at)?.name
  const near = offered.find(({ inside }) => inside) ?? offered.find((each) => each.address)
  // The simulator's houses stand in real towns.
  const ofRegister = near?.source === 'simulator' ? { ...near.address, city: place } : near?.address
  const { street, city = place } = address ?? ofRegister ?? {}
  return (
    [placeName({ city, street }), street, city]
      .map((name) => cleanReference(name ?? '', Number.POSITIVE_INFINITY))
      .find((name) => name.length > 0 && name.length <= MOST_CHARACTERS) ?? ''
  )
}
