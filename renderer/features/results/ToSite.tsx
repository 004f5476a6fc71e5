/** What the foreman gets: the whole area on A3, the package for a phone, and links to it. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Job } from '../../../server/features/jobs/schema.ts'
import { useLocale } from '../../locale.tsx'
import { DownloadIcon } from '../../ui/icons.tsx'
import { ActButton } from '../../ui/parts.tsx'
import { jobTitle } from '../jobs/job-title.ts'
import { SiteLinks } from '../site-package/SiteLinks.tsx'
import { SitePackage } from '../site-package/SitePackage.tsx'
import { FileView } from './FileView.tsx'
import { printSheetsQuery, printUrl } from './print/api.ts'
import { DEFAULT_PRINT, layoutQuery, printQuery } from './print/print-choice.ts'
import { attentionQuery } from './results-api.ts'

const LOOK_AGAIN_MS = 2000
/** With all that was delivered, also what is not on the map now. */
const LAYOUT = layoutQuery(DEFAULT_PRINT, { hidden: [], hiddenOperators: [] })

/** A package of an earlier revision is with the diggers: the link above makes a new one. */
const SiteSuperseded = ({ jobId, revision }: { jobId: string; revision: number }) => {
  const { t } = useLocale()
  const isOf = (made: number | null | undefined): made is number => typeof made === 'number' && made < revision
  const { data } = useQuery({
    ...attentionQuery(jobId, revision),
    // The link is the browser's own: it does not tell when the new one was made.
    refetchInterval: ({ state }) => (isOf(state.data?.site_revision) ? LOOK_AGAIN_MS : false),
  })
  const made = data?.site_revision
  return isOf(made) ? (
    <p>
      <strong>{t('result.siteSuperseded', { revision: made })}</strong>
    </p>
  ) : null
}

/**
 * @param revision of the result; undefined: it is not known yet
 * @param isShown somebody looks at the files
 */
export const ToSite = (asked: { job: Job; revision: number | undefined; isShown: boolean; mayWrite: boolean }) => {
  const { job, revision, isShown, mayWrite } = asked
  const { t, language } = useLocale()
  const [isPrinted, setPrinted] = useState(false)
  const sheets = useQuery(printSheetsQuery(job, isShown ? String(new URLSearchParams(LAYOUT)) : null)).data
  const isTooMany = sheets !== undefined && sheets.data.length > sheets.most
  const { scale, paper } = DEFAULT_PRINT
  return (
    <section className="block">
      <h3>{t('result.toSite.title')}</h3>
      <SitePackage of={`/jobs/${job.job_id}`} what={t('result.siteWhat')}>
        <ActButton
          blocked={isTooMany ? t('print.tooMany', { most: sheets.most }) : null}
          onPress={() => setPrinted(true)}
        >
          <DownloadIcon />
          <span>
            {t('result.toSite.print', { paper })}
            <small>{t('result.toSite.printWhat', { scale: String(scale) })}</small>
          </span>
        </ActButton>
      </SitePackage>
      {revision === undefined ? null : <SiteSuperseded jobId={job.job_id} revision={revision} />}
      <SiteLinks job={job} mayWrite={mayWrite} />
      {isPrinted ? (
        <FileView
          url={printUrl(job.job_id, printQuery(LAYOUT, DEFAULT_PRINT, language))}
          title={`${jobTitle(t, job)} 1:${scale} ${paper}`}
          onClose={() => setPrinted(false)}
        />
      ) : null}
    </section>
  )
}
