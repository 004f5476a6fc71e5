/** The works and the trial trenches on a sheet, above the delivered lines: these stay seen through them. */
import type { TrenchParameters, TrialTrench, Works } from '../../imkl/model/trench-plan.ts'
import { type Ground, halo, mm, type Pdf, trace } from '../print/paper.ts'
import type { TypeSizes } from '../print/type-sizes.ts'
import { TRENCH_COLOURS } from '../styling/trenches.ts'

const { werk: WORKS, proefsleuf: TRENCH } = TRENCH_COLOURS
const OPACITY = 0.2
const LINE_MM = 0.5
const DASH_MM = [3, 1.5] as const

type Place = [number, number]
type Draw = (middle: Place, long: number) => void

const dashed = (pdf: Pdf): Pdf =>
  pdf
    .lineWidth(mm(LINE_MM))
    .lineCap('butt')
    .lineJoin('round')
    .dash(mm(DASH_MM[0]), { space: mm(DASH_MM[1]) })

/** An axis as wide as its profile. */
export function drawWorks(pdf: Pdf, ground: Ground, works: Works, { widthM }: TrenchParameters): void {
  if (works.kind === 'axis') {
    trace(pdf, ground, works.line.flat())
    pdf
      .undash()
      .lineCap('butt')
      .lineJoin('round')
      .lineWidth(mm((widthM * 1000) / ground.scale))
    if (widthM > 0) pdf.strokeOpacity(OPACITY).stroke(WORKS).strokeOpacity(1)
    trace(pdf, ground, works.line.flat())
  } else {
    for (const ring of works.rings) trace(pdf, ground, ring.flat(), true)
    pdf.fillOpacity(OPACITY).fill(WORKS, 'even-odd').fillOpacity(1)
    for (const ring of works.rings) trace(pdf, ground, ring.flat(), true)
  }
  dashed(pdf).stroke(WORKS).undash()
}

const filled = (pdf: Pdf): void => {
  pdf.undash().lineWidth(mm(LINE_MM)).lineJoin('miter').fillOpacity(OPACITY).fillAndStroke(TRENCH, TRENCH)
  pdf.fillOpacity(1)
}

export function drawTrenches(pdf: Pdf, ground: Ground, trenches: readonly TrialTrench[]): void {
  for (const { outline } of trenches) {
    trace(pdf, ground, outline.flat(), true)
    filled(pdf)
  }
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

const meet = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

const isWithin = ({ x, y, width, height }: Box, { left, top, right, bottom }: Ground): boolean =>
  x >= left && y >= top && x + width <= right && y + height <= bottom

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
  const { minX, maxX, minY, maxY } = ground.extent
  const seen = trenches.filter(({ xy: [x, y] }) => x >= minX && x <= maxX && y >= minY && y <= maxY)
  const taken = seen.map(({ outline }) => boxOf(outline.map(([x, y]) => ground.at(x, y))))
  pdf.font('Helvetica-Bold').fontSize(size)
  for (const [i, { no, xy }] of seen.entries()) {
    const own = taken[i]!
    const label = String(no)
    const [width, height] = [pdf.widthOfString(label) + 2, size + 1]
    const [middleX, middleY] = [own.x + own.width / 2, own.y + own.height / 2]
    const boxAt = ([right, down]: readonly [number, number], step: number): Box => ({
      x: middleX - width / 2 + right * (own.width / 2 + width / 2 + 2 + step * height),
      y: middleY - height / 2 + down * (own.height / 2 + height / 2 + 1 + step * height),
      width,
      height,
    })
    const boxes = Array.from({ length: STEPS }, (_, step) => SIDES.map((side) => boxAt(side, step))).flat()
    const at = boxes.findIndex((box) => isWithin(box, ground) && !taken.some((each) => meet(box, each)))
    const box = boxes[Math.max(0, at)]!
    taken.push(box)
    if (at >= SIDES.length) {
      pdf.undash().lineWidth(0.5)
      pdf
        .moveTo(...ground.at(...xy))
        .lineTo(box.x + width / 2, box.y + height / 2)
        .stroke(TRENCH)
    }
    halo(pdf, box.x, box.y, width, height)
    pdf.fill(TRENCH).text(label, box.x + 1, box.y + 1, { lineBreak: false })
  }
}

function boxOf(places: readonly Place[]): Box {
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

/** For the legend. */
export const worksSample =
  (pdf: Pdf, { kind }: Works): Draw =>
  ([x, y], long) => {
    pdf
      .fillOpacity(OPACITY)
      .rect(x - long / 2, y - mm(1.2), long, mm(2.4))
      .fill(WORKS)
      .fillOpacity(1)
    if (kind === 'axis') pdf.moveTo(x - long / 2, y).lineTo(x + long / 2, y)
    else pdf.rect(x - long / 2, y - mm(1.2), long, mm(2.4))
    dashed(pdf).stroke(WORKS).undash()
  }

export const trenchSample =
  (pdf: Pdf): Draw =>
  ([x, y], long) => {
    pdf.rect(x - long / 4, y - mm(1.4), long / 2, mm(2.8))
    filled(pdf)
  }
