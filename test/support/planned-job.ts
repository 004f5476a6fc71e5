/** A ready notification to dig with lines in its result, and what is done with its plan of trial trenches. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createGeoPackage } from '../../server/exports/geopackage/write.ts'
import { Job } from '../../server/features/jobs/schema.ts'
import { Log } from '../../server/features/projects/schema.ts'
import { TrenchPlanView } from '../../server/features/trenches/schema.ts'
import type { Position } from '../../server/geometry/geometry.ts'
import { openWorld, shown } from './api-world.ts'

export const TODAY = '2026-03-06'
export const place = ([x, y]: Position): Position => [155_000 + x, 390_000 + y]
export const axis = (...line: Position[]) => ({ type: 'LineString', coordinates: line.map(place) })
export const WORKS = axis([0, 0], [60, 0])

/** By their ids, lines of two corners. */
export type Lines = Record<string, [Position, Position]>
export const across = (x: number): Lines[string] => [
  [x, -5],
  [x, 5],
]
export const LINES: Lines = { gas: across(10), water: across(11), power: across(50) }

/** Of every delivery, the area that was asked for. */
const ASKED: Position[] = [
  [-5, -10],
  [100, -10],
  [100, 10],
  [-5, 10],
  [-5, -10],
]

export async function gpkgWith(t: Pick<TestContext, 'after'>, lines: Lines): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'klic-trenches-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'result.gpkg')
  const writer = createGeoPackage(path)
  for (const [id, line] of Object.entries(lines))
    writer.feature(
      'kabel_of_leiding',
      { id, thema: 'water', bronhouder: 'KL1001' },
      { type: 'MultiLineString', lines: [line.flatMap(place)] },
    )
  const asked = ASKED.flatMap(place)
  writer.feature('aanvraag_polygoon', { id: 'asked' }, { type: 'MultiPolygon', polygons: [[asked]] })
  writer.finish({ lastChange: null, warnings: [] })
  return path
}

/** A ready notification to dig with these lines. */
export async function planning(t: TestContext, lines = LINES, more: Parameters<typeof openWorld>[1] = {}) {
  const world = await openWorld(t, more)
  const { window, cookie } = await world.signIn()
  const { job_id } = await world.quote({ submit: true, klic_type: 'GRAAF', start_date: '2026-03-16' })
  const deliver = async (revision: number, delivered: Lines, to = job_id) => {
    await world.put(to, 'ready', 'delivered', { revision })
    await world.putFile(to, 'gpkg', readFileSync(await gpkgWith(t, delivered)), revision)
    const findings = JSON.stringify({ silent: [], careful: [], precautions: 0, isEmpty: false })
    const summary = JSON.stringify({ deliveries: [], operators: [], warnings: [] })
    await world.store.db.updateTable('job').set({ findings, summary }).where('id', '=', to).execute()
  }
  await deliver(1, lines)
  const path = `/jobs/${job_id}/trench-plan`
  const put = (body: object) => window(path, { method: 'PUT', body })
  const find = (body: object) =>
    window(`${path}/findings`, { method: 'POST', body: { kind: 'found', found_on: TODAY, ...body } })
  const plan = async () => shown(TrenchPlanView, await window(path))
  const reason = async (of = job_id) =>
    shown(Job, await world.v1(`/jobs/${of}`)).dig_status.reasons.find(({ code }) => code === 'not_located')
  const acts = async () => shown(Log, await window(`/jobs/${job_id}/log`)).data.map(({ act }) => act)
  return { world, window, cookie, job_id, path, deliver, put, find, plan, reason, acts }
}
