/** The sheets of a print on the map while they are chosen, with their numbers; and the frame of one sheet, to be dragged. */
import type { Position } from 'geojson'
import { useMemo } from 'react'
import { useLocale } from '../../../locale.tsx'
import type { OverlayMark } from '../../../map/drawing/overlay-marks.ts'
import { sheetMarks } from '../../../map/drawing/sheet-marks.ts'
import { toDegrees } from '../../../map/exact.ts'
import type { FrameWish } from '../../../map/frame-grips.ts'
import type { Note } from '../../../map/map-layer.ts'
import { PALETTES, type Scheme } from '../../../map/palette.ts'
import { frameCorners } from './print-choice.ts'
import type { PrintSetup } from './use-print.ts'

const MANY_SHEETS = 100

const middleOf = (ring: readonly Position[]): [number, number] => {
  const [a, , c] = ring
  return [(a![0]! + c![0]!) / 2, (a![1]! + c![1]!) / 2]
}

export interface PrintScene {
  ink: readonly OverlayMark[]
  notes: readonly Note[]
  frame: FrameWish | null
}
const NOTHING: PrintScene = { ink: [], notes: [], frame: null }

export const usePrintScene = ({ wish, sheets, unwanted, isShown }: PrintSetup, scheme: Scheme): PrintScene => {
  const { t } = useLocale()
  const palette = PALETTES[scheme]
  return useMemo((): PrintScene => {
    if (!isShown) return NOTHING
    const corners = frameCorners(wish)
    if (corners && wish.frame) {
      const { middle, degrees } = wish.frame
      const marks = sheetMarks(palette, { wanted: [corners.map(toDegrees)], unwanted: [], empty: [] })
      return {
        ink: marks,
        notes: [],
        frame: { middle, degrees, labels: { move: t('print.grips.move'), turn: t('print.grips.turn') } },
      }
    }
    if (!sheets) return NOTHING
    const isWanted = (no: number) => !unwanted.includes(no)
    const ringsOf = (isIn: boolean) => sheets.data.filter(({ no }) => isWanted(no) === isIn).map((each) => each.corners)
    const notes: Note[] =
      sheets.data.length > MANY_SHEETS
        ? []
        : sheets.data.map(({ no, corners: ring }) => ({
            id: `sheet-${no}`,
            at: middleOf(ring),
            text: String(no),
            look: isWanted(no) ? 'sheet' : 'no-sheet',
            label: t('print.sheet', { no }),
          }))
    return {
      ink: sheetMarks(palette, { wanted: ringsOf(true), unwanted: ringsOf(false), empty: sheets.left_out }),
      notes,
      frame: null,
    }
  }, [wish, sheets, unwanted, isShown, palette, t])
}
