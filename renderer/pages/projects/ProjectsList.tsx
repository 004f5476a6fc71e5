/** The projects, the open ones first, and a new one by its name. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FieldError, Form, Input, Label, ListBox, ListBoxItem, TextField } from 'react-aria-components'
import type { ProjectBrief } from '../../../server/contract/projects.ts'
import { createProject, learn, projectsQuery } from '../../api/projects.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { goTo, type Place } from '../../place.ts'
import { PlusIcon } from '../../ui/icons.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { ProjectPill } from './ProjectPill.tsx'

const Row = ({ project }: { project: ProjectBrief }) => {
  const { words, day } = useSpeech()
  const { items, items_done } = project
  return (
    <>
      <span className="job-top">
        <strong>{project.name}</strong>
        <ProjectPill status={project.status} />
      </span>
      <span className="job-sub">
        <span>{words.projects.jobs(project.job_ids.length)}</span>
        <span>{day(project.created_at)}</span>
      </span>
      {items > 0 && project.status === 'open' ? (
        <span className="job-progress">
          <progress value={items_done} max={items} aria-label={words.projects.items(items_done, items)} />
          <span>{words.projects.items(items_done, items)}</span>
        </span>
      ) : null}
    </>
  )
}

const NewProject = () => {
  const { words } = useSpeech()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [isMissing, miss] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const making = useMutation({
    mutationFn: () => createProject(name.trim()),
    onSuccess: (project) => {
      setName('')
      learn(queries, project)
      goTo({ project: project.project_id, list: 'projects' })
    },
  })
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
      >
        <Label className="unseen">{words.projects.name}</Label>
        <Input ref={field} autoComplete="off" placeholder={words.projects.nameExample} />
        <FieldError className="field-error">{words.projects.nameMissing}</FieldError>
      </TextField>
      <ActButton type="submit" weight="primary" busy={making.isPending}>
        <PlusIcon />
        {words.projects.make}
      </ActButton>
      {making.error ? <ProblemBox error={making.error} /> : null}
    </Form>
  )
}

export const ProjectsList = ({ place }: { place: Place }) => {
  const { words } = useSpeech()
  const projects = useQuery(projectsQuery)
  const all = projects.data?.data
  return (
    <>
      <NewProject />
      <div className="panel-body jobs">
        {projects.error && !all ? <ProblemBox error={projects.error} /> : null}
        {all?.length === 0 ? (
          <div className="empty">
            <strong>{words.projects.emptyTitle}</strong>
            <p>{words.projects.empty}</p>
          </div>
        ) : null}
        {all && all.length > 0 ? (
          <ListBox
            aria-label={words.projects.title}
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
