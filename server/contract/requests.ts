/** A request: one KLIC notification as filed, with what the registry and its delivery say of it. */
import { z } from 'zod'
import { KLIC_TYPES, PART_STATES } from '../domain/klic.ts'
import { Address, Day, Instant, Pagination, PolygonOut, RegistryError } from './common.ts'

export const Delivery = z
  .object({
    sequence: z.int(),
    complete: z.boolean(),
    received_at: Instant,
    features: z.int(),
    documents: z.int(),
    operators: z.array(z.object({ code: z.string(), name: z.string(), delivered: z.boolean() })),
    precautions: z.int(),
  })
  .meta({ id: 'Delivery' })

export const RequestRecord = z
  .object({
    order_id: z.string(),
    klic_number: z.string().nullable(),
    job_id: z.string(),
    part_no: z.int(),
    klic_type: z.enum(KLIC_TYPES),
    status: z.enum(PART_STATES).exclude(['quoted']),
    reference: z.string().nullable(),
    address: Address.nullable(),
    geometry: PolygonOut.meta({ description: 'RD New (EPSG:28992)' }),
    area_m2: z.number(),
    start_date: Day.nullable(),
    created_at: Instant,
    submitted_at: Instant.nullable(),
    delivered_at: Instant.nullable(),
    registry: z.object({
      order_number: z.string().nullable(),
      position: z.string().nullable(),
      gi_aanvraag_id: z.string().nullable(),
    }),
    delivery: Delivery.nullable(),
    errors: z.array(RegistryError),
  })
  .meta({ id: 'Request' })
export type RequestRecord = z.infer<typeof RequestRecord>

export const RequestPage = z
  .object({ data: z.array(RequestRecord), pagination: Pagination })
  .meta({ id: 'RequestPage' })

export const OrderPath = z.object({
  order_id: z.string().max(64).meta({ description: 'Our id of a notification that was filed' }),
})
