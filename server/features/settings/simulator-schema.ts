/** The registry simulator in the window: its scene, its speed and clock, and what was filed with it. */
import { z } from 'zod'
import { MAX_PARTS_PER_ORDER } from '../../geometry/registry-limits.ts'
import type { Route } from '../../platform/http/route.ts'
import { MAX_ERRORS } from '../../platform/limits.ts'
import { isScenario } from '../../simulator/control-port.ts'
import { Instant, PageQuery, Pagination } from '../http/common-schema.ts'

const LONGEST_STEP_MS = 400 * 86_400_000

const SimulatorInput = z.strictObject({
  scenario: z
    .string()
    .max(60)
    .refine(isScenario, 'must be one of SCENES, `reject:` with a code, or empty for none')
    .optional()
    .meta({ description: 'For all later orders; a marker in the reference of a job goes for that job' }),
  factor: z
    .number()
    .min(0.01)
    .max(100_000)
    .optional()
    .meta({ description: 'Speed of later orders; 1: as the registry' }),
  step_ms: z.int().min(0).max(LONGEST_STEP_MS).optional().meta({ description: 'Puts the simulated clock ahead' }),
})

export const SimulatorView = z.object({
  now: Instant.meta({ description: 'Simulated time' }),
  factor: z.number(),
  scenario: z.string().meta({ description: 'Empty: none' }),
  codes: z
    .array(z.object({ code: z.string(), severity: z.enum(['ERROR', 'WARNING']), text: z.string() }))
    .max(1000)
    .meta({ description: 'What `reject:` can be followed by' }),
})
export type SimulatorView = z.infer<typeof SimulatorView>

const SimulatedOrder = z.object({
  post_id: z.string(),
  reference: z.string(),
  environment: z.enum(['test', 'production']),
  received_at: Instant,
  verdict: z.enum(['accepted', 'rejected', 'failed']),
  codes: z.array(z.string()).max(MAX_ERRORS),
  times_received: z.int().meta({ description: 'More than once: the same order was sent again' }),
  requests: z
    .array(
      z.object({
        position: z.string(),
        gi_aanvraag_id: z.string(),
        klic_number: z.string(),
        status: z.string(),
        safety: z.boolean(),
        deliveries: z.int(),
        replay: z.string().nullable().meta({ description: 'Name of the delivery ZIP that was replayed' }),
      }),
    )
    .max(MAX_PARTS_PER_ORDER),
})

/** Newest first. */
export const SimulatorLedger = z.object({
  data: z.array(SimulatedOrder),
  notifications: z.int().meta({ description: 'That the registry would bill, over all pages' }),
  pagination: Pagination,
})
export type SimulatorLedger = z.infer<typeof SimulatorLedger>

/** Only while the simulator is the registry; otherwise 404. */
export const SIMULATOR_ROUTES = {
  getSimulator: {
    method: 'get',
    path: '/simulator',
    permission: 'read',
    summary: 'Time, speed and scene of the registry simulator',
    responses: { 200: SimulatorView },
  },
  putSimulator: {
    method: 'put',
    path: '/simulator',
    permission: 'admin',
    summary: 'Choose the scene of later orders and their speed, put the clock ahead',
    body: SimulatorInput,
    responses: { 200: SimulatorView },
  },
  getSimulatorLedger: {
    method: 'get',
    path: '/simulator/ledger',
    permission: 'read',
    summary: 'What was filed with the simulator, newest first',
    query: PageQuery,
    responses: { 200: SimulatorLedger },
  },
} as const satisfies Record<string, Route>
