/**
 * Opens deliveries from files. Each becomes a request with its KLIC number; those of one site become one job that merges
 * them (features/imports/import-jobs.ts). The worker reads them as it reads those that it fetches. Nothing is filed and nothing
 * is owed.
 */

import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { byAge, type DeliveryFault, deliveryGroups, MAX_IMPORT_DELIVERIES } from '../../imkl/model/found-delivery.ts'
import { ownPlaces } from '../../platform/fair-limit.ts'
import { measure } from '../../platform/measured.ts'
import { Refusal } from '../../platform/refusal.ts'
import { getJob } from '../jobs/get-job.ts'
import type { Caller, Permitted } from '../services.ts'
import {
  type ImportAnswer,
  type ImportOptions,
  type ImportServices,
  keepAll,
  type OpenDelivery,
  type OpenedFile,
} from './keep-deliveries.ts'
import { type ReceivedFile, receiveFiles, receiveOne } from './receive-files.ts'

/** Each may be large, and is read. */
const UPLOADS_AT_ONCE = 2
const inPlace = ownPlaces<ImportAnswer>(UPLOADS_AT_ONCE)

/**
 * @throws Refusal DELIVERY_UNREADABLE when none of them is a delivery, with a complaint for each; MALFORMED_JSON,
 *   PAYLOAD_TOO_LARGE; VALIDATION_FAILED when the chosen jobs can't be made
 * @throws TryLater when as many of the company come in already, and when the company would keep more than it may
 */
export const importDeliveries = (
  services: ImportServices,
  caller: Permitted<'write'>,
  body: Readable,
  options: ImportOptions = {},
): Promise<ImportAnswer> =>
  inPlace(caller, async () => {
    const folder = join(services.dataDir, 'tmp', services.ids.make('imp'))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    try {
      const { name } = options
      const received =
        name === undefined
          ? await receiveFiles(services, caller, body, folder)
          : await receiveOne(services, caller, body, folder, name)
      return await takeUp(services, caller, received, folder, options)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

async function takeUp(
  services: ImportServices,
  caller: Caller,
  received: readonly ReceivedFile[],
  folder: string,
  options: ImportOptions,
): Promise<ImportAnswer> {
  const { groups, loose } = deliveryGroups(received)
  if (groups.length > MAX_IMPORT_DELIVERIES) throw tooMany()
  const found = await services.describeDeliveries(groups, folder, caller)
  if (found.length > MAX_IMPORT_DELIVERIES) throw tooMany()
  const files: OpenedFile[] = []
  const good: OpenDelivery[] = []
  for (const one of found) {
    if ('fault' in one) files.push(refusedFile(one))
    else good.push({ name: one.name, head: one.head, file: one.path, ...(await measure(createReadStream(one.path))) })
  }
  if (good.length === 0) throw allRefused(files)
  // The newest of a notification first: beside it the others have nothing to add.
  good.sort((a, b) => byAge(b.head, a.head))
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const kept = await keepAll(services, caller, good, options)
    if (kept) {
      if (kept.isNew) services.nudge()
      const jobId = kept.jobs[0] ? kept.jobs[0].jobId : kept.files[0]!.jobId
      const told = [...kept.files, ...files, ...loose.map(notRead)]
      const job = jobId === null ? null : await getJob(services, caller, jobId)
      return { job, jobs: kept.jobs, files: told, isNew: kept.isNew }
    }
  }
  throw new Refusal('JOB_STATE_CONFLICT', 'The same deliveries were opened at the same moment. Look at the jobs.')
}

/** Two who open the same delivery at once: one of them begins again. */
const MAX_TRIES = 5

/** Of what became no request. */
const NO_REQUEST = { klicNumber: null, jobId: null, orderId: null } as const

const refusedFile = (one: { name: string; fault: DeliveryFault; message: string }): OpenedFile => ({
  ...NO_REQUEST,
  name: one.name,
  outcome: 'refused',
  fault: one.fault,
  message: one.message,
})

/** Beside deliveries, and part of none. */
const notRead = ({ name }: ReceivedFile): OpenedFile => ({
  ...NO_REQUEST,
  name,
  outcome: 'not_read',
  fault: null,
  message: 'It belongs to no delivery, and was not read.',
})

function allRefused(files: readonly OpenedFile[]): Refusal {
  const complaints = files.map(({ fault, message }) => ({ pointer: '', code: fault!, message: message! }))
  return new Refusal('DELIVERY_UNREADABLE', files[0]?.message ?? 'There is no delivery in it.', { complaints })
}

const tooMany = (): Refusal =>
  new Refusal('PAYLOAD_TOO_LARGE', `At most ${MAX_IMPORT_DELIVERIES} deliveries are opened at once. Choose fewer.`)
