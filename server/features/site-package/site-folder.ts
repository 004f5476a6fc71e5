/**
 * The site package of a job as it stands behind links: written into a folder when somebody first asks, and removed some time after the
 * last one did. What is on whose telephone is not here.
 */

import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { dutchDate } from '../../registry/working-days.ts'
import type { Language } from '../../texts/languages.ts'
import { getJob } from '../jobs/get-job.ts'
import type { JobView } from '../jobs/job-view.ts'
import { refuseRemoved } from '../jobs/removed-files.ts'
import { isMissing } from '../jobs/rules/progress.ts'
import { resultOfJob } from '../results/map/serve-layers.ts'
import { isOutdated } from '../results/print-job.ts'
import type { Background, Caller, Database, Files } from '../services.ts'
import { findingsOfJob, planOfJob } from '../trenches/rows.ts'
import { type SiteDig, siteDig } from './page/dig-answer.ts'
import { SITE_NAMES, type SiteFile } from './page/site-files.ts'
import { type ContentServices, withSiteContent } from './site-package.ts'

/** Beside the page: what keeps it on a device. */
export { LINK_WORKER } from './page/link-script.ts'

/** So long after the last one asked. */
const KEPT_MS = 10 * 60_000

export interface CurrentSite {
  /** Of the content: another one is another page */
  version: string
  revision: number
  /** A later delivery is known of, and is not in it */
  isOutdated: boolean
  /** May one dig there, as it is known now */
  dig: Readonly<Record<Language, SiteDig>>
  presence: JobView['presence']
}

export interface StoredSite {
  version: string
  /** Absolute */
  folder: string
  /** Below it */
  paths: readonly string[]
  policy: string
}

/** What a page behind a link would be made of now. @throws Refusal NOT_FOUND, FILES_REMOVED */
export async function currentSite(
  services: Database & Background & Files,
  caller: Caller,
  jobId: string,
): Promise<CurrentSite> {
  const { job, parts, advice, dig, digOn, presence } = await getJob(services, caller, jobId)
  await refuseRemoved(services.store, jobId, 'results')
  const { sha256, revision } = await resultOfJob(services, caller, jobId)
  const outdated = isOutdated(advice.reason)
  const plan = await planOfJob(services.store.db, jobId)
  const made = [
    jobId,
    sha256,
    revision,
    outdated,
    job.reference,
    job.status,
    dig.answer === 'not_for_digging',
    dig.beginFrom,
    dig.beginUntil,
    ...parts.filter(({ status }) => isMissing(status)).map(({ partNo }) => partNo),
    ...(plan ? [plan.revision, plan.at, (await findingsOfJob(services.store.db, plan.jobId)).map(({ id }) => id)] : []),
  ]
  const version = createHash('sha256').update(JSON.stringify(made)).digest('hex').slice(0, 32)
  const on = dutchDate(services.clock.now().getTime())
  return { version, revision, isOutdated: outdated, dig: siteDig(on, digOn), presence }
}

export class SiteShelf {
  private readonly services: ContentServices
  private readonly kept = new Map<string, { made: Promise<StoredSite>; gone: NodeJS.Timeout }>()

  constructor(services: ContentServices) {
    this.services = services
  }

  /** @throws as withSiteContent */
  of(caller: Caller, jobId: string, { version }: CurrentSite): Promise<StoredSite> {
    const known = this.kept.get(version)
    if (known) {
      known.gone.refresh()
      return known.made
    }
    const folder = join(this.services.dataDir, 'tmp', this.services.ids.make('stl'))
    const drop = () => {
      this.kept.delete(version)
      void rm(folder, { recursive: true, force: true })
    }
    // For all who wait for it: one that hangs up stops nothing.
    const { signal: _hungUp, ...steady } = caller
    const made = this.make(steady, jobId, version, folder)
    this.kept.set(version, { made, gone: setTimeout(drop, KEPT_MS).unref() })
    made.catch(drop)
    return made
  }

  private make(caller: Caller, jobId: string, version: string, folder: string): Promise<StoredSite> {
    return withSiteContent(
      this.services,
      caller,
      jobId,
      { language: 'nl', people: false, version },
      async ({ files, policy }) => {
        // What it says of its ZIP and its manifest is of no use here.
        const own = files.filter(({ path }) => path !== SITE_NAMES.readme)
        await writeSite(folder, own)
        return { version, folder, policy, paths: own.map(({ path }) => path) }
      },
    )
  }
}

/** Writes the files of a package: what made them can then be let go. @param folder absolute */
export async function writeSite(folder: string, files: readonly SiteFile[]): Promise<void> {
  for (const file of files) {
    const path = join(folder, file.path)
    if (!path.startsWith(folder + sep)) throw new Error(`${file.path} leads out of its folder`)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await pipeline(await file.open(), createWriteStream(path, { mode: 0o600 }))
  }
}
