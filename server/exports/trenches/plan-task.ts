/** Carries out the task of a trench plan: its file appears complete or not at all. */

import { joinedResults, type PlaceReader } from '../../imkl/merge/joined-results.ts'
import type { ConversionResult, ConversionTask } from '../../imkl/model/conversion-task.ts'
import { made } from '../conversion/atomic-file.ts'
import { type GivenResult, type Merge, openGiven } from '../conversion/given-result.ts'
import { openGround } from '../conversion/ground-at.ts'
import { writeTrenchesGpkg, writeTrenchesXlsx } from './trench-files.ts'
import { type MadePlan, trenchPlan } from './trench-plan.ts'

type TrenchTask = Extract<ConversionTask, { kind: 'trenches' }>

/** @throws Refusal DELIVERY_UNREADABLE; as trenchPlan and printTrenches */
export async function planTrenches(task: TrenchTask, scratch: string, merge: Merge): Promise<ConversionResult> {
  const { results, awaited, works, parameters, located, file } = task
  const isPrinted = file?.format === 'pdf'
  const given: GivenResult[] = []
  try {
    for (const [index, result] of results.entries())
      given.push(await openGiven(result, scratch, `result-${index}`, merge, isPrinted || undefined))
    const reader = joinedResults(given.map((each) => each.reader))
    const planned = trenchPlan(reader, works, parameters, awaited)
    const write = (path: string): void | Promise<void> => {
      if (isPrinted) return print(task, reader, given, planned, path)
      if (file?.format === 'xlsx') return writeTrenchesXlsx(path, planned.plan, located)
      return writeTrenchesGpkg(path, works, planned, located)
    }
    const planFile = file && (await made(file, write))
    return { artifacts: [], summary: null, trenchPlan: planned.plan, ...(planFile && { planFile }) }
  } finally {
    for (const { reader } of given) reader.close()
  }
}

async function print(
  task: TrenchTask,
  reader: PlaceReader,
  given: readonly GivenResult[],
  { plan }: MadePlan,
  path: string,
): Promise<void> {
  // What draws a PDF takes longer to load than all else together: only when it is asked for.
  const { printTrenches } = await import('./trench-print.ts')
  const ground = openGround(given.map(({ gpkg }) => gpkg))
  try {
    await printTrenches(reader, { ...task, plan, print: task.print!, groundAt: ground.at, path })
  } finally {
    ground.close()
  }
}
