/** The site package of a ready job: what whoever digs can consult without a network, signed and in one ZIP. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { inOrder, resultName } from '../../domain/file-name.ts'
import type { PolygonJson } from '../../domain/geometry/geometry.ts'
import { aboutOf, NOTICE_FILES, resultNotes } from '../../domain/imkl/result-notes.ts'
import { polygonOf } from '../../domain/json-text.ts'
import { isMissing } from '../../domain/klic/progress.ts'
import type { PrintWishes } from '../../domain/look/print.ts'
import { sitePage } from '../../domain/site/page.ts'
import { readme } from '../../domain/site/readme.ts'
import { SITE_NAMES, type SiteFile, sitePrint } from '../../domain/site/site-package.ts'
import { jobShapes } from '../../store/rows/jobs.ts'
import { getJob } from '../jobs/get-job.ts'
import type { Caller, Needs } from '../needs.ts'
import { findDocument, type JobDocument, jobDocuments } from './job-documents.ts'
import { noteTaken } from './note-taken.ts'
import { isOutdated, printOf } from './print-job.ts'
import { refuseRemoved, refuseUnready } from './request-export.ts'
import { fileOf, type OpenResult, resultOfJob } from './serve-layers.ts'
import { siteMap } from './site-map.ts'
import { groundComing } from './whole-result.ts'

type SiteNeeds = Pick<Needs, 'store' | 'storage' | 'nudge' | 'clock' | 'ids' | 'operator'> &
  Pick<Needs, 'openResult' | 'openDocument' | 'print' | 'siteZip' | 'signer' | 'tiles' | 'siteAssets'> & {
    readonly dataDir: string
  }

/**
 * @param language of the print; LEESMIJ has both
 * @returns path of the ZIP below the data folder, which is the caller's to remove
 * @throws Refusal NOT_FOUND, NOT_READY, EXPORT_FAILED, FILES_REMOVED
 * @throws TryLater while the ground comes into the result, or a damaged one is made again
 */
export async function sitePackage(
  needs: SiteNeeds,
  caller: Caller,
  jobId: string,
  language: 'nl' | 'en',
): Promise<{ path: string; name: string }> {
  const view = await getJob(needs, caller, jobId)
  refuseUnready(view)
  await refuseRemoved(needs, jobId, 'results')
  const result = await resultOfJob(needs, caller, jobId)
  if (result.ground === 'wanted') throw groundComing(view.job.reference ?? jobId)
  const { job, parts, advice, dig } = view
  const { revision, summary } = result
  const gpkg = resultName(job, revision, 'gpkg')
  const subject = gpkg.replace(/\.gpkg$/, '')
  const missingParts = parts.filter(({ status }) => isMissing(status))
  const notesIn = (words: 'nl' | 'en') =>
    resultNotes(summary.warnings, { job, about: aboutOf(summary, missingParts, words) })
  const [documents, letters] = [await documentsOf(needs, caller, jobId), await lettersOf(needs, jobId, result)]
  const project = await projectOf(needs, result)
  const nameOf = (path: string) => summary.operators.find(({ code }) => path.split('/')[1] === code)?.name ?? null
  const listed = [...letters, ...documents.files].map(({ path }) => ({ path, by: nameOf(path) }))
  const signer = await needs.signer(caller.companyId)
  // Side by side: another process prints, and a thread cuts tiles.
  const printing = printed(needs, caller, jobId, language)
  const mapping = siteMap(
    needs,
    {
      gpkg: fileOf(result),
      extent: summary.extent,
      publicKey: signer.publicKey,
      operators: summary.operators.map(({ code, name, delivered, precaution, contacts }) => ({
        code,
        name,
        delivered,
        precaution,
        contacts,
        documents: listed.filter(({ path }) => path.split('/')[1] === code).map(({ path }) => path),
      })),
    },
    caller,
  )
  try {
    const [print, map] = await Promise.all([printing, mapping])
    const said = {
      title: subject,
      revision,
      dig,
      gpkg,
      isOutdated: isOutdated(advice.reason),
      notes: { nl: notesIn('nl'), en: notesIn('en') },
      deliveries: summary.deliveries.map(({ klicNumber, composedAt }) => ({ klicNumber, composedAt })),
      operators: summary.operators,
      project: project && `${subject}.qgz`,
      print: print && { name: print.name, scale: print.scale },
      missing: documents.missing,
      hasDocuments: documents.files.length > 0,
      hasLetters: letters.length > 0,
    }
    const files: SiteFile[] = [
      ...notesIn('nl').flatMap(({ code, nl, en }): SiteFile[] => {
        const path = NOTICE_FILES[code]
        return path === undefined ? [] : [{ path, kind: 'readme', open: async () => ofText(`${nl}.\r\n${en}.\r\n`) }]
      }),
      {
        path: SITE_NAMES.page,
        kind: 'page',
        open: async () => ofText(sitePage({ ...said, documents: listed, map }, sha256)),
      },
      { path: SITE_NAMES.readme, kind: 'readme', open: async () => ofText(readme(said)) },
      ...(print ? [{ path: print.name, kind: 'print', open: async () => createReadStream(print.path) } as const] : []),
      ...(project ? [{ path: `${subject}.qgz`, kind: 'project', open: async () => ofBytes(project) } as const] : []),
      {
        path: gpkg,
        kind: 'result',
        open: async () => createReadStream(await needs.storage.local(fileOf(result))),
      },
      ...letters,
      ...documents.files,
    ]
    const path = join(needs.dataDir, 'tmp', 'sites', `${needs.ids.make('sit')}.zip`)
    const facts = { title: subject, jobId, revision, klicNumbers: klicNumbersOf(result) }
    await needs.siteZip({ path, files, facts, signer, signedAt: needs.clock.now().toISOString() }, caller)
    await noteTaken(needs, caller, jobId, { revision, as: 'site' })
    return { path, name: `${subject}_bouwplaats.zip` }
  } finally {
    // Of two of which one failed, the other is waited for.
    const [print] = await Promise.allSettled([printing, mapping])
    if (print.status === 'fulfilled' && print.value) await rm(print.value.path, { force: true })
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')

const klicNumbersOf = ({ summary }: OpenResult): string[] =>
  [...new Set(summary.deliveries.map(({ klicNumber }) => klicNumber))].sort()

async function printed(needs: SiteNeeds, caller: Caller, jobId: string, language: 'nl' | 'en') {
  const shapes = await jobShapes(needs.store.db, caller.companyId, jobId)
  const fitting = sitePrint(polygonOf(shapes!.area).toJSON() as PolygonJson)
  if (!fitting) return null
  const wishes: PrintWishes = {
    ...fitting,
    cover: 'area',
    frame: null,
    empty: false,
    sheets: [],
    language,
    ink: 'colour',
    lines: 'official',
    ground: true,
    hidden: [],
    hiddenOperators: [],
  }
  const { path } = await printOf(needs, caller, jobId, wishes, { namesCompany: false })
  const { paper, scale } = fitting
  return { path: join(needs.dataDir, path), name: `kaart_1-${scale}_${paper}.pdf`, scale }
}

async function projectOf(needs: Pick<Needs, 'openResult'>, result: OpenResult): Promise<Uint8Array | null> {
  const reader = await needs.openResult(fileOf(result))
  try {
    return reader.project()
  } finally {
    reader.close()
  }
}

/** The same letter comes with every notification: once is enough. */
async function documentsOf(needs: SiteNeeds, caller: Caller, jobId: string) {
  const known = new Map<string, JobDocument>()
  for (const each of await jobDocuments(needs, caller, jobId)) {
    const key = each.sha256 ?? `${each.klicNumber} ${each.path}`
    if (!known.has(key)) known.set(key, each)
  }
  const files: SiteFile[] = []
  const missing: string[] = []
  for (const { klicNumber, operator, path } of known.values()) {
    const open = await opening(needs, jobId, klicNumber, path)
    if (open)
      files.push({
        path: `documenten/${operator ?? 'KLIC'}/${inOrder(files.length + 1, basename(path))}`,
        kind: 'document',
        open,
      })
    else missing.push(basename(path))
  }
  return { files, missing }
}

/** What Kadaster wrote with each delivery: which operator delivered what. */
async function lettersOf(needs: SiteNeeds, jobId: string, { summary }: OpenResult): Promise<SiteFile[]> {
  const files: SiteFile[] = []
  for (const { klicNumber, sequence } of summary.deliveries) {
    const name = `LI_${klicNumber}_${sequence}.pdf`
    const open = await opening(needs, jobId, klicNumber, name)
    if (open) files.push({ path: `brieven/${name}`, kind: 'letter', open })
  }
  return files
}

/** @returns undefined when it is not there; else it is opened when its turn comes, and closed when it was read */
async function opening(
  needs: SiteNeeds,
  jobId: string,
  klicNumber: string,
  path: string,
): Promise<SiteFile['open'] | undefined> {
  const found = await findDocument(needs, jobId, klicNumber, path)
  if (!found) return undefined
  await found.close()
  return async () => {
    const { chunks, close } = (await findDocument(needs, jobId, klicNumber, path)) ?? gone(path)
    return untilRead(chunks, close)
  }
}

async function* untilRead(chunks: AsyncIterable<Uint8Array>, close: () => Promise<void>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } finally {
    await close()
  }
}

function gone(path: string): never {
  throw new Error(`${path} was in the delivery a moment ago`)
}

async function* ofBytes(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const ofText = (text: string): AsyncGenerator<Uint8Array> => ofBytes(Buffer.from(text, 'utf8'))
