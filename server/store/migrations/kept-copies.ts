/** How much room the files next to a delivery and a result take, for the quota of a company. */
import { running } from './running.ts'

export const keptCopies = running(
  'alter table delivery add column geojson_bytes integer',
  'alter table artifact add column packed_bytes integer',
)
