/** Where an operator demands to be called before anyone digs: for which network, whom, by which letter. */

import { type GeometryJson, geometryAt } from '../../exports/formats/output-crs.ts'
import { lngLatFromRd } from '../../geometry/rd/rd.ts'
import { LAYERS } from '../../imkl/model/layers.ts'
import { rowOf } from '../../imkl/model/result.ts'
import { createYielder } from '../../platform/event-loop-yield.ts'
import type { Caller } from '../services.ts'
import { fileOf, resultOfJob } from './map/serve-layers.ts'
import type { ResultServices } from './whole-result.ts'

const LAYER = LAYERS.find(({ name }) => name === 'eis_voorzorgsmaatregel')!

export interface PrecautionArea {
  /** As tiles name it */
  ref: string
  /** Code */
  operator: string | null
  theme: string | null
  /** What kind of net it is for, and which works: words of the value list */
  net: string | null
  works: string | null
  /** Of the precaution itself, which is another than that for damage */
  contact: { name: string | null; phone: string | null; email: string | null }
  /** Number of its letter among the documents; null: none was delivered */
  document: number | null
  /** In degrees */
  geometry: GeometryJson | null
}

/** @throws Refusal NOT_FOUND when there is no result */
export async function precautionsOf(
  services: ResultServices,
  caller: Caller,
  jobId: string,
): Promise<PrecautionArea[]> {
  const reader = await services.openResult(fileOf(await resultOfJob(services, caller, jobId)))
  const giveWay = createYielder(caller)
  try {
    const letters = new Map(reader.table('document').map(({ bestand }, index) => [bestand, index + 1]))
    const found: PrecautionArea[] = []
    for (const { fid, cells, geometry } of reader.features(LAYER.name)) {
      await giveWay()
      const row = rowOf(LAYER.columns, cells)
      const text = (column: string) => (row[column] ? String(row[column]) : null)
      found.push({
        ref: `${LAYER.name}.${fid}`,
        operator: text('bronhouder'),
        theme: text('thema'),
        net: text('net_aanduiding'),
        works: text('werk_aanduiding'),
        contact: { name: text('contact_naam'), phone: text('contact_telefoon'), email: text('contact_email') },
        document: letters.get(row.bijlage ?? null) ?? null,
        geometry: geometry && geometryAt(geometry, lngLatFromRd, true),
      })
    }
    return found
  } finally {
    reader.close()
  }
}
