/**
 * Writes a result as a DXF drawing in RD New, metres: objects as polylines, hatches, blocks and texts on layers after
 * NLCS, with their main attributes as extended data (application KLIC), and below the drawing what everyone must know:
 * deliveries, warnings, account. Entities are written to a file beside it first, since layers and extent, which stand
 * before them, are only known when all have passed; memory does not grow with the result.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { emptyExtent, isEmpty, pathsOf, widen } from '../../../geometry/flat.ts'
import type { Extent } from '../../../geometry/geometry.ts'
import { DRAW_ORDER, type StyledLayer } from '../../../imkl/look/styles.ts'
import { LAYERS } from '../../../imkl/model/layers.ts'
import { type ResultReader, rowOf } from '../../../imkl/model/result.ts'
import { noteLine } from '../../../imkl/model/result-notes.ts'
import { TextFile } from '../text-file.ts'
import { notForDigging, noticeIn, type ResultRows, resultWords, TEST_NOTICE } from '../words.ts'
import { afterEntities, beforeEntities, type DrawingFrame } from './document.ts'
import { drawObject, type Pen } from './drawing.ts'
import { words } from './entities.ts'
import { type DxfLayer, NOTICE_LAYER } from './layers.ts'
import { FIRST_ENTITY, FIRST_OF_TABLES, Handles, MODEL_SPACE } from './tags.ts'

/** Where nothing is drawn: the middle of the Netherlands, so that the view shows something. */
const NOWHERE: Extent = { minX: 155_000, minY: 463_000, maxX: 155_100, maxY: 463_100 }

export interface DxfTask {
  /** A file that does not exist yet; synced when this returns. */
  path: string
  /** For the entities; cleaned up. */
  tempDir: string
  source: Pick<ResultReader, 'features'>
  tables: ResultRows
  onLayer?: (done: number, total: number) => void
}

export interface Drawing {
  /** Objects that were drawn, by layer of the result: those without geometry are not. */
  counts: Record<string, number>
  /** Group codes 0 in the file: entities, and what stands around them. */
  things: number
}

export async function writeDxf(task: DxfTask): Promise<Drawing> {
  const entities = join(task.tempDir, 'entities.dxf')
  try {
    const { counts, handles, layers, extent } = await drawAll(task, entities)
    const notice = noticeIn(task.tables)
    const frame: DrawingFrame = {
      layers: [...layers.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
      extent,
      handles: new Handles(FIRST_OF_TABLES),
      seed: handles.seed(),
      comments: ['KLIC Desktop, RD New (EPSG:28992), meters', ...(notice === null ? [] : [notice])],
    }
    const [start, end] = [beforeEntities(frame), afterEntities(frame.handles)]
    await inOneFile(task.path, start, entities, end)
    return { counts, things: thingsIn(start) + handles.given() + thingsIn(end) }
  } finally {
    await rm(entities, { force: true })
  }
}

async function drawAll({ source, tables, onLayer }: DxfTask, path: string) {
  const layers = new Map<string, DxfLayer>()
  const handles = new Handles(FIRST_ENTITY)
  const pen: Pen = {
    handles,
    on(layer) {
      if (!layers.has(layer.name)) layers.set(layer.name, layer)
      return layer.name
    },
  }
  const counts: Record<string, number> = {}
  const bounds = emptyExtent()
  const file = await open(path, 'w')
  try {
    const text = new TextFile(file)
    for (const [done, name] of DRAW_ORDER.entries()) {
      const { columns } = LAYERS.find((layer) => layer.name === name)!
      counts[name] = 0
      for (const { cells, geometry } of source.features(name)) {
        if (geometry === null) continue
        counts[name]++
        for (const path of pathsOf(geometry)) widen(bounds, path)
        const entity = drawObject(pen, name satisfies StyledLayer, rowOf(columns, cells), geometry)
        if (!text.add(entity)) await text.turn(entity)
      }
      onLayer?.(done + 1, DRAW_ORDER.length)
    }
    const extent = isEmpty(bounds) ? NOWHERE : bounds
    await text.put(notices(pen, tables, extent))
    await text.flush()
    return { counts, handles, layers, extent }
  } finally {
    await file.close()
  }
}

/** Lines of text below the drawing, readable when all of it is in sight; what nobody may dig by is named above it as well, and test data across it. */
function notices(pen: Pen, tables: ResultRows, { minX, minY, maxX, maxY }: Extent): string {
  const width = Math.max(maxX - minX, maxY - minY, 10)
  const heightM = width / 120
  const at = { owner: MODEL_SPACE, layer: pen.on(NOTICE_LAYER) }
  const lines = resultWords(tables).map((line, i) =>
    line === '' ? '' : words(at, pen.handles.next(), line, [minX, minY - (i + 3) * heightM * 1.8], { heightM }),
  )
  const notice = noticeIn(tables)
  const large = { heightM: width / 60 }
  const above = notForDigging(tables).map(({ code }, i) =>
    words(
      at,
      pen.handles.next(),
      code === 'SIMULATED' ? TEST_NOTICE : noteLine(code, 'nl'),
      [minX, maxY + (1 + i * 1.8) * large.heightM],
      large,
    ),
  )
  const around = lines.join('') + above.join('')
  if (notice === null) return around
  return (
    around +
    words(at, pen.handles.next(), notice, [(minX + maxX) / 2, (minY + maxY) / 2], { ...large, anchor: [0.5, 0.5] })
  )
}

const thingsIn = (text: string): number => text.split('\r\n').filter((line) => line === '  0').length

/** One after the other into one file, on the disk when done. */
async function inOneFile(path: string, start: string, middle: string, end: string): Promise<void> {
  const out = createWriteStream(path, { flags: 'wx' })
  out.write(start)
  await pipeline(createReadStream(middle, { highWaterMark: 1024 * 1024 }), out, { end: false })
  await new Promise<void>((resolve, reject) => out.on('error', reject).end(end, resolve))
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
