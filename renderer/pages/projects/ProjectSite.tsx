/** The site package of a project, and whether the one that somebody has is out of date. */
import { useQuery } from '@tanstack/react-query'
import { projectSiteQuery } from '../../api/projects.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { SitePackage } from '../result/SitePackage.tsx'
import type { SectionOfProject } from './use-project.ts'

export const ProjectSite = ({ project: { project_id, results } }: Pick<SectionOfProject, 'project'>) => {
  const { words, moment } = useSpeech()
  const made = useQuery(projectSiteQuery(project_id)).data?.data
  const { site, siteWhat, noSite, siteMade, siteSuperseded } = words.projects
  return (
    <section className="block">
      <h3>{site}</h3>
      {results.length === 0 ? (
        <p className="quiet">{noSite}</p>
      ) : (
        <SitePackage key={project_id} of={`/projects/${project_id}`} what={siteWhat} />
      )}
      {made?.is_superseded ? (
        <p>
          <strong>{siteSuperseded(moment(made.made_at))}</strong>
        </p>
      ) : made ? (
        <p className="quiet">{siteMade(moment(made.made_at))}</p>
      ) : null}
    </section>
  )
}
