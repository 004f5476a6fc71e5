/** What the operations name, all of one company: a submitted job, its request, a project with it all, keys and people. */
import { agreementFiles } from '../../server/features/digging/files-of-job.ts'
import { insertSiteLink } from '../../server/features/keys/site-link-rows.ts'
import type { World } from './api-world.ts'

const DELIVERIES = ['/nowhere/delivery.zip']

export async function things(world: World) {
  const job = await world.quote({ submit: true, reference: 'Geheimsloot' })
  const { key } = await world.keyWith(['read'])
  const { window } = await world.signIn()
  const ask = async (path: string, body?: object) =>
    (await window(path, body ? { method: 'POST', body } : {})).json as never
  const { project_id } = await ask('/projects', { name: 'Geheimplan' })
  const { template_id } = await ask('/checklist-templates', { name: 'Geheimlijst', items: ['One', 'Two'] })
  const { checklists } = await ask(`/projects/${project_id}/checklists`, { template_id })
  const { documents } = await ask(`/projects/${project_id}/documents?name=geheimstuk.json`, {})
  const { invitation_id } = await ask('/invitations', { email: 'geheim@graafbedrijf.example', role: 'viewer' })
  const { data: sessions } = await ask('/sessions')
  const { test_id } = await ask('/registry/test', {})
  const merge = await world.ask('/local/merges', { method: 'POST', body: { deliveries: DELIVERIES } })
  const event = { id: world.services.ids.make('evt'), company_id: world.companyId, type: 'job.ready', payload: '{}' }
  const { job_id } = job
  const target = { target: 'job' as const, target_url: 'https://geheim.example/', state: 'sent' as const }
  const counts = { attempts: 1, next_attempt_at: null, last_status: 200, last_error: null }
  const created_at = world.clock.now().toISOString()
  await world.store.db
    .insertInto('event')
    .values({ ...event, ...target, ...counts, job_id, created_at })
    .execute()
  const file_id = world.services.ids.make('agr')
  await agreementFiles.insert(world.store.db, {
    id: file_id,
    job_id,
    operator: 'Gasnet',
    name: 'geheime-afspraak.pdf',
    media_type: 'application/pdf',
    bytes: 1,
    sha256: '',
    path: `projects/${job_id}/${file_id}`,
    added_at: created_at,
    added_by: 'window',
    removed_at: null,
  })
  const link_id = world.services.ids.make('stl')
  const link = { id: link_id, companyId: world.companyId, jobId: job_id, name: 'Geheime kraan', createdBy: 'window' }
  await insertSiteLink(
    world.store.db,
    { ...link, createdAt: created_at, expiresAt: '2999-01-01T00:00:00.000Z' },
    'none',
  )
  const finding_id = world.services.ids.make('fnd')
  const recorded = { job_id, at: created_at, actor: 'window' }
  const works = '{"kind":"axis","line":[[155000,390000],[155010,390000]]}'
  const counted = { open_rows: null, counted_on: null }
  await world.store.db
    .insertInto('trench_plan')
    .values({ ...recorded, revision: 1, works, parameters: '{}', ...counted })
    .execute()
  const found = { feature_id: null, shape: null, trench: null, offset_m: null, depth_m: null, found_on: '2026-03-06' }
  const own = { state: 'accepted' as const, site_id: null, handed_in_by: null }
  await world.store.db
    .insertInto('trench_finding')
    .values({ ...recorded, id: finding_id, kind: 'unknown_line', ...found, ...own, remark: 'Geheime leiding' })
    .execute()
  return {
    file_id,
    finding_id,
    link_id,
    job_id,
    order_id: job.order_ids[0]!,
    key_id: key.id,
    user_id: await world.user('viewer'),
    project_id: project_id as string,
    template_id: template_id as string,
    checklist_id: (checklists as { checklist_id: string }[])[0]!.checklist_id,
    document_id: (documents as { document_id: string }[])[0]!.document_id,
    invitation_id: invitation_id as string,
    session_id: (sessions as { session_id: string }[])[0]!.session_id,
    test_id: test_id as string,
    merge_id: (merge.json as { merge_id: string }).merge_id,
    event_id: event.id,
    no: '1',
  }
}
export type Things = Awaited<ReturnType<typeof things>>
