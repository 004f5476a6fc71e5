/** Projects: what the server knows of them. Every change answers with the whole project, which is then what is known. */
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { PROJECT_ROUTES } from '../../../server/features/projects/project-routes.ts'
import { Checklist, Log, Project, ProjectMap } from '../../../server/features/projects/schema.ts'
import { isDownloadable } from '../../../server/features/vocabulary.ts'
import type { Language } from '../../../server/texts/languages.ts'
import { BASE, call } from '../../api/client.ts'

const { listProjects, listTemplates, getProjectSite } = PROJECT_ROUTES

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) => call(listProjects.responses[200], '/projects', { signal }),
  refetchInterval: 15_000,
})

export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: ['project', id],
    queryFn: ({ signal }) => call(Project, `/projects/${id}`, { signal }),
    // Its jobs move by themselves.
    refetchInterval: 10_000,
  })

/** Of so many jobs at most the results are on the map of a project. */
export const MOST_RESULTS = 12
export const hasResult = (job: Project['jobs'][number]): boolean =>
  isDownloadable(job.status) && job.next_action_reason !== 'files_removed'

export const projectMapQuery = (id: string | null) =>
  queryOptions({
    queryKey: ['project', id, 'map'],
    queryFn: ({ signal }) => call(ProjectMap, `/projects/${id}/map`, { signal }),
    enabled: id !== null,
  })

export const projectLogQuery = (id: string) =>
  queryOptions({
    queryKey: ['project', id, 'log'],
    queryFn: ({ signal }) => call(Log, `/projects/${id}/log`, { signal }),
  })

export const projectSiteQuery = (id: string) =>
  queryOptions({
    queryKey: ['project', id, 'site'],
    queryFn: ({ signal }) => call(getProjectSite.responses[200], `/projects/${id}/site/newest`, { signal }),
    // The link is the browser's own: it does not tell when a package was made.
    refetchInterval: 5_000,
  })

export const templatesQuery = (language: Language) =>
  queryOptions({
    queryKey: ['templates', language],
    queryFn: ({ signal }) =>
      call(listTemplates.responses[200], `/checklist-templates?language=${language}`, { signal }),
  })

/** What a change answered is what is known now; lists, map and log are asked for again. */
export const updateCache = (queries: QueryClient, project: Project): void => {
  queries.setQueryData(projectQuery(project.project_id).queryKey, project)
  void queries.invalidateQueries({ queryKey: ['projects'] })
  void queries.invalidateQueries({ queryKey: ['project', project.project_id, 'map'] })
  void queries.invalidateQueries({ queryKey: ['project', project.project_id, 'log'] })
}

export const createProject = (name: string): Promise<Project> =>
  call(Project, '/projects', { method: 'POST', body: { name } })

export type ProjectChange =
  | { do: 'describe'; name?: string; reference?: string | null; description?: string | null }
  | { do: 'close'; outcome: 'completed' | 'cancelled' }
  | { do: 'reopen' }
  | { do: 'putJob' | 'takeJob'; jobId: string }
  | { do: 'addFile'; file: File }
  | { do: 'dropFile'; documentId: string }
  | {
      do: 'addList'
      list:
        | { template_id: string; language: Language }
        | { template_set: 'crow-500'; language: Language }
        | { name: string; items: string[] }
    }
  | { do: 'dropList'; checklistId: string }
  | Tick

export interface Tick {
  do: 'tick'
  checklistId: string
  no: number
  done: boolean
  remark: string | null
}

export const changeProject = (id: string, change: Exclude<ProjectChange, Tick>): Promise<Project> => {
  const at = `/projects/${id}`
  switch (change.do) {
    case 'describe': {
      const { do: _, ...body } = change
      return call(Project, at, { method: 'PUT', body })
    }
    case 'close':
      return call(Project, `${at}/close`, { method: 'POST', body: { outcome: change.outcome } })
    case 'reopen':
      return call(Project, `${at}/reopen`, { method: 'POST', body: {} })
    case 'putJob':
      return call(Project, `${at}/jobs/${change.jobId}`, { method: 'PUT' })
    case 'takeJob':
      return call(Project, `${at}/jobs/${change.jobId}`, { method: 'DELETE' })
    case 'addFile':
      return call(Project, `${at}/documents?name=${encodeURIComponent(change.file.name)}`, {
        method: 'POST',
        file: change.file,
      })
    case 'dropFile':
      return call(Project, `${at}/documents/${change.documentId}`, { method: 'DELETE' })
    case 'addList':
      return call(Project, `${at}/checklists`, { method: 'POST', body: change.list })
    case 'dropList':
      return call(Project, `${at}/checklists/${change.checklistId}`, { method: 'DELETE' })
  }
}

/** @returns the whole list of the item */
export const tickItem = (id: string, { checklistId, no, done, remark }: Tick): Promise<Checklist> =>
  call(Checklist, `/projects/${id}/checklists/${checklistId}/items/${no}`, { method: 'PUT', body: { done, remark } })

/** A project in which one list has changed. */
export const withList = (project: Project, list: Checklist): Project => ({
  ...project,
  checklists: project.checklists.map((each) => (each.checklist_id === list.checklist_id ? list : each)),
})

export const saveTemplate = (given: { name: string; items: string[] }) =>
  call(PROJECT_ROUTES.createTemplate.responses[201], '/checklist-templates', { method: 'POST', body: given })

/** Where a browser fetches the whole dossier. @param of `/jobs/…` or `/projects/…` */
export const dossierUrl = (of: string, people: boolean): string => `${BASE}${of}/dossier${people ? '?people=true' : ''}`

/** Where a browser fetches a file of the dossier by itself. */
export const documentUrl = (projectId: string, documentId: string): string =>
  `${BASE}/projects/${projectId}/documents/${documentId}`
export const resultUrl = (jobId: string): string => `${BASE}/jobs/${jobId}/export?format=gpkg`
