/** One way to change a project from anywhere on its page. */
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Project } from '../../../server/contract/projects.ts'
import { changeProject, learn, type ProjectChange } from '../../api/projects.ts'
import { useAskName } from '../AskName.tsx'

export type Changing = UseMutationResult<Project, Error, ProjectChange>

export const useChange = (projectId: string): Changing => {
  const queries = useQueryClient()
  const askName = useAskName()
  return useMutation({
    mutationFn: async (change: ProjectChange) => {
      if (change.do === 'tick') await askName()
      return changeProject(projectId, change)
    },
    onSuccess: (project) => learn(queries, project),
  })
}

export interface SectionOfProject {
  project: Project
  changing: Changing
}
