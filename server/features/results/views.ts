/** What the API shows of a result and of a map, in the names of the wire. */

import { toBody } from '../../platform/http/wire.ts'
import { JobSummary } from '../jobs/dashboard-schema.ts'
import type { PartOnMap, SummaryOnMap } from './map/show-on-map.ts'

export const partOnMapShown = (part: PartOnMap) => ({
  part_no: part.partNo,
  extent_m: { width: part.widthM, height: part.heightM },
  area_m2: part.areaM2,
  geometry: part.geometry,
  geometry_lnglat: part.geometryLngLat,
})

export const summaryShown = ({ summary, extentLngLat, ...shown }: SummaryOnMap): JobSummary => ({
  ...toBody(JobSummary, { ...summary, ...shown }),
  account: summary.account ?? null,
  extent_lnglat: extentLngLat,
})
