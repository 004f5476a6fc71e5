/** An open project: what it is, its jobs, dossier, checklists and log, and how it ends. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Form, Input, Label, TextArea, TextField } from 'react-aria-components'
import { ApiError } from '../../api/client.ts'
import { useLocale } from '../../locale.tsx'
import { goTo } from '../../place.ts'
import { PanelHead } from '../../ui/PanelHead.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { projectQuery } from './api.ts'
import { Checklists } from './Checklists.tsx'
import { Dossier } from './Dossier.tsx'
import { ProjectJobs } from './ProjectJobs.tsx'
import { ProjectLog } from './ProjectLog.tsx'
import { ProjectPill } from './ProjectPill.tsx'
import { ProjectSite } from './ProjectSite.tsx'
import { type SectionOfProject, useChange } from './use-project.ts'

const About = ({ project, changing }: SectionOfProject) => {
  const { t } = useLocale()
  const [reference, setReference] = useState(project.reference ?? '')
  const [description, setDescription] = useState(project.description ?? '')
  const changed = reference.trim() !== (project.reference ?? '') || description.trim() !== (project.description ?? '')
  const isOpen = project.status === 'open'
  return (
    <Form
      className="block"
      onSubmit={(event) => {
        event.preventDefault()
        changing.mutate({
          do: 'describe',
          reference: reference.trim() || null,
          description: description.trim() || null,
        })
      }}
    >
      <TextField className="field" value={reference} onChange={setReference} maxLength={60} isReadOnly={!isOpen}>
        <Label>{t('projects.reference')}</Label>
        <Input autoComplete="off" />
      </TextField>
      <TextField className="field" value={description} onChange={setDescription} maxLength={2000} isReadOnly={!isOpen}>
        <Label>{t('projects.description')}</Label>
        <TextArea rows={2} />
      </TextField>
      {changed && isOpen ? (
        <ActButton type="submit" busy={changing.isPending}>
          {t('projects.save')}
        </ActButton>
      ) : null}
    </Form>
  )
}

const Ending = ({ project, changing }: SectionOfProject) => {
  const { t } = useLocale()
  if (project.status !== 'open') {
    return (
      <div className="panel-foot">
        <ActButton busy={changing.isPending} onPress={() => changing.mutate({ do: 'reopen' })}>
          {t('projects.reopen')}
        </ActButton>
      </div>
    )
  }
  const unfinished = project.checklists.some(({ completed_at }) => completed_at === null)
  return (
    <div className="panel-foot two">
      <ActButton weight="quiet" onPress={() => changing.mutate({ do: 'close', outcome: 'cancelled' })}>
        {t('projects.cancel')}
      </ActButton>
      <ActButton
        // Not what a new and empty project asks for.
        weight={project.checklists.length > 0 && !unfinished ? 'primary' : 'plain'}
        blocked={unfinished ? t('projects.completeBlocked') : null}
        busy={changing.isPending}
        onPress={() => changing.mutate({ do: 'close', outcome: 'completed' })}
      >
        {t('projects.complete')}
      </ActButton>
    </div>
  )
}

export const ProjectPanel = ({ projectId }: { projectId: string }) => {
  const { t } = useLocale()
  const { data: project, error, refetch } = useQuery(projectQuery(projectId))
  const changing = useChange(projectId)
  const gone = error instanceof ApiError && error.status === 404
  return (
    <>
      <PanelHead
        title={project?.name ?? t('projects.project')}
        state={project ? <ProjectPill status={project.status} /> : null}
        onClose={() => goTo({})}
      />
      <div className="panel-body">
        {gone ? <p>{t('projects.gone')}</p> : null}
        {error && !gone && !project ? (
          <ProblemBox error={error}>
            <ActButton weight="quiet" onPress={() => void refetch()}>
              {t('retryNow')}
            </ActButton>
          </ProblemBox>
        ) : null}
        {changing.error ? <ProblemBox error={changing.error} /> : null}
        {project ? (
          <>
            <About key={`${projectId}:${project.status}`} project={project} changing={changing} />
            <ProjectJobs project={project} changing={changing} />
            <Checklists project={project} changing={changing} />
            <Dossier project={project} changing={changing} />
            <ProjectSite project={project} />
            <ProjectLog projectId={projectId} />
          </>
        ) : null}
      </div>
      {project ? <Ending project={project} changing={changing} /> : null}
    </>
  )
}
