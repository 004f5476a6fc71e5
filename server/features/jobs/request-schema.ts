/** A request: one KLIC notification as filed, with what the registry and its delivery say of it. */
import { z } from 'zod'
import { RESULT_LIMITS } from '../../imkl/model/result-limits.ts'
import { MAX_ERRORS } from '../../platform/limits.ts'
import { JOB_SOURCES } from '../../registry/klic.ts'
import { Address, Day, Instant, Pagination, PolygonOut, RegistryError } from '../http/common-schema.ts'
import { describeValues, JOB_SOURCE_WORDS, KlicNumber, KlicTypeShown, RequestStatus } from './state-schema.ts'

const Delivery = z
  .object({
    sequence: z.int().min(1).meta({ description: 'Number of the delivery, from 1; a later one replaces an earlier' }),
    complete: z.boolean().meta({ description: 'false: not all operators have delivered, and a later one follows' }),
    received_at: Instant.meta({ description: 'When it was fetched from the registry, or imported' }),
    features: z.int().min(0).meta({ description: 'How many objects are in it' }),
    documents: z.int().min(0).meta({ description: 'How many documents are in it: letters, drawings, sketches' }),
    operators: z
      .array(
        z.object({
          code: z.string().meta({ description: 'Six characters: bronhoudercode' }),
          name: z.string().meta({ description: 'Of the network operator (netbeheerder)' }),
          delivered: z.boolean().meta({ description: 'false: it has something there, and nothing of it is here' }),
        }),
      )
      .max(RESULT_LIMITS.operators)
      .meta({ description: 'The network operators with an interest in the area' }),
    precautions: z.int().min(0).meta({
      description: 'How many demands for precaution (eis voorzorgsmaatregel): who digs calls the operator first',
    }),
  })
  .meta({ id: 'Delivery', description: 'What the registry delivered for a request' })

export const RequestRecord = z
  .object({
    order_id: z.string().meta({ description: 'Our id of the notification; it never changes' }),
    klic_number: KlicNumber,
    job_id: z.string().meta({ description: 'The job that it is a part of' }),
    part_no: z.int().min(1).meta({ description: 'Which part of the job, from 1' }),
    source: z.enum(JOB_SOURCES).meta({ description: describeValues(JOB_SOURCE_WORDS) }),
    klic_type: KlicTypeShown,
    status: RequestStatus,
    reference: z.string().nullable().meta({ description: 'That of the job, as given' }),
    address: Address.nullable().meta({ description: 'Of the works; null: none was given' }),
    geometry: PolygonOut.meta({ description: 'What is asked for, in RD New (EPSG:28992)' }),
    area_m2: z.number().min(0).meta({ description: 'Its area in m2' }),
    start_date: Day.nullable().meta({ description: 'First day of digging; null for ORIENT' }),
    created_at: Instant.meta({ description: 'When its job was quoted first, or imported' }),
    submitted_at: Instant.nullable().meta({ description: 'When it was submitted; null: it was imported' }),
    delivered_at: Instant.nullable().meta({ description: 'When its latest delivery came; null: none has come' }),
    registry: z
      .object({
        order_number: z.string().nullable().meta({ description: 'Of the order (bestelling) at Kadaster' }),
        position: z.string().nullable().meta({ description: 'Its position in that order' }),
        gi_aanvraag_id: z.string().nullable().meta({ description: 'giAanvraagId at Kadaster' }),
      })
      .meta({ description: "The registry's own ids: what to name when calling Kadaster. null: not given yet" }),
    delivery: Delivery.nullable().meta({ description: 'The latest that came; null: none has come' }),
    errors: z.array(RegistryError).max(MAX_ERRORS).meta({ description: 'What the registry said of it' }),
  })
  .meta({ id: 'Request', description: 'One KLIC notification that was submitted here, or whose delivery was imported' })
export type RequestRecord = z.infer<typeof RequestRecord>

export const RequestPage = z
  .object({
    data: z.array(RequestRecord).meta({ description: 'Newest first' }),
    pagination: Pagination.meta({ description: 'Where this page stands in the list' }),
  })
  .meta({ id: 'RequestPage', description: 'A page of requests' })

export const OrderPath = z.object({
  order_id: z.string().max(64).meta({ description: 'Our id of a notification that was filed' }),
})
