/** To which project a job belongs, with the way there; and the choice of one for a job without. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'react-aria-components'
import { useLocale } from '../../locale.tsx'
import { goTo } from '../../place.ts'
import { ProblemBox } from '../../ui/parts.tsx'
import { changeProject, projectsQuery, updateCache } from '../projects/api.ts'

const useHome = (jobId: string) => {
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

export const ProjectChoice = ({ jobId }: { jobId: string }) => {
  const { t } = useLocale()
  const queries = useQueryClient()
  const { projects, home } = useHome(jobId)
  const putting = useMutation({
    mutationFn: (projectId: string) => changeProject(projectId, { do: 'putJob', jobId }),
    onSuccess: (project) => updateCache(queries, project),
  })
  const open = projects?.filter(({ status }) => status === 'open') ?? []
  if (home || open.length === 0) return null
  return (
    <>
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
      {putting.error ? <ProblemBox error={putting.error} /> : null}
    </>
  )
}
