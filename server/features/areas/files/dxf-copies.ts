/** How often a drawing has its blocks copied. A few lines can ask for 10^12 copies, at which GDAL would work for days. */
import { pairsOf } from './dxf-pairs.ts'
import { UnreadableArea } from './fault.ts'

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
