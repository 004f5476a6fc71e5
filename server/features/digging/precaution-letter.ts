/**
 * A letter to an operator that demands precautions, made ready: a PDF with the map on the delivered ground, or a mail with that PDF.
 * The log records that it was made. The sender records that the operator was contacted.
 */

import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { nameWithEnding } from '../../exports/file-name.ts'
import { PLAIN_PRINT, PRINT_SCALES, type PrintOptions } from '../../exports/print/print-options.ts'
import { fitsOneSheet, pageOf } from '../../exports/print/print-sheets.ts'
import { areaM2 } from '../../geometry/area.ts'
import { type DrawnArea, drawnArea } from '../../geometry/drawn-area.ts'
import { extentOf } from '../../geometry/flat.ts'
import type { PolygonJson, Position } from '../../geometry/geometry.ts'
import { LAYERS, LINE_LAYERS } from '../../imkl/model/layers.ts'
import { themeNameIn } from '../../imkl/model/names.ts'
import { type ResultReader, rowOf } from '../../imkl/model/result.ts'
import { createYielder } from '../../platform/event-loop-yield.ts'
import { polygonOf } from '../../platform/json-text.ts'
import type { JobAddress } from '../../registry/addresses/addresses.ts'
import { contactsBeforeDigging, mustBeSpokenTo } from '../../registry/speak-to.ts'
import { dutchDate, workingDaysBefore } from '../../registry/working-days.ts'
import { translate } from '../../texts/texts.ts'
import { getJob } from '../jobs/get-job.ts'
import { jobArea } from '../jobs/rows/jobs.ts'
import { jobName } from '../jobs/rules/job-name.ts'
import { appendToJobLog } from '../log-rows.ts'
import { fileOf, type OpenResult, resultOfJob } from '../results/map/serve-layers.ts'
import { printOf } from '../results/print-job.ts'
import type { Background, Caller, Compute, Database, Files } from '../services.ts'
import { companyName } from '../settings/company-rows.ts'
import { effectiveSettings } from '../settings/rows.ts'
import { letterOf, letterText } from './letter.ts'
import { refuseUndemanded } from './record-digging.ts'

type LetterServices = Database & Background & Files & Pick<Compute, 'print' | 'allSheets'>

/**
 * @param operator as the result names it; empty: an area of precaution that none calls theirs
 * @throws Refusal NOT_FOUND when there is no result, or it demands nothing of this operator; as printOf
 */
export async function precautionLetter(
  services: LetterServices,
  caller: Caller,
  jobId: string,
  { operator, as }: { operator: string; as: 'pdf' | 'eml' },
): Promise<{ bytes: Uint8Array; name: string; mediaType: string }> {
  const { store, clock } = services
  const { job, klicNumbers } = await getJob(services, caller, jobId)
  const result = await resultOfJob(services, caller, jobId)
  refuseUndemanded(job, operator)
  const settings = await effectiveSettings(services, caller.companyId)
  const outline = await jobArea(store.db, caller.companyId, jobId)
  const area = polygonOf(outline!.area).toJSON() as PolygonJson
  const codes = codesOf(result, operator)
  const found = await demandedIn(services, caller, result, { codes, area: drawnArea(area.coordinates), rings: area })
  const { minX, minY, maxX, maxY } = extentOf(area.coordinates.flat())
  const start = job.startDate
  const own = result.summary.operators.filter(({ code }) => codes.includes(code))
  const dutch = translate('nl')
  const letter = letterOf({
    operator,
    contacts: found.contacts.length > 0 ? found.contacts : own.flatMap((one) => contactsBeforeDigging(one)),
    company: settings['registry.organisation']?.name ?? (await companyName(store.db, caller.companyId)),
    contact: settings['registry.contact'],
    copyTo: settings['registry.extra_contact']?.email ?? null,
    klicNumbers,
    reference: job.reference,
    works: [
      ...(job.works ?? settings['registry.works.graaf']).map((each) => dutch.find(`works.${each}`) ?? each),
      ...(job.worksDescription ? [job.worksDescription] : []),
    ],
    place: [job.address && inOneLine(job.address), job.locationDescription].filter(Boolean).join('; ') || null,
    middle: [(minX + maxX) / 2, (minY + maxY) / 2],
    areaM2: areaM2({ crs: 'EPSG:28992', rings: area.coordinates }),
    demands: found.demands,
    lines: found.lines,
    start,
    contactBy: start && workingDaysBefore(start, settings['digging.contact_working_days']),
    today: dutchDate(clock.now().getTime()),
    isTest: result.environment !== 'production',
  })
  const others = result.summary.operators.filter(({ code }) => !codes.includes(code)).map(({ code }) => code)
  const options = printOptionsFor(area, codes.length > 0 ? others : [])
  const { path, revision } = await printOf(services, caller, jobId, options, { letter })
  const file = join(services.dataDir, path)
  const pdf = await readFile(file).finally(() => rm(file, { force: true }))
  const subject = `Voorzorgsmaatregel ${operator || 'gebied'} ${jobName(job) ?? klicNumbers[0] ?? job.id}`
  const name = nameWithEnding(subject, '.pdf')
  const at = clock.now().toISOString()
  await store.transaction({ company: caller.companyId }, (trx) =>
    appendToJobLog(trx, jobId, {
      companyId: caller.companyId,
      at,
      actor: caller.actor,
      act: 'precaution.letter',
      data: { operator, as, revision },
    }),
  )
  if (as === 'pdf') return { bytes: pdf, name, mediaType: 'application/pdf' }
  const { mailFile } = await import('./mail-file.ts')
  const mail = await mailFile(
    {
      from: letter.mailFrom,
      to: letter.mailTo,
      copyTo: letter.copyTo,
      subject: letter.subject,
      text: letterText(letter),
      at,
      attachment: { name, mediaType: 'application/pdf', bytes: pdf },
    },
    `klic-${createHash('sha256').update(pdf).digest('hex').slice(0, 32)}`,
  )
  return { bytes: mail, name: nameWithEnding(subject, '.eml'), mediaType: 'message/rfc822' }
}

const codesOf = ({ summary }: OpenResult, operator: string): string[] =>
  summary.operators.filter((one) => mustBeSpokenTo(one) && one.name === operator).map(({ code }) => code)

const inOneLine = ({ street, houseNumber, houseLetter, houseNumberAddition, postcode, city }: JobAddress): string =>
  [
    [street, `${houseNumber ?? ''}${houseLetter ?? ''}${houseNumberAddition ? `-${houseNumberAddition}` : ''}`],
    [postcode, city],
  ]
    .map((part) => part.filter(Boolean).join(' '))
    .filter(Boolean)
    .join(', ')

const rowIn = (name: string, cells: Parameters<typeof rowOf>[1]) =>
  rowOf(LAYERS.find((layer) => layer.name === name)!.columns, cells)
const text = (cell: unknown): string | null => (typeof cell === 'string' && cell !== '' ? cell : null)

interface PrecautionDemands {
  contacts: { name: string | null; phone: string | null; email: string | null }[]
  demands: string[]
  lines: { theme: string; count: number; lengthM: number }[]
}

/** What the result says of the demand, and what of the operator lies in the area. Without an operator: of the demand alone. */
async function demandedIn(
  services: LetterServices,
  caller: Caller,
  result: OpenResult,
  { codes, area, rings }: { codes: readonly string[]; area: DrawnArea; rings: PolygonJson },
): Promise<PrecautionDemands> {
  const reader = await services.openResult(fileOf(result))
  const giveWay = createYielder(caller)
  try {
    const { contacts, demands } = await ofDemand(reader, codes, giveWay)
    const lines = new Map<string, PrecautionDemands['lines'][number]>()
    const bbox = extentOf(rings.coordinates.flat())
    for (const layer of codes.length > 0 ? LINE_LAYERS : []) {
      for (const { cells, geometry } of reader.features(layer, { bbox })) {
        await giveWay()
        const { thema, bronhouder } = rowIn(layer, cells)
        if (!codes.includes(String(bronhouder)) || geometry?.type !== 'MultiLineString' || !area.meets(geometry))
          continue
        const id = text(thema) ?? 'overig'
        const known = lines.get(id) ?? { theme: themeNameIn('nl', id), count: 0, lengthM: 0 }
        lines.set(id, { ...known, count: known.count + 1, lengthM: known.lengthM + area.lengthOf(geometry.lines) })
      }
    }
    return { contacts, demands, lines: [...lines.values()].sort((a, b) => b.lengthM - a.lengthM) }
  } finally {
    reader.close()
  }
}

async function ofDemand(
  reader: ResultReader,
  codes: readonly string[],
  giveWay: () => Promise<void> | undefined,
): Promise<Pick<PrecautionDemands, 'contacts' | 'demands'>> {
  const contacts = new Map<string, PrecautionDemands['contacts'][number]>()
  const demands = new Set<string>()
  for (const { cells } of reader.features('eis_voorzorgsmaatregel')) {
    await giveWay()
    const row = rowIn('eis_voorzorgsmaatregel', cells)
    if (codes.length > 0 && !codes.includes(String(row.bronhouder))) continue
    const contact = {
      name: text(row.contact_naam),
      phone: text(row.contact_telefoon),
      email: text(row.contact_email),
    }
    if (contact.name || contact.phone || contact.email) contacts.set(JSON.stringify(contact), contact)
    const theme = text(row.thema)
    const said = [theme && themeNameIn('nl', theme), text(row.net_aanduiding), text(row.werk_aanduiding)]
    const demand = said.filter(Boolean).join(', ')
    if (demand) demands.add(demand)
  }
  return { contacts: [...contacts.values()], demands: [...demands].sort() }
}

const PAPERS_TRIED = (['A4', 'A3', 'A1', 'A0'] as const).flatMap((paper) =>
  (['landscape', 'portrait'] as const).map((orientation) => ({ paper, orientation })),
)

/** The whole area on one sheet, as large as it goes; of an area that fits none the sheets of the largest. */
function printOptionsFor(area: PolygonJson, hiddenOperators: string[]): PrintOptions {
  const extent = extentOf(area.coordinates[0] as Position[])
  const fitting = PAPERS_TRIED.flatMap((page) => PRINT_SCALES.map((scale) => ({ ...page, scale }))).find((page) =>
    fitsOneSheet(extent, pageOf(page), page.scale),
  )
  return {
    ...(fitting ?? { paper: 'A0', orientation: 'landscape', scale: 2500 }),
    ...PLAIN_PRINT,
    language: 'nl',
    hiddenOperators,
  }
}
