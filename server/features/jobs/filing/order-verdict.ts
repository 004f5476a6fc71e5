/**
 * What the registry says of an order: as it is kept, in our words where we have one and with the part that it is about; which
 * notification is which part; and what keeps the order from going on.
 */

import type { Store } from '../../../platform/database/open.ts'
import { locate } from '../../../registry/orders/order-body.ts'
import type { RegistryMessage } from '../../../registry/types.ts'
import type { OrderFailure, RetryableFailure } from '../rules/retryable-failure.ts'
import type { PartRow } from '../tables.ts'

/** As the contract shows them; the pointer is in our words where we have one. */
const wireMessage = (message: RegistryMessage) => ({
  severity: message.severity,
  code: message.code,
  message: message.text,
  pointer: locate(message.pointer).field ?? message.pointer,
})

export const messagesJson = (messages: readonly RegistryMessage[]): string => JSON.stringify(messages.map(wireMessage))

/** Messages that name a request go to its part; those about the whole order stay with the job, unless it has one part. */
export function byPart(parts: readonly PartRow[], messages: readonly RegistryMessage[]): Map<string, string> {
  const result = new Map<string, string>()
  parts.forEach((part, index) => {
    const own = messages.filter(({ pointer, severity }) => {
      const of = locate(pointer).part
      return of === index || (of === null && severity === 'WARNING' && parts.length === 1)
    })
    result.set(part.id, messagesJson(own))
  })
  return result
}

/**
 * By position number, compared as a number; failing that by the order of the list, which is the order we sent.
 * @returns undefined when not every part has an id of its own
 */
export function matchPositions(
  parts: readonly Pick<PartRow, 'id' | 'position'>[],
  requests: readonly { position: string; giAanvraagId: string }[],
): Map<string, string> | undefined {
  const isWhole = new Set(requests.map(({ giAanvraagId }) => giAanvraagId)).size === requests.length
  if (!isWhole || requests.length < parts.length || requests.some(({ giAanvraagId }) => giAanvraagId === '')) return
  const byNumber = new Map(requests.map(({ position, giAanvraagId }) => [Number(position), giAanvraagId]))
  const ids = new Map<string, string>()
  for (const part of parts) {
    const id = byNumber.get(Number(part.position))
    if (id !== undefined) ids.set(part.id, id)
  }
  if (ids.size === parts.length && byNumber.size === requests.length) return ids
  if (requests.length !== parts.length) return
  return new Map(parts.map((part, index) => [part.id, requests[index]!.giAanvraagId]))
}

const MAX_KEPT = 64 * 1024

/** Why an order that the registry has does not go on, with its answer where that is of no use. */
export const saveOrderFailure = (
  store: Store,
  orderId: string,
  found: RetryableFailure<OrderFailure>,
  answer: string | null,
): Promise<void> =>
  store.durably({ order: orderId }, async (trx) => {
    await trx
      .updateTable('registry_order')
      .set({ trouble: JSON.stringify(found), ...(answer === null ? {} : { answer: answer.slice(0, MAX_KEPT) }) })
      .where('id', '=', orderId)
      .where('state', 'in', ['sending', 'validating'])
      .execute()
  })

export const clearOrderFailure = async (store: Store, orderId: string): Promise<void> => {
  await store.db.updateTable('registry_order').set({ trouble: null }).where('id', '=', orderId).execute()
}
