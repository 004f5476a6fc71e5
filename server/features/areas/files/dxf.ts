/**
 * What a drawing says before GDAL reads it: its unit, its encoding, its layers that are off, and how often it has its blocks
 * copied: a few lines can ask for 10^12 copies, at which GDAL would work for days.
 */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { brokenOff, UnreadableArea } from './fault.ts'

export interface DrawingHead {
  /** Of one unit of the drawing; null: it does not say. */
  metres: number | null
  isUtf8: boolean
  /** Names of layers that are off or frozen, in lower case: for CAD the case of a name makes no difference. */
  hidden: ReadonlySet<string>
}

/** $INSUNITS, those that somebody draws the Netherlands in. */
const UNITS: Record<string, number> = { '4': 0.001, '5': 0.01, '6': 1 }
const FROZEN = 1
/** From AutoCAD 2007 on text is UTF-8; before, it is in the code page that the head names. */
const FIRST_UTF8 = 'AC1021'

/** Reads as far as the table of layers, which stands before all that is drawn. */
export async function headOfDrawing(path: string): Promise<DrawingHead> {
  const head = { metres: null as number | null, isUtf8: false, page: 'windows-1252' }
  const hidden = new Set<string>()
  let variable = ''
  let layer: string | null = null
  const isEnd = ([code, value]: Pair): boolean => {
    if (code === '0') [layer, variable] = [value === 'LAYER' ? '' : null, '']
    else if (code === '9') variable = value
    else if (variable === '$ACADVER' && code === '1') head.isUtf8 = value >= FIRST_UTF8
    else if (variable === '$DWGCODEPAGE' && code === '3') head.page = value.replace(/^ANSI_/i, 'windows-')
    else if (variable === '$INSUNITS' && code === '70') head.metres = UNITS[value] ?? null
    else if (layer !== null && code === '2') layer = value
    else if (layer && (code === '62' ? Number(value) < 0 : code === '70' && (Number(value) & FROZEN) !== 0))
      hidden.add(layer)
    return code === '2' && layer === null && (value === 'BLOCKS' || value === 'ENTITIES')
  }
  for await (const pairs of pairsOf(path)) if (pairs.some(isEnd)) break
  const decoder = decoderOf(head.isUtf8 ? 'utf-8' : head.page)
  const names = [...hidden].map((name) => decoder.decode(Buffer.from(name, 'latin1')).toLowerCase())
  return { metres: head.metres, isUtf8: head.isUtf8, hidden: new Set(names) }
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

/** @throws UnreadableArea TOO_MANY_CORNERS, or NUMBERS_UNCLEAR where a coordinate is written with a comma */
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
  let line = 0
  const end = (): void => {
    if (insert) here.set(insert.name, (here.get(insert.name) ?? 0) + insert.columns * insert.rows)
    insert = null
  }
  const take = (code: string, value: string): void => {
    line += 2
    if (/^[1-3]\d$/.test(code) && /^-?\d+,\d+$/.test(value)) throw decimalComma(line, value)
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

/** GDAL would read the number as far as the comma. */
const decimalComma = (line: number, value: string): UnreadableArea => {
  const message = `Line ${line} of the drawing has a decimal comma (${value.slice(0, 40)}). Save it with decimal points.`
  return new UnreadableArea('NUMBERS_UNCLEAR', message, line)
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
