/**
 * What the simulated registry may never forget: one JSON line per fact, synced before the answer leaves. Read back on
 * start, so that an end at any line loses nothing that was accepted.
 * A last line without its end is one that was never answered; it is cut off.
 */
import { closeSync, existsSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { RegistryMessage } from '../registry/types.ts'

export interface OrderEntry {
  type: 'order'
  postId: string
  /** Random: the poll address can't be guessed from the postId. */
  pollToken: string
  /** Base path it came in by: test or production. */
  base: string
  body: string
  receivedAtMs: number
  /** Speed at receipt, kept so that a restart with another speed rewrites no history. */
  factor: number
  /** The scenario that was set for all orders then; empty for none. */
  scenario: string
  verdict: 'accepted' | 'rejected' | 'failed'
  messages: RegistryMessage[]
  /** Per request the replayed ZIP, or null for a generated delivery. */
  replay: (string | null)[]
}

export type LedgerEntry =
  | OrderEntry
  /** The same postId came again. */
  | { type: 'again'; base: string; postId: string; atMs: number }
  | { type: 'clock'; offsetMs: number; factor: number }
  | { type: 'scenario'; scenario: string }
  /** From when on deliveries are in version 3 of the standards, and orders may be; null: no day is set. */
  | { type: 'version3'; fromMs: number | null }

export interface Ledger {
  entries: readonly LedgerEntry[]
  append(entry: LedgerEntry): void
  clear(): void
  close(): void
}

const writeAll = (file: number, bytes: Uint8Array): void => {
  for (let done = 0; done < bytes.byteLength; ) done += writeSync(file, bytes, done)
}

export const openLedger = (folder: string): Ledger => {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'ledger.jsonl')
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
  const whole = bytes.subarray(0, bytes.lastIndexOf(10) + 1)
  const entries: LedgerEntry[] = whole
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  const file = openSync(path, 'a')
  if (whole.byteLength < bytes.byteLength) ftruncateSync(file, whole.byteLength)
  return {
    entries,
    append: (entry) => {
      writeAll(file, Buffer.from(`${JSON.stringify(entry)}\n`))
      fsyncSync(file)
      entries.push(entry)
    },
    clear: () => {
      ftruncateSync(file, 0)
      fsyncSync(file)
      entries.length = 0
    },
    close: () => closeSync(file),
  }
}
