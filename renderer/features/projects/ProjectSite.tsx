/** The site package of a project, and whether the one that somebody has is out of date. */
import { useQuery } from '@tanstack/react-query'
import { useLocale } from '../../locale.tsx'
import { SitePackage } from '../site-package/SitePackage.tsx'
import { projectSiteQuery } from './api.ts'
import type { SectionOfProject } from './use-project.ts'

export const ProjectSite = ({ project: { project_id, results } }: Pick<SectionOfProject, 'project'>) => {
  const { t, moment } = useLocale()
  const made = useQuery(projectSiteQuery(project_id)).data?.data
  return (
    <section className="block">
      <h3>{t('projects.site')}</h3>
      {results.length === 0 ? (
        <p className="quiet">{t('projects.noSite')}</p>
      ) : (
        <SitePackage key={project_id} of={`/projects/${project_id}`} what={t('projects.siteWhat')} />
      )}
      {made?.is_superseded ? (
        <p>
          <strong>{t('projects.siteSuperseded', { when: moment(made.made_at) })}</strong>
        </p>
      ) : made ? (
        <p className="quiet">{t('projects.siteMade', { when: moment(made.made_at) })}</p>
      ) : null}
    </section>
  )
}
