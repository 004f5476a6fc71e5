/** A ZIP that is signed: a manifest with the sha256 of each file, its signature, and a seal over the whole ZIP in its comment. */

import type { Measure } from '../platform/measured.ts'

export const SITE_FORMAT = 'klic-site'
export const DOSSIER_FORMAT = 'klic-dossier'

export const SIGNED_NAMES = { manifest: 'manifest.json', signature: 'manifest.sig' } as const

/**
 * What stands in the comment of the ZIP before the signature of all bytes that precede it, in hex. The manifest finds what was
 * changed in a file, also after somebody has unpacked it; the seal finds every byte of the ZIP.
 */
export const SEAL = 'klic-seal:'
export const SEAL_BYTES = SEAL.length + 128

interface SiteJobEntry {
  job_id: string
  revision: number
  klic_numbers: readonly string[]
}

/** manifest.json, in snake_case as everything that leaves the house: of a job its id, revision and numbers, of a project those of each of its jobs. */
export interface SignedManifest extends Partial<SiteJobEntry> {
  format: typeof SITE_FORMAT | typeof DOSSIER_FORMAT
  version: 1
  title: string
  project_id?: string
  jobs?: readonly (SiteJobEntry & { folder: string })[]
  /** Whether it names applicant and client (of what an operator's or Kadaster's own letters say it tells nothing) */
  people: boolean
  signed_at: string
  /** Ed25519, hex */
  public_key: string
  files: SignedFile[]
}

/** Without its files, and by which key they are signed */
export type SignedAbout = Omit<SignedManifest, 'public_key' | 'files'>

export interface SignedFile extends Measure {
  /** In the ZIP; of a dossier, below its one folder */
  path: string
  kind: string
}

/** The key of an installation (of a company, where several share one). */
export interface ZipSigner {
  /** Ed25519, 32 bytes in hex */
  publicKey: string
  sign(bytes: Uint8Array): Uint8Array
}

/** What is found of a package. */
export interface ZipVerdict {
  /** All of the following at once: not a byte is another */
  unchanged: boolean
  /** Every file is as it was signed, in another ZIP: it was unpacked and zipped again */
  repacked: boolean
  /** The seal over the whole ZIP holds; false also for one that was packed anew */
  sealed: boolean
  /** The signature of the manifest holds */
  signed: boolean
  manifest: SignedManifest | null
  /** Files whose bytes differ from what the manifest says, that are gone, and that it does not name */
  changed: string[]
  missing: string[]
  added: string[]
  /** In English: of each of these files, and of the ZIP itself, what is not as it was signed */
  why: string[]
}
