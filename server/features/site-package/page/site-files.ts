/** The site package: one ZIP of a ready job, for diggers without a network: its content, and how its completeness is checked. */

import { MAX_SHEETS, type PrintOptions } from '../../../exports/print/print-options.ts'
import { pageOf, sheetsOver } from '../../../exports/print/print-sheets.ts'
import type { PolygonJson } from '../../../geometry/geometry.ts'

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

/** The first of these that takes few sheets; else the first that can be printed at all. */
const TRIED = [
  { paper: 'A3', scale: 500 },
  { paper: 'A3', scale: 1000 },
  { paper: 'A3', scale: 2500 },
  { paper: 'A1', scale: 2500 },
  { paper: 'A0', scale: 2500 },
] as const
const FEW_SHEETS = 24

/** @returns undefined when the area is too large for any */
export function sitePrint(area: PolygonJson): Pick<PrintOptions, 'paper' | 'scale' | 'orientation'> | undefined {
  const orientation = 'landscape'
  const needed = TRIED.map(({ paper, scale }) => {
    const sheets = sheetsOver(area, pageOf({ paper, orientation }), scale)
    const count = typeof sheets === 'number' ? sheets : sheets.length
    return { paper, scale, sheets: count > MAX_SHEETS ? Number.POSITIVE_INFINITY : count }
  })
  const found =
    needed.find(({ sheets }) => sheets <= FEW_SHEETS) ?? needed.find(({ sheets }) => Number.isFinite(sheets))
  return found && { paper: found.paper, scale: found.scale, orientation }
}
