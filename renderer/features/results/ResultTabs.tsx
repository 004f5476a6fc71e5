/**
 * The result by what a person needs in that minute: what is on the map, what must be read, whom to call, the files, and
 * how it came to be. What must be read is said above the pages, on whichever one is. What has come of a job that waits for
 * more has the same pages; there is nothing to acknowledge or compare in it.
 */
import { useQuery } from '@tanstack/react-query'
import { use, useLayoutEffect, useRef } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import type { Job } from '../../../server/features/jobs/schema.ts'
import { isPreliminary } from '../../api/job-result.ts'
import { useLocale } from '../../locale.tsx'
import { type Place, RESULT_TABS, type ResultTab, updatePlace } from '../../place.ts'
import { ProblemBox } from '../../ui/parts.tsx'
import { DigStatus } from '../digging/DigStatus.tsx'
import { Imported } from '../jobs/Imported.tsx'
import { Delivered } from '../jobs/PartialDeliveries.tsx'
import { DossierDownload } from '../projects/DossierDownload.tsx'
import { waitingQuery } from '../trenches/api.ts'
import { Trenches } from '../trenches/Trenches.tsx'
import { canPlanTrenches, TrenchContext } from '../trenches/use-trench-plan.ts'
import { Account } from './Account.tsx'
import { Attention } from './Attention.tsx'
import { CallList } from './CallList.tsx'
import { Comparison } from './Comparison.tsx'
import { Documents } from './Documents.tsx'
import { Downloads } from './Downloads.tsx'
import { Layers } from './Layers.tsx'
import { NewsList } from './NewsList.tsx'
import { OpenInGis } from './OpenInGis.tsx'
import { PrintSection } from './PrintSection.tsx'
import { ToSite } from './ToSite.tsx'
import { useOnly } from './use-only.ts'
import { useReading } from './use-reading.ts'
import type { OpenJob } from './use-result.ts'
import { WithheldFromMap, withheldIn } from './Withheld.tsx'

const NOTHING = { themes: [], operators: [], revision: 0 }

/** Another page begins at its top, below the tabs, which stay where they are under the mouse. */
const usePageFromItsTop = (tab: ResultTab) => {
  const tabs = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another page
  useLayoutEffect(() => {
    const body = tabs.current?.closest('.panel-body')
    if (!tabs.current || !body) return
    const past = body.getBoundingClientRect().top - tabs.current.getBoundingClientRect().top
    if (past > 0) body.scrollTop -= past
  }, [tab])
  return tabs
}

interface ResultTabsProps {
  open: OpenJob
  job: Job
  place: Place
  mayWrite: boolean
  course: React.ReactNode
}

export const ResultTabs = ({ open, job, place, mayWrite, course }: ResultTabsProps) => {
  const { t } = useLocale()
  const { summary, summaryError, style, failed } = open
  const { items, unread } = useReading(job, summary)
  const tabs = usePageFromItsTop(place.tab)
  const only = useOnly(job.job_id, summary ?? NOTHING)
  const plan = use(TrenchContext)
  const ground = style?.tiles.ground ?? null
  // Of parts that are all withheld there is nothing to switch.
  const hasNothing = withheldIn(job).length > 0 && summary?.operators.length === 0 && ground === null
  const tabsShown = RESULT_TABS.filter((tab) => tab !== 'trenches' || canPlanTrenches(job))
  const { waiting = 0 } = useQuery({ ...waitingQuery(job.job_id), enabled: tabsShown.includes('trenches') }).data ?? {}
  const isGone = job.next_action_reason === 'files_removed'
  const pages = {
    map: isGone ? (
      <p className="quiet">{t('result.filesGone')}</p>
    ) : (
      <>
        <WithheldFromMap job={job} />
        {summary && !hasNothing ? <Layers summary={summary} place={place} ground={ground} only={only} /> : null}
      </>
    ),
    attention: (
      <>
        {job.source === 'imported' ? <Imported job={job} /> : null}
        {job.klic_type === 'GRAAF' ? <DigStatus key={`dig ${job.job_id}`} job={job} mayWrite={mayWrite} /> : null}
        {summary ? <Attention job={job} summary={summary} look={open.look} /> : null}
        {summary && items.length === 0 ? <p className="quiet">{t('result.nothingToRead')}</p> : null}
      </>
    ),
    call: summary ? <CallList job={job} summary={summary} /> : null,
    trenches: plan ? <Trenches key={plan.job.job_id} /> : null,
    files: (
      <>
        {isGone ? null : (
          <>
            {isPreliminary(job) ? null : (
              <ToSite
                key={`site-${job.job_id}`}
                job={job}
                revision={summary?.revision}
                isShown={place.tab === 'files'}
                mayWrite={mayWrite}
              />
            )}
            <PrintSection key={`print-${job.job_id}`} job={job} place={place} ground={ground} />
            <Downloads key={job.job_id} job={job} hasGround={Boolean(ground)} />
            <OpenInGis key={`gis-${job.job_id}`} job={job} />
          </>
        )}
        {summary ? <Documents job={job} summary={summary} /> : null}
        <section className="block">
          <h3>{t('projects.dossier')}</h3>
          <DossierDownload of={`/jobs/${job.job_id}`} jobIds={summary && !isPreliminary(job) ? [job.job_id] : []} />
        </section>
        {isPreliminary(job) ? <Delivered job={job} /> : null}
      </>
    ),
    course: (
      <>
        {course}
        {summary ? <Account summary={summary} /> : null}
        {summary && !isPreliminary(job) ? <Comparison job={job} summary={summary} place={place} /> : null}
      </>
    ),
  } satisfies Record<ResultTab, React.ReactNode>
  return (
    <>
      {summaryError ? <ProblemBox error={summaryError} /> : null}
      {failed ? (
        <p className="field-problem" role="alert">
          {t('result.mapFailed')}
        </p>
      ) : null}
      <NewsList open={open} />
      <Tabs
        ref={tabs}
        className="result-tabs"
        selectedKey={tabsShown.includes(place.tab) ? place.tab : 'map'}
        onSelectionChange={(tab) => updatePlace({ tab: tab as ResultTab })}
      >
        <TabList className="tab-list" aria-label={t('result.pages')}>
          {tabsShown.map((tab) => (
            <Tab key={tab} id={tab} className="tab">
              {t(`result.tab.${tab}`)}
              {tab === 'trenches' && waiting > 0 ? <span className="tab-count unread">{waiting}</span> : null}
              {tab === 'attention' && items.length > 0 ? (
                <span className={unread.length > 0 ? 'tab-count unread' : 'tab-count'}>{items.length}</span>
              ) : null}
            </Tab>
          ))}
        </TabList>
        {tabsShown.map((tab) => (
          // What is being fetched or was chosen among the files stays while one looks elsewhere.
          <TabPanel key={tab} id={tab} className="tab-page" shouldForceMount={tab === 'files'}>
            {pages[tab]}
          </TabPanel>
        ))}
      </Tabs>
    </>
  )
}
