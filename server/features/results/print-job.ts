/** A result on paper. */

import { fileNumbers, nameWithEnding, withPreliminaryLabel, withTestLabel } from '../../exports/file-name.ts'
import { type Letter, MAX_SHEETS, type PrintFacts, type PrintOptions } from '../../exports/print/print-options.ts'
import type { ResultSummary } from '../../imkl/model/conversion-task.ts'
import { isPreliminary } from '../../imkl/model/preliminary.ts'
import { aboutOf, resultNotes } from '../../imkl/model/result-notes.ts'
import { isUnderWay, type NextActionReason, type PartState } from '../../registry/klic.ts'
import { dutchDate } from '../../registry/working-days.ts'
import { getJob } from '../jobs/get-job.ts'
import type { JobRecord } from '../jobs/rows/jobs.ts'
import { jobName } from '../jobs/rules/job-name.ts'
import { isMissing } from '../jobs/rules/progress.ts'
import type { Caller, Compute } from '../services.ts'
import { companyName } from '../settings/company-rows.ts'
import { logDownload } from './download-log.ts'
import { fileOf, type OpenResult, resultOfJob } from './map/serve-layers.ts'
import { layOut, noSheet, tooMany, unknownIn } from './print-sheets.ts'
import type { ResultServices } from './whole-result.ts'

type PrintServices = ResultServices & Pick<Compute, 'print' | 'allSheets'>

/** A later delivery is known of, and is not in the result. */
const OUTDATED: readonly NextActionReason[] = ['merging_later_delivery', 'ready_later_late', 'ready_later_missing']
export const isOutdated = (reason: NextActionReason): boolean => OUTDATED.includes(reason)

interface PrintFile {
  /** Of a PDF, relative to the data folder; the sender removes it */
  path: string
  name: string
}

/** @throws Refusal NOT_FOUND when there is no result, VALIDATION_FAILED when it would take too many sheets */
export async function printJob(
  services: PrintServices,
  caller: Caller,
  jobId: string,
  options: PrintOptions,
): Promise<PrintFile> {
  const { revision, ...printed } = await printOf(services, caller, jobId, options)
  if (!isPreliminary(revision)) await logDownload(services, caller, jobId, { revision, as: 'print' })
  return printed
}

interface PartOf {
  /** That it is added to; then it has nothing of the operators that are left out */
  letter?: Letter
  /** Who asked for the data: the applicant, by the name of its company */
  namesCompany?: boolean
  /** Whether one may dig on this day; without, what holds on any day */
  ofToday?: boolean
}

/** The same, for a file that has a log entry of its own. */
export async function printOf(
  services: PrintServices,
  caller: Caller,
  jobId: string,
  options: PrintOptions,
  part: PartOf = {},
): Promise<PrintFile & { revision: number }> {
  const { letter } = part
  const { facts, job, result } = await printFacts(services, caller, jobId, options, part)
  const { sheets, leftOut } = await layOut(services, caller, jobId, options)
  const none = options.sheets.find((no) => !sheets.some((sheet) => sheet.no === no))
  if (none !== undefined) throw noSheet(none, sheets.length)
  const count = options.sheets.length || sheets.length
  if (count > MAX_SHEETS) throw tooMany(count)
  const path = await services.print(
    fileOf(result),
    { sheets, leftOut: leftOut.length, facts, options, ...(letter && { letter }) },
    caller,
  )
  const called = jobName(job)
  const subject = withPreliminaryLabel(withTestLabel(called ?? jobId, job.environment), result.revision)
  const numbers = fileNumbers(called, facts.klicNumbers)
  const name = nameWithEnding(subject, '.pdf', `${numbers}_1-${options.scale}_${options.paper}`)
  return { path, name, revision: result.revision }
}

/**
 * What a print says of a job and its result.
 * @throws Refusal NOT_FOUND; as resultOfJob
 */
export async function printFacts(
  services: ResultServices,
  caller: Caller,
  jobId: string,
  { language, hiddenOperators }: Pick<PrintOptions, 'language' | 'hiddenOperators'>,
  { letter, namesCompany = true, ofToday = true }: PartOf = {},
): Promise<{ facts: PrintFacts; job: JobRecord; result: OpenResult }> {
  // First, and alone: of two that are missing, the same one is always said.
  const { job, parts, advice, dig } = await getJob(services, caller, jobId)
  const [result, company] = await Promise.all([
    resultOfJob(services, caller, jobId),
    companyName(services.store.db, caller.companyId),
  ])
  const { summary } = result
  const numbersOf = (has: (state: PartState) => boolean): number[] =>
    parts.filter(({ status }) => has(status)).map(({ partNo }) => partNo)
  const facts: PrintFacts = {
    reference: jobName(job),
    klicNumbers: parts.flatMap(({ klicNumber }) => klicNumber ?? []),
    company: namesCompany ? company : null,
    madeAt: result.readyAt,
    revision: result.revision,
    isOutdated: isOutdated(advice.reason),
    preliminary: isPreliminary(result.revision) ? { awaitedParts: numbersOf(isUnderWay) } : null,
    dig: { status: dig, on: ofToday ? dutchDate(services.clock.now().getTime()) : null },
    notes: resultNotes(summary.warnings, {
      job,
      about: aboutOf(
        summary,
        parts.filter(({ status }) => isMissing(status)),
        language,
      ),
    }),
    unknown: unknownIn(parts),
    withheldParts: numbersOf((state) => state === 'safety_area'),
    missingParts: numbersOf((state) => isMissing(state) && state !== 'safety_area'),
    account: summary.account ?? null,
    ground: result.ground === 'wanted' ? 'coming' : groundOf(summary),
    operators: summary.operators
      .filter(({ code }) => !letter || !hiddenOperators.includes(code))
      .map(({ code, name, delivered, precaution, hazardous = false, themes, contacts }) => ({
        code,
        name,
        delivered,
        precaution,
        hazardous,
        themes,
        contacts,
      })),
  }
  return { facts, job, result }
}

/** Of the deliveries whose pictures are shown; of a request the latest. */
function groundOf({ ground, deliveries }: ResultSummary): PrintFacts['ground'] {
  if (!ground || ground.layers.length === 0) return null
  const shown = new Set(ground.pictures.map(({ klicNumber }) => klicNumber))
  const latest = new Map<string, string>()
  for (const { klicNumber, composedAt } of deliveries) {
    const known = latest.get(klicNumber)
    if (shown.has(klicNumber) && composedAt !== null && (known === undefined || known < composedAt))
      latest.set(klicNumber, composedAt)
  }
  const times = [...latest.values()].sort()
  return { from: times[0] ?? null, to: times.at(-1) ?? null }
}
