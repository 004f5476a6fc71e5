/** The jobs of a project: open one, add one that is in no project yet, take one out. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Input, Label, SearchField } from 'react-aria-components'
import { useLocale } from '../../locale.tsx'
import { goTo } from '../../place.ts'
import { CloseIcon } from '../../ui/icons.tsx'
import { ActButton, IconButton } from '../../ui/parts.tsx'
import { jobListQuery } from '../jobs/api.ts'
import { jobTitle } from '../jobs/job-title.ts'
import { JobPill } from '../jobs/StatusPill.tsx'
import { usePaused } from '../search/use-paused.ts'
import { hasResult, MOST_RESULTS, projectsQuery } from './api.ts'
import type { SectionOfProject } from './use-project.ts'

const MOST_FOUND = 6

/** Found as in the list of jobs: by the words that are typed. */
const AddJob = ({ changing }: Pick<SectionOfProject, 'changing'>) => {
  const { t, day } = useLocale()
  const [text, setText] = useState('')
  const words = usePaused(text.trim())
  const taken = new Set(useQuery(projectsQuery).data?.data.flatMap(({ job_ids }) => job_ids))
  const asked = useInfiniteQuery({
    ...jobListQuery({ text: words, status: null, sort: 'next' }),
    enabled: words !== '',
  })
  const found = (words && asked.data?.pages[0]?.data) || []
  const free = found.filter(({ job_id }) => !taken.has(job_id))
  return (
    <>
      <SearchField className="field" value={text} onChange={setText}>
        <Label>{t('projects.addJob')}</Label>
        <Input placeholder={t('jobs.search')} />
      </SearchField>
      {free.length > 0 ? (
        <ul className="rows" aria-label={t('projects.found')}>
          {free.slice(0, MOST_FOUND).map((job) => (
            <li key={job.job_id}>
              <Button className="row-name" onPress={() => changing.mutate({ do: 'putJob', jobId: job.job_id })}>
                {jobTitle(t, job)}
              </Button>
              <span className="quiet">{[...job.klic_numbers.slice(0, 1), day(job.created_at)].join(' · ')}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <p className="quiet" role="status">
        {words && asked.isSuccess && !asked.isFetching
          ? free.length > MOST_FOUND
            ? t('projects.moreFound')
            : free.length === 0
              ? t('projects.noneFound')
              : null
          : null}
      </p>
    </>
  )
}

export const ProjectJobs = ({ project, changing }: SectionOfProject) => {
  const { t } = useLocale()
  const isOpen = project.status === 'open'
  // Their plan is on the page of each of its jobs.
  const planned = project.jobs.find(hasResult)
  return (
    <section className="block">
      <h3>{t('projects.jobsTitle')}</h3>
      {project.jobs.length === 0 ? <p className="quiet">{t('projects.noJobs')}</p> : null}
      <ul className="rows">
        {project.jobs.map((job) => (
          <li key={job.job_id}>
            <div className="row-main">
              <Button className="row-name" onPress={() => goTo({ job: job.job_id })}>
                {jobTitle(t, job)}
              </Button>
              <span className="row-state">
                <JobPill job={job} />
              </span>
            </div>
            {isOpen ? (
              <IconButton
                label={`${t('projects.takeOut')}: ${jobTitle(t, job)}`}
                onPress={() => changing.mutate({ do: 'takeJob', jobId: job.job_id })}
              >
                <CloseIcon />
              </IconButton>
            ) : null}
          </li>
        ))}
      </ul>
      {project.jobs.filter(hasResult).length > MOST_RESULTS ? (
        <p className="quiet">{t('projects.mapShows', { n: MOST_RESULTS })}</p>
      ) : null}
      {planned && project.jobs.length > 1 ? (
        <ActButton weight="quiet" onPress={() => goTo({ job: planned.job_id, tab: 'trenches' })}>
          {t('trenches.title')}
        </ActButton>
      ) : null}
      {isOpen ? <AddJob changing={changing} /> : null}
    </section>
  )
}
