/** The parts of a cut as they are kept: one notification each. */
import { polygonJson } from '../../geometry/geometry.ts'
import type { JobAddress } from '../../registry/addresses/addresses.ts'
import type { AreaPlan } from '../areas/survey.ts'
import type { Needs } from '../needs.ts'
import type { NewPart } from './rows/parts.ts'

/** @param locations the address nearest to each part, where one was looked up */
export const partsOfSurvey = (
  { ids }: Pick<Needs, 'ids'>,
  surveyed: AreaPlan,
  submitted: boolean,
  locations: readonly (JobAddress | null)[] = [],
): NewPart[] =>
  surveyed.parts.map((part, index) => ({
    id: ids.make('prt'),
    partNo: index + 1,
    orderId: ids.make('ord'),
    status: submitted ? 'accepted' : 'quoted',
    geometry: polygonJson(part.polygon),
    widthM: part.widthM,
    heightM: part.heightM,
    areaM2: part.areaM2,
    orderIndex: part.orderIndex,
    location: locations[index] ?? null,
    klicNumber: null,
    deliveredAt: null,
    errors: [],
  }))
