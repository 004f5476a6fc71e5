/** An order as it is sent: its body, and the postId that the registry counts it by, once however often it comes. */
import { createHash } from 'node:crypto'
import type { PolygonJson } from '../../../geometry/geometry.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { buildOrder, positionOf } from '../../../registry/orders/order-body.ts'
import type { Database } from '../../services.ts'
import type { Settings } from '../../task-context.ts'
import { forEachOwnText } from '../given-texts-schema.ts'
import { partsOfJob, prepareOrder } from '../rows/orders.ts'
import { formerAttempts } from '../rows/requotes.ts'
import { filingComplaints, type JobToFile, orderContent, type PartToFile } from '../rules/order-draft.ts'
import type { JobRow, PartRow } from '../tables.ts'

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

const jobToFile = (job: JobRow): JobToFile => ({
  id: job.id,
  klicType: job.klic_type,
  reference: job.reference,
  startDate: job.start_date,
  endDate: job.end_date,
  address: parsed(job.address),
  works: parsed(job.works),
  ...forEachOwnText((name) => job[name]),
  preparation: job.preparation,
  principal: parsed(job.principal),
  contact: parsed(job.contact),
  hasAddresses: parsed(job.has_addresses),
  billedBy: job.billed_by,
  quote: JSON.parse(job.quote),
  submittedAt: job.submitted_at,
})

const partToFile = (part: PartRow): PartToFile => ({
  polygon: { crs: 'EPSG:28992', rings: (JSON.parse(part.geometry) as PolygonJson).coordinates },
  location: parsed(part.location),
})

const parsed = <T>(json: string | null): T | null => (json === null ? null : (JSON.parse(json) as T))

export async function prepare(
  services: Database & Settings,
  job: JobRow,
  orderIndex: number,
  attempt: number,
): Promise<void> {
  const parts = (await partsOfJob(services.store, job.id)).filter((part) => part.order_index === orderIndex)
  const settings = await services.settingsOf(job.company_id)
  const former = await formerAttempts(services.store.db, job.id)
  const isNamedByInput = job.client_ref !== null
  const refused = former.filter(({ inputHash }) => !isNamedByInput || inputHash === job.input_hash).length
  const postId = postIdOf(job, orderIndex, attempt, refused)
  const orders = [parts.map(partToFile)]
  const now = services.clock.now()
  const complaints = filingComplaints(jobToFile(job), orders, settings, now, job.environment)
  if (complaints.length > 0) {
    throw new Refusal('VALIDATION_FAILED', complaints.map((complaint) => complaint.message).join(' '), { complaints })
  }
  const { body, bodySha256 } = buildOrder({ ...orderContent(jobToFile(job), orders.flat(), settings, now), postId })
  await prepareOrder(services.store, {
    id: services.ids.make('reg'),
    jobId: job.id,
    orderIndex,
    attempt,
    postId,
    body,
    bodySha256,
    at: now.toISOString(),
    positions: new Map(parts.map((part, index) => [part.id, positionOf(index)])),
  })
}
