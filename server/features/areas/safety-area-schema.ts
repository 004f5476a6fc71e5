/** GET /dashboard/api/safety-areas: where a notification gives no delivery, as far as the registry tells this company. */
import { z } from 'zod'
import type { Route } from '../../platform/http/route.ts'
import { MAX_SAFETY_AREAS, SAFETY_LIST_ENDS } from '../../registry/safety-area-list.ts'
import { PolygonOut } from '../http/common-schema.ts'

export const SafetyAreas = z.object({
  state: z
    .enum([...SAFETY_LIST_ENDS, 'no_address'])
    .nullable()
    .meta({
      description:
        'How asking the registry ended; no_address: nobody has said where the list lies; null: it is being asked',
    }),
  listed_on: z.iso.date().nullable().meta({ description: 'Dutch day on which the registry gave these' }),
  left_out: z.int().min(0).meta({ description: 'Entries of the list that are no area in the Netherlands' }),
  data: z.array(PolygonOut).max(MAX_SAFETY_AREAS).meta({ description: 'In degrees' }),
})
export type SafetyAreas = z.infer<typeof SafetyAreas>

export const SAFETY_ROUTES = {
  getSafetyAreas: {
    method: 'get',
    path: '/safety-areas',
    permission: 'read',
    summary: 'The safety areas (veiligheidsgebieden) on the list that the registry gave this company',
    responses: { 200: SafetyAreas },
  },
} as const satisfies Record<string, Route>
