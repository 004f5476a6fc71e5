/** The site package of a ready job: a signed ZIP that a digger reads without a network. */
import { join } from 'node:path'
import type { Caller, Needs } from '../needs.ts'
import { logDownload } from '../results/download-log.ts'
import type { OpenResult } from '../results/serve-layers.ts'
import { type ContentNeeds, withSiteContent } from './site-content.ts'

export type SiteNeeds = ContentNeeds & Pick<Needs, 'ids' | 'operator' | 'siteZip'>

export interface SitePackageOptions {
  /** Of the print; LEESMIJ and the page have both */
  language: 'nl' | 'en'
  /** Name applicant and client: personal data, which are left out unless somebody asks */
  people: boolean
}

/**
 * @returns path of the ZIP below the data folder, which is the caller's to remove
 * @throws as withSiteContent
 */
export const sitePackage = (
  needs: SiteNeeds,
  caller: Caller,
  jobId: string,
  asked: SitePackageOptions,
): Promise<{ path: string; name: string }> =>
  withSiteContent(needs, caller, jobId, { ...asked, version: null }, async ({ title, revision, result, files }) => {
    const path = join(needs.dataDir, 'tmp', 'sites', `${needs.ids.make('sit')}.zip`)
    const { people } = asked
    const facts = { title, of: { jobId, revision, klicNumbers: klicNumbersOf(result) }, people }
    const signer = await needs.signer(caller.companyId)
    await needs.siteZip({ path, files, facts, signer, signedAt: needs.clock.now().toISOString() }, caller)
    await logDownload(needs, caller, jobId, { revision, as: 'site', ...(people && { people }) })
    return { path, name: `${title}_bouwplaats.zip` }
  })

export const klicNumbersOf = ({ summary }: OpenResult): string[] =>
  [...new Set(summary.deliveries.map(({ klicNumber }) => klicNumber))].sort()
