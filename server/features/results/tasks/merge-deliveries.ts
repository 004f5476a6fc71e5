/** Delivery files that are not here: merged, or asked what they hold, in a process of its own. */

import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ConversionTask } from '../../../imkl/model/conversion-task.ts'
import type { FoundDelivery } from '../../../imkl/model/found-delivery.ts'
import { type CageOptions, LONGEST_ANSWER_MS, runConversion } from './run-conversion.ts'

/** Into the folder for what is kept for a while. @throws Refusal DELIVERY_UNREADABLE */
export async function mergeDeliveries(
  caged: CageOptions,
  dataDir: string,
  paths: readonly string[],
  { id, fileName }: { id: string; fileName: string },
): Promise<{ path: string; sha256: string; features: number | null }> {
  const path = join('tmp', 'merges', `${id}.gpkg`)
  await mkdir(join(dataDir, 'tmp', 'merges'), { recursive: true })
  const { artifacts, summary } = await runConversion(caged, {
    kind: 'merge',
    ground: true,
    deliveries: paths.map((each) => ({ path: each, name: basename(each) })),
    out: [{ format: 'gpkg', path: join(dataDir, path), name: fileName }],
    tempDir: join(dataDir, 'tmp', id),
  })
  return { path, sha256: artifacts[0]!.sha256, features: summary?.features ?? null }
}

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
