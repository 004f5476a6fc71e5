/** The jobs: status in colour and words, progress, reference; searched, narrowed to a state, and in a chosen order. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  Button,
  Collection,
  FileTrigger,
  Focusable,
  Header,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxLoadMoreItem,
  ListBoxSection,
  ListLayout,
  SearchField,
  Virtualizer,
} from 'react-aria-components'
import type { JobBrief } from '../../../server/features/jobs/schema.ts'
import type { Session } from '../../../server/features/users/session-schema.ts'
import {
  dutchDate,
  JOB_GROUPS,
  JOB_SORTS,
  type JobSort,
  jobGroup,
  jobName,
} from '../../../server/features/vocabulary.ts'
import { ApiError } from '../../api/client.ts'
import { useLocale } from '../../locale.tsx'
import { goTo, JOB_STATE_FILTERS, type JobStateFilter, type Place, updatePlace } from '../../place.ts'
import { prefer } from '../../preferences.ts'
import { CloseIcon, FileIcon, FilterIcon, OrderIcon, PlusIcon, TableIcon } from '../../ui/icons.tsx'
import { ActButton, IconButton, ProblemBox, Tipped } from '../../ui/parts.tsx'
import type { Imports } from '../imports/use-imports.ts'
import { archivedQuery, jobListQuery } from './api.ts'
import { FirstStart } from './FirstStart.tsx'
import { JobRow } from './JobRow.tsx'
import { useJobFilter } from './use-job-filter.ts'
import { type ListedGroup, useSteady } from './use-steady.ts'

/** Below this number a search box and a choice of states are only in the way: then all are shown. */
const SEARCH_FROM = 6

/** Only what is in sight is drawn, of thousands too; each line is as high as it turns out. Pixels. */
const LINES = { estimatedRowSize: 35, estimatedHeadingSize: 20, loaderSize: 24 }

const JobItem = ({ id, job }: { id: string; job: JobBrief }) => (
  <ListBoxItem id={id} className="job-item" textValue={jobName(job) ?? job.job_id}>
    <JobRow job={job} />
  </ListBoxItem>
)

/** In the order in which the server lists them, those of a group below one heading. */
const groupsOf = (jobs: readonly JobBrief[]): ListedGroup[] => {
  const today = dutchDate(Date.now())
  const groups = Map.groupBy(jobs, ({ status, start_date }) => jobGroup({ status, startDate: start_date }, today))
  return JOB_GROUPS.flatMap((group) => {
    const own = groups.get(group)
    return own ? [{ group, jobs: own }] : []
  })
}

interface JobsPanelProps {
  place: Place
  /** null: who may open none */
  openFiles: Imports['open'] | null
  environment: Session['environment']
}

export const JobsPanel = ({ place, openFiles, environment }: JobsPanelProps) => {
  const { t } = useLocale()
  const { search } = place
  const filter = useJobFilter()
  const { status, sort } = filter
  const jobs = useInfiniteQuery(jobListQuery(filter))
  const isAway = jobs.error instanceof ApiError && jobs.error.code === 'OFFLINE'
  const shown = useMemo(() => jobs.data?.pages.flatMap(({ data }) => data), [jobs.data])
  const listed = useMemo(
    () => (sort === 'next' ? groupsOf(shown ?? []) : [{ group: null, jobs: shown ?? [] }]),
    [shown, sort],
  )
  const { groups, pointing } = useSteady(listed)
  const total = jobs.data?.pages.at(-1)?.pagination.total ?? 0
  const hasArchived = (useQuery(archivedQuery).data ?? 0) > 0
  const isNarrowed = search !== '' || status !== null || hasArchived
  const isLong = isNarrowed || total >= SEARCH_FROM
  const stateName = (state: JobStateFilter): string => {
    if (state === null) return t('jobs.allStates')
    return state === 'archived' ? t('jobs.archived') : t(`jobState.${state}`)
  }
  return (
    <>
      <div className="new-area">
        <ActButton weight="primary" onPress={() => goTo({ area: true })}>
          <PlusIcon />
          {t('jobs.newArea')}
        </ActButton>
        {openFiles ? (
          <FileTrigger
            allowsMultiple
            acceptedFileTypes={['.zip', '.xml']}
            onSelect={(files) => void openFiles([...(files ?? [])].map((file) => ({ name: file.name, file })))}
          >
            <IconButton label={t('imports.open')}>
              <FileIcon />
            </IconButton>
          </FileTrigger>
        ) : null}
        {total > 0 ? (
          <span className="to-table">
            <IconButton label={t('jobs.table.title')} onPress={() => goTo({ table: true })}>
              <TableIcon />
            </IconButton>
          </span>
        ) : null}
      </div>
      <div className="panel-body jobs">
        <h2 id="jobs-title" className="unseen">
          {t('jobs.title')}
        </h2>
        {isLong ? (
          <div className="job-filter">
            <SearchField className="field search" value={search} onChange={(text) => updatePlace({ search: text })}>
              <Label className="unseen">{t('jobs.search')}</Label>
              <Input placeholder={t('jobs.searchHint')} />
              <Tipped tip={t('jobs.clearSearch')}>
                <Button className="clear-search" aria-label={t('jobs.clearSearch')}>
                  <CloseIcon />
                </Button>
              </Tipped>
            </SearchField>
            <label className="icon-choice" data-narrowed={status !== null || undefined}>
              <FilterIcon />
              <span className="unseen">{t('jobs.state')}</span>
              <Tipped tip={`${t('jobs.state')}: ${stateName(status)}`}>
                <Focusable>
                  <select
                    value={status ?? ''}
                    onChange={({ target }) => updatePlace({ jobState: (target.value || null) as JobStateFilter })}
                  >
                    {JOB_STATE_FILTERS.map((each) => (
                      <option key={each} value={each ?? ''}>
                        {stateName(each)}
                      </option>
                    ))}
                  </select>
                </Focusable>
              </Tipped>
            </label>
            <label className="icon-choice">
              <OrderIcon />
              <span className="unseen">{t('jobs.order')}</span>
              <Tipped tip={`${t('jobs.order')}: ${t(`jobs.orders.${sort}`)}`}>
                <Focusable>
                  <select value={sort} onChange={({ target }) => prefer({ jobOrder: target.value as JobSort })}>
                    {JOB_SORTS.map((each) => (
                      <option key={each} value={each}>
                        {t(`jobs.orders.${each}`)}
                      </option>
                    ))}
                  </select>
                </Focusable>
              </Tipped>
            </label>
          </div>
        ) : null}
        {status ? (
          <p className="narrowed">
            {stateName(status)}
            <ActButton weight="quiet" onPress={() => updatePlace({ jobState: null })}>
              {t('jobs.showAll')}
            </ActButton>
          </p>
        ) : null}
        {isAway ? (
          <p className="field-problem" role="status">
            {t('offline')}
          </p>
        ) : jobs.error ? (
          <ProblemBox error={jobs.error}>
            <ActButton weight="quiet" onPress={() => void jobs.refetch()}>
              {t('retryNow')}
            </ActButton>
          </ProblemBox>
        ) : null}
        {shown?.length === 0 && !isNarrowed ? <FirstStart openFiles={openFiles} environment={environment} /> : null}
        {shown && (shown.length > 0 || isNarrowed) ? (
          <Virtualizer layout={ListLayout} layoutOptions={LINES}>
            <ListBox
              {...pointing}
              aria-labelledby="jobs-title"
              className="job-list"
              selectionMode="single"
              // Focus opens nothing: a user of the keyboard would lose the current area.
              selectionBehavior="toggle"
              disallowEmptySelection
              selectedKeys={place.job ? [place.job] : []}
              onSelectionChange={(keys) => {
                const [key] = keys === 'all' ? [] : [...keys]
                if (key !== undefined && key !== place.job) goTo({ job: String(key) })
              }}
              renderEmptyState={() => <p className="quiet">{t('jobs.none')}</p>}
            >
              {groups.map(({ group, jobs: own }) =>
                group ? (
                  <ListBoxSection key={group} id={group}>
                    <Header className="job-group">{t(`jobs.groups.${group}`)}</Header>
                    <Collection items={own}>{(job) => <JobItem id={job.job_id} job={job} />}</Collection>
                  </ListBoxSection>
                ) : (
                  <Collection key="all" items={own}>
                    {(job) => <JobItem id={job.job_id} job={job} />}
                  </Collection>
                ),
              )}
              <ListBoxLoadMoreItem
                onLoadMore={() => void (jobs.hasNextPage && !jobs.isFetching && jobs.fetchNextPage())}
                isLoading={jobs.isFetchingNextPage}
              >
                <span className="quiet">{t('loading')}</span>
              </ListBoxLoadMoreItem>
            </ListBox>
          </Virtualizer>
        ) : null}
      </div>
    </>
  )
}
