/** The receivers of events, and the record of every try. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { DeliveryPage, WebhookDelivery, Webhooks } from '../../../server/features/webhooks/schema.ts'
import { call } from '../../api/client.ts'

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => call(Webhooks, '/webhooks', { signal }),
})

export const rotateSecret = (overlapHours: number): Promise<Webhooks> =>
  call(Webhooks, '/webhooks/secret', { method: 'POST', body: { overlap_hours: overlapHours } })

export const testWebhook = (): Promise<WebhookDelivery> =>
  call(WebhookDelivery, '/webhooks/test', { method: 'POST', body: {} })

export type DeliveryState = WebhookDelivery['state']
const LOG_POLL_MS = 4000
const PAGE_SIZE = 20

export const deliveriesQuery = (state: DeliveryState | null, page: number) =>
  queryOptions({
    queryKey: ['deliveries', state, page],
    queryFn: ({ signal }) =>
      call(DeliveryPage, `/webhooks/deliveries?page=${page}&page_size=${PAGE_SIZE}${state ? `&state=${state}` : ''}`, {
        signal,
      }),
    refetchInterval: LOG_POLL_MS,
    placeholderData: keepPreviousData,
  })

export const resend = (eventId: string): Promise<WebhookDelivery> =>
  call(WebhookDelivery, `/webhooks/deliveries/${eventId}/resend`, { method: 'POST', body: {} })
