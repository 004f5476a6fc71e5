/**
 * Where log lines go: a file that turns over before it grows large, or a descriptor that somebody else reads. Neither ever
 * ends a process: a line that can't be written, because the disk is full or a reader has gone, is dropped and counted, and
 * how many were is the first line once there is room.
 *
 * The API alone writes its file; the words of its children come to it. Where several APIs of an office have one folder,
 * each sees that another has turned the file over, and goes on in the new one.
 */
import { closeSync, fstatSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

export interface LogSink {
  /** Never throws. @param line with its end of line */
  write(line: string): void
  /** Lines that are lost so far and not reported yet. */
  dropped(): number
}

/** One file; with those before it a poller that asks each second is on record for three days. */
const MAX_BYTES = 10 * 1024 * 1024
/** `klic-desktop.log.1`, the newest, to `.4`. */
const KEPT_BEFORE = 4
/** Every so often it is looked whether the name still stands for the file that is open. */
const LOOKS_AFTER_BYTES = 64 * 1024

export interface LogFileOptions {
  largestBytes?: number
  keptBefore?: number
}

/** @param path of the file; its folder is made */
export function logFile(
  path: string,
  { largestBytes = MAX_BYTES, keptBefore = KEPT_BEFORE }: LogFileOptions = {},
): LogSink {
  let file: number | undefined
  let bytes = 0
  let sinceLook = 0

  const close = (): void => {
    if (file !== undefined) closeSync(file)
    file = undefined
  }
  const open = (): number => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    file = openSync(path, 'a', 0o600)
    bytes = fstatSync(file).size
    sinceLook = 0
    return file
  }
  const isStillOurs = (fd: number): boolean => {
    sinceLook = 0
    const { ino, size } = fstatSync(fd)
    bytes = size
    return statSync(path, { throwIfNoEntry: false })?.ino === ino
  }
  /** A file that can't be renamed, because another program holds it, is written on. */
  const turnOver = (): void => {
    close()
    try {
      for (let n = keptBefore; n > 0; n--) {
        const from = n === 1 ? path : `${path}.${n - 1}`
        if (statSync(from, { throwIfNoEntry: false })) renameSync(from, `${path}.${n}`)
      }
    } catch {}
  }

  return countingLost((line) => {
    if (file !== undefined && (bytes > largestBytes || sinceLook > LOOKS_AFTER_BYTES) && !isStillOurs(file)) close()
    if (file !== undefined && bytes > largestBytes) turnOver()
    const fd = file ?? open()
    writeAll(fd, line)
    bytes += Buffer.byteLength(line)
    sinceLook += Buffer.byteLength(line)
  })
}

/** @param fd such as 2, for the parent process */
export const logStream = (fd: number): LogSink => countingLost((line) => writeAll(fd, line))

function countingLost(put: (text: string) => void): LogSink {
  let lost = 0
  /** The end of a line that was cut off is missing. */
  let isCut = false
  return {
    write(line) {
      try {
        put(isCut || lost > 0 ? `${isCut ? '\n' : ''}${lost > 0 ? lostWords(lost) : ''}${line}` : line)
        lost = 0
        isCut = false
      } catch (error) {
        lost += 1
        isCut ||= error instanceof CutShort
      }
    },
    dropped: () => lost,
  }
}

const lostWords = (lines: number): string =>
  `${JSON.stringify({ level: 50, time: Date.now(), name: 'log', lines, msg: 'Lines of this log are missing: they could not be written' })}\n`

class CutShort extends Error {}

const PATIENCE_MS = 20
const PATIENT_TIMES = 50
const asleep = new Int32Array(new SharedArrayBuffer(4))

/** @throws CutShort when only a part could be written; otherwise as the system does */
function writeAll(fd: number, text: string): void {
  const all = Buffer.from(text)
  let written = 0
  for (let tries = 0; written < all.length; ) {
    try {
      written += writeSync(fd, all, written)
    } catch (error) {
      // A pipe whose reader is slow.
      const isBusy = (error as NodeJS.ErrnoException).code === 'EAGAIN'
      if (isBusy && tries++ < PATIENT_TIMES) Atomics.wait(asleep, 0, 0, PATIENCE_MS)
      else throw written > 0 ? new CutShort('Only a part was written', { cause: error }) : error
    }
  }
}
