/** Webhooks and the list of events, below /dashboard/api. */

import { pagination } from '../../platform/http/pages.ts'
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

const webhooksShown = ({ settings, secrets }: WebhookView, needs: ApiServices): Webhooks => {
  const url = settings['webhooks.company_url']
  const gone = settings['webhooks.gone']
  return {
    company_url: url,
    company_url_gone_at: gone && gone.url === url ? gone.at : null,
    allow_private: allowsPrivate(settings, needs.isLocal),
    allow_private_setting: settings['webhooks.allow_private'],
    secrets: secrets.map((secret) => toBody(Webhooks.shape.secrets.element, secret)),
  }
}

const deliveryShown = ({ event, attempts }: DeliveryView): WebhookDelivery => ({
  ...toBody(WebhookDelivery, { ...event, attempts }),
  ...eventView(event),
})

export const webhooks: Handlers<typeof WEBHOOK_ROUTES> = {
  getWebhooks: async ({ needs, caller }) => ({
    status: 200,
    body: webhooksShown(await describeWebhooks(needs, caller), needs),
  }),

  putWebhooks: async ({ needs, caller, body }) => {
    await changeSettings(needs, caller, {
      'webhooks.company_url': body.company_url,
      'webhooks.allow_private': body.allow_private,
    })
    return { status: 200, body: webhooksShown(await describeWebhooks(needs, caller), needs) }
  },

  rotateWebhookSecret: async ({ needs, caller, body }) => ({
    status: 201,
    body: webhooksShown(await rotateSecret(needs, caller, body?.overlap_hours), needs),
  }),

  testWebhook: async ({ needs, caller }) => ({ status: 202, body: deliveryShown(await sendTestEvent(needs, caller)) }),

  listDeliveries: async ({ needs, caller, query }) => {
    const filter = { state: query.state, jobId: query.job_id }
    const page = await listDeliveries(needs.store, caller, filter, { page: query.page, pageSize: query.page_size })
    return { status: 200, body: { data: page.data.map(deliveryShown), pagination: pagination(page) } }
  },

  resendDelivery: async ({ needs, caller, params }) => ({
    status: 202,
    body: deliveryShown(await resendDelivery(needs, caller, params.event_id)),
  }),
}
