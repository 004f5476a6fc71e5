/** Checklists: ticked one by one, each tick with who and when. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Checkbox, Form, Input, Label, TextArea, TextField } from 'react-aria-components'
import type { Checklist } from '../../../server/features/projects/schema.ts'
import { useLocale } from '../../locale.tsx'
import { TrashIcon } from '../../ui/icons.tsx'
import { ActButton, IconButton, ProblemBox } from '../../ui/parts.tsx'
import { saveTemplate, templatesQuery } from './api.ts'
import type { SectionOfProject } from './use-project.ts'
import { useWho } from './use-who.ts'

type Item = Checklist['items'][number]

const ItemRow = ({ list, item, project, changing }: SectionOfProject & { list: Checklist; item: Item }) => {
  const { t, moment } = useLocale()
  const who = useWho()
  const [remark, setRemark] = useState(item.remark ?? '')
  const isOpen = project.status === 'open'
  // The tick is there at once; when the server refuses, what it knows is shown again.
  const asked = changing.isPending ? changing.variables : null
  const isAsked = asked?.do === 'tick' && asked.checklistId === list.checklist_id && asked.no === item.no
  const isDone = isAsked ? asked.done : item.done_at !== null
  const tick = (done: boolean, text: string) =>
    changing.mutate({
      do: 'tick',
      checklistId: list.checklist_id,
      no: item.no,
      done,
      remark: text.trim() === '' ? null : text.trim(),
    })
  return (
    <li className="check-item">
      <Checkbox className="checkbox" isSelected={isDone} isReadOnly={!isOpen} onChange={(done) => tick(done, remark)}>
        <span className="tick-box" aria-hidden="true" />
        {item.text}
      </Checkbox>
      {item.done_at !== null ? (
        <div className="check-more">
          <small className="quiet">
            {t('projects.tickedBy', { who: who(item.done_by ?? ''), when: moment(item.done_at) })}
          </small>
          {isOpen ? (
            <TextField
              className="field"
              value={remark}
              onChange={setRemark}
              maxLength={500}
              onBlur={() => {
                if (remark.trim() !== (item.remark ?? '')) tick(true, remark)
              }}
            >
              <Label className="unseen">{`${t('projects.remark')}: ${item.text}`}</Label>
              <Input placeholder={t('projects.remark')} autoComplete="off" />
            </TextField>
          ) : item.remark ? (
            <p>{item.remark}</p>
          ) : null}
        </div>
      ) : null}
    </li>
  )
}

/** @param about `isNext`: it is the step at which the work is */
const OneList = ({ list, isNext, project, changing }: SectionOfProject & { list: Checklist; isNext: boolean }) => {
  const { t } = useLocale()
  // The next step opens once the one before is complete, which never closes under the hand that ticks it.
  const [isUnfolded, setUnfolded] = useState(isNext)
  const [wasNext, setWasNext] = useState(isNext)
  if (wasNext !== isNext) {
    setWasNext(isNext)
    if (isNext) setUnfolded(true)
  }
  const ticked = list.items.filter(({ done_at }) => done_at !== null).length
  return (
    <details
      className="checklist"
      open={isUnfolded}
      onToggle={(event) => setUnfolded((event.target as HTMLDetailsElement).open)}
    >
      <summary>
        {list.name} <span className="quiet">{t('projects.items', { done: ticked, all: list.items.length })}</span>
      </summary>
      <ul>
        {list.items.map((item) => (
          <ItemRow key={item.no} list={list} item={item} project={project} changing={changing} />
        ))}
      </ul>
      {project.status === 'open' && ticked === 0 ? (
        <IconButton
          label={`${t('projects.remove')}: ${list.name}`}
          onPress={() => changing.mutate({ do: 'dropList', checklistId: list.checklist_id })}
        >
          <TrashIcon />
        </IconButton>
      ) : null}
    </details>
  )
}

const OwnList = ({ changing, done }: Pick<SectionOfProject, 'changing'> & { done: () => void }) => {
  const { t } = useLocale()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [text, setText] = useState('')
  const [keep, setKeep] = useState(false)
  const items = text.split('\n').flatMap((line) => line.trim() || [])
  const keeping = useMutation({
    mutationFn: saveTemplate,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['templates'] }),
  })
  return (
    <Form
      className="own-list"
      onSubmit={(event) => {
        event.preventDefault()
        if (items.length === 0 || !name.trim()) return
        const list = { name: name.trim(), items }
        if (keep) keeping.mutate(list)
        changing.mutate({ do: 'addList', list }, { onSuccess: done })
      }}
    >
      <TextField className="field" value={name} onChange={setName} maxLength={120} isRequired>
        <Label>{t('projects.listName')}</Label>
        <Input autoComplete="off" />
      </TextField>
      <TextField className="field" value={text} onChange={setText} isRequired>
        <Label>{t('projects.listItems')}</Label>
        <TextArea rows={4} />
      </TextField>
      <Checkbox className="checkbox" isSelected={keep} onChange={setKeep}>
        <span className="tick-box" aria-hidden="true" />
        {t('projects.keepAsTemplate')}
      </Checkbox>
      <div className="row">
        <ActButton type="submit" weight="primary" busy={changing.isPending}>
          {t('projects.addOwn')}
        </ActButton>
        <ActButton weight="quiet" onPress={done}>
          {t('cancel')}
        </ActButton>
      </div>
      {keeping.error ? <ProblemBox error={keeping.error} /> : null}
    </Form>
  )
}

const OWN = 'own'

const CROW = 'crow-500'

export const Checklists = ({ project, changing }: SectionOfProject) => {
  const { t, language } = useLocale()
  const templates = useQuery(templatesQuery(language)).data?.data
  const [makingOwn, setMakingOwn] = useState(false)
  const isOpen = project.status === 'open'
  const next = project.checklists.find(({ completed_at }) => completed_at === null)
  return (
    <section className="block">
      <h3>{t('projects.checklists')}</h3>
      {project.checklists.length === 0 ? <p className="quiet">{t('projects.noChecklists')}</p> : null}
      {project.checklists.map((list) => (
        <OneList key={list.checklist_id} {...{ list, project, changing }} isNext={list === next} />
      ))}
      {isOpen && project.checklists.filter(({ template_id }) => template_id?.startsWith(CROW)).length < 7 ? (
        <>
          <ActButton
            busy={changing.isPending}
            onPress={() => changing.mutate({ do: 'addList', list: { template_set: CROW, language } })}
          >
            {t('projects.addCrow')}
          </ActButton>
          <p className="quiet">{t('projects.crowWhy')}</p>
        </>
      ) : null}
      {isOpen && !makingOwn ? (
        <select
          className="select"
          aria-label={t('projects.addList')}
          value=""
          onChange={({ target }) => {
            if (target.value === OWN) setMakingOwn(true)
            else changing.mutate({ do: 'addList', list: { template_id: target.value, language } })
          }}
        >
          <option value="">{t('projects.addList')}</option>
          {templates
            ?.filter(({ template_id }) => !template_id.startsWith(CROW))
            .map(({ template_id, name }) => (
              <option key={template_id} value={template_id}>
                {name}
              </option>
            ))}
          <option value={OWN}>{t('projects.ownList')}</option>
        </select>
      ) : null}
      {isOpen && makingOwn ? <OwnList changing={changing} done={() => setMakingOwn(false)} /> : null}
    </section>
  )
}
