/** The sheets of a print as they lie on the ground: those that are printed, those that stay out, those on which nothing lies. Pure. */
import type { Position } from 'geojson'
import type { Palette } from '../palette.ts'
import type { OverlayMark } from './overlay-marks.ts'

const line = (ring: Position[], colour: string, width: number, dash?: number[]): OverlayMark[] => [
  // On the ground of a delivery, on paper and in the dark alike; the gaps of a dash stay gaps.
  ...(dash ? [] : [{ draw: 'line', lines: [ring], colour: '#ffffff', width: width + 2, opacity: 0.7 } as const]),
  { draw: 'line', lines: [ring], colour, width, ...(dash ? { dash } : {}) },
]

/** @param rings closed, in degrees */
export const sheetMarks = (
  palette: Palette,
  { wanted, unwanted, empty }: Record<'wanted' | 'unwanted' | 'empty', readonly Position[][]>,
): OverlayMark[] => [
  ...empty.map((ring): OverlayMark => ({ draw: 'fill', rings: [ring], colour: palette.text, opacity: 0.18 })),
  ...empty.flatMap((ring) => line(ring, palette.text, 1, [3, 5])),
  ...unwanted.flatMap((ring) => line(ring, palette.text, 1.2, [8, 5])),
  ...wanted.map((ring): OverlayMark => ({ draw: 'fill', rings: [ring], colour: palette.accent, opacity: 0.06 })),
  ...wanted.flatMap((ring) => line(ring, palette.accent, 2)),
]
