/** Who is at the window. */

import { z } from 'zod'
import { PERMISSIONS, ROLES } from '../../platform/http/permissions.ts'
import type { Route } from '../../platform/http/route.ts'
import { REGISTRY_ENVIRONMENTS } from '../../registry/klic.ts'
import { OPERATOR_SETTINGS } from '../settings/settings.ts'

/** POST /dashboard/api/session: the one-time token that the shell handed to the window. */
const SessionInput = z.strictObject({ token: z.string().min(16).max(200) })

export const SessionUser = z.object({
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
})

export const Session = z.object({
  company: z.string(),
  environment: z.enum(REGISTRY_ENVIRONMENTS),
  user: SessionUser.nullable().meta({ description: 'null: the person at the desk, who came with a one-time token' }),
  desk_name: z
    .string()
    .nullable()
    .meta({ description: 'As whom the person at the desk stands in logs; null: nobody knows, or it is a user' }),
  permissions: z.array(z.enum(PERMISSIONS)).max(PERMISSIONS.length),
  /** Simulated seconds per second; null outside the simulator. */
  time_factor: z.number().nullable(),
  max_reference: z
    .int()
    .meta({ description: 'Characters of a reference that the registry takes of what is filed today' }),
  wait_working_days: z.int().meta({ description: 'Working days after the notification before one may dig' }),
  operator_sets: z
    .array(z.string())
    .max(OPERATOR_SETTINGS.length)
    .meta({ description: 'Settings of the operator of this server: shown, not taken' }),
  base_url: z.string(),
  version: z.string(),
})
export type Session = z.infer<typeof Session>

/** What opens a session answers this once, and nothing tells it again: with the cookie alone nothing can be changed. */
export const OpenedSession = Session.extend({
  csrf_token: z.string().meta({ description: 'To be sent as X-CSRF-Token with every call that changes something' }),
})
export type OpenedSession = z.infer<typeof OpenedSession>

export const SESSION_ROUTES = {
  openSession: {
    method: 'post',
    path: '/session',
    permission: 'read',
    open: true,
    summary: 'Sign a window in with its one-time token; sets the session cookie',
    body: SessionInput,
    responses: { 201: OpenedSession },
  },
  getSession: {
    method: 'get',
    path: '/session',
    permission: 'read',
    summary: 'Who is signed in, and the CSRF token for changes',
    responses: { 200: Session },
  },
  closeSession: {
    method: 'delete',
    path: '/session',
    permission: 'read',
    summary: 'Sign out',
    responses: { 204: 'empty' },
  },
} as const satisfies Record<string, Route>
