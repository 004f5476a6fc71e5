/** Carries out the task of a trench plan: its file appears complete or not at all. */
import type { ConversionResult, ConversionTask } from '../../imkl/model/conversion-task.ts'
import { made } from '../conversion/atomic-file.ts'
import { type GivenResult, type Merge, openGiven } from '../conversion/given-result.ts'
import { openGround } from '../conversion/ground-at.ts'
import { writeTrenchesGpkg, writeTrenchesXlsx } from './trench-files.ts'
import { type MadePlan, trenchPlan } from './trench-plan.ts'

type TrenchTask = Extract<ConversionTask, { kind: 'trenches' }>

/** @throws Refusal DELIVERY_UNREADABLE; as trenchPlan and printTrenches */
export async function planTrenches(task: TrenchTask, scratch: string, merge: Merge): Promise<ConversionResult> {
  const { result, works, parameters, located, file } = task
  const isPrinted = file?.format === 'pdf'
  const given = await openGiven(result, scratch, 'result', merge, isPrinted || undefined)
  try {
    const planned = trenchPlan(given.reader, works, parameters)
    const write = (path: string): void | Promise<void> => {
      if (isPrinted) return print(task, given, planned, path)
      if (file?.format === 'xlsx') return writeTrenchesXlsx(path, planned.plan, located)
      return writeTrenchesGpkg(path, works, planned, located)
    }
    const planFile = file && (await made(file, write))
    return { artifacts: [], summary: null, trenchPlan: planned.plan, ...(planFile && { planFile }) }
  } finally {
    given.reader.close()
  }
}

async function print(task: TrenchTask, { reader, gpkg }: GivenResult, { plan }: MadePlan, path: string): Promise<void> {
  // What draws a PDF takes longer to load than all else together: only when it is asked for.
  const { printTrenches } = await import('./trench-print.ts')
  const ground = openGround(gpkg)
  try {
    await printTrenches(reader, { ...task, plan, print: task.print!, groundAt: ground.at, path })
  } finally {
    ground.close()
  }
}
