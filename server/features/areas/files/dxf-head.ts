/** What a drawing says before its lines: its unit, and which of its layers are switched off or frozen. */
import { open } from 'node:fs/promises'
import { pairsOf } from './dxf-pairs.ts'
import { brokenOff } from './fault.ts'

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
