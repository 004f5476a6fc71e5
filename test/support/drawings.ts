/** Drawings (DXF) as CAD programs write them: layers that are off, paper space, blocks, bulges, units. */
export interface DrawnEntity {
  kind: 'polyline' | 'insert'
  layer: string
  at: readonly (readonly [number, number])[]
  closed?: boolean
  onPaper?: boolean
  /** Of every corner. */
  bulge?: number
  /** Of an insert. */
  block?: string
  turn?: number
  scale?: number
}

interface Sheet {
  layers: Record<string, 'on' | 'off' | 'frozen'>
  entities: readonly DrawnEntity[]
  blocks?: Record<string, readonly DrawnEntity[]>
  /** $INSUNITS; 6: metres. */
  unit?: number
}

const tags = (...pairs: readonly (string | number)[]): string =>
  Array.from(
    { length: pairs.length / 2 },
    (_, i) => `${String(pairs[2 * i]).padStart(3)}\r\n${pairs[2 * i + 1]}\r\n`,
  ).join('')

const entity = ({ kind, layer, at, closed, onPaper, bulge, block, turn, scale }: DrawnEntity): string => {
  const paper = onPaper ? tags(67, 1) : ''
  if (kind === 'insert')
    return (
      tags(0, 'INSERT', 8, layer, 2, block!, 10, at[0]![0], 20, at[0]![1], 41, scale ?? 1, 42, scale ?? 1, 43, 1) +
      tags(50, turn ?? 0)
    )
  return (
    tags(0, 'LWPOLYLINE', 8, layer) +
    paper +
    tags(90, at.length, 70, closed ? 1 : 0) +
    at.map(([x, y]) => tags(10, x, 20, y) + (bulge === undefined ? '' : tags(42, bulge))).join('')
  )
}

/** In the code page of Windows, as before AutoCAD 2007. */
export function drawing({ layers, entities, blocks = {}, unit = 6 }: Sheet): Buffer {
  const section = (name: string, contents: string) => tags(0, 'SECTION', 2, name) + contents + tags(0, 'ENDSEC')
  const names = new Set([...Object.keys(layers), ...entities.map(({ layer }) => layer), '0'])
  const table = [...names].map((name) =>
    tags(
      0,
      'LAYER',
      2,
      name,
      70,
      layers[name] === 'frozen' ? 1 : 0,
      62,
      layers[name] === 'off' ? -7 : 7,
      6,
      'CONTINUOUS',
    ),
  )
  const inBlocks = Object.entries(blocks).map(
    ([name, drawn]) =>
      tags(0, 'BLOCK', 8, '0', 2, name, 70, 0, 10, 0, 20, 0, 3, name) +
      drawn.map(entity).join('') +
      tags(0, 'ENDBLK', 8, '0'),
  )
  const text =
    section('HEADER', tags(9, '$ACADVER', 1, 'AC1015', 9, '$DWGCODEPAGE', 3, 'ANSI_1252', 9, '$INSUNITS', 70, unit)) +
    section('TABLES', tags(0, 'TABLE', 2, 'LAYER', 70, names.size) + table.join('') + tags(0, 'ENDTAB')) +
    section('BLOCKS', inBlocks.join('')) +
    section('ENTITIES', entities.map(entity).join('')) +
    tags(0, 'EOF')
  return Buffer.from(text, 'latin1')
}
