/**
 * The drawing in programs of others: LibreCAD draws it, ezdxf audits it. Neither is needed for anything else, so where they
 * are absent (Debian: librecad, xvfb, poppler-utils; python3-ezdxf) the tests say so and are left out.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import gdal from 'gdal-async'
import { writeDxf } from '../../server/exports/formats/dxf/dxf.ts'
import { groundDrawing } from '../../server/exports/formats/dxf/ground.ts'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { REQUEST } from '../../server/imkl/look/styles.ts'
import type { Row } from '../../server/imkl/model/layers.ts'
import { RESULT_TABLES } from '../../server/imkl/model/result.ts'
import { THEMES } from '../../server/imkl/model/themes.ts'
import { LINE_M, ROW_M, writeSpecimen } from '../styling/specimen.ts'
import { folder } from './samples.ts'

const has = (...command: [string, ...string[]]): boolean =>
  spawnSync(command[0], command.slice(1), { stdio: 'ignore' }).status === 0
const missing = ['librecad', 'xvfb-run', 'pdftoppm'].filter((name) => !has('which', name))
const withoutLibreCad =
  missing.length > 0 && `${missing.join(', ')} not installed (Debian: librecad, xvfb, poppler-utils)`
const PYTHON = '/usr/bin/python3'
const withoutEzdxf = !has(PYTHON, '-c', 'import ezdxf') && 'ezdxf is not installed (Debian: python3-ezdxf)'

/** @returns where the drawing of one of everything is */
async function drawing(t: TestContext): Promise<{ path: (name: string) => string }> {
  const at = folder(t)
  writeSpecimen(at.path('result.gpkg'))
  const source = openResult(at.path('result.gpkg'))
  const tables: Record<string, Row[]> = Object.fromEntries(RESULT_TABLES.map(({ name }) => [name, source.table(name)]))
  await writeDxf({ path: at.path('result.dxf'), tempDir: at.path('.'), source, tables })
  source.close()
  return at
}

const DPI = 6
/** LibreCAD counts dots of 1200 to the inch in 32 bits: at a larger scale our places in the country are beyond them. */
const SCALE = 0.05
const pixelsPerM = (SCALE / 0.0254) * DPI

/** Pixels of the page as #rrggbb, asked by column and row. */
function printed(path: string): { width: number; height: number; at: (x: number, y: number) => string } {
  const ppm = execFileSync(
    'pdftoppm',
    ['-r', String(DPI), '-x', '23000', '-y', '33000', '-W', '4000', '-H', '4200', path],
    {
      maxBuffer: 1 << 28,
      timeout: 60_000,
    },
  )
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm.subarray(0, 40).toString('latin1'))!
  const [width, height] = [Number(head[1]), Number(head[2])]
  return {
    width,
    height,
    at: (x, y) => `#${ppm.subarray(head[0].length + (y * width + x) * 3).toString('hex', 0, 3)}`,
  }
}

type Page = ReturnType<typeof printed>

/** @returns its page, and all that it said but that it prints */
function inLibreCad(at: { path: (name: string) => string }, name: string): { page: Page; said: string[] } {
  const { status, stdout, stderr } = spawnSync(
    'xvfb-run',
    ['-a', 'librecad', 'dxf2pdf', '-c', '-s', String(SCALE), `${name}.dxf`],
    { cwd: at.path('.'), encoding: 'utf8', timeout: 120_000 },
  )
  assert.equal(status, 0, stderr)
  const said = `${stdout}${stderr}`
    .split('\n')
    .filter((line) => line !== '' && !/^(RS_DEBUG::|QStandardPaths|Printing )/.test(line))
  return { page: printed(at.path(`${name}.pdf`)), said }
}

/** The box around all that has a colour, and how many pixels have it. */
function inkOf(page: Page, colour: string) {
  const found = { left: Number.POSITIVE_INFINITY, right: -1, top: Number.POSITIVE_INFINITY, bottom: -1, pixels: 0 }
  for (let y = 0; y < page.height; y++)
    for (let x = 0; x < page.width; x++)
      if (page.at(x, y) === colour) {
        found.left = Math.min(found.left, x)
        found.right = Math.max(found.right, x)
        found.top = Math.min(found.top, y)
        found.bottom = Math.max(found.bottom, y)
        found.pixels++
      }
  return found
}

test('LibreCAD draws every theme in its colour and its place, and complains of nothing', {
  skip: withoutLibreCad,
}, async (t) => {
  const { page, said } = inLibreCad(await drawing(t), 'result')
  assert.deepEqual(said, [])
  const found = inkOf(page, REQUEST.colour)
  // The request is a box of 104 by 88 m, from (-4, -38).
  assert.ok(Math.abs(found.right - found.left - 104 * pixelsPerM) <= 3, JSON.stringify(found))
  assert.ok(Math.abs(found.bottom - found.top - 88 * pixelsPerM) <= 3, JSON.stringify(found))
  const near = (x: number, y: number, colour: string): boolean => {
    const [column, row] = [
      Math.round(found.left + (x + 4) * pixelsPerM),
      Math.round(found.bottom - (y + 38) * pixelsPerM),
    ]
    for (let right = -2; right <= 2; right++)
      for (let down = -2; down <= 2; down++) if (page.at(column + right, row + down) === colour) return true
    return false
  }
  for (const [i, { id, colour }] of THEMES.entries()) {
    assert.ok(near(LINE_M / 4, i * ROW_M, colour), id)
    assert.ok(!near(LINE_M / 4, (i + 0.5) * ROW_M, colour), `${id}, beside it`)
  }
})

const AUDIT = `
import json, sys, ezdxf
drawing = ezdxf.readfile(sys.argv[1])
audit = drawing.audit()
model = drawing.modelspace()
print(json.dumps({
    "faults": [each.message for each in [*audit.errors, *audit.fixes]],
    "texts": sorted({(each.dxf.layer[0], each.dxf.style, round(each.dxf.height, 4), each.dxf.oblique) for each in model.query("TEXT[layer!='X-XX-AL-KLIC LET OP-T']")}),
    "pens": sorted({(each.dxf.name.split("-")[-1], each.dxf.lineweight) for each in drawing.layers if each.dxf.name[0] in "BN"}),
    "inserts": sorted({(each.dxf.name in drawing.blocks, each.dxf.name[:9], each.dxf.name[-3:], each.dxf.xscale, each.dxf.yscale) for each in model.query("INSERT")}),
    "images": [(each.dxf.layer, each.image_def.dxf.filename, list(each.dxf.insert)[:2], list(each.dxf.image_size)[:2]) for each in model.query("IMAGE")],
}))`

interface DrawingAudit {
  faults: string[]
  texts: [status: string, style: string, heightM: number, slope: number][]
  pens: [element: string, pen: number][]
  inserts: [isThere: boolean, starts: string, ends: string, x: number, y: number][]
  images: [layer: string, file: string, corner: [number, number], pixels: [number, number]][]
}
const audited = (path: string): DrawingAudit =>
  JSON.parse(execFileSync(PYTHON, ['-c', AUDIT, path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))

test('ezdxf finds no fault, and letters, pens and symbols as NLCS has them', { skip: withoutEzdxf }, async (t) => {
  const { faults, texts, pens, inserts } = audited((await drawing(t)).path('result.dxf'))
  assert.deepEqual(faults, [])
  // 1.8 mm at 1:200, sloped: all of it is written at what exists.
  assert.deepEqual(texts, [['B', 'NLCS-ISO-M200-T18_CURSIEF', 0.36, 15]])
  const penOf = (element: string): number[] => pens.filter(([each]) => each === element).map(([, pen]) => pen)
  assert.deepEqual(penOf('T18'), [18])
  assert.deepEqual(penOf('S'), [18, 35], 'what exists, and what is new')
  assert.deepEqual(inserts, [[true, 'SKL-KLIC_', '-SO', 0.2, 0.2]], 'millimetres of paper at 1:200')
})

const RASTER = {
  table: 'ondergrond_14',
  origin: { x: 200_000, y: 400_080 },
  pixel: { x: 1 / 14, y: 1 / 14 },
  extent: { minX: 200_000, minY: 400_000, maxX: 200_080, maxY: 400_080 },
}

test('LibreCAD shows the picture of the ground, as large as it is', { skip: withoutLibreCad }, (t) => {
  const at = folder(t)
  writeFileSync(at.path('ondergrond.dxf'), groundDrawing([RASTER], ['een regel']))
  const picture = gdal.open(at.path('ondergrond_14.tif'), 'w', 'GTiff', 1120, 1120, 3, gdal.GDT_Byte, ['TILED=YES'])
  for (const [band, value] of [200, 30, 30].entries()) picture.bands.get(band + 1).fill(value)
  picture.close()
  const ink = inkOf(inLibreCad(at, 'ondergrond').page, '#c81e1e')
  const side = 80 * pixelsPerM
  assert.ok(
    Math.abs(ink.right - ink.left - side) <= 3 && Math.abs(ink.bottom - ink.top - side) <= 3,
    JSON.stringify(ink),
  )
  assert.ok(ink.pixels > 0.98 * side ** 2, 'all of it')
})

test('ezdxf finds no fault in the drawing of the ground, and its picture in its place', { skip: withoutEzdxf }, (t) => {
  const path = folder(t).path('ondergrond.dxf')
  writeFileSync(path, groundDrawing([RASTER], ['een regel']))
  const { faults, images } = audited(path)
  assert.deepEqual(faults, [])
  assert.deepEqual(images, [['X-XX-AL-KLIC ONDERGROND-G', 'ondergrond_14.tif', [200_000, 400_000], [1120, 1120]]])
})
