/** Files that a conversion writes, and how they come into the storage. */
import { packedKey, type ResultFormat } from '../exports/result-formats.ts'
import type { Artifact, OutFile } from '../imkl/model/conversion-task.ts'
import type { Conversions } from './task-context.ts'

/** @param path where the conversion writes it, named as its key is */
export const outFile = (format: ResultFormat, path: string): OutFile => ({
  format,
  path,
  ...(packedKey(path, format) !== null && { gzip: true }),
})

/** A file and its compressed copy are safe before a row names them. */
export async function keepResultFiles(
  services: Conversions,
  key: string,
  made: Pick<Artifact, 'format' | 'sha256'>,
): Promise<void> {
  const packed = packedKey(key, made.format)
  if (packed !== null) await services.storage.keep({ key: packed, tag: made.sha256 })
  await services.storage.keep({ key, sha256: made.sha256 })
}
