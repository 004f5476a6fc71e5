/**
 * Carries out a conversion task: deliveries to one result, a further format from a sealed one, or (compare.ts) what
 * changed between two.
 * The GeoPackage comes first and is sealed; GeoJSON and Shapefiles derive from it. Every file is read back and compared
 * before any of them gets its name, so a crash at any line leaves no file that is wrong, and running again completes it.
 * better-sqlite3 and GDAL never have the file open at the same time.
 */
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { mergeDeliveries } from '../../imkl/merge/merge.ts'
import type {
  Artifact,
  ConversionResult,
  ConversionTask,
  GroundLayer,
  GroundSummary,
  OutFile,
  ResultSummary,
} from '../../imkl/model/conversion-task.ts'
import type { TiledGround } from '../../imkl/model/ground-tiles.ts'
import { openResult } from '../geopackage/read.ts'
import { openStaging } from '../geopackage/staging.ts'
import { createGeoPackage } from '../geopackage/write.ts'
import { descriptionOf } from '../styling/contents.ts'
import { type AtomicFile, compress, draft, OWN_NUMBER, sync } from './atomic-file.ts'
import { factsOf, geopackageStyles } from './geopackage-styles.ts'
import { addGround } from './ground.ts'
import { verifyGeoPackage, verifyGround } from './verify.ts'
import { type Contents, contentsOf, type OnProgress, WRITE } from './write.ts'

type MergeTask = Extract<ConversionTask, { kind: 'merge' }>

interface Draft {
  out: OutFile
  file: AtomicFile
}

/**
 * @param tilesElsewhere the tiles that another process makes for a merge
 * @throws Refusal DELIVERY_UNREADABLE when a delivery can't be read: running again will not help
 * @throws Error anything else; running again may help
 */
export async function runTask(
  task: ConversionTask,
  onProgress: OnProgress = () => {},
  tilesElsewhere?: Promise<TiledGround>,
): Promise<ConversionResult> {
  if (new Set(task.out.map(({ format }) => format)).size !== task.out.length)
    throw new Error('A format is asked for twice')
  const scratch = await scratchFolder(task)
  if (task.kind === 'compare') {
    try {
      const { compareResults } = await import('./compare.ts')
      return await compareResults(task, scratch, (merging) => runTask(merging, onProgress))
    } finally {
      await rm(scratch, { recursive: true, force: true })
    }
  }
  if (task.kind === 'trenches') {
    try {
      const { planTrenches } = await import('../trenches/plan-task.ts')
      return await planTrenches(task, scratch, (merging) => runTask(merging, onProgress))
    } finally {
      await rm(scratch, { recursive: true, force: true })
    }
  }
  if (task.kind === 'describe') {
    try {
      const { describe } = await import('./describe.ts')
      return { artifacts: [], summary: null, found: await describe(task) }
    } finally {
      await rm(scratch, { recursive: true, force: true })
    }
  }
  if (task.kind === 'print') {
    try {
      await printTask(task)
      return { artifacts: [], summary: null }
    } finally {
      await rm(scratch, { recursive: true, force: true })
    }
  }
  const drafts: Draft[] = []
  try {
    for (const out of task.out) drafts.push({ out, file: await draft(out.path) })
    let gpkg: string
    let summary: ResultSummary | null = null
    let ground: GroundSummary | undefined
    if (task.kind === 'merge') {
      gpkg = drafts.find(({ out }) => out.format === 'gpkg')?.file.temporaryPath ?? join(scratch, 'result.gpkg')
      summary = await merge(task, gpkg, scratch, onProgress)
      if (groundFollows(task, summary))
        ground = await groundInto(gpkg, task, summary, await tilesOf(task, scratch, onProgress, tilesElsewhere))
    } else if (task.kind === 'ground') {
      const [only] = drafts
      if (drafts.length !== 1 || only!.out.format !== 'gpkg') throw new Error('The ground goes into one GeoPackage')
      gpkg = only!.file.temporaryPath
      await copyFile(task.gpkg, gpkg)
      ground = await groundInto(gpkg, task, task.summary, await tilesOf(task, scratch, onProgress))
    } else {
      if (task.out.some(({ format }) => format === 'gpkg')) throw new Error('A GeoPackage is no export of a GeoPackage')
      gpkg = task.gpkg
    }
    const artifacts: Artifact[] = []
    const isAlone = task.out.every(({ format }) => format === 'gpkg')
    const contents: Contents = isAlone ? { counts: {}, tables: {} } : contentsOf(gpkg)
    for (const { out, file } of drafts) {
      const { format, path } = out
      const digest =
        format === 'gpkg' ? await file.digest() : await WRITE[format]({ gpkg, file, scratch, ...contents, onProgress })
      artifacts.push({ format, path, ...digest })
    }
    for (const [index, { out, file }] of drafts.entries()) {
      if (!out.gzip) continue
      // Gets its name before the plain file: a reader that finds the plain file finds this one as well.
      const packed = await draft(`${out.path}.gz`)
      try {
        await compress(file.temporaryPath, packed.temporaryPath)
        artifacts[index]!.packedBytes = (await stat(packed.temporaryPath)).size
        await packed.publish()
      } finally {
        await packed.discard()
      }
    }
    for (const { file } of drafts) await file.publish()
    return { artifacts, summary, ...(ground && { ground }) }
  } finally {
    for (const { file } of drafts) await file.discard()
    await rm(scratch, { recursive: true, force: true })
  }
}

async function printTask({ gpkg, asked, path }: Extract<ConversionTask, { kind: 'print' }>): Promise<void> {
  // What draws a PDF takes longer to load than all else together: only when it is asked for.
  const { printResult } = await import('../print/print.ts')
  const { openGround } = await import('./ground-at.ts')
  const file = await draft(path)
  const reader = openResult(gpkg)
  const ground = openGround([gpkg])
  try {
    await printResult(reader, { ...asked, groundAt: ground.at, path: file.temporaryPath })
    await file.publish()
  } finally {
    ground.close()
    reader.close()
    await file.discard()
  }
}

/** Of this process and this target, so that clearing it takes nothing else; what a crash left for this target goes too. */
async function scratchFolder(task: ConversionTask): Promise<string> {
  const target = createHash('sha256').update(JSON.stringify(task.out)).digest('hex').slice(0, 16)
  await mkdir(task.tempDir, { recursive: true })
  for (const name of await readdir(task.tempDir)) {
    if (name.startsWith(`convert-${target}-`)) await rm(join(task.tempDir, name), { recursive: true, force: true })
  }
  const scratch = join(task.tempDir, `convert-${target}-${OWN_NUMBER}`)
  await mkdir(scratch)
  return scratch
}

async function merge(task: MergeTask, gpkg: string, scratch: string, onProgress: OnProgress): Promise<ResultSummary> {
  const staging = openStaging(join(scratch, 'staging.db'))
  const writer = createGeoPackage(gpkg)
  let summary: ResultSummary
  try {
    summary = await mergeDeliveries(task.deliveries, staging, writer, {
      ...(task.job && { job: task.job }),
      onProgress: (what, done, total) => onProgress({ what, done, total }),
    })
    const fileName = gpkgName(task)
    const facts = factsOf(summary, task.job)
    writer.finish({
      lastChange: facts.date,
      warnings: summary.warnings,
      ...descriptionOf(facts),
      dress: (layers, requests) => geopackageStyles({ fileName, layers, requests }, facts),
    })
  } finally {
    writer.close()
    staging.close()
  }
  if (!groundFollows(task, summary)) await verify(gpkg, summary)
  return summary
}

/** The file is complete, and verified, once the ground is in it. */
const groundFollows = ({ ground }: MergeTask, { groundPictures }: ResultSummary): boolean =>
  Boolean(ground && groundPictures)

/** Puts it on the disk, and reads it back. */
async function verify(gpkg: string, { layers }: ResultSummary, ground: readonly GroundLayer[] = []): Promise<void> {
  await sync(gpkg)
  const reader = openResult(gpkg)
  try {
    const written = reader.inspect()
    verifyGeoPackage(written, layers, true)
    verifyGround(written, ground)
  } finally {
    reader.close()
  }
}

interface TilesMade {
  path: string
  tiles: TiledGround
}

async function tilesOf(
  task: Extract<ConversionTask, { kind: 'merge' | 'ground' }>,
  scratch: string,
  onProgress: OnProgress,
  elsewhere?: Promise<TiledGround>,
): Promise<TilesMade> {
  if (elsewhere && task.kind === 'merge' && typeof task.ground === 'object')
    return { path: task.ground.tiles, tiles: await elsewhere }
  const { makeGroundTiles } = await import('./ground-tiles.ts')
  const path = join(scratch, 'ground.tiles')
  return { path, tiles: await makeGroundTiles(task.deliveries, path, onProgress) }
}

async function groundInto(
  gpkg: string,
  task: Extract<ConversionTask, { kind: 'merge' | 'ground' }>,
  summary: ResultSummary,
  { path, tiles }: TilesMade,
): Promise<GroundSummary> {
  const ground = addGround(gpkg, tiles, path, gpkgName(task), factsOf(summary, task.job))
  await verify(gpkg, summary, ground.layers)
  return ground
}

/** The name by which the project inside finds its layers: the one that people will have the file under. */
function gpkgName({ out }: ConversionTask): string {
  const file = out.find(({ format }) => format === 'gpkg')
  return file ? (file.name ?? basename(file.path)) : 'KLIC.gpkg'
}
