/** The jobs of a project: open one, add one that is in no project yet, take one out. */
import { useQuery } from '@tanstack/react-query'
import { Button } from 'react-aria-components'
import { useLocale } from '../../locale.tsx'
import { goTo } from '../../place.ts'
import { isAskedToDig } from '../../tone.ts'
import { CloseIcon } from '../../ui/icons.tsx'
import { IconButton } from '../../ui/parts.tsx'
import { DigChip } from '../digging/DigChip.tsx'
import { jobsQuery } from '../jobs/api.ts'
import { StatusPill } from '../jobs/StatusPill.tsx'
import { projectsQuery } from './api.ts'
import type { SectionOfProject } from './use-project.ts'

export const ProjectJobs = ({ project, changing }: SectionOfProject) => {
  const { t, day } = useLocale()
  const all = useQuery(jobsQuery).data?.data
  const taken = new Set(useQuery(projectsQuery).data?.data.flatMap(({ job_ids }) => job_ids))
  const free = all?.filter(({ job_id }) => !taken.has(job_id))
  const isOpen = project.status === 'open'
  return (
    <section className="block">
      <h3>{t('projects.jobsTitle')}</h3>
      {project.jobs.length === 0 ? <p className="quiet">{t('projects.noJobs')}</p> : null}
      <ul className="rows">
        {project.jobs.map((job) => (
          <li key={job.job_id}>
            <div className="row-main">
              <Button className="row-name" onPress={() => goTo({ job: job.job_id })}>
                {job.reference ?? t('jobs.noReference')}
              </Button>
              <span className="row-state">
                <DigChip job={job} />
                <StatusPill job={job} isSecond={isAskedToDig(job)} />
              </span>
            </div>
            {isOpen ? (
              <IconButton
                label={`${t('projects.takeOut')}: ${job.reference ?? job.job_id}`}
                onPress={() => changing.mutate({ do: 'takeJob', jobId: job.job_id })}
              >
                <CloseIcon />
              </IconButton>
            ) : null}
          </li>
        ))}
      </ul>
      {isOpen && free?.length === 0 && project.jobs.length === 0 ? (
        <p className="quiet">{t('projects.allIn')}</p>
      ) : null}
      {isOpen && free && free.length > 0 ? (
        <select
          className="select"
          aria-label={t('projects.addJob')}
          value=""
          onChange={(event) => changing.mutate({ do: 'putJob', jobId: event.target.value })}
        >
          <option value="">{t('projects.addJob')}</option>
          {free.map((job) => (
            <option key={job.job_id} value={job.job_id}>
              {job.reference ?? t('jobs.noReference')}, {t(`pill.${job.next_action_reason}`)}, {day(job.created_at)}
            </option>
          ))}
        </select>
      ) : null}
    </section>
  )
}
