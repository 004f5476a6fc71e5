/** Checklists of projects, and the templates that a company made for them. */
import type { Kysely, Selectable } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { rowsInTurns } from '../jobs/rows/jobs.ts'
import type { ChecklistItem } from './rules.ts'
import type { ChecklistTable } from './tables.ts'

type Db = Kysely<DB>

export interface Checklist extends Selectable<ChecklistTable> {
  items: ChecklistItem[]
}

export async function insertChecklist(
  db: Db,
  list: {
    id: string
    projectId: string
    name: string
    templateId: string | null
    at: string
    items: readonly string[]
  },
): Promise<void> {
  await db
    .insertInto('checklist')
    .values({
      id: list.id,
      project_id: list.projectId,
      name: list.name,
      template_id: list.templateId,
      created_at: list.at,
      completed_at: null,
    })
    .execute()
  const rows = list.items.map((text, index) => ({
    checklist_id: list.id,
    no: index + 1,
    text,
    done_at: null,
    done_by: null,
    remark: null,
  }))
  await db.insertInto('checklist_item').values(rows).execute()
}

/**
 * Project id -> how many items its checklists have, of those that have any. The items of each list are counted by key:
 * a join is quadratic on PostgreSQL where its statistics say that the tables are empty.
 */
export async function itemsOfProjects(
  db: Db,
  projectIds: readonly string[],
): Promise<Map<string, { items: number; done: number }>> {
  const lists = await db
    .selectFrom('checklist')
    .select(({ selectFrom }) => {
      const itemsOfList = selectFrom('checklist_item').whereRef('checklist_id', '=', 'checklist.id')
      return [
        'project_id',
        itemsOfList.select(({ fn }) => fn.countAll<number>().as('n')).as('items'),
        itemsOfList.select(({ fn }) => fn.count<number>('done_at').as('n')).as('done'),
      ]
    })
    .where('project_id', 'in', projectIds)
    .execute()
  const counts = new Map<string, { items: number; done: number }>()
  for (const { project_id, items, done } of lists) {
    const sum = counts.get(project_id) ?? { items: 0, done: 0 }
    counts.set(project_id, { items: sum.items + Number(items), done: sum.done + Number(done) })
  }
  return counts
}

/** In the order in which they were made. */
export async function checklistsOf(db: Db, projectIds: readonly string[]): Promise<Checklist[]> {
  if (projectIds.length === 0) return []
  const lists = await db
    .selectFrom('checklist')
    .selectAll()
    .where('project_id', 'in', projectIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  if (lists.length === 0) return []
  const ids = lists.map(({ id }) => id)
  const items = await db
    .selectFrom('checklist_item')
    .selectAll()
    .where('checklist_id', 'in', ids)
    .orderBy('no')
    .execute()
  const byList = Map.groupBy(items, (item) => item.checklist_id)
  return lists.map((list) => ({
    ...list,
    items: (byList.get(list.id) ?? []).map(({ no, text, done_at, done_by, remark }) => ({
      no,
      text,
      doneAt: done_at,
      doneBy: done_by,
      remark,
    })),
  }))
}

export const setItem = (
  db: Db,
  checklistId: string,
  no: number,
  set: { done_at: string | null; done_by: string | null; remark: string | null },
) => db.updateTable('checklist_item').set(set).where('checklist_id', '=', checklistId).where('no', '=', no).execute()

export const setCompleted = (db: Db, checklistId: string, at: string | null) =>
  db.updateTable('checklist').set({ completed_at: at }).where('id', '=', checklistId).execute()

export async function deleteChecklist(db: Db, checklistId: string): Promise<void> {
  await db.deleteFrom('checklist_item').where('checklist_id', '=', checklistId).execute()
  await db.deleteFrom('checklist').where('id', '=', checklistId).execute()
}

export interface OwnTemplate {
  id: string
  name: string
  items: string[]
}

/** By name. */
export async function templateIds(db: Db, companyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('checklist_template')
    .select('id')
    .where('company_id', '=', companyId)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** By name; others get their turn in between. */
export const ownTemplates = async (db: Db, companyId: string): Promise<OwnTemplate[]> =>
  rowsInTurns(await templateIds(db, companyId), async (some) => {
    const rows = await db.selectFrom('checklist_template').selectAll().where('id', 'in', some).execute()
    return rows.map(({ id, name, items }) => ({ id, name, items: JSON.parse(items) as string[] }))
  })

/** Made, or changed when the company has one of this id. */
export const putTemplate = (db: Db, companyId: string, { id, name, items }: OwnTemplate, at: string) =>
  db
    .insertInto('checklist_template')
    .values({ id, company_id: companyId, name, items: JSON.stringify(items), created_at: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ name, items: JSON.stringify(items) }))
    .execute()

export const deleteTemplate = (db: Db, companyId: string, id: string) =>
  db.deleteFrom('checklist_template').where('id', '=', id).where('company_id', '=', companyId).executeTakeFirst()
