/** The projects, the open ones first, and a new one by its name. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FieldError, Form, Input, Label, ListBox, ListBoxItem, TextField } from 'react-aria-components'
import type { ProjectBrief } from '../../../server/features/projects/schema.ts'
import { useLocale } from '../../locale.tsx'
import { goTo, type Place } from '../../place.ts'
import { PlusIcon } from '../../ui/icons.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { createProject, projectsQuery, updateCache } from './api.ts'
import { ProjectPill } from './ProjectPill.tsx'

const Row = ({ project }: { project: ProjectBrief }) => {
  const { t, day } = useLocale()
  const { items, items_done } = project
  return (
    <>
      <span className="job-top">
        <strong>{project.name}</strong>
        <ProjectPill status={project.status} />
      </span>
      <span className="job-sub">
        <span>{t('projects.jobs', { n: project.job_ids.length })}</span>
        <span>{day(project.created_at)}</span>
      </span>
      {items > 0 && project.status === 'open' ? (
        <span className="job-progress">
          <progress value={items_done} max={items} aria-label={t('projects.items', { done: items_done, all: items })} />
          <span>{t('projects.items', { done: items_done, all: items })}</span>
        </span>
      ) : null}
    </>
  )
}

const NewProject = () => {
  const { t } = useLocale()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [isAsked, ask] = useState(false)
  const [isMissing, miss] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const making = useMutation({
    mutationFn: () => createProject(name.trim()),
    onSuccess: (project) => {
      setName('')
      ask(false)
      updateCache(queries, project)
      goTo({ project: project.project_id, list: 'projects' })
    },
  })
  if (!isAsked)
    return (
      <div className="new-area">
        <ActButton weight="primary" onPress={() => ask(true)}>
          <PlusIcon />
          {t('projects.make')}
        </ActButton>
      </div>
    )
  return (
    <Form
      className="new-area new-project"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim()) return making.mutate()
        miss(true)
        field.current?.focus()
      }}
    >
      <TextField
        className="field"
        value={name}
        onChange={(text) => {
          setName(text)
          miss(false)
        }}
        maxLength={120}
        isInvalid={isMissing}
        autoFocus
      >
        <Label>{t('projects.name')}</Label>
        <Input ref={field} autoComplete="off" placeholder={t('projects.nameExample')} />
        <FieldError className="field-error">{t('projects.nameMissing')}</FieldError>
      </TextField>
      <div className="row">
        <ActButton type="submit" weight="primary" busy={making.isPending}>
          {t('projects.create')}
        </ActButton>
        <ActButton weight="quiet" onPress={() => ask(false)}>
          {t('cancel')}
        </ActButton>
      </div>
      {making.error ? <ProblemBox error={making.error} /> : null}
    </Form>
  )
}

export const ProjectsList = ({ place }: { place: Place }) => {
  const { t } = useLocale()
  const projects = useQuery(projectsQuery)
  const all = projects.data?.data
  return (
    <>
      <NewProject />
      <div className="panel-body jobs">
        {projects.error && !all ? <ProblemBox error={projects.error} /> : null}
        {all?.length === 0 ? (
          <div className="empty">
            <strong>{t('projects.emptyTitle')}</strong>
            <p>{t('projects.empty')}</p>
          </div>
        ) : null}
        {all && all.length > 0 ? (
          <ListBox
            aria-label={t('projects.title')}
            className="job-list"
            items={all}
            selectionMode="single"
            // As in the list of jobs: the focus opens nothing.
            selectionBehavior="toggle"
            disallowEmptySelection
            selectedKeys={place.project ? [place.project] : []}
            onSelectionChange={(keys) => {
              const [key] = keys === 'all' ? [] : [...keys]
              if (key !== undefined && key !== place.project) goTo({ project: String(key) })
            }}
          >
            {(project) => (
              <ListBoxItem id={project.project_id} className="job-item" textValue={project.name}>
                <Row project={project} />
              </ListBoxItem>
            )}
          </ListBox>
        ) : null}
      </div>
    </>
  )
}
