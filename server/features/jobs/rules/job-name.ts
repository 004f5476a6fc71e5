/** What people call a job. */
import { type JobAddress, placeName } from '../../../registry/addresses/addresses.ts'

/** Its reference, else the street of its works; null: neither is known */
export const jobName = ({
  reference,
  address,
}: {
  reference: string | null
  address: Pick<JobAddress, 'street' | 'city'> | null
}): string | null => reference ?? (address && placeName(address))
