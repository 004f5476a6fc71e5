/** Where the pictures lie that the ground of results, and of preliminary ones, is made of: found by place, for the base map of a company. */
import type { Kysely } from 'kysely'
import type { Extent } from '../../../geometry/geometry.ts'
import type { GroundSummary } from '../../../imkl/model/conversion-task.ts'
import type { DB } from '../../../platform/database/schema.ts'
import type { RegistryEnvironment } from '../../../registry/klic.ts'

type Db = Kysely<DB>

/** Positions are whole millimetres in the rows. */
const MM = 1000

/** In the place of those of the job's former revision. */
export async function replaceSheets(
  trx: Db,
  job: { id: string; companyId: string; revision: number },
  pictures: GroundSummary['pictures'],
): Promise<void> {
  await trx.deleteFrom('ground_sheet').where('job_id', '=', job.id).execute()
  for (const [no, { perMetre, extent }] of pictures.entries()) {
    const [minX, minY, maxX, maxY] = extent
    const [min_x, min_y, max_x, max_y] = extent.map((metres) => Math.round(metres * MM)) as [
      number,
      number,
      number,
      number,
    ]
    const sheet = { company_id: job.companyId, job_id: job.id, revision: job.revision, no, per_metre: perMetre }
    const rows = cellsOf({ minX, minY, maxX, maxY }).map((cell) => ({ ...sheet, cell, min_x, min_y, max_x, max_y }))
    if (rows.length > 0) await trx.insertInto('ground_sheet').values(rows).execute()
  }
}

export interface SheetOfCompany {
  artifactId: string
  jobId: string
  /** Below zero: of a preliminary result */
  revision: number
  path: string
  sha256: string
  bytes: number | null
  extent: readonly [minX: number, minY: number, maxX: number, maxY: number]
}

/** What is filed with one registry is nothing to another: the simulator's town lies under no real street. */
const ofCompany = (db: Db, companyId: string, environment: RegistryEnvironment) =>
  db
    .selectFrom('ground_sheet as sheet')
    .innerJoin('job', 'job.id', 'sheet.job_id')
    .innerJoin('artifact', (join) =>
      join.onRef('artifact.job_id', '=', 'sheet.job_id').onRef('artifact.revision', '=', 'sheet.revision'),
    )
    .where('sheet.company_id', '=', companyId)
    .where('job.company_id', '=', companyId)
    .where('job.environment', '=', environment)
    .where('artifact.format', '=', 'gpkg')
    .where('artifact.ground', '=', 'ready')

/** Many more than a tile is drawn from. */
const MAX_SHEETS = 2000

/** Those that touch the cells, the newest first. */
export async function sheetsIn(
  db: Db,
  companyId: string,
  environment: RegistryEnvironment,
  cells: readonly number[],
): Promise<SheetOfCompany[]> {
  if (cells.length === 0) return []
  const rows = await ofCompany(db, companyId, environment)
    .select([
      'artifact.id as artifactId',
      'sheet.job_id as jobId',
      'sheet.revision',
      'artifact.path',
      'artifact.sha256',
      'artifact.bytes',
      'artifact.ready_at',
      'sheet.no',
    ])
    .select(['sheet.min_x', 'sheet.min_y', 'sheet.max_x', 'sheet.max_y'])
    .where('artifact.state', '=', 'ready')
    .where('sheet.cell', 'in', cells)
    .distinct()
    .orderBy('artifact.ready_at', 'desc')
    .orderBy('artifact.id', 'desc')
    .orderBy('sheet.no')
    .limit(MAX_SHEETS)
    .$narrowType<{ path: string; sha256: string }>()
    .execute()
  return rows.map(({ artifactId, jobId, revision, path, sha256, bytes, min_x, min_y, max_x, max_y }) => ({
    artifactId,
    jobId,
    revision,
    path,
    sha256,
    bytes,
    extent: [min_x / MM, min_y / MM, max_x / MM, max_y / MM],
  }))
}

export interface GroundOfCompany {
  results: number
  /** Of which the file is damaged, and being made again or lost. */
  damaged: number
  finest: number
  extent: readonly [minX: number, minY: number, maxX: number, maxY: number]
}

/** @returns null when the company has none */
export async function groundOfCompany(
  db: Db,
  companyId: string,
  environment: RegistryEnvironment,
): Promise<GroundOfCompany | null> {
  const row = await ofCompany(db, companyId, environment)
    .select(({ fn }) => [
      fn.count<number>('artifact.id').distinct().as('results'),
      fn.max('sheet.per_metre').as('finest'),
      fn.min('sheet.min_x').as('minX'),
      fn.min('sheet.min_y').as('minY'),
      fn.max('sheet.max_x').as('maxX'),
      fn.max('sheet.max_y').as('maxY'),
    ])
    .executeTakeFirstOrThrow()
  if (Number(row.results) === 0) return null
  const damaged = await ofCompany(db, companyId, environment)
    .select(({ fn }) => fn.count<number>('artifact.id').distinct().as('count'))
    .where('artifact.state', '!=', 'ready')
    .executeTakeFirstOrThrow()
  return {
    results: Number(row.results),
    damaged: Number(damaged.count),
    finest: Number(row.finest),
    extent: [Number(row.minX) / MM, Number(row.minY) / MM, Number(row.maxX) / MM, Number(row.maxY) / MM],
  }
}

/** A place that pictures are found by: a square of RD New. */
const CELL_M = 1000
/** Pictures of elsewhere, or of a damaged rectangle, are in no map. */
const REACH: Extent = { minX: -10_000, minY: 280_000, maxX: 310_000, maxY: 650_000 }

/** Numbers of the squares that it touches. */
export function cellsOf(extent: Extent): number[] {
  const index = (metres: number, from: number, to: number) => Math.floor(Math.min(to, Math.max(from, metres)) / CELL_M)
  if (extent.maxX < REACH.minX || extent.minX > REACH.maxX || extent.maxY < REACH.minY || extent.minY > REACH.maxY)
    return []
  const cells: number[] = []
  for (let x = index(extent.minX, REACH.minX, REACH.maxX); x <= index(extent.maxX, REACH.minX, REACH.maxX); x++)
    for (let y = index(extent.minY, REACH.minY, REACH.maxY); y <= index(extent.maxY, REACH.minY, REACH.maxY); y++)
      cells.push(x * CELL_M + y)
  return cells
}
