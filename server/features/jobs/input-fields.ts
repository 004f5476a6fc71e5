/** Where a fault of a filed order lies, as a pointer into the body of POST /jobs: what a caller can put right. */
import { snake } from '../../platform/naming.ts'
import { OWN_GIVEN_TEXTS } from './given-texts-schema.ts'

/** Names of an order's draft -> names of the API, where these do not follow by rule (naming.ts). */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  town: 'city',
  kvk: 'kvk_number',
  worksNote: 'works_description',
}

/** The name in the API of a field of an order's draft. */
export const wireName = (name: string): string => OTHER_NAMES[name] ?? snake(name)

/** What of a draft a caller gives, texts aside. All else of it comes from the settings of the company. */
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
const TEXTS: readonly string[] = OWN_GIVEN_TEXTS

/** @param pointer into a draft, or the registry's own; null where nothing that a caller gives is meant */
export function inputPointer(pointer: string | null): string | null {
  const [, root = '', ...rest] = pointer?.split('/') ?? []
  const field = INPUTS[root] ?? (TEXTS.includes(root) ? snake(root) : undefined)
  return field === undefined ? null : `/${[field, ...rest.map(wireName)].join('/')}`
}
