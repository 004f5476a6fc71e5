/** The site package: one ZIP of a ready job, for diggers without a network: its content, and how its completeness is checked. */

/** At the root of the ZIP: QField and QGIS look for a project there, with its GeoPackage beside it. */
export const SITE_NAMES = {
  page: 'index.html',
  readme: 'LEESMIJ.txt',
} as const

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

/** What the manifest says beside its files. */
export interface SiteFacts {
  title: string
  /** Of a job, or of the jobs of a project, each with its folder */
  of: SiteJob | { projectId: string; jobs: readonly (SiteJob & { folder: string })[] }
  /** Whether it names applicant and client */
  people: boolean
}
