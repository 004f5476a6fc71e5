/** The jobs: status in colour and words, progress, reference; searched, narrowed to a state, and in a chosen order. */
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Button, Input, Label, ListBox, ListBoxItem, SearchField } from 'react-aria-components'
import type { JobBrief } from '../../../server/contract/jobs.ts'
import { isMoving, JOB_STATES, type JobState } from '../../../server/contract/vocabulary.ts'
import { ApiError } from '../../api/client.ts'
import { jobsQuery } from '../../api/jobs.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { goTo, type Place } from '../../place.ts'
import { JOB_ORDERS, type JobOrder, prefer, usePreferences } from '../../preferences.ts'
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { useKlicNumbers } from '../search/klic-numbers.ts'
import { wordsOfProgress } from './Progress.tsx'
import { StatusPill } from './StatusPill.tsx'

/** The server's own order is newest first. */
const ORDERS = {
  newest: () => 0,
  reference: (a, b) => (a.reference ?? '\uffff').localeCompare(b.reference ?? '\uffff', undefined, { numeric: true }),
  state: (a, b) => JOB_STATES.indexOf(a.status) - JOB_STATES.indexOf(b.status),
} satisfies Record<JobOrder, (a: JobBrief, b: JobBrief) => number>

/** Below this number a search box and a choice of states are only in the way: then all are shown. */
const SEARCH_FROM = 6

const JobRow = ({ job }: { job: JobBrief }) => {
  const { words, day } = useSpeech()
  const { delivered, total } = job.progress
  const come = wordsOfProgress(words, job.status)(delivered, total)
  return (
    <>
      <span className="job-top">
        <strong>{job.reference ?? words.jobs.noReference}</strong>
        <StatusPill job={job} />
      </span>
      <span className="job-sub">
        <span>
          {words.klicType[job.klic_type].name} · {words.jobs.parts(job.quote.notifications)}
        </span>
        <span>{day(job.created_at)}</span>
      </span>
      {isMoving(job.status) ? (
        <span className="job-progress">
          <progress value={delivered} max={Math.max(total, 1)} aria-label={come} />
          <span>{come}</span>
        </span>
      ) : null}
    </>
  )
}

export const JobsPanel = ({ place }: { place: Place }) => {
  const { words } = useSpeech()
  const jobs = useQuery(jobsQuery)
  const [search, setSearch] = useState('')
  const { jobState, jobOrder: order } = usePreferences()
  const klicNumbers = useKlicNumbers(search)
  const isAway = jobs.error instanceof ApiError && jobs.error.code === 'OFFLINE'
  const wanted = search.trim().toLowerCase()
  const all = jobs.data?.data
  const isLong = all !== undefined && all.length >= SEARCH_FROM
  const state = isLong ? jobState : null
  const shown = useMemo(
    () =>
      (all ?? [])
        .filter((job) => state === null || job.status === state)
        .filter(
          (job) =>
            klicNumbers.has(job.job_id) ||
            [job.reference ?? '', job.job_id, ...job.order_ids].some((text) => text.toLowerCase().includes(wanted)),
        )
        .sort(ORDERS[order]),
    [all, wanted, state, order, klicNumbers],
  )
  const states = JOB_STATES.filter((each) => each === state || all?.some(({ status }) => status === each))
  return (
    <>
      <div className="new-area">
        <ActButton weight="primary" onPress={() => goTo({ area: true })}>
          <PlusIcon />
          {words.jobs.newArea}
        </ActButton>
      </div>
      <div className="panel-body jobs">
        <h2 id="jobs-title" className="unseen">
          {words.jobs.title}
        </h2>
        {isLong ? (
          <SearchField className="field search" value={search} onChange={setSearch}>
            <Label className="unseen">{words.jobs.search}</Label>
            <Input placeholder={words.jobs.search} />
            <Button className="clear-search" aria-label={words.jobs.clearSearch}>
              <CloseIcon />
            </Button>
          </SearchField>
        ) : null}
        {isLong ? (
          <div className="job-wishes">
            <label className="field">
              <span>{words.jobs.state}</span>
              <select
                value={state ?? ''}
                onChange={({ target }) => prefer({ jobState: (target.value || null) as JobState | null })}
              >
                <option value="">{words.jobs.allStates}</option>
                {states.map((each) => (
                  <option key={each} value={each}>
                    {words.jobState[each]} ({all.filter(({ status }) => status === each).length})
                  </option>
                ))}
              </select>
            </label>
            <label className="field">
              <span>{words.jobs.order}</span>
              <select value={order} onChange={({ target }) => prefer({ jobOrder: target.value as JobOrder })}>
                {JOB_ORDERS.map((each) => (
                  <option key={each} value={each}>
                    {words.jobs.orders[each]}
                  </option>
                ))}
              </select>
            </label>
          </div>
        ) : null}
        {isAway ? (
          <p className="field-problem" role="status">
            {words.offline}
          </p>
        ) : jobs.error ? (
          <ProblemBox error={jobs.error}>
            <ActButton weight="quiet" onPress={() => void jobs.refetch()}>
              {words.retryNow}
            </ActButton>
          </ProblemBox>
        ) : null}
        {all?.length === 0 ? (
          <div className="empty">
            <strong>{words.jobs.emptyTitle}</strong>
            <p>{words.jobs.empty}</p>
          </div>
        ) : null}
        {all && all.length > 0 ? (
          <ListBox
            aria-labelledby="jobs-title"
            className="job-list"
            items={shown}
            selectionMode="single"
            // Where the focus comes by, nothing opens: an area in hand would go from under the hands of whoever uses keys.
            selectionBehavior="toggle"
            disallowEmptySelection
            selectedKeys={place.job ? [place.job] : []}
            onSelectionChange={(keys) => {
              const [key] = keys === 'all' ? [] : [...keys]
              if (key !== undefined && key !== place.job) goTo({ job: String(key) })
            }}
            renderEmptyState={() => <p className="quiet">{words.jobs.none}</p>}
          >
            {(job) => (
              <ListBoxItem id={job.job_id} className="job-item" textValue={job.reference ?? job.job_id}>
                <JobRow job={job} />
              </ListBoxItem>
            )}
          </ListBox>
        ) : null}
      </div>
    </>
  )
}
