/** Reads a file of findings from the site and draws its photos anew. Runs in a cage (features/cage.ts). */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { redrawPhoto } from '../../exports/formats/photo.ts'
import type { Photo } from '../../exports/formats/redrawn-photo.ts'
import { FINDING_PHOTO_PX, MAX_FINDING_PHOTO_BYTES } from '../../imkl/model/findings-file.ts'
import { parse } from '../../platform/http/parse.ts'
import { readJson } from '../../platform/read-json.ts'
import { type Complaint, Refusal } from '../../platform/refusal.ts'
import { FindingsFile, type SiteFinding } from './schema.ts'

export interface FindingsReadTask {
  path: string
  /** Where photos are drawn into: a new one */
  folder: string
}

export type ReadFinding = Omit<SiteFinding, 'photo'> & { photo: ReadPhoto | null }

interface ReadPhoto {
  /** Of the bytes as they came, hex */
  givenSha256: string
  /** null: it is no whole photo in JPEG or PNG, or too large */
  drawn: Photo['mediaType'] | null
}

export type FindingsReading =
  | { read: Omit<FindingsFile, 'findings'> & { findings: ReadFinding[] } }
  | { fault: { message: string; complaints: readonly Complaint[] } }

/** The page draws photos to FINDING_PHOTO_PX; where it can't it sends them as they are. */
const MAX_PIXELS = (2.5 * FINDING_PHOTO_PX) ** 2

export async function readFindings(
  { path, folder }: FindingsReadTask,
  redraw: typeof redrawPhoto,
): Promise<FindingsReading> {
  try {
    const file = parse(FindingsFile, readJson(await readFile(path)), 'body')
    const findings: ReadFinding[] = []
    for (const [i, { photo, ...finding }] of file.findings.entries())
      findings.push({ ...finding, photo: photo === null ? null : await drawn(photo, photoPath(folder, i), redraw) })
    return { read: { ...file, findings } }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const message = 'This is no file of findings, or one of its findings is wrong. Nothing was taken.'
    const { complaints } = error
    if (complaints.length > 0) return { fault: { message, complaints } }
    return { fault: { message, complaints: [{ pointer: '', code: error.code, message: error.message }] } }
  }
}

/** Of the photo of a finding, by its place in the file. */
export const photoPath = (folder: string, index: number): string => join(folder, String(index))

async function drawn(base64: string, out: string, redraw: typeof redrawPhoto): Promise<ReadPhoto> {
  const bytes = Buffer.from(base64, 'base64')
  const givenSha256 = createHash('sha256').update(bytes).digest('hex')
  if (bytes.length > MAX_FINDING_PHOTO_BYTES) return { givenSha256, drawn: null }
  await writeFile(`${out}.given`, bytes)
  const mediaType = await redraw(`${out}.given`, out, MAX_PIXELS)
  return { givenSha256, drawn: mediaType ?? null }
}
