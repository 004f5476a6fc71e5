/** Links for the site: made, listed with who opened them, revoked. */
import { queryOptions } from '@tanstack/react-query'
import { NewSiteLink, SiteLinks } from '../../../server/features/site-package/schema.ts'
import { call, send } from '../../api/client.ts'

export const siteLinksQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['job', jobId, 'site-links'],
    queryFn: ({ signal }) => call(SiteLinks, `/jobs/${jobId}/site-links`, { signal }),
  })

export const makeSiteLink = (jobId: string, body: { name: string; days: number }): Promise<NewSiteLink> =>
  call(NewSiteLink, `/jobs/${jobId}/site-links`, { method: 'POST', body })

export const revokeSiteLink = async (jobId: string, linkId: string): Promise<void> => {
  await send(`/jobs/${jobId}/site-links/${linkId}`, { method: 'DELETE' })
}
