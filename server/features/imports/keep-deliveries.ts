/**
 * Stores deliveries that were opened from files. Each becomes a request with its KLIC number, or a newer delivery of one; those
 * of one site become one job (import-jobs.ts). Files first, then the rows that name them.
 */

import { copyFile, open, rename } from 'node:fs/promises'
import { type DeliveryHead, type ImportOutcome, importedWarning, outcomeOf } from '../../imkl/model/found-delivery.ts'
import type { FromWire } from '../../platform/http/wire.ts'
import { addressText } from '../../registry/addresses/addresses.ts'
import type { KlicType } from '../../registry/klic.ts'
import { bytesOfParts, refuseRowOverQuota } from '../company-quota.ts'
import type { JobView } from '../jobs/job-view.ts'
import { appendToJobLog } from '../log-rows.ts'
import type { Background, Caller, Compute, Database, Files } from '../services.ts'
import { effectiveSettings } from '../settings/rows.ts'
import { groupAsChosen, groupByJob } from './import-jobs.ts'
import { importedJob, importedPart } from './imported-job.ts'
import {
  changeWarning,
  composedOf,
  insertDelivery,
  insertImportedJob,
  type KnownRequest,
  knownRequests,
} from './rows.ts'
import type { ImportPlan } from './schema.ts'

export type ImportServices = Database & Background & Files & Pick<Compute, 'describeDeliveries'>

export type OpenedFile = FromWire<typeof ImportPlan>['files'][number]

/** Deliveries that become one job. */
export interface ImportedTogether {
  /** null: it is only planned */
  jobId: string | null
  klicType: KlicType
  reference: string | null
  /** Address of its first delivery */
  place: string | null
  klicNumbers: string[]
}

export interface ImportAnswer {
  /** The first job that was made, else the first that one of the files belongs to; null: nothing was stored. */
  job: JobView | null
  /** The new jobs; where `job` is null, those that would be made. */
  jobs: ImportedTogether[]
  files: OpenedFile[]
  isNew: boolean
}

export interface ImportOptions {
  /** Of the one file that the body is; undefined: the body is a list of files and then the files (receive-files.ts) */
  name?: string | undefined
  /** Store nothing where the files make more than one job, and answer which jobs these would be. */
  asksFirst?: boolean
  /** KLIC numbers of each job, as a person chose them */
  jobs?: readonly (readonly string[])[] | undefined
}

export interface OpenDelivery {
  name: string
  head: DeliveryHead
  /** Where it lies until it is kept */
  file: string
  sha256: string
  bytes: number
}

interface Plan {
  one: OpenDelivery
  outcome: Exclude<ImportOutcome, 'refused' | 'not_read'>
  /** The request that it belongs to, where there is one */
  known: KnownRequest | null
  /** Of the same notification as one before it */
  twin: OpenDelivery | null
}

async function planOf(
  db: ImportServices['store']['db'],
  caller: Caller,
  good: readonly OpenDelivery[],
): Promise<Plan[]> {
  const numbers = [...new Set(good.map(({ head }) => head.klicNumber))]
  const here = await knownRequests(db, caller.companyId, numbers)
  const plans: Plan[] = []
  for (const one of good) {
    const twin = plans.find((plan) => plan.one.head.klicNumber === one.head.klicNumber)?.one ?? null
    const requests = here.filter(({ klicNumber }) => klicNumber === one.head.klicNumber)
    const same = requests.find((request) => outcomeOf({ ...one, ...one.head }, request) === 'known')
    const imported = requests.find(({ source }) => source === 'imported')
    const ordered = requests.find((request) => outcomeOf({ ...one, ...one.head }, request) === 'older')
    if (same) plans.push({ one, outcome: 'known', known: same, twin: null })
    else if (twin) plans.push({ one, outcome: twin.sha256 === one.sha256 ? 'known' : 'older', known: null, twin })
    else if (imported) plans.push({ one, outcome: outcomeOf({ ...one, ...one.head }, imported), known: imported, twin })
    else if (ordered) plans.push({ one, outcome: 'older', known: ordered, twin })
    else plans.push({ one, outcome: 'imported', known: null, twin })
  }
  return plans
}

const fingerprint = (plans: readonly Plan[]): string =>
  JSON.stringify(plans.map(({ outcome, known }) => [outcome, known?.partId, known?.sequence]))

/** Files first, then the rows that name them. @returns undefined when meanwhile somebody else opened one of them */
export async function keepAll(
  services: ImportServices,
  caller: Caller,
  good: readonly OpenDelivery[],
  options: ImportOptions,
): Promise<Omit<ImportAnswer, 'job'> | undefined> {
  const { store, ids, clock } = services
  const plans = await planOf(store.db, caller, good)
  const at = clock.now().toISOString()
  const settings = await effectiveSettings(services, caller.companyId)
  const taken = plans.map((plan) => {
    const partId = plan.outcome === 'newer' ? plan.known!.partId : ids.make('prt')
    const { sequence } = plan.one.head
    const no = plan.outcome === 'newer' ? Math.max(sequence, plan.known!.sequence + 1) : sequence
    const { sha256, bytes, head } = plan.one
    const path = `deliveries/${partId}/${no}.zip`
    return { plan, delivery: { id: ids.make('dlv'), partId, sequence: no, path, sha256, bytes, head } }
  })
  const isTaken = ({ plan }: (typeof taken)[number]) => plan.outcome === 'imported' || plan.outcome === 'newer'
  const fresh = taken.filter(({ plan }) => plan.outcome === 'imported')
  const environment = settings['registry.environment']
  const heads = fresh.map(({ delivery }) => delivery.head)
  const groups = (options.jobs ? groupAsChosen(heads, environment, options.jobs) : groupByJob(heads, environment)).map(
    (group) => group.map((index) => fresh[index]!),
  )
  if (options.asksFirst && !options.jobs && groups.length > 1) {
    const planned = taken.map((one) => openedFile(one, { jobId: null, orderId: null }))
    return { jobs: groups.map((group) => together(null, group)), files: planned, isNew: false }
  }
  for (const { plan, delivery } of taken.filter(isTaken)) {
    await put(plan.one.file, await services.storage.place(delivery.path))
    await services.storage.keep({ key: delivery.path, sha256: delivery.sha256 })
  }
  const jobs = groups.map((group) => {
    const parts = group.map(({ delivery }, index) => ({
      part: importedPart({ id: delivery.partId, orderId: ids.make('ord') }, index + 1, delivery.head, at),
      delivery,
    }))
    const own = group.map(({ delivery }) => delivery.head)
    return { job: importedJob(ids.make('job'), caller, own, environment, at), parts, group }
  })
  const removeTaken = async () => {
    for (const { delivery } of taken.filter(isTaken)) await services.storage.remove(delivery.path)
  }
  const bytes = taken.filter(isTaken).reduce((sum, { delivery }) => sum + delivery.bytes, 0)
  const isKept = await store
    .transaction({ company: caller.companyId }, async (trx) => {
      if (fingerprint(await planOf(trx, caller, good)) !== fingerprint(plans)) return false
      // A desktop has no quota: nothing is reckoned for it while it writes.
      if (services.companyQuotaBytes !== undefined)
        await refuseRowOverQuota(trx, services, caller, bytes + fresh.length * (await bytesOfParts(trx)))
      for (const { job, parts } of jobs) {
        await insertImportedJob(trx, job, parts)
        await note(trx, caller, job.id, parts, at)
      }
      for (const { plan, delivery } of taken.filter(({ plan }) => plan.outcome === 'newer')) {
        const jobId = plan.known!.jobId
        await insertDelivery(trx, delivery, at)
        const days = (await composedOf(trx, jobId)).map((composedAt) => composedAt?.slice(0, 10) ?? null)
        await changeWarning(trx, jobId, importedWarning(days))
        await note(trx, caller, jobId, [{ delivery }], at)
      }
      return true
    })
    .catch(async (error) => {
      await removeTaken()
      throw error
    })
  if (!isKept) {
    await removeTaken()
    return undefined
  }
  const made = new Map(jobs.flatMap(({ job, parts }) => parts.map(({ part }) => [part.id, { job, part }] as const)))
  const requestOf = ({ plan, delivery }: (typeof taken)[number]) => {
    if (plan.known) return { jobId: plan.known.jobId, orderId: plan.known.orderId }
    const twin = plan.twin && taken.find((other) => other.plan.one === plan.twin)!
    if (twin?.plan.known) return { jobId: twin.plan.known.jobId, orderId: twin.plan.known.orderId }
    const { job, part } = made.get(twin ? twin.delivery.partId : delivery.partId)!
    return { jobId: job.id, orderId: part.orderId }
  }
  return {
    jobs: jobs.map(({ job, group }) => together(job.id, group)),
    files: taken.map((one) => openedFile(one, requestOf(one))),
    isNew: taken.some(isTaken),
  }
}

interface PlannedDelivery {
  plan: Plan
  delivery: { head: DeliveryHead }
}

const openedFile = (
  { plan, delivery }: PlannedDelivery,
  request: Pick<OpenedFile, 'jobId' | 'orderId'>,
): OpenedFile => ({
  name: plan.one.name,
  outcome: plan.outcome,
  klicNumber: delivery.head.klicNumber,
  ...request,
  fault: null,
  message: null,
})

function together(jobId: string | null, group: readonly PlannedDelivery[]): ImportedTogether {
  const heads = group.map(({ delivery }) => delivery.head)
  return {
    jobId,
    klicType: heads[0]!.klicType,
    reference: heads[0]!.reference,
    place: (heads[0]!.address && addressText(heads[0]!.address)) || null,
    klicNumbers: heads.map(({ klicNumber }) => klicNumber),
  }
}

const note = (
  trx: ImportServices['store']['db'],
  caller: Caller,
  jobId: string,
  parts: readonly { delivery: { head: DeliveryHead; sha256: string } }[],
  at: string,
): Promise<void> =>
  appendToJobLog(trx, jobId, {
    companyId: caller.companyId,
    at,
    actor: caller.actor,
    act: 'job.imported',
    data: {
      klic_numbers: parts.map(({ delivery }) => delivery.head.klicNumber),
      sha256: parts.map(({ delivery }) => delivery.sha256),
    },
  })

/** Appears by rename, whole or not at all. */
async function put(from: string, to: string): Promise<void> {
  const part = `${to}.part`
  await copyFile(from, part)
  const handle = await open(part, 'r+')
  await handle.sync().finally(() => handle.close())
  await rename(part, to)
}
