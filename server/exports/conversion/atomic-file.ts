/**
 * A file that appears under its name complete and on the disk, or not at all: written beside it under a temporary name,
 * synced, hashed as it is read back, renamed, and the folder synced. The name holds a number of its own, so that of two
 * conversions for one target (the first one's parent died) neither renames the other's half-written file; what an earlier
 * crash left is removed.
 */
import { randomInt } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Artifact, OutFile } from '../../imkl/model/conversion-task.ts'
import { type Measure, measured } from '../../platform/measured.ts'

export interface AtomicFile {
  /** Where to write; keeps the extension, since GDAL goes by it. */
  readonly temporaryPath: string
  /** sha256 in hex, and size, of what is on the disk now; every byte also goes to `look`. */
  digest(look?: (bytes: Buffer) => void): Promise<Measure>
  /** Gives the file its final name. */
  publish(): Promise<void>
  discard(): Promise<void>
}

const PREFIX = '.part-'
/** Of this process; in a sandbox its id is that of every other in one. */
export const OWN_NUMBER = randomInt(2 ** 47)

export async function draft(finalPath: string): Promise<AtomicFile> {
  const folder = dirname(finalPath)
  const name = basename(finalPath)
  await mkdir(folder, { recursive: true })
  for (const leftover of await readdir(folder)) {
    const match = /^\.part-\d+-(.+)$/.exec(leftover)
    if (match && isOf(match[1]!, name)) await rm(join(folder, leftover), { force: true })
  }
  const temporaryPath = join(folder, `${PREFIX}${OWN_NUMBER}-${name}`)
  return {
    temporaryPath,
    digest: (look) => digest(temporaryPath, look),
    async publish() {
      await sync(temporaryPath)
      await rename(temporaryPath, finalPath)
      await syncFolder(folder)
    },
    discard: () => rm(temporaryPath, { force: true }),
  }
}

/**
 * A file that one writer makes.
 * @param write to the path that it is given, which does not exist yet
 */
export async function made<Format>(
  { format, path }: OutFile<Format>,
  write: (temporaryPath: string) => void | Promise<void>,
): Promise<Artifact<Format>> {
  const file = await draft(path)
  try {
    await write(file.temporaryPath)
    const digest = await file.digest()
    await file.publish()
    return { format, path, ...digest }
  } finally {
    await file.discard()
  }
}

/** The file itself, or a journal that GDAL or SQLite put beside it. */
const isOf = (leftover: string, name: string): boolean => leftover === name || leftover.startsWith(`${name}-`)

async function digest(path: string, look?: (bytes: Buffer) => void): Promise<Measure> {
  const { pass, result } = measured()
  const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: 1024 * 1024 })
  for await (const chunk of pass(chunks)) look?.(chunk)
  return result()
}

/** Level 5 takes two thirds of the time of level 6, and the file is a few percent larger. */
export const compress = (from: string, to: string): Promise<void> =>
  pipeline(
    createReadStream(from, { highWaterMark: 1024 * 1024 }),
    createGzip({ level: 5, chunkSize: 256 * 1024 }),
    createWriteStream(to, { flags: 'w' }),
  )

export async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Without it the rename itself may be lost with the power. Windows has no such call and refuses it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
