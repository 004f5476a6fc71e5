/** What is on record of digging in the area of a job, and what must be done over all jobs; below /dashboard/api. */

import { Readable } from 'node:stream'
import { type RequestHandler, Router } from 'express'
import { RateLimit } from '../../platform/http/rate-limit.ts'
import { mediaTypeOfUpload } from '../../platform/http/upload.ts'
import { fromBody, toBody } from '../../platform/http/wire.ts'
import { Refusal } from '../../platform/refusal.ts'
import { countStranger } from '../authentication.ts'
import type { Handlers } from '../http/serve.ts'
import type { ApiServices } from '../services.ts'
import { addAgreement, agreementFile, dropAgreement } from './agreement-files.ts'
import {
  calendar as calendarOf,
  feedAt,
  calendarFeed as feedOfCaller,
  makeCalendarFeed,
  revokeCalendarFeed,
} from './calendar-feeds.ts'
import { precautionLetter } from './precaution-letter.ts'
import { type DiggingView, diggingOf, recordContact, recordPresence, recordWork } from './record-digging.ts'
import {
  type CALENDAR_ROUTES,
  type DIGGING_ROUTES,
  Digging,
  type DUTY_ROUTES,
  PrecautionDesk,
  Today,
} from './schema.ts'
import { addPhoto, dropPhoto, photoFile } from './start-photos.ts'
import { precautionDesk, today } from './today.ts'

const Precaution = Digging.shape.precautions.element
const KeptFile = Precaution.shape.files.element

type DiggingFile = DiggingView['photos'][number] | DiggingView['precautions'][number]['files'][number]

const filesShown = (files: readonly DiggingFile[]) =>
  files.map((file) => ({ ...toBody(KeptFile, file), file_id: file.id }))

const diggingShown = (view: DiggingView): Digging => ({
  ...toBody(Digging, view),
  photos: filesShown(view.photos),
  precautions: view.precautions.map((each) => ({
    ...toBody(Precaution, each),
    files: filesShown(each.files),
  })),
})

export const digging: Handlers<typeof DIGGING_ROUTES & typeof DUTY_ROUTES> = {
  getDigging: async ({ needs, caller, params }) => ({
    status: 200,
    body: diggingShown(await diggingOf(needs, caller, params.job_id)),
  }),

  recordWork: async ({ needs, caller, params, body }) => ({
    status: 200,
    body: diggingShown(await recordWork(needs, caller, params.job_id, fromBody(body))),
  }),

  recordPresence: async ({ needs, caller, params }) => ({
    status: 200,
    body: diggingShown(await recordPresence(needs, caller, params.job_id)),
  }),

  recordContact: async ({ needs, caller, params, body }) => ({
    status: 200,
    body: diggingShown(await recordContact(needs, caller, params.job_id, fromBody(body))),
  }),

  getPrecautionLetter: async ({ needs, caller, params, query }) => {
    const { bytes, name, mediaType } = await precautionLetter(needs, caller, params.job_id, query)
    const stream = { bytes: bytes.length, chunks: Readable.from([bytes]), close: async () => {} }
    return { status: 200, stream: { ...stream, mediaType, name } }
  },

  addAgreement: async ({ needs, caller, params, query, req }) => {
    const given = { ...query, mediaType: mediaTypeOfUpload(req), bytes: req }
    await addAgreement(needs, caller, params.job_id, given)
    return { status: 201, body: diggingShown(await diggingOf(needs, caller, params.job_id)) }
  },

  getAgreement: async ({ needs, caller, params }) => ({
    status: 200,
    document: await agreementFile(needs, caller, params.job_id, params.file_id),
  }),

  removeAgreement: async ({ needs, caller, params }) => {
    await dropAgreement(needs, caller, params.job_id, params.file_id)
    return { status: 200, body: diggingShown(await diggingOf(needs, caller, params.job_id)) }
  },

  addPhoto: async ({ needs, caller, params, query, req }) => {
    await addPhoto(needs, caller, params.job_id, { ...query, bytes: req })
    return { status: 201, body: diggingShown(await diggingOf(needs, caller, params.job_id)) }
  },

  getPhoto: async ({ needs, caller, params }) => ({
    status: 200,
    document: await photoFile(needs, caller, params.job_id, params.file_id),
  }),

  removePhoto: async ({ needs, caller, params }) => {
    await dropPhoto(needs, caller, params.job_id, params.file_id)
    return { status: 200, body: diggingShown(await diggingOf(needs, caller, params.job_id)) }
  },

  getToday: async ({ needs, caller }) => {
    return { status: 200, body: toBody(Today, await today(needs, caller)) }
  },

  getPrecautionDesk: async ({ needs, caller }) => {
    return { status: 200, body: toBody(PrecautionDesk, await precautionDesk(needs, caller)) }
  },
}

/** A program asks once in some minutes, on each of somebody's devices. */
const READS_PER_MINUTE = 30

/** @param limit in which strangers count; @param reading lets GET and HEAD through */
export function calendarFeed(
  needs: ApiServices,
  limit: RateLimit,
  reading: (type: string) => RequestHandler,
): RequestHandler {
  const router = Router({ caseSensitive: true })
  const own = new RateLimit(needs, 'calendars')
  router.all('/:language/:secret.ics', reading('text/calendar'), async (req, res) => {
    const feed = await feedAt(needs.store, String(req.params.secret)).catch(async (error: unknown) => {
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
    body: { created_at: (await feedOfCaller(needs.store, caller))?.createdAt ?? null },
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
