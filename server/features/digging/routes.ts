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
  getDigging: async ({ services, caller, params }) => ({
    status: 200,
    body: diggingShown(await diggingOf(services, caller, params.job_id)),
  }),

  recordWork: async ({ services, caller, params, body }) => ({
    status: 200,
    body: diggingShown(await recordWork(services, caller, params.job_id, fromBody(body))),
  }),

  recordPresence: async ({ services, caller, params }) => ({
    status: 200,
    body: diggingShown(await recordPresence(services, caller, params.job_id)),
  }),

  recordContact: async ({ services, caller, params, body }) => ({
    status: 200,
    body: diggingShown(await recordContact(services, caller, params.job_id, fromBody(body))),
  }),

  getPrecautionLetter: async ({ services, caller, params, query }) => {
    const { bytes, name, mediaType } = await precautionLetter(services, caller, params.job_id, query)
    const stream = { bytes: bytes.length, chunks: Readable.from([bytes]), close: async () => {} }
    return { status: 200, stream: { ...stream, mediaType, name } }
  },

  addAgreement: async ({ services, caller, params, query, req }) => {
    const given = { ...query, mediaType: mediaTypeOfUpload(req), bytes: req }
    await addAgreement(services, caller, params.job_id, given)
    return { status: 201, body: diggingShown(await diggingOf(services, caller, params.job_id)) }
  },

  getAgreement: async ({ services, caller, params }) => ({
    status: 200,
    document: await agreementFile(services, caller, params.job_id, params.file_id),
  }),

  removeAgreement: async ({ services, caller, params }) => {
    await dropAgreement(services, caller, params.job_id, params.file_id)
    return { status: 200, body: diggingShown(await diggingOf(services, caller, params.job_id)) }
  },

  addPhoto: async ({ services, caller, params, query, req }) => {
    await addPhoto(services, caller, params.job_id, { ...query, bytes: req })
    return { status: 201, body: diggingShown(await diggingOf(services, caller, params.job_id)) }
  },

  getPhoto: async ({ services, caller, params }) => ({
    status: 200,
    document: await photoFile(services, caller, params.job_id, params.file_id),
  }),

  removePhoto: async ({ services, caller, params }) => {
    await dropPhoto(services, caller, params.job_id, params.file_id)
    return { status: 200, body: diggingShown(await diggingOf(services, caller, params.job_id)) }
  },

  getToday: async ({ services, caller }) => {
    return { status: 200, body: toBody(Today, await today(services, caller)) }
  },

  getPrecautionDesk: async ({ services, caller }) => {
    return { status: 200, body: toBody(PrecautionDesk, await precautionDesk(services, caller)) }
  },
}

/** A program asks once in some minutes, on each of somebody's devices. */
const READS_PER_MINUTE = 30

/** @param limit in which strangers count; @param reading lets GET and HEAD through */
export function calendarFeed(
  services: ApiServices,
  limit: RateLimit,
  reading: (type: string) => RequestHandler,
): RequestHandler {
  const router = Router({ caseSensitive: true })
  const own = new RateLimit(services, 'calendars')
  router.all('/:language/:secret.ics', reading('text/calendar'), async (req, res) => {
    const feed = await feedAt(services.store, String(req.params.secret)).catch(async (error: unknown) => {
      if (error instanceof Refusal) await countStranger(limit, req, res)
      throw error
    })
    await own.count(feed.id, async () => READS_PER_MINUTE, res)
    const asked = { language: String(req.params.language), baseUrl: services.baseUrl() }
    const text = await calendarOf(services, feed.companyId, asked)
    res.set('Cache-Control', 'private, no-cache')
    res.set('Content-Type', 'text/calendar; charset=utf-8').send(text)
  })
  return router
}

export const calendar: Handlers<typeof CALENDAR_ROUTES> = {
  getCalendar: async ({ services, caller }) => ({
    status: 200,
    body: { created_at: (await feedOfCaller(services.store, caller))?.createdAt ?? null },
  }),

  makeCalendar: async ({ services, caller, body }) => {
    const { feed, secret } = await makeCalendarFeed(services, caller)
    const address = `${services.baseUrl()}/calendar/${body.language}/${secret}.ics`
    return { status: 201, body: { created_at: feed.createdAt, address } }
  },

  revokeCalendar: async ({ services, caller }) => {
    await revokeCalendarFeed(services, caller)
    return { status: 204 }
  },
}
