/** Documents that no row names go after a week; all others stay. */

import assert from 'node:assert/strict'
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { agreementFiles, startPhotos } from '../../server/features/digging/files-of-job.ts'
import { findingPhotos } from '../../server/features/trenches/finding-photos.ts'
import { type FlowWorld, inWorld } from '../support/flow-world.ts'
import { START } from '../support/seed-job.ts'

const DAY = 24 * 3600_000
const AT = new Date(START).toISOString()

const put = (world: FlowWorld, key: string, daysOld: number): void => {
  const path = join(world.dataDir, key)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'document')
  const at = new Date(START - daysOld * DAY)
  utimesSync(path, at, at)
}
const isThere = (world: FlowWorld, key: string): boolean => existsSync(join(world.dataDir, key))

async function insertProject(world: FlowWorld): Promise<void> {
  const { company_id } = await world.job()
  const project = { id: 'prj_1', company_id, name: 'Dorpsstraat', status: 'open' as const }
  await world.store.db
    .insertInto('project')
    .values({ ...project, created_at: AT, created_by: 'window' } as never)
    .execute()
}

const insertDocument = (world: FlowWorld, id: string, removedAt: string | null): Promise<unknown> =>
  world.store.db
    .insertInto('project_document')
    .values({
      id,
      project_id: 'prj_1',
      name: `${id}.pdf`,
      media_type: 'application/pdf',
      bytes: 8,
      sha256: '',
      path: `projects/prj_1/${id}`,
      added_at: AT,
      added_by: 'window',
      removed_at: removedAt,
    })
    .execute()

test('what a kill left between a document and its row goes after a week, and so does what was removed', async () => {
  await inWorld({ parts: 1 }, async (world) => {
    await insertProject(world)
    await insertDocument(world, 'doc_kept', null)
    await insertDocument(world, 'doc_removed', AT)
    const { id: job_id } = await world.job()
    const agreement = { job_id, operator: '', name: 'a.pdf', media_type: 'application/pdf', bytes: 8, sha256: '' }
    for (const [id, removed_at] of [
      ['agr_kept', null],
      ['agr_removed', AT],
    ] as const) {
      const path = `projects/${job_id}/${id}`
      await agreementFiles.insert(world.store.db, {
        id,
        ...agreement,
        path,
        added_at: AT,
        added_by: 'window',
        removed_at,
      })
      put(world, path, 8)
    }
    const photo = { job_id, name: 'a.jpg', media_type: 'image/jpeg', bytes: 8, sha256: '', added_by: 'window' }
    for (const [id, removed_at] of [
      ['pho_kept', null],
      ['pho_removed', AT],
    ] as const) {
      const path = `projects/${job_id}/${id}`
      await startPhotos.insert(world.store.db, { id, ...photo, path, added_at: AT, removed_at })
      put(world, path, 8)
    }
    for (const [id, removed_at] of [
      ['fph_kept', null],
      ['fph_removed', AT],
    ] as const) {
      const path = `projects/${job_id}/${id}`
      const ofFinding = { finding_id: 'fnd_1', given_sha256: '' }
      await findingPhotos.insert(world.store.db, { id, ...photo, ...ofFinding, path, added_at: AT, removed_at })
      put(world, path, 8)
    }
    for (const name of ['doc_kept', 'doc_removed', 'doc_no_row']) put(world, `projects/prj_1/${name}`, 8)
    put(world, 'projects/prj_1/doc_new', 6)
    put(world, 'projects/prj_gone/doc_other', 400)
    // Not of a project: nobody's business here.
    put(world, 'results/job_x/1/klic.gpkg', 400)
    await world.live()
    const left = ['doc_kept', 'doc_removed', 'doc_no_row', 'doc_new'].filter((name) =>
      isThere(world, `projects/prj_1/${name}`),
    )
    assert.deepEqual(left, ['doc_kept', 'doc_new'])
    assert.deepEqual(
      ['agr_kept', 'agr_removed', 'pho_kept', 'pho_removed', 'fph_kept', 'fph_removed'].filter((name) =>
        isThere(world, `projects/${job_id}/${name}`),
      ),
      ['agr_kept', 'pho_kept', 'fph_kept'],
    )
    assert.equal(isThere(world, 'projects/prj_gone/doc_other'), false)
    assert.equal(isThere(world, 'results/job_x/1/klic.gpkg'), true)
  })
})

test('more than are asked about at once', async () => {
  await inWorld({ parts: 1 }, async (world) => {
    await insertProject(world)
    const names = Array.from({ length: 1203 }, (_, i) => `doc_${i}`)
    for (const [i, name] of names.entries()) {
      put(world, `projects/prj_1/${name}`, 8)
      if (i % 100 === 0) await insertDocument(world, name, null)
    }
    await world.live()
    assert.equal(names.filter((name) => isThere(world, `projects/prj_1/${name}`)).length, 13)
  })
})
