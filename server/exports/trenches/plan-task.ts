/** Carries out the task of a trench plan: its file appears complete or not at all. */

import { joinedResults } from '../../imkl/merge/joined-results.ts'
import type { ConversionResult, ConversionTask } from '../../imkl/model/conversion-task.ts'
import { made as madeFile } from '../conversion/atomic-file.ts'
import { type GivenResult, type Merge, openGiven } from '../conversion/given-result.ts'
import { openGround } from '../conversion/ground-at.ts'
import { writeTrenchesGpkg, writeTrenchesXlsx } from './trench-files.ts'
import { trenchPlan } from './trench-plan.ts'

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
    const made = trenchPlan(reader, works, parameters, awaited)
    const { plan } = made
    const write = async (path: string): Promise<void> => {
      if (file?.format === 'xlsx') return writeTrenchesXlsx(path, plan, located)
      if (!isPrinted) return writeTrenchesGpkg(path, works, made, located)
      // What draws a PDF takes longer to load than all else together: only when it is asked for.
      const { printTrenches } = await import('./trench-print.ts')
      const ground = openGround(given.map(({ gpkg }) => gpkg))
      try {
        await printTrenches(reader, { ...task, plan, print: task.print!, groundAt: ground.at, path })
      } finally {
        ground.close()
      }
    }
    const planFile = file && (await madeFile(file, write))
    return { artifacts: [], summary: null, trenchPlan: plan, ...(planFile && { planFile }) }
  } finally {
    for (const { reader } of given) reader.close()
  }
}
