/** The secret address at which a calendar program reads the days of the jobs: each person has one of their own, or none. */
import { z } from 'zod'
import type { Route } from '../../platform/http/route.ts'
import { Instant } from '../http/common-schema.ts'
import { LANGUAGES } from './calendar.ts'

export const CalendarFeed = z.object({
  created_at: Instant.nullable().meta({ description: 'When the address was made; null: there is none' }),
})
export type CalendarFeed = z.infer<typeof CalendarFeed>

export const NewCalendarFeed = z.object({
  created_at: Instant,
  address: z.string().meta({ description: 'Told in this answer only' }),
})
export type NewCalendarFeed = z.infer<typeof NewCalendarFeed>

export const CALENDAR_ROUTES = {
  getCalendar: {
    method: 'get',
    path: '/calendar',
    permission: 'read',
    summary: 'Whether the caller has a secret address of a calendar',
    responses: { 200: CalendarFeed },
  },
  makeCalendar: {
    method: 'post',
    path: '/calendar',
    permission: 'read',
    summary: 'Make the secret address of the own calendar; the one before is worth nothing any more',
    body: z.strictObject({ language: z.enum(LANGUAGES) }),
    responses: { 201: NewCalendarFeed },
  },
  revokeCalendar: {
    method: 'delete',
    path: '/calendar',
    permission: 'read',
    summary: 'Revoke the secret address of the own calendar',
    responses: { 204: 'empty' },
  },
} as const satisfies Record<string, Route>
