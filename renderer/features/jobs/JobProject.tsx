/** To which project a job belongs; putting it into one. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'react-aria-components'
import { useLocale } from '../../locale.tsx'
import { goTo } from '../../place.ts'
import { ProblemBox } from '../../ui/parts.tsx'
import { changeProject, projectsQuery, updateCache } from '../projects/api.ts'

export const JobProject = ({ jobId }: { jobId: string }) => {
  const { t } = useLocale()
  const queries = useQueryClient()
  const projects = useQuery(projectsQuery).data?.data
  const putting = useMutation({
    mutationFn: (projectId: string) => changeProject(projectId, { do: 'putJob', jobId }),
    onSuccess: (project) => updateCache(queries, project),
  })
  const home = projects?.find(({ job_ids }) => job_ids.includes(jobId))
  const open = projects?.filter(({ status }) => status === 'open') ?? []
  if (home) {
    return (
      <div className="project-of-job">
        <span className="quiet">{t('projects.project')}</span>
        <Button className="row-name" onPress={() => goTo({ project: home.project_id, list: 'projects' })}>
          {home.name}
        </Button>
      </div>
    )
  }
  if (open.length === 0) return null
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
