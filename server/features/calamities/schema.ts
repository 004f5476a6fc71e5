/** A calamity: damage or danger, filed alone by a person who confirms that it is one. For the window; API v1 does not take it. */

import { z } from 'zod'
import { RESULT_LIMITS } from '../../imkl/model/result-limits.ts'
import type { Route } from '../../platform/http/route.ts'
import { MAX_LOCATION_NOTE, MAX_WORKS_NOTE } from '../../registry/orders/notification.ts'
import { LANGUAGES } from '../../texts/languages.ts'
import { AddressInput, Amount, Day, Instant, optional } from '../http/common-schema.ts'
import { Contact, GeometryInput } from '../jobs/input-schema.ts'
import { Job, JobPath } from '../jobs/schema.ts'

const CalamityInput = z.strictObject({
  geometry: GeometryInput.meta({ description: 'GeoJSON Polygon that one notification holds: 500 by 500 m at most' }),
  crs: optional(z.string().max(120)),
  what: z.string().trim().min(1).max(MAX_WORKS_NOTE).meta({
    description: 'What happened; it stays here, since the registry takes no works of a calamity',
  }),
  reference: optional(z.string().max(200)),
  client_ref: optional(z.string().min(1).max(200)),
  address: optional(AddressInput),
  location_description: optional(z.string().min(1).max(MAX_LOCATION_NOTE)),
  contact: optional(Contact).meta({ description: 'Whom the operators call; without it the contact of the company' }),
})

const CalamityFiling = z.strictObject({
  confirmed: z.literal(true).meta({ description: 'The person confirms that it is a calamity as the law means it' }),
  confirm_euros: Amount.meta({ description: 'The total that the person saw' }),
})

const Concerned = z.object({
  name: z.string(),
  themes: z.array(z.string()).max(RESULT_LIMITS.themes),
  is_beside: z.boolean().meta({ description: 'Its cables and pipes lie beside the place of digging only' }),
  manages_safety_area: z.boolean(),
  must_be_called: z.boolean().meta({ description: 'By law before anybody digs' }),
  contact: z.object({
    name: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
  }),
})

export const Calamity = z.object({
  job_id: z.string(),
  what: z.string().nullable(),
  contact: Contact.nullable(),
  klic_number: z.string().nullable(),
  answered_at: Instant.nullable().meta({ description: 'null: the registry has not answered' }),
  account_by: Day.nullable().meta({ description: 'Up to when it is to be accounted for at the inspection' }),
  operators: z
    .array(Concerned)
    .max(RESULT_LIMITS.operators)
    .nullable()
    .meta({ description: 'In the order in which to call; null: not known' }),
})
export type Calamity = z.infer<typeof Calamity>

export const CALAMITY_ROUTES = {
  quoteCalamity: {
    method: 'post',
    path: '/calamities',
    permission: 'write',
    summary: 'What a calamity notification costs; nothing is filed',
    body: CalamityInput,
    takesArea: true,
    responses: { 201: Job },
  },
  fileCalamity: {
    method: 'post',
    path: '/calamities/{job_id}/file',
    permission: 'write',
    summary: 'File it: costs money, and is answered for at the inspection',
    params: JobPath,
    body: CalamityFiling,
    responses: { 202: Job },
  },
  getCalamity: {
    method: 'get',
    path: '/calamities/{job_id}',
    permission: 'read',
    summary: 'Whom it concerns, with telephone numbers, as soon as the registry has said',
    params: JobPath,
    responses: { 200: Calamity },
  },
  getCalamityPage: {
    method: 'get',
    path: '/calamities/{job_id}/page',
    permission: 'read',
    summary: 'The same on one page of paper',
    params: JobPath,
    query: z.strictObject({ language: z.enum(LANGUAGES).default('nl') }),
    files: ['application/pdf'],
    responses: { 200: 'file' },
  },
} as const satisfies Record<string, Route>
