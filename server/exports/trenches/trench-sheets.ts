/** The sheet of a trench plan: A3 at the largest scale that shows all of it; where none does, larger paper at the smallest. */
import { extentOf, growExtent } from '../../geometry/flat.ts'
import type { Position } from '../../geometry/geometry.ts'
import type { TrenchPlan, Works } from '../../imkl/model/trench-plan.ts'
import { Refusal } from '../../platform/refusal.ts'
import { MAX_SHEETS, PRINT_SCALES, type PrintOptions } from '../print/print-options.ts'
import { fitsOneSheet, pageOf, type Sheet, sheetAt, sheetsOver } from '../print/print-sheets.ts'

/** What lies around the plan is on its sheet, too: so much of the paper on each side. */
const ROOM_MM = 10

type Format = Pick<PrintOptions, 'scale' | 'paper' | 'orientation'>

const SMALLEST = PRINT_SCALES.at(-1)!
const LARGEST = { paper: 'A0', scale: SMALLEST, orientation: 'landscape' } as const satisfies Format
/** The first that fits is taken. */
const FORMATS: readonly Format[] = [
  ...PRINT_SCALES.map((scale) => ({ paper: 'A3', scale }) as const),
  ...(['A2', 'A1', 'A0'] as const).map((paper) => ({ paper, scale: SMALLEST })),
].flatMap((each) => (['landscape', 'portrait'] as const).map((orientation) => ({ ...each, orientation })))

/**
 * @returns one sheet; of works that are larger than the largest paper several
 * @throws Refusal VALIDATION_FAILED for works that take more than MAX_SHEETS
 */
export function trenchSheets(works: Works, { trenches }: TrenchPlan): { format: Format; sheets: Sheet[] } {
  const rings = works.kind === 'axis' ? [thereAndBack(works.line)] : (works.rings as Position[][])
  const extent = extentOf([...rings, ...trenches.map(({ outline }) => outline)].flat())
  const format = FORMATS.find((each) =>
    fitsOneSheet(growExtent(extent, (ROOM_MM * each.scale) / 1000), pageOf(each), each.scale),
  )
  if (format) {
    const middle: Position = [(extent.minX + extent.maxX) / 2, (extent.minY + extent.maxY) / 2]
    return { format, sheets: [sheetAt({ middle, degrees: 0 }, pageOf(format), format.scale)] }
  }
  const sheets = sheetsOver({ type: 'Polygon', coordinates: rings }, pageOf(LARGEST), LARGEST.scale)
  if (typeof sheets === 'number' || sheets.length > MAX_SHEETS)
    throw new Refusal(
      'VALIDATION_FAILED',
      `The works take more than ${MAX_SHEETS} sheets of A0 at 1:${LARGEST.scale}. Plan the works in parts.`,
    )
  return { format: LARGEST, sheets }
}

/** A ring without an area. */
const thereAndBack = (line: readonly Position[]): Position[] => [...line, ...line.toReversed()]
