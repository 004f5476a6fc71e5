/** Checklists of a project: from a template or free, ticked one by one; the last tick is told to other programs. */

import type { Kysely } from 'kysely'
import type { Store } from '../../platform/database/open.ts'
import type { DB } from '../../platform/database/schema.ts'
import { refuseTooMany } from '../../platform/limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Language } from '../../texts/languages.ts'
import type { Background, Caller, Database, Permitted } from '../services.ts'
import { settingsOf } from '../settings/rows.ts'
import { eventTarget } from '../webhooks/event-types.ts'
import { filedOrderIds, recordEvent } from '../webhooks/rows.ts'
import {
  type Checklist,
  checklistsOf,
  deleteChecklist,
  deleteTemplate,
  insertChecklist,
  type OwnTemplate,
  ownTemplates,
  putTemplate,
  setCompleted,
  setItem,
  templateIds,
} from './checklist-rows.ts'
import { BUILT_IN_TEMPLATES, CROW_STEPS, templateIn } from './checklist-templates.ts'
import { changeOpenProject, inOpenProject, type ProjectRow, type ProjectView } from './projects.ts'
import { jobsOfProjects } from './rows.ts'
import { isComplete, MAX_CHECKLISTS, MAX_TEMPLATES } from './rules.ts'

export interface Template extends OwnTemplate {
  builtIn: boolean
}

/** Those of the house in the language asked for, then the company's own. */
export async function listTemplates(store: Store, { companyId }: Caller, language: Language): Promise<Template[]> {
  const builtIn = [...BUILT_IN_TEMPLATES, ...CROW_STEPS].map((id) => ({ ...templateIn(language, id), builtIn: true }))
  const own = await ownTemplates(store.db, companyId)
  return [...builtIn, ...own.map((template) => ({ ...template, builtIn: false }))]
}

/**
 * @param id of the company's template that is to change; null: a new one
 * @throws Refusal NOT_FOUND; PROJECT_STATE_CONFLICT when the company has as many as are kept
 */
export async function saveTemplate(
  { store, clock, ids }: Database,
  { companyId }: Permitted<'write'>,
  id: string | null,
  given: { name: string; items: string[] },
): Promise<Template> {
  const template = { id: id ?? ids.make('tpl'), ...given }
  await store.transaction({ company: companyId }, async (trx) => {
    const own = await templateIds(trx, companyId)
    if (id !== null && !own.includes(id)) throw noSuchTemplate()
    if (id === null) refuseTooMany(own.length, MAX_TEMPLATES, 'templates', 'PROJECT_STATE_CONFLICT')
    await putTemplate(trx, companyId, template, clock.now().toISOString())
  })
  return { ...template, builtIn: false }
}

/** @throws Refusal NOT_FOUND, also for one of the house */
export async function removeTemplate(store: Store, { companyId }: Permitted<'write'>, id: string): Promise<void> {
  const { numDeletedRows } = await deleteTemplate(store.db, companyId, id)
  if (numDeletedRows === 0n) throw noSuchTemplate()
}

export type ChecklistRequest = { templateId: string; language: Language } | { name: string; items: string[] }

/** A copy: a template that changes later changes no list that is in use. */
export async function addChecklist(
  services: Database & Background,
  caller: Permitted<'write'>,
  projectId: string,
  asked: ChecklistRequest,
): Promise<ProjectView> {
  const template = 'templateId' in asked ? await templateOf(services, caller, asked) : { ...asked, id: null }
  return changeOpenProject(services, caller, projectId, async (trx, _project, at, note) => {
    const { name, items, id: templateId } = template
    const there = await checklistsOf(trx, [projectId])
    refuseTooMany(there.length, MAX_CHECKLISTS, 'checklists in the project', 'PROJECT_STATE_CONFLICT')
    const id = services.ids.make('chk')
    await insertChecklist(trx, { id, projectId, name, templateId, at, items })
    await note('checklist.added', { checklist_id: id, name, items: items.length })
  })
}

/** The checklists of all CROW 500 steps; those that the project has already are not added again. */
export const addCrowSteps = (
  services: Database & Background,
  caller: Permitted<'write'>,
  projectId: string,
  language: Language,
) =>
  changeOpenProject(services, caller, projectId, async (trx, _project, at, note) => {
    const lists = await checklistsOf(trx, [projectId])
    const there = new Set(lists.map(({ template_id }) => template_id))
    const missing = CROW_STEPS.filter((id) => !there.has(id))
    const last = lists.length + missing.length - 1
    refuseTooMany(last, MAX_CHECKLISTS, 'checklists in the project', 'PROJECT_STATE_CONFLICT')
    for (const step of missing) {
      const id = services.ids.make('chk')
      const { name, items } = templateIn(language, step)
      await insertChecklist(trx, { id, projectId, name, templateId: step, at, items })
      await note('checklist.added', { checklist_id: id, name, items: items.length })
    }
  })

async function templateOf(
  services: Database & Background,
  caller: Caller,
  asked: { templateId: string; language: Language },
) {
  const templates = await listTemplates(services.store, caller, asked.language)
  const template = templates.find(({ id }) => id === asked.templateId)
  if (!template) throw noSuchTemplate()
  return template
}

export const removeChecklist = (
  services: Database & Background,
  caller: Permitted<'write'>,
  projectId: string,
  checklistId: string,
) =>
  changeOpenProject(services, caller, projectId, async (trx, _project, _at, note) => {
    const list = await listIn(trx, projectId, checklistId)
    await deleteChecklist(trx, checklistId)
    await note('checklist.removed', { checklist_id: checklistId, name: list.name, items: list.items })
  })

/** Ticks an item or takes the tick back, with a remark, and answers with its list alone. The same tick again only changes the remark. */
export async function tickItem(
  services: Database & Background,
  caller: Permitted<'write'>,
  at: { projectId: string; checklistId: string; no: number },
  given: { done: boolean; remark: string | null },
): Promise<Checklist> {
  const list = await inOpenProject(services, caller, at.projectId, async (trx, project, now, note) => {
    const list = await listIn(trx, at.projectId, at.checklistId)
    const item = list.items.find(({ no }) => no === at.no)
    if (!item) throw new Refusal('NOT_FOUND', 'There is no such item on the checklist.')
    const stays = given.done && item.doneAt !== null
    if (stays && item.remark === given.remark) return list
    await setItem(trx, list.id, item.no, {
      done_at: given.done ? (item.doneAt ?? now) : null,
      done_by: given.done ? (item.doneBy ?? caller.actor) : null,
      remark: given.remark,
    })
    const about = { checklist_id: list.id, item: item.no, text: item.text, remark: given.remark }
    await note(given.done ? 'item.ticked' : 'item.unticked', about)
    const items = list.items.map((each) =>
      each === item ? { ...each, doneAt: given.done ? (item.doneAt ?? now) : null } : each,
    )
    if (!isComplete(items)) await setCompleted(trx, list.id, null)
    else if (list.completed_at === null) {
      await setCompleted(trx, list.id, now)
      await note('checklist.completed', { checklist_id: list.id, name: list.name })
      await tellCompleted(services, trx, project, list, now)
    }
    return listIn(trx, at.projectId, at.checklistId)
  })
  services.nudge()
  return list
}

async function tellCompleted(
  { ids }: Database & Background,
  trx: Kysely<DB>,
  project: ProjectRow,
  list: Checklist,
  at: string,
): Promise<void> {
  const jobIds = (await jobsOfProjects(trx, [project.id])).get(project.id) ?? []
  await recordEvent(trx, {
    id: ids.make('evt'),
    companyId: project.company_id,
    jobId: null,
    type: 'checklist.completed',
    data: {
      project_id: project.id,
      project_name: project.name,
      checklist_id: list.id,
      name: list.name,
      template_id: list.template_id,
      job_ids: jobIds,
      order_ids: await filedOrderIds(trx, jobIds),
    },
    at,
    target: eventTarget(null, await settingsOf(trx, project.company_id)),
  })
}

async function listIn(db: Kysely<DB>, projectId: string, checklistId: string): Promise<Checklist> {
  const list = (await checklistsOf(db, [projectId])).find(({ id }) => id === checklistId)
  if (!list) throw new Refusal('NOT_FOUND', 'There is no such checklist in the project.')
  return list
}

const noSuchTemplate = (): Refusal => new Refusal('NOT_FOUND', 'There is no such template.')
