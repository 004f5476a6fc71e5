/** The postId of an order: what the registry counts it by, once however often it comes. */
import { createHash } from 'node:crypto'
import type { JobRow } from '../tables.ts'

/** Made once, for nothing else; UUIDs of version 5 (RFC 9562) are named within such a space. */
const SPACE = Buffer.from('7d2f1c5ab4e84a519c0e6f0d3b8a4e17', 'hex')

/**
 * A job that its owner names (client_ref) is the same job in a store that has forgotten it, as long as what was asked is
 * the same; any other job is known by its id only.
 * @param refused attempts of the job that the registry refused before this one, of a named job those with the same input: a
 * correction that comes back to what was refused is a new message. Its attempts with another input don't count, so that a
 * store that has forgotten them names the accepted one alike
 */
export function postIdOf(
  job: Pick<JobRow, 'id' | 'company_id' | 'environment' | 'client_ref' | 'input_hash'>,
  orderIndex: number,
  attempt: number,
  refused = 0,
): string {
  const named = job.client_ref === null ? [job.id] : [job.client_ref, job.input_hash]
  const name = JSON.stringify([
    job.company_id,
    job.environment,
    ...named,
    orderIndex,
    attempt,
    ...(refused > 0 ? [refused] : []),
  ])
  const bytes = createHash('sha1').update(SPACE).update(name).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
