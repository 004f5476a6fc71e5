/** Letters and documents of deliveries that go into a site package: each once, opened when its turn comes. */
import { basename } from 'node:path'
import { inOrder } from '../../exports/file-name.ts'
import { findDocument, type JobDocument, jobDocuments } from '../results/job-documents.ts'
import type { OpenResult } from '../results/map/serve-layers.ts'
import type { ResultServices } from '../results/whole-result.ts'
import type { Caller, DocumentStream } from '../services.ts'
import type { SiteFile } from './page/site-files.ts'

/** The same letter comes with every notification: once is enough. */
export async function siteDocuments(services: ResultServices, caller: Caller, jobId: string) {
  const known = new Map<string, JobDocument>()
  for (const each of await jobDocuments(services, caller, jobId)) {
    const key = each.sha256 ?? `${each.klicNumber} ${each.path}`
    if (!known.has(key)) known.set(key, each)
  }
  const files: SiteFile[] = []
  const missing: string[] = []
  for (const { klicNumber, operator, path } of known.values()) {
    const open = await opening(() => findDocument(services, jobId, klicNumber, path), path)
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

export const letterName = ({ klicNumber, sequence }: { klicNumber: string | null; sequence: number }): string =>
  `LI_${klicNumber}_${sequence}.pdf`

/** What Kadaster wrote with each delivery: which operator delivered what. */
export async function siteLetters(
  services: ResultServices,
  jobId: string,
  { summary }: OpenResult,
): Promise<SiteFile[]> {
  const files: SiteFile[] = []
  for (const delivery of summary.deliveries) {
    const name = letterName(delivery)
    const open = await opening(() => findDocument(services, jobId, delivery.klicNumber, name), name)
    if (open) files.push({ path: `brieven/${name}`, kind: 'letter', open })
  }
  return files
}

/** @returns undefined when it is not there; else it is opened when its turn comes, and closed when it was read */
export async function opening(
  find: () => Promise<DocumentStream | undefined>,
  path: string,
): Promise<SiteFile['open'] | undefined> {
  const found = await find()
  if (!found) return undefined
  await found.close()
  return async () => untilRead((await find()) ?? gone(path))
}

/** The bytes of a document, which is closed when they were read. */
async function* untilRead({ chunks, close }: DocumentStream): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } finally {
    await close()
  }
}

function gone(path: string): never {
  throw new Error(`${path} was in the delivery a moment ago`)
}
