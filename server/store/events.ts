/** Events to be told: the row is there first; the call comes later, with the same webhook-id on every try. */
import type { Store } from './open.ts'
import type { EventTable } from './schema.ts'

export const eventsToSend = (store: Store): Promise<{ id: string }[]> =>
  store.db.selectFrom('event').select('id').where('state', '=', 'waiting').orderBy('created_at').execute()

export const eventById = (store: Store, id: string): Promise<EventTable> =>
  store.db.selectFrom('event').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const recordSent = async (store: Store, id: string, status: number): Promise<void> => {
  await store.db
    .updateTable('event')
    .set((row) => ({ state: 'sent', attempts: row('attempts', '+', 1), last_status: status, last_error: null }))
    .where('id', '=', id)
    .execute()
}

export const recordNotSent = async (
  store: Store,
  id: string,
  failure: { status: number | null; error: string; nextAttemptAt: string | null },
): Promise<void> => {
  await store.db
    .updateTable('event')
    .set((row) => ({
      state: failure.nextAttemptAt ? 'waiting' : 'given_up',
      attempts: row('attempts', '+', 1),
      last_status: failure.status,
      last_error: failure.error,
      next_attempt_at: failure.nextAttemptAt,
    }))
    .where('id', '=', id)
    .execute()
}
