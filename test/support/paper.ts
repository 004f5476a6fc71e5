/** A PDF as a printer sees it, rendered by poppler. */
import { spawnSync } from 'node:child_process'
import type { PrintWishes } from '../../server/domain/look/print.ts'

/** What most tests ask of a print. */
export const A3_OF_500: PrintWishes = {
  cover: 'area',
  frame: null,
  empty: false,
  sheets: [],
  scale: 500,
  paper: 'A3',
  orientation: 'landscape',
  ink: 'colour',
  lines: 'official',
  language: 'nl',
  hidden: [],
  hiddenOperators: [],
  ground: true,
}

/** For a test's `skip`. */
export const withoutPoppler = spawnSync('pdftoppm', ['-v']).error ? 'no pdftoppm (poppler-utils) here' : false

/** @param options.dpi 254 are 10 pixels a millimetre. */
export function rendered(path: string, { page = 1, dpi = 254 } = {}) {
  const { stdout } = spawnSync('pdftoppm', ['-r', String(dpi), '-f', String(page), '-l', String(page), path], {
    maxBuffer: 1 << 30,
  })
  const [, width, height] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(stdout.subarray(0, 40).toString('latin1'))!.map(Number)
  const pixels = stdout.subarray(stdout.length - width! * height! * 3)
  return {
    width: width!,
    height: height!,
    perMm: dpi / 25.4,
    at: (x: number, y: number) => pixels.subarray((y * width! + x) * 3, (y * width! + x) * 3 + 3),
  }
}

export const words = (path: string): string =>
  spawnSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }).stdout
