/**
 * What a drawing says before GDAL reads it: its unit, which of its layers are switched off or frozen, and how often it has its
 * blocks copied: a few lines can ask for 10^12 copies, at which GDAL would work for days.
 */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { brokenOff, UnreadableArea } from './fault.ts'

export interface DrawingHead {
  /** Of one unit of the drawing. */
  metres: number
  /** Names of layers that nobody sees. */
  hidden: ReadonlySet<string>
}

/** $INSUNITS, those that somebody draws the Netherlands in. */
const UNITS: Record<string, number> = { '4': 0.001, '5': 0.01, '6': 1 }
const FROZEN = 1
/** From AutoCAD 2007 on text is UTF-8; before, it is in the code page that the head names. */
const FIRST_UTF8 = 'AC1021'

/** Reads as far as the table of layers, which stands before all that is drawn. */
export async function headOfDrawing(path: string): Promise<DrawingHead> {
  const head = { version: '', page: 'windows-1252', metres: 1 }
  const layers: { name: string; isHidden: boolean }[] = []
  let [variable, section] = ['', '']
  let isLayer = false
  const take = (code: string, value: string): boolean => {
    if (code === '0') {
      isLayer = value === 'LAYER'
      variable = ''
      if (isLayer) layers.push({ name: '', isHidden: false })
      return section === 'BLOCKS' || section === 'ENTITIES'
    }
    if (code === '9') variable = value
    else if (code === '2' && !isLayer) section = value
    else if (variable === '$ACADVER' && code === '1') head.version = value
    else if (variable === '$DWGCODEPAGE' && code === '3') head.page = value.replace(/^ANSI_/i, 'windows-')
    else if (variable === '$INSUNITS' && code === '70') head.metres = UNITS[value] ?? 1
    else if (isLayer && code === '2') layers.at(-1)!.name = value
    else if (isLayer && code === '62') layers.at(-1)!.isHidden ||= Number(value) < 0
    else if (isLayer && code === '70') layers.at(-1)!.isHidden ||= (Number(value) & FROZEN) !== 0
    return section === 'BLOCKS' || section === 'ENTITIES'
  }
  for await (const pairs of pairsOf(path)) if (pairs.some(([code, value]) => take(code, value))) break
  const decoder = decoderOf(head.version >= FIRST_UTF8 ? 'utf-8' : head.page)
  const names = layers.filter(({ isHidden }) => isHidden).map(({ name }) => decoder.decode(Buffer.from(name, 'latin1')))
  return { metres: head.metres, hidden: new Set(names) }
}

const END_BYTES = 256

/** Every drawing ends with EOF. @throws UnreadableArea BROKEN_OFF */
export async function refuseWithoutEof(path: string): Promise<void> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(END_BYTES), 0, END_BYTES, Math.max(0, size - END_BYTES))
    if (!/(^|\s)EOF\s*$/.test(buffer.toString('latin1', 0, bytesRead))) throw brokenOff()
  } finally {
    await file.close()
  }
}

function decoderOf(page: string) {
  try {
    return new TextDecoder(page)
  } catch {
    return new TextDecoder('windows-1252')
  }
}

/** GDAL makes them in some seconds. A symbol that is drawn each time by a line of its own is no copy. */
const MAX_COPIES = 100_000
/** Blocks within blocks. Programs nest a few. */
const MAX_DEPTH = 50

/** How often each block is drawn there, by its name. */
type BlockCounts = Map<string, number>

/** @throws UnreadableArea TOO_MANY_CORNERS */
export async function refuseManyCopies(path: string): Promise<void> {
  const { entities, blocks, written } = await insertsIn(path)
  if (totalOf(entities, blocks) - written <= MAX_COPIES) return
  const message = `The drawing copies its blocks more than ${MAX_COPIES} times, by arrays or blocks within blocks. Save the areas as a drawing of their own.`
  throw new UnreadableArea('TOO_MANY_CORNERS', message)
}

async function insertsIn(
  path: string,
): Promise<{ entities: BlockCounts; blocks: Map<string, BlockCounts>; written: number }> {
  const entities: BlockCounts = new Map()
  const blocks = new Map<string, BlockCounts>()
  let written = 0
  let here = entities
  let isBlock = false
  let insert: { name: string; columns: number; rows: number } | null = null
  const end = (): void => {
    if (insert) here.set(insert.name, (here.get(insert.name) ?? 0) + insert.columns * insert.rows)
    insert = null
  }
  const take = (code: string, value: string): void => {
    if (code === '0') {
      end()
      isBlock = value === 'BLOCK'
      if (isBlock) here = new Map()
      else if (value === 'ENDBLK') here = entities
      else if (value === 'INSERT') {
        insert = { name: '', columns: 1, rows: 1 }
        written++
      }
    } else if (insert) {
      if (code === '2') insert.name = value
      else if (code === '70') insert.columns = Math.max(1, Number(value) || 1)
      else if (code === '71') insert.rows = Math.max(1, Number(value) || 1)
    } else if (isBlock && code === '2') {
      blocks.set(value, here)
      isBlock = false
    }
  }
  for await (const pairs of pairsOf(path)) for (const [code, value] of pairs) take(code, value)
  end()
  return { entities, blocks, written }
}

/** Copies of blocks, and of those within them. */
function totalOf(entities: BlockCounts, blocks: ReadonlyMap<string, BlockCounts>): number {
  const known = new Map<string, number>()
  const within = (drawn: BlockCounts, depth: number): number => {
    if (depth > MAX_DEPTH) return Infinity
    let sum = 0
    for (const [name, times] of drawn) sum += times * (1 + copiesIn(name, depth + 1))
    return sum
  }
  const copiesIn = (name: string, depth: number): number => {
    const before = known.get(name)
    if (before !== undefined) return before
    // GDAL leaves out a block that holds itself.
    known.set(name, 0)
    const copies = within(blocks.get(name) ?? new Map(), depth)
    known.set(name, copies)
    return copies
  }
  return within(entities, 0)
}

/** A drawing is text in pairs of lines: a code, and what it says. Bytes as they are, so that the code page can be told later. */
type Pair = [code: string, value: string]

/** Those of each piece of the file together: one at a time takes longer than what is done with them. */
async function* pairsOf(path: string): AsyncGenerator<Pair[]> {
  let tail = ''
  let code: string | null = null
  const pairs = (lines: readonly string[]): Pair[] => {
    const found: Pair[] = []
    for (const line of lines) {
      if (code === null) code = line.trim()
      else {
        found.push([code, line.trim()])
        code = null
      }
    }
    return found
  }
  for await (const chunk of createReadStream(path, { encoding: 'latin1' }) as AsyncIterable<string>) {
    const lines = (tail + chunk).split('\n')
    tail = lines.pop()!
    yield pairs(lines)
  }
  yield pairs([tail])
}
