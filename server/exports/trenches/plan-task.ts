/** Carries out the task of a trench plan: its file appears complete or not at all. */
import type { ConversionResult, ConversionTask } from '../../imkl/model/conversion-task.ts'
import { MAX_TRENCH_ROWS } from '../../imkl/model/trench-plan.ts'
import { Refusal } from '../../platform/refusal.ts'
import { draft } from '../conversion/atomic-file.ts'
import { type Merge, openGiven } from '../conversion/given-result.ts'
import { writeTrenchesGpkg, writeTrenchesXlsx } from './trench-files.ts'
import { trenchPlan } from './trench-plan.ts'

/** @throws Refusal DELIVERY_UNREADABLE; VALIDATION_FAILED for works that meet too many lines */
export async function planTrenches(
  task: Extract<ConversionTask, { kind: 'trenches' }>,
  scratch: string,
  merge: Merge,
): Promise<ConversionResult> {
  const reader = await openGiven(task.result, scratch, 'result', merge)
  try {
    const made = trenchPlan(reader, task.works, task.parameters)
    if (made.plan.rows.length > MAX_TRENCH_ROWS) {
      const message = `The works meet more than ${MAX_TRENCH_ROWS} lines. Plan them in parts.`
      throw new Refusal('VALIDATION_FAILED', message)
    }
    const artifacts = []
    for (const { path, format } of task.out) {
      const file = await draft(path)
      try {
        if (format === 'xlsx') await writeTrenchesXlsx(file.temporaryPath, made.plan)
        else await writeTrenchesGpkg(file.temporaryPath, task.works, made)
        const digest = await file.digest()
        await file.publish()
        artifacts.push({ format, path, ...digest })
      } finally {
        await file.discard()
      }
    }
    return { artifacts, summary: null, trenchPlan: made.plan }
  } finally {
    reader.close()
  }
}
