/** Webhooks and the list of events, below /dashboard/api. */

import { pageRequest, pagination } from '../../platform/http/pages.ts'
import { toBody } from '../../platform/http/wire.ts'
import type { Handlers } from '../http/serve.ts'
import type { ApiServices } from '../services.ts'
import { changeSettings } from '../settings/change-settings.ts'
import { type WEBHOOK_ROUTES, WebhookDelivery, Webhooks } from './schema.ts'
import {
  allowsPrivate,
  type DeliveryView,
  describeWebhooks,
  eventView,
  listDeliveries,
  resendDelivery,
  rotateSecret,
  sendTestEvent,
  type WebhookView,
} from './webhooks.ts'

const webhooksShown = ({ settings, secrets }: WebhookView, services: ApiServices): Webhooks => {
  const url = settings['webhooks.company_url']
  const gone = settings['webhooks.gone']
  return {
    company_url: url,
    company_url_gone_at: gone && gone.url === url ? gone.at : null,
    allow_private: allowsPrivate(settings, services.isLocal),
    allow_private_setting: settings['webhooks.allow_private'],
    secrets: secrets.map((secret) => toBody(Webhooks.shape.secrets.element, secret)),
  }
}

const deliveryShown = ({ event, attempts }: DeliveryView): WebhookDelivery => ({
  ...toBody(WebhookDelivery, { ...event, attempts }),
  ...eventView(event),
})

export const webhooks: Handlers<typeof WEBHOOK_ROUTES> = {
  getWebhooks: async ({ services, caller }) => ({
    status: 200,
    body: webhooksShown(await describeWebhooks(services, caller), services),
  }),

  putWebhooks: async ({ services, caller, body }) => {
    await changeSettings(services, caller, {
      'webhooks.company_url': body.company_url,
      'webhooks.allow_private': body.allow_private,
    })
    return { status: 200, body: webhooksShown(await describeWebhooks(services, caller), services) }
  },

  rotateWebhookSecret: async ({ services, caller, body }) => ({
    status: 201,
    body: webhooksShown(await rotateSecret(services, caller, body?.overlap_hours), services),
  }),

  testWebhook: async ({ services, caller }) => ({
    status: 202,
    body: deliveryShown(await sendTestEvent(services, caller)),
  }),

  listDeliveries: async ({ services, caller, query }) => {
    const filter = { state: query.state, jobId: query.job_id }
    const page = await listDeliveries(services.store, caller, filter, pageRequest(query))
    return { status: 200, body: { data: page.data.map(deliveryShown), pagination: pagination(page) } }
  },

  resendDelivery: async ({ services, caller, params }) => ({
    status: 202,
    body: deliveryShown(await resendDelivery(services, caller, params.event_id)),
  }),
}
