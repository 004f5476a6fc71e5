/** Deliveries that a result holds, and that were not read by themselves yet. */
import { running } from './running.ts'

export const mergedUnread = running(
  'create index delivery_to_show on delivery (id) where summary is null and read_at is not null and failure is null',
)
