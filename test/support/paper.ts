/** A PDF as a printer sees it, rendered by poppler. */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { PrintFacts, PrintOptions } from '../../server/exports/print/print-options.ts'
import { quickFolder } from './quick-folder.ts'

/** What most tests ask of a print. */
export const A3_OF_500: PrintOptions = {
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

/** Of a result whose ground was delivered on a day. */
export const FACTS_ON_GROUND: PrintFacts = {
  reference: 'Bermsloot',
  klicNumbers: ['22G000001'],
  company: 'Graafwerk B.V.',
  madeAt: '2026-11-20T12:00:00Z',
  revision: 1,
  isOutdated: false,
  preliminary: null,
  dig: {
    on: '2026-11-23',
    status: { answer: 'yes', reasons: [], beginFrom: '2026-11-23', beginUntil: '2026-12-16' },
  },
  notes: [],
  operators: [],
  unknown: [],
  withheldParts: [],
  missingParts: [],
  account: null,
  ground: { from: '2022-05-12T09:00:00Z', to: '2022-05-12T09:00:00Z' },
}

/** For a test's `skip`. */
export const withoutPoppler = spawnSync('pdftoppm', ['-v']).error ? 'no pdftoppm (poppler-utils) here' : false

/** @param options.dpi 254 are 10 pixels a millimetre. @param options.crop of the page, in pixels: left, top, width and height */
export function rendered(path: string, { page = 1, dpi = 254, crop = [0, 0, 0, 0] as readonly number[] } = {}) {
  const [x, y, w, h] = crop
  const part = w ? ['-x', `${x}`, '-y', `${y}`, '-W', `${w}`, '-H', `${h}`] : []
  const pages = ['-f', String(page), '-l', String(page)]
  // A pipe for tens of megabytes costs as much as the drawing.
  const folder = quickFolder('klic-paper-')
  spawnSync('pdftoppm', ['-r', String(dpi), ...pages, ...part, '-singlefile', path, join(folder, 'page')])
  const picture = readFileSync(join(folder, 'page.ppm'))
  rmSync(folder, { recursive: true })
  const [, width, height] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(picture.toString('latin1', 0, 40))!.map(Number)
  const pixels = picture.subarray(picture.length - width! * height! * 3)
  return {
    width: width!,
    height: height!,
    perMm: dpi / 25.4,
    /** Red, green and blue of each, row by row; in a row there are `stride` bytes. */
    pixels,
    stride: width! * 3,
    at: (x: number, y: number) => pixels.subarray((y * width! + x) * 3, (y * width! + x) * 3 + 3),
  }
}

export const words = (path: string): string =>
  spawnSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }).stdout
