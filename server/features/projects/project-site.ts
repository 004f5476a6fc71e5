/** The site package of a project: that of each ready job in a folder of its own, with a page in front, signed and in one ZIP. */

import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inOrder, nameWithEnding } from '../../exports/file-name.ts'
import type { Store } from '../../platform/database/open.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isDownloadable } from '../../registry/klic.ts'
import { jobName } from '../jobs/rules/job-name.ts'
import { appendToLog, newestEntry } from '../log-rows.ts'
import { logDownload } from '../results/download-log.ts'
import type { Caller, Database } from '../services.ts'
import { projectPage, projectReadme, type SiteProject } from '../site-package/page/project-page.ts'
import { SITE_NAMES, type SiteFile, type SiteJob } from '../site-package/page/site-files.ts'
import { writeSite } from '../site-package/site-folder.ts'
import {
  klicNumbersOf,
  ofText,
  type SitePackageOptions,
  type SiteServices,
  sha256,
  withSiteContent,
} from '../site-package/site-package.ts'
import { getProject, type ProjectView } from './projects.ts'

/** Of all its GeoPackages: they are copied once before they are packed. */
const MAX_BYTES = 4 * 1024 ** 3

/**
 * @returns path of the ZIP, which is the caller's to remove
 * @throws Refusal NOT_FOUND; NOT_READY when no job of it has a result; PAYLOAD_TOO_LARGE above 4 GiB of results; EXPORT_FAILED
 * @throws TryLater while the ground comes into a result, or a damaged one is made again
 */
export async function projectSite(
  services: SiteServices,
  caller: Caller,
  projectId: string,
  asked: SitePackageOptions,
): Promise<{ path: string; name: string }> {
  const view = await getProject(services, caller, projectId)
  if (view.results.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_BYTES) {
    throw new Refusal(
      'PAYLOAD_TOO_LARGE',
      'The results of the project have more than 4 GiB: make a package of each job.',
    )
  }
  const folder = join(services.dataDir, 'tmp', services.ids.make('sit'))
  try {
    const { project, jobs, files } = await gathered(services, caller, view, { ...asked, folder })
    if (jobs.length === 0) throw new Refusal('NOT_READY', 'No job of the project has a result yet.')
    const path = join(services.dataDir, 'tmp', 'sites', `${services.ids.make('sit')}.zip`)
    const signer = await services.signer(caller.companyId)
    const facts = { title: project.name, of: { projectId, jobs }, people: asked.people }
    await services.siteZip({ path, files, facts, signer, signedAt: services.clock.now().toISOString() }, caller)
    for (const { jobId, revision } of jobs)
      await logDownload(services, caller, jobId, { revision, as: 'site', ...(asked.people && { people: true }) })
    await noteMade(services, caller, projectId, jobs)
    return { path, name: nameWithEnding(view.project.name, '_bouwplaats.zip') }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface ProjectContent {
  project: SiteProject
  jobs: (SiteJob & { folder: string })[]
  files: SiteFile[]
}

/** One after the other: of each page only its file is kept. */
async function gathered(
  services: SiteServices,
  caller: Caller,
  { project, jobs: inProject }: ProjectView,
  { folder, ...asked }: SitePackageOptions & { folder: string },
): Promise<ProjectContent> {
  const areas: SiteProject['areas'][number][] = []
  const leftOut: SiteProject['leftOut'][number][] = []
  const jobs: ProjectContent['jobs'] = []
  const own: SiteFile[] = []
  const notices = new Map<string, SiteFile>()
  for (const { job } of inProject) {
    const name = jobName(job) ?? job.id
    if (!isDownloadable(job.status)) {
      leftOut.push({ name, isRemoved: false })
      continue
    }
    const no = areas.length + 1
    const made = withSiteContent(services, caller, job.id, { ...asked, version: null }, async (content) => {
      const { title, revision, result, said, files } = content
      const below = inOrder(no, title)
      await writeSite(join(folder, below), files)
      areas.push({ folder: below, name, said })
      jobs.push({ folder: below, jobId: job.id, revision, klicNumbers: klicNumbersOf(result) })
      for (const { path, kind } of files) {
        const open = async () => createReadStream(join(folder, below, path))
        own.push({ path: `${below}/${path}`, kind, open })
        // What is not for digging is said before anything else is met.
        if (kind === 'readme' && path !== SITE_NAMES.readme && !notices.has(path))
          notices.set(path, { path, kind, open })
      }
    })
    await made.catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      if (error.code !== 'FILES_REMOVED') throw new Refusal(error.code, `${name}: ${error.message}`)
      leftOut.push({ name, isRemoved: true })
    })
  }
  const said: SiteProject = { name: project.name, areas, leftOut, people: asked.people }
  const files: SiteFile[] = [
    ...notices.values(),
    { path: SITE_NAMES.page, kind: 'page', open: async () => ofText(projectPage(said, sha256)) },
    { path: SITE_NAMES.readme, kind: 'readme', open: async () => ofText(projectReadme(said)) },
    ...own,
  ]
  return { project: said, jobs, files }
}

interface SiteRecord {
  jobs: { job_id: string; revision: number }[]
}

/** Once for each person and content. */
async function noteMade(
  { store, clock }: Database,
  { companyId, actor }: Caller,
  projectId: string,
  jobs: readonly SiteJob[],
): Promise<void> {
  const data: SiteRecord = { jobs: jobs.map(({ jobId, revision }) => ({ job_id: jobId, revision })) }
  const subject = `project:${projectId}` as const
  await store.transaction({ company: companyId }, async (trx) => {
    const last = await newestEntry(trx, companyId, subject, 'site.made')
    if (last?.actor === actor && last.data === JSON.stringify(data)) return
    await appendToLog(trx, {
      companyId,
      subject,
      at: clock.now().toISOString(),
      actor,
      act: 'site.made',
      data: { ...data },
    })
  })
}

/**
 * The newest site package of a project, of any user.
 * @returns null: none was
 */
export async function newestSite(
  store: Store,
  { companyId }: Caller,
  { project, jobs, results }: ProjectView,
): Promise<{ at: string; isSuperseded: boolean } | null> {
  const last = await newestEntry(store.db, companyId, `project:${project.id}`, 'site.made')
  if (!last) return null
  const made = new Map((JSON.parse(last.data) as SiteRecord).jobs.map(({ job_id, revision }) => [job_id, revision]))
  const isIn = (jobId: string): boolean => jobs.some(({ job }) => job.id === jobId)
  const isSuperseded =
    results.some(({ jobId, revision }) => made.get(jobId) !== revision) ||
    [...made.keys()].some((jobId) => !isIn(jobId))
  return { at: last.at, isSuperseded }
}
