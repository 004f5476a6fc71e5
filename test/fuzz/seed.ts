/** What is there to be asked for, so that requests with ids meet something: jobs in several states, projects, keys, events. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { runTask } from '../../server/exports/conversion/task.ts'
import { agreementFiles, startPhotos } from '../../server/features/digging/files-of-job.ts'
import { CROW_STEPS } from '../../server/features/projects/checklist-templates.ts'
import { issueWindowToken } from '../../server/features/users/sessions.ts'
import { recordEvent } from '../../server/features/webhooks/rows.ts'
import type { ResultSummary } from '../../server/imkl/model/conversion-task.ts'
import { GARDEN, START_DATE, type World } from '../support/api-world.ts'
import { geometry } from '../support/arbitrary-bodies.ts'
import type { Likely } from '../support/from-schema.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'

/** By the name of their parameter. */
export type Ids = Readonly<Record<string, readonly string[]>>

/** Of what a request may take away: enough that some is left for those that come later. */
const SPARE = 12
/** Across the result, in degrees. */
const LINE = [
  [5.3868, 51.4985],
  [5.3895, 51.5001],
]

export async function seeded(world: World): Promise<{ ids: Ids; likely: Likely }> {
  // Before the first call: while it converts in this process, the server would let idle connections go that we still use.
  const made = await converted(world)
  await world.set('api.requests_per_minute', 1_000_000)
  const { window } = await world.signIn()
  const asked = async (path: string, body?: unknown, more: object = {}): Promise<SeedIds> =>
    (await window(path, { method: 'POST', ...(body !== undefined && { body }), ...more })).json as SeedIds
  const spare = <T>(make: (no: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: SPARE }, (_, no) => make(no)))

  const quoted = await world.quote()
  const open = await spare(async () => (await world.quote({ klic_type: 'GRAAF', start_date: START_DATE })).job_id)
  const submitted = await world.quote({ submit: true })
  const ready = await withResult(world, made)
  const another = await withResult(world, made)
  const failed = await spare(async () => {
    const { job_id } = await world.quote({ submit: true })
    await world.put(job_id, 'failed', 'accepted', { failure: 'failed_following' })
    return job_id
  })
  const rejected = await spare(async () => {
    const { job_id } = await world.quote({ submit: true })
    await world.put(job_id, 'rejected', 'rejected')
    return job_id
  })
  const tokens = await spare(() => issueWindowToken(world.services, world.companyId))
  const orderIds = [...submitted.order_ids, ...ready.order_ids]

  const projects: string[] = []
  const [checklists, documents]: string[][] = [[], []]
  for (let no = 0; no < SPARE; no++) {
    const { project_id: id } = await asked('/projects', { name: `Project ${no}`, reference: `P-${no}` })
    await window(`/projects/${id}/jobs/${ready.job_id}`, { method: 'PUT' })
    const lists = (await asked(`/projects/${id}/checklists`, { template_id: CROW_STEPS[0] })) as SeedIds
    const raw = { raw: 'text', headers: { 'Content-Type': 'text/plain' } }
    const files = (await asked(`/projects/${id}/documents?name=plan.txt`, undefined, raw)) as SeedIds
    projects.push(id)
    checklists!.push(lists.checklists[0]!.checklist_id)
    documents!.push(files.documents[0]!.document_id)
  }
  const keys = await spare(async (no) => {
    const made = await world.v1('/keys', { method: 'POST', body: { name: `spare ${no}` } })
    return (made.json as { key_id: string }).key_id
  })
  const templates = await spare(async (no) => {
    const made = await asked('/checklist-templates', { name: `Lijst ${no}`, items: ['kijken'] })
    return made.template_id
  })
  const events = await spare(async () => {
    const id = world.services.ids.make('evt')
    const at = world.clock.now().toISOString()
    const about = { companyId: world.companyId, jobId: ready.job_id, type: 'job.ready', data: {}, at } as const
    await recordEvent(world.store.db, { id, ...about, target: { target: 'job', url: 'https://erp.example/hook' } })
    return id
  })
  const kept = (id: string, name: string, media_type: string) => ({
    id,
    job_id: ready.job_id,
    name,
    media_type,
    bytes: 1,
    sha256: '',
    path: `projects/${ready.job_id}/${id}`,
    added_at: world.clock.now().toISOString(),
    added_by: 'window',
    removed_at: null,
  })
  const files = await spare(async () => {
    const id = world.services.ids.make('agr')
    await agreementFiles.insert(world.store.db, { ...kept(id, 'akkoord.pdf', 'application/pdf'), operator: '' })
    return id
  })
  const photos = await spare(async () => {
    const id = world.services.ids.make('pho')
    await startPhotos.insert(world.store.db, kept(id, 'begin.jpg', 'image/jpeg'))
    return id
  })
  const { data: items } = (await window(`/jobs/${ready.job_id}/attention`)).json as { data?: { about: string }[] }
  return {
    ids: {
      job_id: [
        ...Array(2 * SPARE).fill(ready.job_id),
        quoted.job_id,
        submitted.job_id,
        ...open,
        ...failed,
        ...rejected,
      ],
      order_id: orderIds,
      project_id: projects,
      checklist_id: checklists!,
      document_id: documents!,
      file_id: [...files, ...photos],
      key_id: keys,
      template_id: templates,
      event_id: events,
      no: ['1', '2', '3'],
    },
    likely: {
      with: fc.constantFrom(another.job_id, ready.job_id, quoted.job_id),
      token: fc.constantFrom(...tokens),
      refs: fc.constantFrom('kabel_of_leiding.1', 'leidingelement.1', 'kabel_of_leiding.1,kabel_of_leiding.2'),
      template_id: fc.constantFrom(...CROW_STEPS, ...templates),
      line: fc.constant(LINE),
      about: fc.constantFrom('unknown', ...(items ?? []).map(({ about }) => about)),
      reference: fc.constantFrom('P-1', 'Sloot', null),
      start_date: fc.constantFrom(START_DATE, null),
      geometry: fc.oneof(fc.constant(GARDEN), geometry),
      area: fc.oneof(
        fc.constant(GARDEN),
        fc.constant({ type: 'Polygon', coordinates: [[...LINE, [5.3868, 51.5001], LINE[0]]] }),
        geometry,
      ),
      format: fc.constantFrom('gpkg', 'geojson', 'shp'),
      scale: fc.constantFrom(250, 500, 1000),
      paper: fc.constantFrom('A4', 'A3'),
    },
  }
}

interface SeedIds {
  project_id: string
  template_id: string
  checklists: { checklist_id: string }[]
  documents: { document_id: string }[]
}

/** A delivery of the simulated world, and what is made of it. */
async function converted(world: World) {
  const zip = await simulatedDelivery(world.dataDir, '26O000001', [154_900, 389_900, 155_200, 390_200])
  const gpkg = join(world.dataDir, 'seed.gpkg')
  const out = [{ format: 'gpkg' as const, path: gpkg }]
  const { summary } = await runTask({ kind: 'merge', deliveries: [{ path: zip }], out, tempDir: world.dataDir })
  return { zip, gpkg, summary }
}

/** Something that has to be acknowledged: the operators demand precautions. */
const withSomethingToRead = (summary: ResultSummary): ResultSummary => ({
  ...summary,
  operators: summary.operators.map((each) => ({ ...each, precaution: true })),
})

/** A ready job, with the files as a worker leaves them. */
async function withResult(world: World, { zip, gpkg, summary }: Awaited<ReturnType<typeof converted>>) {
  const job = await world.quote({ submit: true })
  await world.put(job.job_id, 'ready')
  await world.putFile(job.job_id, 'gpkg', readFileSync(gpkg))
  await world.store.db
    .updateTable('job')
    .set({ summary: JSON.stringify(withSomethingToRead(summary!)) })
    .where('id', '=', job.job_id)
    .execute()
  const part = await world.store.db
    .selectFrom('part')
    .select('id')
    .where('job_id', '=', job.job_id)
    .executeTakeFirstOrThrow()
  const at = world.clock.now().toISOString()
  const path = zip.slice(world.dataDir.length + 1)
  const { path: geojson } = await world.putFile(job.job_id, 'geojson', '{"type":"FeatureCollection","features":[]}')
  await world.store.db
    .insertInto('delivery')
    .values({
      id: world.services.ids.make('dlv'),
      part_id: part.id,
      sequence: 1,
      complete: 1,
      safety_area: 0,
      path,
      composed_at: null,
      received_at: at,
      sha256: null,
      bytes: null,
      read_at: at,
      failure: null,
      summary: JSON.stringify(summary),
      geojson_path: geojson,
    })
    .execute()
  return job
}
