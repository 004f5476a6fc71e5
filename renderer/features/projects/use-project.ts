/** One way to change a project from anywhere on its page. */
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Project } from '../../../server/features/projects/schema.ts'
import { useAskName } from '../users/AskName.tsx'
import { changeProject, type ProjectChange, projectQuery, tickItem, updateCache, withList } from './api.ts'

export type ProjectMutation = UseMutationResult<Project, Error, ProjectChange>

export const useChange = (projectId: string): ProjectMutation => {
  const queries = useQueryClient()
  const askName = useAskName()
  return useMutation({
    mutationFn: async (change: ProjectChange) => {
      if (change.do !== 'tick') return changeProject(projectId, change)
      await askName()
      const known = await queries.ensureQueryData(projectQuery(projectId))
      return withList(known, await tickItem(projectId, change))
    },
    onSuccess: (project) => updateCache(queries, project),
  })
}

export interface SectionOfProject {
  project: Project
  changing: ProjectMutation
}
