/**
 * The days of the jobs for a calendar program, which has no session and sends no key: at /calendar/{language}/{secret}.ics, whose
 * secret each person makes and revokes in the window. A wrong one counts like a wrong key.
 */
import { type RequestHandler, Router } from 'express'
import { RateLimit } from '../../platform/http/rate-limit.ts'
import { Refusal } from '../../platform/refusal.ts'
import { countStranger } from '../authentication.ts'
import type { ApiNeeds } from '../http/needs.ts'
import type { Handlers } from '../http/serve.ts'
import { feedAt, calendarFeed as feedOfCaller, makeCalendarFeed, revokeCalendarFeed } from './calendar-feeds.ts'
import type { CALENDAR_ROUTES } from './calendar-schema.ts'
import { calendar as calendarOf } from './show-calendar.ts'

/** A program asks once in some minutes, on each of somebody's devices. */
const READS_PER_MINUTE = 30

/** @param limit in which strangers count; @param reading lets GET and HEAD through */
export function calendarFeed(
  needs: ApiNeeds,
  limit: RateLimit,
  reading: (type: string) => RequestHandler,
): RequestHandler {
  const router = Router({ caseSensitive: true })
  const own = new RateLimit(needs, 'calendars')
  router.all('/:language/:secret.ics', reading('text/calendar'), async (req, res) => {
    const feed = await feedAt(needs, String(req.params.secret)).catch(async (error: unknown) => {
      if (error instanceof Refusal) await countStranger(limit, req, res)
      throw error
    })
    await own.count(feed.id, async () => READS_PER_MINUTE, res)
    const asked = { language: String(req.params.language), baseUrl: needs.baseUrl() }
    const text = await calendarOf(needs, feed.companyId, asked)
    res.set('Cache-Control', 'private, no-cache')
    res.set('Content-Type', 'text/calendar; charset=utf-8').send(text)
  })
  return router
}

export const calendar: Handlers<typeof CALENDAR_ROUTES> = {
  getCalendar: async ({ needs, caller }) => ({
    status: 200,
    body: { created_at: (await feedOfCaller(needs, caller))?.createdAt ?? null },
  }),

  makeCalendar: async ({ needs, caller, body }) => {
    const { feed, secret } = await makeCalendarFeed(needs, caller)
    const address = `${needs.baseUrl()}/calendar/${body.language}/${secret}.ics`
    return { status: 201, body: { created_at: feed.createdAt, address } }
  },

  revokeCalendar: async ({ needs, caller }) => {
    await revokeCalendarFeed(needs, caller)
    return { status: 204 }
  },
}
