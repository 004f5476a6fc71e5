/** What the API shows of a result and of a map, in the names of the wire. */

import type { JobSummary } from '../jobs/dashboard-schema.ts'
import { operatorView } from '../jobs/views.ts'
import type { PartOnMap, SummaryOnMap } from './map/show-on-map.ts'

export const partOnMapShown = (part: PartOnMap) => ({
  part_no: part.partNo,
  extent_m: { width: part.widthM, height: part.heightM },
  area_m2: part.areaM2,
  geometry: part.geometry,
  geometry_lnglat: part.geometryLngLat,
})

export const summaryShown = ({ summary: made, themes, revision, madeAt, extentLngLat }: SummaryOnMap): JobSummary => ({
  revision,
  features: made.features,
  themes: themes.map(({ lengthM, ...theme }) => ({ ...theme, length_m: lengthM })),
  operators: made.operators.map(operatorView),
  precautions: made.precautions,
  account: made.account ?? null,
  warnings: made.warnings.map(({ code, message, messageNl, count, objectId, x, y }) => ({
    code,
    message,
    count,
    x,
    y,
    message_nl: messageNl,
    object_id: objectId,
  })),
  extent_lnglat: extentLngLat,
  made_at: madeAt,
})
