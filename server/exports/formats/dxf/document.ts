/** What stands around the entities of a drawing: header, tables, blocks and objects, as AutoCAD demands them. */
import type { Extent } from '../../../geometry/geometry.ts'
import { BLOCKS, blockContents } from './blocks.ts'
import { APPLICATION, TEXT_STYLES } from './entities.ts'
import { CONTINUOUS, type DxfLayer, LINE_TYPES, layerBody, lineTypeBody } from './layers.ts'
import { decimal, type Handles, MODEL_SPACE, tag, VERSION } from './tags.ts'

const METRES = 6
const PAPER_SPACE = '1E'

const section = (name: string, contents: string): string =>
  tag(0, 'SECTION') + tag(2, name) + contents + tag(0, 'ENDSEC')

export interface DrawingFrame {
  layers: readonly DxfLayer[]
  extent: Extent
  /** For what is not yet written; the entities have taken theirs. */
  handles: Handles
  /** Higher than any handle of the whole drawing. */
  seed: string
  /** Shown by programs that show comments, and seen by who opens the file as text. */
  comments: readonly string[]
  /** Classes that AutoCAD 2004 needs declared before their objects. */
  classes?: string
}

/** What stands beside the drawing itself, and under which names its dictionary has it. */
interface MoreObjects {
  named: string
  contents: string
}

/** All that comes before the first entity. */
export function beforeEntities(frame: DrawingFrame): string {
  const { handles } = frame
  const records = BLOCKS.map((block) => ({ block, record: handles.next() }))
  return (
    frame.comments.map((line) => tag(999, line)).join('') +
    section('HEADER', header(frame)) +
    section('CLASSES', frame.classes ?? '') +
    section('TABLES', tables(frame, records)) +
    section(
      'BLOCKS',
      block('*Model_Space', MODEL_SPACE, '', handles) +
        block('*Paper_Space', PAPER_SPACE, '', handles) +
        records
          .map(({ block: one, record }) => block(one.name, record, blockContents(one, record, handles), handles))
          .join(''),
    ) +
    tag(0, 'SECTION') +
    tag(2, 'ENTITIES')
  )
}

/** @param more by the handle of the dictionary that they belong to */
export function afterEntities(
  handles: Handles,
  more: (root: string) => MoreObjects = () => ({ named: '', contents: '' }),
): string {
  const root = handles.next()
  const groups = handles.next()
  const dictionary = (handle: string, owner: string | 0, contents: string): string =>
    tag(0, 'DICTIONARY') + tag(5, handle) + tag(330, owner) + tag(100, 'AcDbDictionary') + tag(281, 1) + contents
  const { named: others, contents } = more(root)
  return (
    tag(0, 'ENDSEC') +
    section(
      'OBJECTS',
      dictionary(root, 0, tag(3, 'ACAD_GROUP') + tag(350, groups) + others) + dictionary(groups, root, '') + contents,
    ) +
    tag(0, 'EOF')
  )
}

const variable = (name: string, ...values: readonly [code: number, value: string | number][]): string =>
  tag(9, name) + values.map(([code, value]) => tag(code, value)).join('')

const corner = (name: string, x: number, y: number): string => variable(name, [10, decimal(x)], [20, decimal(y)])

const header = ({ extent, seed }: DrawingFrame): string =>
  variable('$ACADVER', [1, VERSION]) +
  variable('$DWGCODEPAGE', [3, 'ANSI_1252']) +
  variable('$INSBASE', [10, 0], [20, 0], [30, 0]) +
  variable('$EXTMIN', [10, decimal(extent.minX)], [20, decimal(extent.minY)], [30, 0]) +
  variable('$EXTMAX', [10, decimal(extent.maxX)], [20, decimal(extent.maxY)], [30, 0]) +
  corner('$LIMMIN', extent.minX, extent.minY) +
  corner('$LIMMAX', extent.maxX, extent.maxY) +
  variable('$LTSCALE', [40, 1]) +
  variable('$CLAYER', [8, '0']) +
  variable('$LUNITS', [70, 2]) +
  variable('$LUPREC', [70, 3]) +
  variable('$MEASUREMENT', [70, 1]) +
  variable('$INSUNITS', [70, METRES]) +
  variable('$HANDSEED', [5, seed])

/** @param subclass of the records, e.g. AcDbLayerTableRecord */
function table(
  name: string,
  subclass: string,
  bodies: readonly string[],
  handles: Handles,
  known: string[] = [],
): string {
  const own = handles.next()
  const isDimension = name === 'DIMSTYLE'
  return (
    tag(0, 'TABLE') +
    tag(2, name) +
    tag(5, own) +
    tag(330, 0) +
    tag(100, 'AcDbSymbolTable') +
    tag(70, bodies.length) +
    (isDimension ? tag(100, 'AcDbDimStyleTable') : '') +
    bodies
      .map(
        (body, i) =>
          tag(0, name) +
          tag(isDimension ? 105 : 5, known[i] ?? handles.next()) +
          tag(330, own) +
          tag(100, 'AcDbSymbolTableRecord') +
          tag(100, subclass) +
          body,
      )
      .join('') +
    tag(0, 'ENDTAB')
  )
}

const named = (name: string): string => tag(2, name) + tag(70, 0)

const PLAIN_LAYER: DxfLayer = { name: '0', colour: '#000000', lineType: CONTINUOUS, widthMm: 0.25, isOff: false }

function tables(frame: DrawingFrame, records: readonly { block: { name: string }; record: string }[]): string {
  const { handles, layers } = frame
  const lineTypes = [
    ...['ByBlock', 'ByLayer', CONTINUOUS].map((name) => lineTypeBody(name, '', [])),
    ...LINE_TYPES.map(({ name, says, dash }) => lineTypeBody(name, says, dash)),
  ]
  const blocks = ['*Model_Space', '*Paper_Space', ...records.map(({ block: { name } }) => name)]
  return (
    table('VPORT', 'AcDbViewportTableRecord', [view(frame.extent)], handles) +
    table('LTYPE', 'AcDbLinetypeTableRecord', lineTypes, handles) +
    table('LAYER', 'AcDbLayerTableRecord', [PLAIN_LAYER, ...layers].map(layerBody), handles) +
    table('STYLE', 'AcDbTextStyleTableRecord', [STANDARD_STYLE, ...TEXT_STYLES].map(textStyle), handles) +
    table('VIEW', 'AcDbViewTableRecord', [], handles) +
    table('UCS', 'AcDbUCSTableRecord', [], handles) +
    table('APPID', 'AcDbRegAppTableRecord', ['ACAD', APPLICATION].map(named), handles) +
    table('DIMSTYLE', 'AcDbDimStyleTableRecord', [named('Standard')], handles) +
    table(
      'BLOCK_RECORD',
      'AcDbBlockTableRecord',
      blocks.map((name) => tag(2, name) + tag(340, 0)),
      handles,
      [MODEL_SPACE, PAPER_SPACE, ...records.map(({ record }) => record)],
    )
  )
}

const STANDARD_STYLE = { name: 'Standard', font: 'arial.ttf', slope: 0 }

const textStyle = ({ name, font, slope }: typeof STANDARD_STYLE): string =>
  named(name) + tag(40, 0) + tag(41, 1) + tag(50, slope) + tag(71, 0) + tag(42, 1) + tag(3, font) + tag(4, '')

/** The whole drawing in sight, north up. */
function view({ minX, minY, maxX, maxY }: Extent): string {
  const pair = (code: number, x: number, y: number): string => tag(code, decimal(x)) + tag(code + 10, decimal(y))
  const height = Math.max(maxY - minY, (maxX - minX) / 1.5, 1) * 1.1
  return (
    named('*ACTIVE') +
    pair(10, 0, 0) +
    pair(11, 1, 1) +
    pair(12, (minX + maxX) / 2, (minY + maxY) / 2) +
    pair(13, 0, 0) +
    pair(14, 10, 10) +
    pair(15, 10, 10) +
    pair(16, 0, 0) +
    tag(36, 1) +
    pair(17, 0, 0) +
    tag(37, 0) +
    tag(40, decimal(height)) +
    tag(41, 1.5) +
    tag(42, 50) +
    [43, 44, 50, 51].map((code) => tag(code, 0)).join('') +
    [
      [71, 0],
      [72, 1000],
      [73, 1],
      [74, 3],
      [75, 0],
      [76, 0],
      [77, 0],
      [78, 0],
    ]
      .map(([code, value]) => tag(code!, value!))
      .join('')
  )
}

function block(name: string, record: string, contents: string, handles: Handles): string {
  const start = (type: string, subclass: string): string =>
    tag(0, type) + tag(5, handles.next()) + tag(330, record) + tag(100, 'AcDbEntity') + tag(8, '0') + tag(100, subclass)
  return (
    start('BLOCK', 'AcDbBlockBegin') +
    tag(2, name) +
    tag(70, 0) +
    tag(10, 0) +
    tag(20, 0) +
    tag(30, 0) +
    tag(3, name) +
    tag(1, '') +
    contents +
    start('ENDBLK', 'AcDbBlockEnd')
  )
}
