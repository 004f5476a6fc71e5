/** What deliveries in files say of themselves, read in a process of its own. */
import { join } from 'node:path'
import type { ConversionTask } from '../../imkl/model/conversion-task.ts'
import type { FoundDelivery } from '../../imkl/model/found-delivery.ts'
import { type CageOptions, LONGEST_ANSWER_MS, runConversion } from '../results/run-conversion.ts'

/** @param folder the caller's own; what has to be packed appears in it */
export async function describeDeliveries(
  caged: CageOptions,
  groups: readonly (readonly { path: string; name: string }[])[],
  folder: string,
  signal?: AbortSignal,
): Promise<FoundDelivery[]> {
  const task: ConversionTask = {
    kind: 'describe',
    groups: groups.map((group) => [...group]),
    packed: join(folder, 'packed'),
    out: [],
    tempDir: join(folder, 'work'),
  }
  const { found } = await runConversion(caged, task, { signal, longestMs: LONGEST_ANSWER_MS })
  return found!
}
