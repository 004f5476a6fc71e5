/** A submitted job in an empty store: a row as the API writes it, with as many parts and orders as asked. */

import { wantSafetyList } from '../../server/features/areas/safety-area-rows.ts'
import type { Store } from '../../server/platform/database/open.ts'
import type { KlicType } from '../../server/registry/klic.ts'

export const START = Date.parse('2026-11-20T09:00:00Z')

export interface SeedOptions {
  parts?: number
  /** Orders the parts are spread over. */
  orders?: number
  webhookUrl?: string
  /** Default: START */
  submittedAt?: string
  /** The registry's list of safety areas is wanted as well */
  safetyList?: true
  /** Opened from files, which are here */
  imported?: true
  /** Default: ORIENT */
  klicType?: KlicType
}

/** Where the file of a part is that was opened, in the data folder. */
export const importedPath = (index: number): string => `deliveries/part_${index}/1.zip`

export async function seedJob(store: Store, jobId: string, options: SeedOptions): Promise<void> {
  const { db } = store
  const { parts = 1, orders = 1 } = options
  const at = new Date(START).toISOString()
  await db.insertInto('company').values({ id: 'cmp_1', name: 'Own', created_at: at }).execute()
  if (options.safetyList) {
    await wantSafetyList(store, 'cmp_1', { environment: 'simulator', address: null }, at)
  }
  await db
    .insertInto('job')
    .values({
      id: jobId,
      company_id: 'cmp_1',
      ...(options.imported
        ? ({ source: 'imported', status: 'processing' } as const)
        : ({ status: 'accepted' } as const)),
      klic_type: options.klicType ?? 'ORIENT',
      environment: 'simulator',
      submit: 1,
      reference: 'Proef',
      client_ref: null,
      crs: 'EPSG:28992',
      geometry: '{}',
      area: '[]',
      area_m2: 1,
      start_date: null,
      end_date: null,
      address: null,
      works: null,
      principal: null,
      has_addresses: null,
      webhook_url: options.webhookUrl ?? null,
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
      submitted_at: options.submittedAt ?? at,
      ready_at: null,
    })
    .execute()
  const side = options.klicType === 'CALAMITEIT' ? 400 : 1000
  for (let index = 0; index < parts; index++) {
    // Eight abreast, so that many fit in the extent of one order.
    const x = 120_000 + (index % 8) * 1200
    const y = 480_000 + Math.floor(index / 8) * 1200
    const ring = [
      [x, y],
      [x + side, y],
      [x + side, y + side],
      [x, y],
    ]
    await db
      .insertInto('part')
      .values({
        id: `part_${index}`,
        job_id: jobId,
        company_id: 'cmp_1',
        part_no: index + 1,
        order_id: `ord_${index}`,
        status: options.imported ? 'delivered' : 'accepted',
        geometry: JSON.stringify({ type: 'Polygon', coordinates: [ring] }),
        width_m: 1000,
        height_m: 1000,
        area_m2: 500_000,
        order_index: Math.floor((index * orders) / parts),
        registry_order_id: null,
        position: null,
        gi_aanvraag_id: null,
        registry_order_number: null,
        klic_number: null,
        submitted_at: null,
        delivered_at: null,
        errors: '[]',
      })
      .execute()
    if (!options.imported) continue
    await db
      .insertInto('delivery')
      .values({
        id: `dlv_${index}`,
        part_id: `part_${index}`,
        sequence: 1,
        complete: 0,
        safety_area: 0,
        composed_at: at,
        received_at: at,
        path: importedPath(index),
        sha256: null,
        bytes: 3,
        read_at: null,
        summary: null,
        geojson_path: null,
        geojson_sha256: null,
        failure: null,
      })
      .execute()
  }
}
