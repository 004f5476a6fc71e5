/** The site package: one ZIP of a ready job, for diggers without a network: its content, and how its completeness is checked. */

export const SITE_FORMAT = 'klic-site'

/** At the root of the ZIP: QField and QGIS look for a project there, with its GeoPackage beside it. */
export const SITE_NAMES = {
  page: 'index.html',
  readme: 'LEESMIJ.txt',
  manifest: 'manifest.json',
  signature: 'manifest.sig',
} as const

/**
 * What stands in the comment of the ZIP before the signature of all bytes that precede it, in hex. The manifest finds what was
 * changed in a file, also after somebody has unpacked it; the seal finds every byte of the ZIP.
 */
export const SEAL = 'klic-seal:'
export const SEAL_BYTES = SEAL.length + 128

export type SiteFileKind = 'page' | 'readme' | 'print' | 'result' | 'project' | 'letter' | 'document'

export interface SiteFile {
  /** In the ZIP */
  path: string
  kind: SiteFileKind
  /** Asked for when its turn comes. */
  open(): Promise<AsyncIterable<Uint8Array>>
}

export interface SiteJob {
  jobId: string
  revision: number
  klicNumbers: readonly string[]
}

interface SiteJobEntry {
  job_id: string
  revision: number
  klic_numbers: readonly string[]
}

/** What the manifest says beside its files. */
export interface SiteFacts {
  title: string
  /** Of a job, or of the jobs of a project, each with its folder */
  of: SiteJob | { projectId: string; jobs: readonly (SiteJob & { folder: string })[] }
  /** Whether it names applicant and client */
  people: boolean
}

/** manifest.json, in snake_case as everything that leaves the house: of a job its id, revision and numbers, of a project those of each of its jobs. */
export interface SiteManifest extends Partial<SiteJobEntry> {
  format: typeof SITE_FORMAT
  version: 1
  title: string
  project_id?: string
  jobs?: readonly (SiteJobEntry & { folder: string })[]
  /** Whether it names applicant and client (of what an operator's or Kadaster's own letters say it tells nothing) */
  people: boolean
  signed_at: string
  /** Ed25519, hex */
  public_key: string
  files: { path: string; kind: SiteFileKind; bytes: number; sha256: string }[]
}

/** The key of an installation (of a company, where several share one). */
export interface SiteSigner {
  /** Ed25519, 32 bytes in hex */
  publicKey: string
  sign(bytes: Uint8Array): Uint8Array
}

/** What is found of a package. */
export interface SiteVerdict {
  /** All of the following at once: not a byte is another */
  unchanged: boolean
  /** Every file is as it was signed, in another ZIP: it was unpacked and zipped again */
  repacked: boolean
  /** The seal over the whole ZIP holds; false also for one that was packed anew */
  sealed: boolean
  /** The signature of the manifest holds */
  signed: boolean
  manifest: SiteManifest | null
  /** Files whose bytes differ from what the manifest says, that are gone, and that it does not name */
  changed: string[]
  missing: string[]
  added: string[]
}
