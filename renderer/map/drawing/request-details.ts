/** What is asked for beside the area: kind, reference, dates, address, client, and rules for the cut. */
import type { Address } from '../../../server/features/http/common-schema.ts'
import { forEachOwnText, type OwnGivenText } from '../../../server/features/jobs/given-texts-schema.ts'
import type { JobInput } from '../../../server/features/jobs/input-schema.ts'
import type { KlicType } from '../../../server/features/vocabulary.ts'

type CarriedFields = Pick<JobInput, 'end_date' | 'has_addresses' | 'webhook_url' | 'follows'>
export type KeptDetails = CarriedFields & {
  principal?: Pick<NonNullable<JobInput['principal']>, 'kvk_number' | 'address'>
}

/** Works (of a calamity: what happened), place and other texts; empty: nothing. */
export interface RequestDetails extends Readonly<Record<OwnGivenText, string>> {
  klicType: KlicType
  reference: string
  /** Where the area lay for which it was proposed, RD New. settled: a person wrote it, or asked without one. null: not yet */
  namedAt: readonly [number, number] | 'settled' | null
  /** YYYY-MM-DD, or empty. */
  startDate: string
  corridorWidthM: number
  works: readonly string[]
  /** What an orientation request is in preparation of; such a one names no works. */
  preparation: JobInput['preparation'] | null
  address: Address | null
  /** For whom the works are done; null: as the settings say. */
  principal: { organisation: string; name: string; phone: string; email: string } | null
  /** Of a calamity, whom the operators call; null: as the settings say. */
  contact: { name: string; phone: string; email: string } | null
  /** Of a job that is corrected or repeated, what has no field here: it goes along as it was. */
  kept: KeptDetails
  maxExtraM: number | null
  infoBufferM: number | null
}

export const FIRST_DETAILS: RequestDetails = {
  klicType: 'GRAAF',
  reference: '',
  namedAt: null,
  startDate: '',
  corridorWidthM: 10,
  works: [],
  ...forEachOwnText(() => ''),
  preparation: null,
  address: null,
  principal: null,
  contact: null,
  kept: {},
  maxExtraM: null,
  infoBufferM: null,
}

/** Kind and width are habits of the person, a calamity is none; reference, date and address belong to the job that was just made. */
export const habitsOf = ({ klicType, corridorWidthM, works }: RequestDetails): Partial<RequestDetails> => ({
  klicType: klicType === 'CALAMITEIT' ? FIRST_DETAILS.klicType : klicType,
  corridorWidthM,
  works,
})
