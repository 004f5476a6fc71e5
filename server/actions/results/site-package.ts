/** The site package of a ready job: what whoever digs can consult without a network, signed and in one ZIP. */
import { join } from 'node:path'
import type { Caller, Needs } from '../needs.ts'
import { noteTaken } from './note-taken.ts'
import type { OpenResult } from './serve-layers.ts'
import { type ContentNeeds, withSiteContent } from './site-content.ts'

type SiteNeeds = ContentNeeds & Pick<Needs, 'ids' | 'operator' | 'siteZip'>

/**
 * @param language of the print; LEESMIJ has both
 * @returns path of the ZIP below the data folder, which is the caller's to remove
 * @throws as withSiteContent
 */
export const sitePackage = (
  needs: SiteNeeds,
  caller: Caller,
  jobId: string,
  language: 'nl' | 'en',
): Promise<{ path: string; name: string }> =>
  withSiteContent(needs, caller, jobId, { language, version: null }, async ({ title, revision, result, files }) => {
    const path = join(needs.dataDir, 'tmp', 'sites', `${needs.ids.make('sit')}.zip`)
    const facts = { title, jobId, revision, klicNumbers: klicNumbersOf(result) }
    const signer = await needs.signer(caller.companyId)
    await needs.siteZip({ path, files, facts, signer, signedAt: needs.clock.now().toISOString() }, caller)
    await noteTaken(needs, caller, jobId, { revision, as: 'site' })
    return { path, name: `${title}_bouwplaats.zip` }
  })

const klicNumbersOf = ({ summary }: OpenResult): string[] =>
  [...new Set(summary.deliveries.map(({ klicNumber }) => klicNumber))].sort()
