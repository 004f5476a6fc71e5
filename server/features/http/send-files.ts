/** Result files on their way out: streamed, with ranges and a strong ETag, never held in memory whole. */

import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Request, Response } from 'express'
import type { ResultFormat } from '../../exports/result-formats.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { DocumentStream, Files } from '../services.ts'
import { mediaTypeOf } from '../vocabulary.ts'

export interface ResultFile {
  /** Its key in the storage */
  path: string
  /** Key of the compressed copy; null where there is none */
  packed: string | null
  /** Hex; null where only the file itself tells whether it changed. */
  sha256: string | null
  format: ResultFormat
  /** To save it under. */
  name: string
  /** Below the data folder of this machine, and gone with the process: not in the storage. */
  isTemporary?: true
}

/** A file that somebody gave us. */
export interface DocumentFile {
  /** Its key in the storage */
  path: string
  /** Hex */
  sha256: string
  mediaType: string
  /** To save it under */
  name: string
}

/**
 * Where a compressed copy lies beside the file, a caller that asks for gzip gets those bytes as they are. They are
 * another representation: their ETag is the sha256 of the file with `-gzip`, so that a range of one is never joined to a
 * range of the other. X-Service-Sha256 is that of the file itself in either case.
 * @throws Refusal EXPORT_FAILED when the file is gone, RANGE_NOT_SATISFIABLE or PRECONDITION_FAILED */
export async function sendResultFile(req: Request, res: Response, services: Files, file: ResultFile): Promise<void> {
  const { sha256, format, name } = file
  res.type(mediaTypeOf(format))
  res.set('Content-Disposition', `attachment; filename="${name}"`)
  const { path, packed } = await pathsOf(services, file)
  if (packed) res.vary('Accept-Encoding')
  const sendsPacked = packed !== undefined && req.acceptsEncodings(['identity', 'gzip']) === 'gzip'
  if (sendsPacked) res.set('Content-Encoding', 'gzip')
  if (sha256 !== null) {
    res.set('ETag', sendsPacked ? `"${sha256}-gzip"` : `"${sha256}"`)
    res.set('X-Service-Sha256', sha256)
  }
  refuseOtherThan(req, res)
  await new Promise<void>((resolve, reject) => {
    // The sender keeps an ETag that is set already, and answers If-None-Match, If-Range and Range by it.
    res.sendFile(
      sendsPacked ? packed : path,
      { dotfiles: 'allow', cacheControl: false, lastModified: sha256 === null },
      (error?: Error & { status?: number; code?: string; headers?: Record<string, string> }) => {
        if (!error || error.code === 'ECONNABORTED' || error.code === 'EPIPE') return resolve()
        for (const header of ['Content-Disposition', 'Content-Encoding', 'X-Service-Sha256', 'Content-Length'])
          res.removeHeader(header)
        if (error.status === 416) {
          res.set(error.headers ?? {})
          return reject(new Refusal('RANGE_NOT_SATISFIABLE', 'The file is shorter than the range that was asked for.'))
        }
        if (error.status === 412) {
          return reject(new Refusal('PRECONDITION_FAILED', 'The file is no longer the one you have.'))
        }
        if (error.status === 404) {
          return reject(fileIsGone(error))
        }
        reject(error)
      },
    )
  })
}

/** If-Match compares strongly (RFC 9110, 13.1.1): a weak tag matches nothing. The sender would take it. */
function refuseOtherThan(req: Request, res: Response): void {
  const wanted = req.get('If-Match')
  const tag = res.get('ETag')
  if (wanted === undefined || tag === undefined || wanted.trim() === '*') return
  if (wanted.split(',').some((each) => each.trim() === tag)) return
  for (const header of ['Content-Disposition', 'Content-Encoding', 'X-Service-Sha256']) res.removeHeader(header)
  throw new Refusal('PRECONDITION_FAILED', 'The file is no longer the one you have.')
}

/**
 * A file that somebody gave us, as a download only: shown by a browser under our own address it could speak for us.
 * @throws Refusal NOT_FOUND when the file is gone from the data folder
 */
export async function sendDocument(
  res: Response,
  { storage }: Files,
  { path: key, sha256, mediaType, name }: DocumentFile,
): Promise<void> {
  const path = await storage.local({ key, sha256 }).catch((error) => Promise.reject(documentIsGone(error)))
  res.attachment(name)
  res.type(mediaType)
  res.set('ETag', `"${sha256}"`)
  await new Promise<void>((resolve, reject) => {
    const options = { dotfiles: 'allow', cacheControl: false, lastModified: false } as const
    res.sendFile(path, options, (error?: Error & { status?: number; code?: string }) => {
      if (!error || error.code === 'ECONNABORTED' || error.code === 'EPIPE') return resolve()
      if (error.status !== 404) return reject(error)
      res.removeHeader('Content-Disposition')
      reject(documentIsGone(error))
    })
  })
}

/** A file that was made for one who asked. */
export async function goneWhenSent(file: string): Promise<DocumentStream> {
  const { size } = await stat(file)
  return { bytes: size, chunks: createReadStream(file), close: () => rm(file, { force: true }) }
}

export interface NamedStream extends DocumentStream {
  mediaType: string
  /** To save it under */
  name: string
}

/** What an operator put into a delivery, as a download only, for the same reason. */
export async function sendStream(req: Request, res: Response, stream: NamedStream): Promise<void> {
  try {
    res.status(200).attachment(stream.name).type(stream.mediaType).set('Content-Length', String(stream.bytes))
    if (req.method === 'HEAD') res.end()
    else await pipeline(stream.chunks, res)
  } catch (error) {
    // The caller has left: there is nobody to answer.
    if ((error as { code?: string }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  } finally {
    await stream.close()
  }
}

/** On this disk, with the compressed copy where there is one. @throws Refusal EXPORT_FAILED */
async function pathsOf(
  { storage, dataDir }: Files,
  { path: key, sha256, packed: packedKey, isTemporary }: ResultFile,
): Promise<{ path: string; packed?: string }> {
  if (isTemporary) return { path: join(dataDir, key) }
  try {
    const path = await storage.local({ key, sha256 })
    if (packedKey === null) return { path }
    // An earlier version made none.
    const packed = await storage.local({ key: packedKey, tag: sha256 }).catch((error) => {
      if (!isMissing(error)) throw error
    })
    return packed === undefined ? { path } : { path, packed }
  } catch (error) {
    throw isMissing(error) ? fileIsGone(error) : error
  }
}

const isMissing = (error: unknown): boolean => (error as { code?: unknown }).code === 'ENOENT'

const fileIsGone = (cause: unknown): Refusal =>
  new Refusal('EXPORT_FAILED', 'The file is no longer in the data folder.', { cause })

const documentIsGone = (cause: unknown): unknown =>
  isMissing(cause) ? new Refusal('NOT_FOUND', 'The file is no longer in the data folder.', { cause }) : cause
