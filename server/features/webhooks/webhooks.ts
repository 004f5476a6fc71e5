/** Events and their deliveries: what was told to whom, telling it again, and the list for those who can't listen. */

import type { Store } from '../../platform/database/open.ts'
import type { Page, PageRequest } from '../../platform/http/pages.ts'
import { toBody } from '../../platform/http/wire.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Background, Caller, Database, Permitted } from '../services.ts'
import { effectiveSettings, settingsOf } from '../settings/rows.ts'
import type { CompanySettings } from '../settings/settings.ts'
import { EventView } from './event-schema.ts'
import { companyUrl, type EventType } from './event-types.ts'
import {
  attemptsOf,
  type DeliveryFilter,
  deliveriesPage,
  type EventAttemptTable,
  type EventRow,
  type EventsAbout,
  eventOf,
  eventsAfter,
  lastEventSeq,
  recordEvent,
  sendAgain,
} from './rows.ts'
import { newWebhookSecret, publicKeyOf, rotateWebhookSecret, type SigningSecret, webhookSecrets } from './secrets.ts'
import { isPrivateLiteral } from './target-url.ts'

export type { DeliveryFilter, EventAttemptTable, EventRow, EventsAbout } from './rows.ts'

export interface WebhookView {
  settings: CompanySettings
  /** Newest first; those that are still valid. */
  secrets: SigningSecret[]
}

export async function describeWebhooks(services: Database, { companyId }: Caller): Promise<WebhookView> {
  return { settings: await effectiveSettings(services, companyId), secrets: await validSecrets(services, companyId) }
}

async function validSecrets({ store, clock, ids }: Database, companyId: string): Promise<SigningSecret[]> {
  const now = clock.now().toISOString()
  const secrets = await webhookSecrets(store, companyId, () => newWebhookSecret(ids), now)
  return secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
}

/** What verifies the v1a signatures. Nothing of it can sign. Newest first; those that are still valid. */
export const signingKeys = async (services: Database, { companyId }: Caller) =>
  (await validSecrets(services, companyId)).map(({ seed, createdAt, expiresAt }) => ({
    publicKey: publicKeyOf(seed),
    createdAt,
    expiresAt,
  }))

/** Long enough for a receiver to change over in office hours of the next day. */
const OVERLAP_HOURS = 24

/** A new secret signs from now on; the former one signs beside it for so many hours. 0: it is worthless at once. */
export async function rotateSecret(
  services: Database,
  caller: Permitted<'admin'>,
  overlapHours = OVERLAP_HOURS,
): Promise<WebhookView> {
  const now = services.clock.now()
  await rotateWebhookSecret(services.store, caller.companyId, {
    ...newWebhookSecret(services.ids),
    now: now.toISOString(),
    overlapEndsAt: new Date(now.getTime() + overlapHours * 3_600_000).toISOString(),
  })
  return describeWebhooks(services, caller)
}

export interface DeliveryView {
  event: EventRow
  attempts: EventAttemptTable[]
}

/** Newest first. */
export async function listDeliveries(
  store: Store,
  { companyId }: Caller,
  filter: DeliveryFilter,
  asked: PageRequest,
): Promise<Page<DeliveryView>> {
  const { data: events, ...page } = await deliveriesPage(store.db, companyId, filter, asked)
  const attempts = await attemptsOf(
    store.db,
    events.map((event) => event.id),
  )
  return { ...page, data: events.map((event) => ({ event, attempts: attempts.get(event.id) ?? [] })) }
}

/**
 * From the first try on, under the same webhook-id: to the job's own address, else to what the company's is now.
 * @throws Refusal NOT_FOUND, or VALIDATION_FAILED when there is no address
 */
export async function resendDelivery(
  services: Database & Background,
  caller: Permitted<'write'>,
  eventId: string,
): Promise<DeliveryView> {
  const { store } = services
  const event = await eventOf(store.db, caller.companyId, eventId)
  if (!event) throw noSuchEvent()
  const own = event.target === 'job' && event.target_url !== null
  const to = own ? { target: 'job' as const, url: event.target_url! } : await companyTarget(services.store, caller)
  await sendAgain(store.db, caller.companyId, eventId, to)
  services.nudge()
  return deliveryView(services.store, caller, eventId)
}

/** An event that means nothing, to try the company's address. @throws Refusal VALIDATION_FAILED when there is none */
export async function sendTestEvent(
  services: Database & Background,
  caller: Permitted<'admin'>,
): Promise<DeliveryView> {
  const target = await companyTarget(services.store, caller)
  const id = services.ids.make('evt')
  const data = { message: 'This event was sent to try the address. Nothing happened.' }
  const at = services.clock.now().toISOString()
  await recordEvent(services.store.db, {
    id,
    companyId: caller.companyId,
    jobId: null,
    type: 'webhook.test',
    data,
    at,
    target,
  })
  services.nudge()
  return deliveryView(services.store, caller, id)
}

async function companyTarget(store: Store, { companyId }: Caller) {
  const url = companyUrl(await settingsOf(store.db, companyId))
  if (url !== null) return { target: 'company' as const, url }
  const message = 'There is no address to send to: fill the setting webhooks.company_url (anew, if it answered 410).'
  throw new Refusal('VALIDATION_FAILED', message, {
    complaints: [{ pointer: '', code: 'NO_TARGET', message, setting: 'webhooks.company_url' }],
  })
}

async function deliveryView(store: Store, { companyId }: Caller, id: string): Promise<DeliveryView> {
  const event = await eventOf(store.db, companyId, id)
  if (!event) throw noSuchEvent()
  return { event, attempts: (await attemptsOf(store.db, [id])).get(id) ?? [] }
}

const noSuchEvent = (): Refusal => new Refusal('NOT_FOUND', 'There is no such event.')

/**
 * Everything that happened, told or not, from behind a place in the list on. `next` is where to read on later.
 * @param asked.after 'latest': behind the last event there is, which lists none
 */
export async function listEvents(
  store: Store,
  { companyId }: Caller,
  { after, limit, about }: { after: number | 'latest'; limit: number; about?: EventsAbout },
): Promise<{ events: EventRow[]; next: number; hasMore: boolean }> {
  if (after === 'latest') return { events: [], next: await lastEventSeq(store.db, companyId), hasMore: false }
  const rows = await eventsAfter(store.db, companyId, after, limit + 1, about)
  const events = rows.slice(0, limit)
  return { events, next: events.at(-1)?.seq ?? after, hasMore: rows.length > limit }
}

/** An event as callers see it. */
export const eventView = (row: EventRow): EventView => ({
  ...toBody(EventView, row),
  event_id: row.id,
  type: row.type as EventType,
  body: JSON.parse(row.payload),
})

/** Whether events may go to loopback and private addresses: as it is set, else as it is usual here. */
export const allowsPrivate = (settings: Pick<CompanySettings, 'webhooks.allow_private'>, isLocal: boolean): boolean =>
  settings['webhooks.allow_private'] ?? isLocal

/** @param pointer where the URL stands in what was sent; @throws Refusal VALIDATION_FAILED */
export function refusePrivateTarget(url: string | null | undefined, pointer: string, isAllowed: boolean): void {
  if (!url || isAllowed || !isPrivateLiteral(url)) return
  const message =
    'Events go to loopback and private addresses only where the setting webhooks.allow_private says so. Give an address on the internet, or ask the operator of this server to allow it.'
  throw new Refusal('VALIDATION_FAILED', message, {
    complaints: [{ pointer, code: 'PRIVATE_ADDRESS', message, setting: 'webhooks.allow_private' }],
  })
}
