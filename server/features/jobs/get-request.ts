/** Looking at requests, and at the delivery of one. */

import { readableName, withTestLabel } from '../../exports/file-name.ts'
import { packedKey } from '../../exports/result-formats.ts'
import type { Page } from '../../platform/http/pages.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ResultFile } from '../http/send-files.ts'
import type { Caller, Needs } from '../needs.ts'
import { isWithoutCalamities } from './get-job.ts'
import { refuseRemoved } from './removed-files.ts'
import { countRequests, type DeliveryRecord, requestOf, requestsPage, type SubmittedPart } from './rows/requests.ts'

/** @throws Refusal NOT_FOUND */
export async function getRequest(
  { store }: Pick<Needs, 'store'>,
  { companyId }: Caller,
  orderId: string,
): Promise<SubmittedPart> {
  const request = await requestOf(store.db, companyId, orderId)
  if (!request) throw new Refusal('NOT_FOUND', 'There is no such request.')
  return request
}

export async function listRequests(
  { store }: Pick<Needs, 'store'>,
  caller: Caller,
  { page, pageSize }: { page: number; pageSize: number },
  calamities?: boolean,
): Promise<Page<SubmittedPart>> {
  const { companyId } = caller
  const isWithout = isWithoutCalamities(caller, calamities)
  const total = await countRequests(store.db, companyId, isWithout)
  return { data: await requestsPage(store.db, companyId, page, pageSize, isWithout), page, pageSize, total }
}

/** The newest delivery that was read; a newer one that can't be read does not hide it. */
export const newestDelivery = (request: SubmittedPart): DeliveryRecord | undefined =>
  request.deliveries.find((delivery) => delivery.readAt !== null)

/** @throws Refusal NOT_FOUND, or DELIVERY_NOT_AVAILABLE with the reason */
export async function requestGeojson(
  needs: Pick<Needs, 'store'>,
  caller: Caller,
  orderId: string,
): Promise<ResultFile> {
  const request = await getRequest(needs, caller, orderId)
  const delivery = request.deliveries.find(({ geojsonPath }) => geojsonPath !== null)
  if (!delivery?.geojsonPath) {
    await refuseRemoved(needs, request.jobId, 'deliveries')
    throw notAvailable(request)
  }
  return {
    path: delivery.geojsonPath,
    packed: packedKey(delivery.geojsonPath, 'geojson'),
    sha256: delivery.geojsonSha256,
    format: 'geojson',
    name: readableName(
      withTestLabel(request.klicNumber ?? request.reference ?? orderId, request.environment),
      'geojson',
    ),
  }
}

const YET = 'There is no delivery of this request yet. Ask again later.'
const WITHOUT_DELIVERY: Readonly<Record<SubmittedPart['status'], string>> = {
  accepted: 'This request is not filed yet, so there is no delivery of it. Ask again later.',
  submitted: YET,
  in_production: YET,
  partially_delivered: YET,
  // Of one that was opened from a file the result of the job comes first.
  delivered: 'The delivery is here, and is still being read. Ask again later.',
  rejected:
    'The registry refused this request: it is not filed, and no delivery will come. Its errors say why; correct that and ask for the area again.',
  safety_area: YET,
  failed: 'No delivery of this request came. Ask the registry (Kadaster) for it before you dig.',
}

const notAvailable = (request: SubmittedPart): Refusal => {
  const extra = { status: request.status }
  if (request.status === 'safety_area' || request.deliveries.some((delivery) => delivery.safetyArea)) {
    const message =
      "This request lies in a safety area: the registry hands its delivery to the area's manager only. Ask that manager before you dig."
    return new Refusal('DELIVERY_NOT_AVAILABLE', message, { extra: { ...extra, safety_area: true } })
  }
  const failure = request.deliveries.find((delivery) => delivery.failure !== null)?.failure
  if (failure) return new Refusal('DELIVERY_NOT_AVAILABLE', `The delivery can't be used: ${failure}`, { extra })
  return new Refusal('DELIVERY_NOT_AVAILABLE', WITHOUT_DELIVERY[request.status], { extra })
}
