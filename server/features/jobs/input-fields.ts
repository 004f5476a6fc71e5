/** Where a fault of a filed order lies, as a pointer into the body of POST /jobs: what a caller can put right. */

/** Names of an order's draft -> names of the API, where they differ. */
export const WIRE_NAMES: Readonly<Record<string, string>> = {
  bagId: 'bag_id',
  houseNumber: 'house_number',
  houseLetter: 'house_letter',
  houseNumberAddition: 'house_number_addition',
  town: 'city',
  kvk: 'kvk_number',
  startDate: 'start_date',
  endDate: 'end_date',
  worksNote: 'works_description',
}

/** What of a draft a caller gives. All else of it comes from the settings of the company. */
const INPUTS: Readonly<Record<string, string>> = {
  principal: 'principal',
  works: 'works',
  worksNote: 'works_description',
  description: 'location_description',
  preparation: 'preparation',
  reference: 'reference',
  startDate: 'start_date',
  endDate: 'end_date',
  klicType: 'klic_type',
  locationAddress: 'address',
  houseConnections: 'has_addresses',
  polygon: 'geometry',
}

/** @param pointer into a draft, or the registry's own; null where nothing that a caller gives is meant */
export function inputPointer(pointer: string | null): string | null {
  const [, root = '', ...rest] = pointer?.split('/') ?? []
  const field = INPUTS[root]
  return field === undefined ? null : `/${[field, ...rest.map((name) => WIRE_NAMES[name] ?? name)].join('/')}`
}
