/**
 * What is asked for with a job, and what a job carries beside its state. Our own words; the wire's and the
 * rows' names follow from them by rule (naming.ts).
 */

import type { JobCutRules } from '../../../cut/cut-rules.ts'
import type { FromWire } from '../../../platform/http/wire.ts'
import type { JsonText } from '../../../platform/json-text.ts'
import type { JobAddress } from '../../../registry/addresses/addresses.ts'
import type { KlicType } from '../../../registry/klic.ts'
import type { Contact } from '../../settings/settings.ts'
import { OWN_GIVEN_TEXTS, type OwnGivenText } from '../given-texts-schema.ts'
import type { JobInput } from '../input-schema.ts'

/** Client of the works (opdrachtgever). */
export type JobPrincipal = Omit<NonNullable<FromWire<typeof JobInput>['principal']>, 'address'> & {
  address?: JobAddress | undefined
}

/** As the wire has it but for what a rule reads: places, and the kinds of job that only the window files. */
export interface JobRequest
  extends Omit<
    FromWire<typeof JobInput>,
    'geometry' | 'klicType' | 'address' | 'principal' | 'hasAddresses' | 'cutRules'
  > {
  /** GeoJSON as it came over the wire, not yet judged. */
  geometry: JsonText
  klicType: KlicType
  address?: JobAddress | undefined
  principal?: JobPrincipal | undefined
  /** Of a calamity: whom the operators call */
  contact?: Contact
  hasAddresses?: JobAddress[] | undefined
  cutRules?: JobCutRules | undefined
}

/** The others have their place in the order of hashing already, and keep it. */
type LaterText = Exclude<OwnGivenText, 'worksDescription' | 'locationDescription'>

/**
 * What makes two inputs the same or not, in the order in which they are hashed: a new field goes to the end, since hashes
 * are kept. `stored`: the job carries it as it was given; of the others it carries what follows from them.
 */
export const FIELD_ROLES = {
  geometry: 'derived',
  klicType: 'derived',
  crs: 'derived',
  reference: 'stored',
  address: 'derived',
  webhookUrl: 'stored',
  startDate: 'derived',
  endDate: 'derived',
  works: 'stored',
  principal: 'stored',
  hasAddresses: 'derived',
  cutRules: 'derived',
  worksDescription: 'stored',
  locationDescription: 'stored',
  preparation: 'stored',
  follows: 'stored',
  contact: 'stored',
  ...(Object.fromEntries(OWN_GIVEN_TEXTS.map((name) => [name, 'stored'])) as Record<LaterText, 'stored'>),
} as const satisfies Record<Exclude<keyof JobRequest, 'submit' | 'clientRef'>, 'stored' | 'derived'>

type StoredField = {
  [F in keyof typeof FIELD_ROLES]: (typeof FIELD_ROLES)[F] extends 'stored' ? F : never
}[keyof typeof FIELD_ROLES]

/** null: left out */
export type StoredFields = { [F in StoredField | 'clientRef']: NonNullable<JobRequest[F]> | null }

export const storedFieldsOf = (asked: Partial<JobRequest>): StoredFields => {
  const kept = Object.entries(FIELD_ROLES).filter(([, how]) => how === 'stored') as [StoredField, 'stored'][]
  const fields = [...kept.map(([field]) => field), 'clientRef'] as const
  return Object.fromEntries(fields.map((field) => [field, asked[field] ?? null])) as unknown as StoredFields
}

/** What the registry said of an order or a part; `pointer` into our own input where the cause is known. */
export interface RegistryMessage {
  severity: 'ERROR' | 'WARNING'
  code: string
  message: string
  pointer: string | null
}
