/** What keeps an order from going on although the registry has it, and the answer that was of no use. */

import type { Store } from '../../../platform/database/open.ts'
import type { OrderTrouble, Trouble } from '../rules/trouble.ts'

const MAX_KEPT = 64 * 1024

/** Why an order that the registry has does not go on, with its answer where that is of no use. */
export const recordTrouble = (
  store: Store,
  orderId: string,
  found: Trouble<OrderTrouble>,
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

export const endTrouble = async (store: Store, orderId: string): Promise<void> => {
  await store.db.updateTable('registry_order').set({ trouble: null }).where('id', '=', orderId).execute()
}
