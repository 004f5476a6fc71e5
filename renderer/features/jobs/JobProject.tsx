/** To which project a job belongs, with the way there; and the choice of one for a job without. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'react-aria-components'
import type { Job } from '../../../server/features/jobs/schema.ts'
import { useLocale } from '../../locale.tsx'
import { goTo } from '../../place.ts'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { changeProject, createProject, projectsQuery, updateCache } from '../projects/api.ts'
import { jobTitle } from './job-title.ts'

/** The projects, and that of this job. */
export const useHome = (jobId: string) => {
  const projects = useQuery(projectsQuery).data?.data
  return { projects, home: projects?.find(({ job_ids }) => job_ids.includes(jobId)) }
}

export const JobProject = ({ jobId }: { jobId: string }) => {
  const { t } = useLocale()
  const { home } = useHome(jobId)
  if (!home) return null
  return (
    <div className="project-of-job">
      <span className="quiet">{t('projects.project')}</span>
      <Button className="row-name" onPress={() => goTo({ project: home.project_id, list: 'projects' })}>
        {home.name}
      </Button>
    </div>
  )
}

export const ProjectChoice = ({ job }: { job: Job }) => {
  const { t } = useLocale()
  const queries = useQueryClient()
  const { projects, home } = useHome(job.job_id)
  const putting = useMutation({
    /** @param projectId null: a new project, called as the job */
    mutationFn: async (projectId: string | null) =>
      changeProject(projectId ?? (await createProject(jobTitle(t, job))).project_id, {
        do: 'putJob',
        jobId: job.job_id,
      }),
    onSuccess: (project, projectId) => {
      updateCache(queries, project)
      if (projectId === null) goTo({ project: project.project_id, list: 'projects' })
    },
    onError: () => queries.invalidateQueries({ queryKey: ['projects'] }),
  })
  const open = projects?.filter(({ status }) => status === 'open') ?? []
  if (!projects || home) return null
  return (
    <>
      {open.length > 0 ? (
        <select
          className="select"
          aria-label={t('projects.choose')}
          value=""
          onChange={({ target }) => putting.mutate(target.value)}
        >
          <option value="">{t('projects.noProject')}</option>
          {open.map(({ project_id, name }) => (
            <option key={project_id} value={project_id}>
              {name}
            </option>
          ))}
        </select>
      ) : null}
      <ActButton weight="quiet" busy={putting.isPending} onPress={() => putting.mutate(null)}>
        {t('projects.make')}
      </ActButton>
      {putting.error ? <ProblemBox error={putting.error} /> : null}
    </>
  )
}
