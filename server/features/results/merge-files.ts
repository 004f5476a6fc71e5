/** Merges delivery files that lie on this computer, for programs on it. Forgotten with the process, files and all. */

import { isAbsolute } from 'node:path'
import { Refusal } from '../../platform/refusal.ts'
import type { ResultFile } from '../http/send-files.ts'
import type { Caller, Compute, Database, Permitted } from '../services.ts'

export interface Merge {
  id: string
  status: 'working' | 'done' | 'failed'
  /** Why it failed. */
  message: string | null
  features: number | null
}

interface StoredMerge extends Merge {
  companyId: string
  fileName: string
  file: { path: string; sha256: string } | null
}

type MergeServices = Database & Pick<Compute, 'mergeDeliveries'>

/** Older ones are forgotten; their files go when the program starts anew. */
const MAX_KEPT = 20
const kept = new WeakMap<object, Map<string, StoredMerge>>()

/**
 * @param fileName it will be kept under: the project inside finds its layers by it
 * @throws Refusal VALIDATION_FAILED for a path that depends on where one stands
 */
export function startMerge(
  services: MergeServices,
  { companyId }: Permitted<'write'>,
  deliveries: readonly string[],
  fileName = 'KLIC_merged.gpkg',
): Merge {
  const complaints = deliveries.flatMap((path, i) =>
    isAbsolute(path)
      ? []
      : [{ pointer: `/deliveries/${i}`, code: 'NOT_ABSOLUTE', message: 'A delivery is named by its absolute path.' }],
  )
  if (complaints.length > 0) throw new Refusal('VALIDATION_FAILED', complaints[0]!.message, { complaints })
  const all = kept.get(services.store) ?? new Map<string, StoredMerge>()
  kept.set(services.store, all)
  const merge: StoredMerge = {
    id: services.ids.make('merge'),
    status: 'working',
    message: null,
    features: null,
    companyId,
    fileName,
    file: null,
  }
  all.set(merge.id, merge)
  for (const id of [...all.keys()].slice(0, -MAX_KEPT)) all.delete(id)
  // The merge goes on when its caller leaves.
  services.mergeDeliveries(deliveries, { id: merge.id, fileName }, { companyId }).then(
    ({ features, ...file }) => Object.assign(merge, { status: 'done', features, file }),
    (error: Error) => {
      // Only a delivery's own fault is for the caller; anything else is for the log.
      const message = error instanceof Refusal ? error.message : 'The deliveries could not be merged.'
      Object.assign(merge, { status: 'failed', message })
    },
  )
  return merge
}

/** @throws Refusal NOT_FOUND */
export const mergeState = (services: MergeServices, caller: Caller, id: string): Merge =>
  keptMerge(services, caller, id)

/** @throws Refusal NOT_FOUND, or NOT_READY while it is made */
export function mergeFile(services: MergeServices, caller: Caller, id: string): ResultFile {
  const { file, fileName } = keptMerge(services, caller, id)
  if (!file) throw new Refusal('NOT_READY', 'There is no file yet. Ask how far it is first.')
  return { ...file, packed: null, format: 'gpkg', name: fileName, isTemporary: true }
}

function keptMerge({ store }: MergeServices, { companyId }: Caller, id: string): StoredMerge {
  const merge = kept.get(store)?.get(id)
  if (merge?.companyId !== companyId) throw new Refusal('NOT_FOUND', 'There is no merge with this id.')
  return merge
}
