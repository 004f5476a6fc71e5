/** Carries out the task of a trench plan: its file appears complete or not at all. */
import type { Artifact, ConversionResult, ConversionTask } from '../../imkl/model/conversion-task.ts'
import { made } from '../conversion/atomic-file.ts'
import { type Merge, openGiven } from '../conversion/given-result.ts'
import { writeTrenchesGpkg, writeTrenchesXlsx } from './trench-files.ts'
import { trenchPlan } from './trench-plan.ts'

/** @throws Refusal DELIVERY_UNREADABLE; as trenchPlan */
export async function planTrenches(
  { result, works, parameters, located, out }: Extract<ConversionTask, { kind: 'trenches' }>,
  scratch: string,
  merge: Merge,
): Promise<ConversionResult> {
  const reader = await openGiven(result, scratch, 'result', merge)
  try {
    const planned = trenchPlan(reader, works, parameters)
    const artifacts: Artifact[] = []
    for (const file of out)
      artifacts.push(
        await made(file, (path) =>
          file.format === 'xlsx'
            ? writeTrenchesXlsx(path, planned.plan, located)
            : writeTrenchesGpkg(path, works, planned, located),
        ),
      )
    return { artifacts, summary: null, trenchPlan: planned.plan }
  } finally {
    reader.close()
  }
}
