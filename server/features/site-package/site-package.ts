/** What the site package of a ready job consists of, whether it goes into a ZIP or stands behind a link: its files, each opened when its turn comes. */

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SheetWishes } from '../../exports/print/corridor-sheets.ts'
import { MAX_SHEETS, PLAIN_PRINT } from '../../exports/print/print-options.ts'
import { aboutOf, NOTICE_FILES, noticeText, resultNotes } from '../../imkl/model/result-notes.ts'
import type { Store } from '../../platform/database/open.ts'
import type { JsonText } from '../../platform/json-text.ts'
import { dutchDate } from '../../registry/working-days.ts'
import type { Language } from '../../texts/languages.ts'
import { forEachLanguage } from '../../texts/texts.ts'
import { getJob } from '../jobs/get-job.ts'
import { refuseRemoved } from '../jobs/removed-files.ts'
import { jobArea } from '../jobs/rows/jobs.ts'
import { newestOrder } from '../jobs/rows/orders.ts'
import { type FiledPeople, peopleIn } from '../jobs/rules/filed-people.ts'
import { jobName } from '../jobs/rules/job-name.ts'
import { isMissing } from '../jobs/rules/progress.ts'
import { logDownload } from '../results/download-log.ts'
import { fileOf, type OpenResult, resultOfJob } from '../results/map/serve-layers.ts'
import { isOutdated, printOf } from '../results/print-job.ts'
import { refuseUnready } from '../results/request-export.ts'
import { geoPackageName } from '../results/tasks/result-files.ts'
import { groundComing, type ResultServices } from '../results/whole-result.ts'
import type { Caller, Compute, Files, Installation } from '../services.ts'
import { siteDig } from './page/dig-answer.ts'
import type { SiteHead } from './page/lines.ts'
import { type SitePage, sitePage, sitePolicy } from './page/page.ts'
import { readme } from './page/readme.ts'
import { SITE_NAMES, type SiteFile } from './page/site-files.ts'
import { siteDocuments, siteLetters } from './site-documents.ts'
import { siteMap } from './site-map.ts'
import { siteTrenches } from './site-trenches.ts'

export type ContentServices = ResultServices &
  Pick<Compute, 'print' | 'allSheets' | 'tiles' | 'planTrenches'> &
  Pick<Installation, 'signer' | 'siteAssets'>

export interface SiteContent {
  title: string
  revision: number
  result: OpenResult
  /** Without the map */
  said: SiteHead
  files: readonly SiteFile[]
  /** Content-Security-Policy of its page */
  policy: string
}

interface ContentOptions {
  /** Of the print; all else has both */
  language: Language
  /** Name applicant and client; never behind a link */
  people: boolean
  /** Behind a link: which content this is; null: in a ZIP */
  version: string | null
}

/**
 * @param use what is done with it; the print among its files is gone after that
 * @throws Refusal NOT_FOUND, NOT_READY, EXPORT_FAILED, FILES_REMOVED
 * @throws TryLater while the ground comes into the result, or a damaged one is made again
 */
export async function withSiteContent<T>(
  services: ContentServices,
  caller: Caller,
  jobId: string,
  { language, people, version }: ContentOptions,
  use: (content: SiteContent) => Promise<T>,
): Promise<T> {
  const view = await getJob(services, caller, jobId)
  refuseUnready(view)
  await refuseRemoved(services.store, jobId, 'results')
  const result = await resultOfJob(services, caller, jobId)
  if (result.ground === 'wanted') throw groundComing(jobName(view.job) ?? jobId)
  const { job, parts, advice, dig, digOn } = view
  const { revision, summary } = result
  const gpkg = geoPackageName(job, revision, result.path)
  const subject = gpkg.replace(/\.gpkg$/, '')
  const missingParts = parts.filter(({ status }) => isMissing(status))
  const notesIn = (words: Language) =>
    resultNotes(summary.warnings, { job, about: aboutOf(summary, missingParts, words) })
  const documents = await siteDocuments(services, caller, jobId)
  const letters = await siteLetters(services, jobId, result)
  const project = await projectOf(services.openResult, result)
  const nameOf = (path: string) => summary.operators.find(({ code }) => path.split('/')[1] === code)?.name ?? null
  const listed = [...letters, ...documents.files].map(({ path }) => ({ path, by: nameOf(path) }))
  const { publicKey } = await services.signer(caller.companyId)
  const operators = summary.operators.map(({ code, name, delivered, precaution, hazardous = false, contacts }) => {
    const own = listed.filter(({ path }) => path.split('/')[1] === code).map(({ path }) => path)
    return { code, name, delivered, precaution, hazardous, contacts, documents: own }
  })
  // Side by side: other processes print and plan, and a thread cuts tiles.
  const printing = printed(services, caller, jobId, { language, people })
  const mapping = siteMap(services, { gpkg: fileOf(result), extent: summary.extent, publicKey, operators }, caller)
  const planning = siteTrenches(services, caller, job)
  try {
    const [print, map, plan, assets] = await Promise.all([printing, mapping, planning, services.siteAssets()])
    const trenches = plan !== null && plan !== 'left_out' && assets ? { plan, script: assets.script } : null
    const said: SitePage = {
      title: subject,
      revision,
      dig,
      digOn: siteDig(dutchDate(services.clock.now().getTime()), digOn),
      gpkg,
      isOutdated: isOutdated(advice.reason),
      isPlanLeftOut: plan !== null && trenches === null,
      notes: forEachLanguage(notesIn),
      deliveries: summary.deliveries.map(({ klicNumber, composedAt }) => ({ klicNumber, composedAt })),
      operators: summary.operators,
      project: project && `${subject}.qgz`,
      print: print && { name: print.name, scale: print.scale },
      missing: documents.missing,
      people: people ? await filedPeople(services.store, jobId) : null,
      hasDocuments: documents.files.length > 0,
      hasLetters: letters.length > 0,
      documents: listed,
      map,
      trenches,
      version,
    }
    const policy = sitePolicy(said, sha256)
    await nextTurn()
    const files: SiteFile[] = [
      ...said.notes.nl.flatMap(({ code }): SiteFile[] => {
        const path = NOTICE_FILES[code]
        return path === undefined ? [] : [{ path, kind: 'readme', open: async () => ofText(noticeText(code)) }]
      }),
      { path: SITE_NAMES.page, kind: 'page', open: async () => ofTexts(sitePage(said, policy)) },
      { path: SITE_NAMES.readme, kind: 'readme', open: async () => ofText(readme(said)) },
      ...(print ? [{ path: print.name, kind: 'print', open: async () => createReadStream(print.path) } as const] : []),
      ...(project ? [{ path: `${subject}.qgz`, kind: 'project', open: async () => ofBytes(project) } as const] : []),
      { path: gpkg, kind: 'result', open: async () => createReadStream(await services.storage.local(fileOf(result))) },
      ...letters,
      ...documents.files,
    ]
    const { map: _drawn, trenches: _planned, ...light } = said
    return await use({ title: subject, revision, result, said: light, files, policy })
  } finally {
    // Where one failed, the others are waited for.
    const [print] = await Promise.allSettled([printing, mapping, planning])
    if (print.status === 'fulfilled' && print.value) await rm(print.value.path, { force: true })
  }
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')

/** The first of these that takes few sheets; else the first that can be printed at all. */
const TRIED = [
  { paper: 'A3', scale: 500 },
  { paper: 'A3', scale: 1000 },
  { paper: 'A3', scale: 2500 },
  { paper: 'A1', scale: 2500 },
  { paper: 'A0', scale: 2500 },
] as const
const FEW_SHEETS = 24

/** @returns undefined when the area is too large for any */
async function sitePrint(
  { allSheets }: ContentServices,
  area: JsonText,
  caller: Caller,
): Promise<SheetWishes | undefined> {
  const tried = TRIED.map((each) => ({ ...each, orientation: 'landscape', cover: 'area' }) as const)
  const laid = await allSheets(area, tried, caller)
  const counts = laid.map(({ sheets }) => (typeof sheets === 'number' ? sheets : sheets.length))
  const fitting = (most: number) => tried[counts.findIndex((count) => count <= most)]
  return fitting(FEW_SHEETS) ?? fitting(MAX_SHEETS)
}

async function printed(
  services: ContentServices,
  caller: Caller,
  jobId: string,
  { language, people }: Pick<ContentOptions, 'language' | 'people'>,
) {
  const outline = await jobArea(services.store.db, caller.companyId, jobId)
  const fitting = await sitePrint(services, outline!.area, caller)
  if (!fitting) return null
  const options = { ...PLAIN_PRINT, ...fitting, language }
  const { path } = await printOf(services, caller, jobId, options, { namesCompany: people, ofToday: false })
  const { paper, scale } = fitting
  return { path: join(services.dataDir, path), name: `kaart_1-${scale}_${paper}.pdf`, scale }
}

/** As it was filed: settings may say something else since. */
export async function filedPeople(store: Store, jobId: string): Promise<FiledPeople> {
  const order = await newestOrder(store, jobId, 0)
  return order ? peopleIn(order.body) : { applicant: null, principal: null }
}

async function projectOf(openResult: Files['openResult'], result: OpenResult): Promise<Uint8Array | null> {
  const reader = await openResult(fileOf(result))
  try {
    return reader.project()
  } finally {
    reader.close()
  }
}

async function* ofBytes(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

export const ofText = (text: string): AsyncGenerator<Uint8Array> => ofBytes(Buffer.from(text, 'utf8'))

/** Bytes that a text is turned into before others get their turn. */
const PIECE = 256 * 1024

async function* ofTexts(texts: Iterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  const piece = new Uint8Array(PIECE)
  for (let text of texts)
    while (text.length > 0) {
      const { read, written } = encoder.encodeInto(text, piece)
      yield piece.slice(0, written)
      text = text.slice(read)
      await nextTurn()
    }
}

export type SiteServices = ContentServices & Pick<Compute, 'siteZip'>

export interface SitePackageOptions {
  /** Of the print; LEESMIJ and the page have both */
  language: Language
  /** Name applicant and client: personal data, which are left out unless somebody asks */
  people: boolean
}

/**
 * The signed ZIP that a digger reads without a network.
 * @returns path of the ZIP below the data folder, which is the caller's to remove
 * @throws as withSiteContent
 */
export const sitePackage = (
  services: SiteServices,
  caller: Caller,
  jobId: string,
  asked: SitePackageOptions,
): Promise<{ path: string; name: string }> =>
  withSiteContent(services, caller, jobId, { ...asked, version: null }, async ({ title, revision, result, files }) => {
    const path = join(services.dataDir, 'tmp', 'sites', `${services.ids.make('sit')}.zip`)
    const { people } = asked
    const facts = { title, of: { jobId, revision, klicNumbers: klicNumbersOf(result) }, people }
    const signer = await services.signer(caller.companyId)
    await services.siteZip({ path, files, facts, signer, signedAt: services.clock.now().toISOString() }, caller)
    await logDownload(services, caller, jobId, { revision, as: 'site', ...(people && { people }) })
    return { path, name: `${title}_bouwplaats.zip` }
  })

export const klicNumbersOf = ({ summary }: OpenResult): string[] =>
  [...new Set(summary.deliveries.map(({ klicNumber }) => klicNumber))].sort()
