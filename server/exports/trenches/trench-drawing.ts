/** The works and the trial trenches on a sheet, above the delivered lines: these stay seen through them. */
import { extentCovers, extentOf, extentsMeet } from '../../geometry/flat.ts'
import type { Extent, Position } from '../../geometry/geometry.ts'
import type { TrenchParameters, TrialTrench, Works } from '../../imkl/model/trench-plan.ts'
import { type Ground, halo, mm, type Pdf, trace } from '../print/paper.ts'
import { cornersOf } from '../print/sheet-frame.ts'
import type { TypeSizes } from '../print/type-sizes.ts'
import { TRENCH_COLOURS } from '../styling/trenches.ts'

const { werk: WORKS, proefsleuf: TRENCH } = TRENCH_COLOURS
const OPACITY = 0.2
const LINE_MM = 0.5
const DASH_MM = [3, 1.5] as const

type Scaled = Pick<Ground, 'at' | 'scale'>

/** An axis as wide as its profile. */
export function drawWorks(pdf: Pdf, ground: Scaled, works: Works, { widthM }: Pick<TrenchParameters, 'widthM'>): void {
  const traceAll = (): void => {
    if (works.kind === 'axis') trace(pdf, ground, works.line.flat())
    else for (const ring of works.rings) trace(pdf, ground, ring.flat(), true)
  }
  pdf.undash().lineCap('butt').lineJoin('round')
  traceAll()
  if (works.kind === 'area') pdf.fillOpacity(OPACITY).fill(WORKS, 'even-odd').fillOpacity(1)
  else {
    pdf.lineWidth(mm((widthM * 1000) / ground.scale))
    if (widthM > 0) pdf.strokeOpacity(OPACITY).stroke(WORKS).strokeOpacity(1)
  }
  traceAll()
  pdf.lineWidth(mm(LINE_MM)).dash(mm(DASH_MM[0]), { space: mm(DASH_MM[1]) })
  pdf.stroke(WORKS).undash()
}

export function drawTrenches(pdf: Pdf, ground: Scaled, trenches: readonly Pick<TrialTrench, 'outline'>[]): void {
  for (const { outline } of trenches) {
    trace(pdf, ground, outline.flat(), true)
    pdf.undash().lineWidth(mm(LINE_MM)).lineJoin('miter').fillOpacity(OPACITY).fillAndStroke(TRENCH, TRENCH)
    pdf.fillOpacity(1)
  }
}

/** Above, below, right or left of its trench, so many heights of a letter away. */
const SIDES = [
  [0, -1],
  [0, 1],
  [1, 0],
  [-1, 0],
] as const
const STEPS = 8

/** Each number beside its trench where there is room, and else farther away, with a line to it. */
export function drawNumbers(
  pdf: Pdf,
  ground: Ground,
  trenches: readonly TrialTrench[],
  { heading: size }: TypeSizes,
): void {
  const paper = { minX: ground.left, minY: ground.top, maxX: ground.right, maxY: ground.bottom }
  const seen = trenches.filter(({ xy }) => extentCovers(ground.extent, extentOf([xy])))
  const taken = seen.map(({ outline }) => extentOf(outline.map(([x, y]) => ground.at(x, y))))
  pdf.font('Helvetica-Bold').fontSize(size)
  for (const [i, { no, xy }] of seen.entries()) {
    const { minX, minY, maxX, maxY } = taken[i]!
    const label = String(no)
    const [width, height] = [pdf.widthOfString(label) + 2, size + 1]
    const boxAt = ([right, down]: (typeof SIDES)[number], step: number): Extent => {
      const x = (minX + maxX - width) / 2 + right * ((maxX - minX + width) / 2 + 2 + step * height)
      const y = (minY + maxY - height) / 2 + down * ((maxY - minY + height) / 2 + 1 + step * height)
      return { minX: x, minY: y, maxX: x + width, maxY: y + height }
    }
    const boxes = Array.from({ length: STEPS }, (_, step) => SIDES.map((side) => boxAt(side, step))).flat()
    const at = boxes.findIndex((box) => extentCovers(paper, box) && !taken.some((each) => extentsMeet(box, each)))
    const box = boxes[Math.max(0, at)]!
    taken.push(box)
    if (at >= SIDES.length) {
      trace(pdf, ground, xy)
      pdf.lineTo(box.minX + width / 2, box.minY + height / 2)
      pdf.undash().lineWidth(0.5).stroke(TRENCH)
    }
    halo(pdf, box.minX, box.minY, width, height)
    pdf.fill(TRENCH).text(label, box.minX + 1, box.minY + 1, { lineBreak: false })
  }
}

/** For the legend: in points of the paper, and with a metre of the works as a millimetre. */
const ON_PAPER: Scaled = { at: (x, y) => [x, y], scale: 1000 }
const SAMPLE_MM = 2.6

type Sample = (middle: Position, long: number) => void

const boxAround = ([x, y]: Position, width: number): Position[] => {
  const [right, down] = [width / 2, mm(SAMPLE_MM) / 2]
  return cornersOf({ ground: { minX: x - right, maxX: x + right, minY: y - down, maxY: y + down }, degrees: 0 })
}

export const worksSample =
  (pdf: Pdf, { kind }: Works): Sample =>
  ([x, y], long) => {
    const ends: Position[] = [
      [x - long / 2, y],
      [x + long / 2, y],
    ]
    const works: Works = kind === 'axis' ? { kind, line: ends } : { kind, rings: [boxAround([x, y], long)] }
    drawWorks(pdf, ON_PAPER, works, { widthM: SAMPLE_MM })
  }

export const trenchSample =
  (pdf: Pdf): Sample =>
  (middle, long) =>
    drawTrenches(pdf, ON_PAPER, [{ outline: boxAround(middle, long / 2) }])
