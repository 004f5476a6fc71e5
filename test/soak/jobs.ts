/** Submitted jobs of the soak as rows, as the API writes them. */

import { insertParts } from '../../server/features/jobs/rows/parts.ts'
import type { Store } from '../../server/platform/database/open.ts'
import { addWorkingDays, dutchDate } from '../../server/registry/working-days.ts'
import type { PlannedJob } from './plan.ts'

export const COMPANY = 'cmp_soak'

const SIDE_M = 60
/** Beside the registry's own test area; a street's width between parts. */
const [X, Y] = [150_000, 385_000] as const

export async function insertPlanned(store: Store, planned: PlannedJob, nowMs: number): Promise<void> {
  const at = new Date(nowMs).toISOString()
  const isDigging = planned.klicType === 'GRAAF'
  await store.transaction('all', async (trx) => {
    await trx
      .insertInto('company')
      .values({ id: COMPANY, name: 'Soak', created_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await trx
      .insertInto('job')
      .values({
        id: planned.id,
        company_id: COMPANY,
        status: 'accepted',
        klic_type: planned.klicType,
        environment: 'simulator',
        submit: 1,
        reference: planned.reference,
        client_ref: null,
        crs: 'EPSG:28992',
        geometry: '{}',
        area: '[]',
        area_m2: 1,
        start_date: isDigging ? addWorkingDays(dutchDate(nowMs), 12) : null,
        end_date: isDigging ? addWorkingDays(dutchDate(nowMs), 15) : null,
        address: null,
        works: null,
        principal: null,
        has_addresses: null,
        webhook_url: null,
        quote: '{}',
        quote_expires_at: at,
        warnings: '[]',
        errors: '[]',
        failure: null,
        round: 0,
        input_hash: '',
        input: '{}',
        revision: 0,
        summary: null,
        created_at: at,
        submitted_at: at,
        ready_at: null,
      })
      .execute()
    const parts = Array.from({ length: planned.parts }, (_, index) => {
      const x = X + (index % 8) * SIDE_M * 2
      const y = Y + Math.floor(index / 8) * SIDE_M * 2
      const [right, top] = [x + SIDE_M, y + SIDE_M]
      return {
        id: `${planned.id}_part_${index}`,
        partNo: index + 1,
        orderId: `${planned.id}_ord_${index}`,
        status: 'accepted' as const,
        geometry: {
          type: 'Polygon' as const,
          coordinates: [
            [x, y],
            [right, y],
            [right, top],
            [x, top],
            [x, y],
          ].map((p) => p as [number, number]),
        },
        widthM: SIDE_M,
        heightM: SIDE_M,
        areaM2: SIDE_M * SIDE_M,
        orderIndex: Math.floor((index * planned.orders) / planned.parts),
        location: null,
        klicNumber: null,
        deliveredAt: null,
        errors: [],
      }
    })
    await insertParts(
      trx,
      { jobId: planned.id, companyId: COMPANY, submittedAt: at },
      parts.map((part) => ({ ...part, geometry: { ...part.geometry, coordinates: [part.geometry.coordinates] } })),
    )
  })
}
