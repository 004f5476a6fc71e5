/** The sheets of a print before it is made: where each lies on the ground, and on which there is anything. */

import { MAX_SHEETS, type PrintOptions } from '../../exports/print/print-options.ts'
import { pageOf, type Sheet, sheetAt } from '../../exports/print/print-sheets.ts'
import { cornersOf } from '../../exports/print/sheet-frame.ts'
import { drawnArea } from '../../geometry/drawn-area.ts'
import { extentOf } from '../../geometry/flat.ts'
import type { PolygonJson, Position } from '../../geometry/geometry.ts'
import { lngLatFromRd } from '../../geometry/rd/rd.ts'
import { IN_THE_GROUND } from '../../imkl/model/layers.ts'
import type { ResultReader } from '../../imkl/model/result.ts'
import { createYielder } from '../../platform/event-loop-yield.ts'
import { ANSWER_QUEUE, fairLimit } from '../../platform/fair-limit.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { PartState } from '../../registry/klic.ts'
import { jobArea } from '../jobs/rows/jobs.ts'
import { partsOf } from '../jobs/rows/parts.ts'
import { isMissing } from '../jobs/rules/progress.ts'
import type { Caller, Compute } from '../services.ts'
import { fileOf, resultOfJob } from './map/serve-layers.ts'
import type { ResultServices } from './whole-result.ts'

export type SheetServices = ResultServices & Pick<Compute, 'allSheets'>

export interface LaidOut {
  /** Numbered without gaps */
  sheets: Sheet[]
  /** On these nothing lies */
  leftOut: Sheet[]
  /** False: they were to lie along a corridor, and the area is none that fits the paper */
  isAsWished: boolean
}

/** What a sheet is for. Drawings, topography and the request itself say nothing of what lies in the ground. */
const WORTH_A_SHEET = ['eis_voorzorgsmaatregel', ...IN_THE_GROUND, 'extra_geometrie']

/**
 * One at a time, by company: it reads what lies on every sheet.
 * @throws Refusal NOT_FOUND when there is no result, VALIDATION_FAILED when there would be too many to look at
 */
export const layOut = fairLimit(
  { atOnce: 1, ...ANSWER_QUEUE },
  (_needs: SheetServices, caller: Caller, _jobId: string, _wishes: PrintOptions) => caller,
  async function lay(services: SheetServices, caller: Caller, jobId: string, options: PrintOptions): Promise<LaidOut> {
    const result = await resultOfJob(services, caller, jobId)
    if (options.frame) {
      const sheets = [sheetAt(options.frame, pageOf(options), options.scale)]
      return { sheets, leftOut: [], isAsWished: true }
    }
    const outline = await jobArea(services.store.db, caller.companyId, jobId)
    const [laid] = await services.allSheets(outline!.area, [options], caller)
    const { sheets: all, isAsWished } = laid!
    if (typeof all === 'number') throw tooMany(all)
    if (options.empty || all.length === 1) return { sheets: all, leftOut: [], isAsWished }
    const leftOut: Sheet[] = []
    const reader = await services.openResult(fileOf(result))
    try {
      const giveWay = createYielder(caller)
      const unknown = unknownIn(await partsOf(services.store.db, jobId))
      for (const sheet of all)
        if (!isOver(sheet, unknown) && !(await hasAnything(reader, sheet, options, giveWay))) leftOut.push(sheet)
    } finally {
      reader.close()
    }
    // Where nothing was delivered at all, it is the area that is wanted.
    if (leftOut.length === all.length) return { sheets: all, leftOut: [], isAsWished }
    const sheets = all.filter((sheet) => !leftOut.includes(sheet)).map((sheet, i) => ({ ...sheet, no: i + 1 }))
    return { sheets, leftOut, isAsWished }
  },
)

/** Outlines of the parts of which nothing is in the result: what lies there is not known. RD New. */
export const unknownIn = (parts: readonly { status: PartState; geometry: PolygonJson }[]): Position[][] =>
  parts.filter(({ status }) => isMissing(status)).map(({ geometry }) => geometry.coordinates[0]!)

/** Of such a part it can't be said that nothing lies there. */
const isOver = (sheet: Sheet, outlines: readonly Position[][]): boolean =>
  outlines.length > 0 &&
  drawnArea([cornersOf(sheet)]).meets({ type: 'MultiPolygon', polygons: outlines.map((outline) => [outline.flat()]) })

/** The same in degrees, for a map: closed rings. */
export async function printSheets(services: SheetServices, caller: Caller, jobId: string, options: PrintOptions) {
  const { sheets, leftOut, isAsWished } = await layOut(services, caller, jobId, options)
  const onEarth = (sheet: Sheet) => cornersOf(sheet).map((corner) => lngLatFromRd(corner))
  return {
    sheets: sheets.map((sheet) => ({ no: sheet.no, corners: onEarth(sheet) })),
    leftOut: leftOut.map(onEarth),
    isAsWished,
    most: MAX_SHEETS,
  }
}

async function hasAnything(
  reader: ResultReader,
  sheet: Sheet,
  { hidden, hiddenOperators }: PrintOptions,
  giveWay: () => Promise<void> | undefined,
): Promise<boolean> {
  const corners = cornersOf(sheet)
  const asked = { bbox: extentOf(corners), columns: ['thema', 'bronhouder'] }
  const ground = drawnArea([corners])
  for (const layer of WORTH_A_SHEET) {
    // A demand for precaution is told on its sheet also where its network is not printed.
    const isTold = layer === 'eis_voorzorgsmaatregel'
    for (const { geometry, cells } of reader.features(layer, asked)) {
      await giveWay()
      const [theme, operator] = cells.map(String)
      if (!isTold && (hidden.includes(theme!) || hiddenOperators.includes(operator!))) continue
      if (geometry && ground.meets(geometry)) return true
    }
  }
  return false
}

export function tooMany(sheets: number): Refusal {
  const message = `This needs ${sheets} sheets, and ${MAX_SHEETS} are the most: take larger paper or a smaller scale.`
  return new Refusal('VALIDATION_FAILED', message, {
    complaints: [{ pointer: '?scale', code: 'TOO_MANY_SHEETS', message, limit: MAX_SHEETS }],
  })
}

export function noSheet(no: number, sheets: number): Refusal {
  const message = `There is no sheet ${no}: there are ${sheets}.`
  return new Refusal('VALIDATION_FAILED', message, { complaints: [{ pointer: '?sheets', code: 'INVALID', message }] })
}
