/** What one company may keep on a server for others. The operator sets it (`KLIC_COMPANY_QUOTA_GB`); a desktop has none. */
import { TryLater } from '../../platform/refusal.ts'
import type { Caller, Needs } from '../needs.ts'
import { bytesOfFiles } from './rows/removals.ts'
import { bytesToCome } from './rows/result-sizes.ts'

export type QuotaNeeds = Pick<Needs, 'store' | 'companyQuotaBytes'>
type Db = Needs['store']['db']

/** Somebody has to remove files or to raise the quota. */
const RETRY_MS = 10 * 60_000

/** Bytes that uploads of a company have brought to this process, and that no row names yet. */
const arriving = new Map<string, number>()

/**
 * Counts deliveries, results, documents, agreements, photos and what is being uploaded. Files that are announced to go
 * count until they are gone. Orders that are paid and files that are opened always get their results, so what these will
 * need counts from the start.
 * @param bytes that are about to be kept
 * @throws TryLater when the company would keep more than it may
 */
export async function refuseOverQuota(
  { store, companyQuotaBytes: quota }: QuotaNeeds,
  { companyId }: Pick<Caller, 'companyId'>,
  bytes = 0,
): Promise<void> {
  if (quota !== undefined) await refuseAbove(quota, store.db, companyId, bytes, arriving.get(companyId) ?? 0)
}

/**
 * The same where a row is about to name the files: each process counts its own uploads only, and here the company has its
 * turn over all of them.
 * @throws TryLater
 */
export async function refuseRowOverQuota(
  trx: Db,
  { companyQuotaBytes: quota }: Pick<QuotaNeeds, 'companyQuotaBytes'>,
  { companyId }: Pick<Caller, 'companyId'>,
  bytes: number,
): Promise<void> {
  if (quota !== undefined) await refuseAbove(quota, trx, companyId, bytes, 0)
}

async function refuseAbove(quota: number, db: Db, companyId: string, bytes: number, coming: number): Promise<void> {
  const kept = (await bytesOfFiles(db, companyId, 'all')) + (await bytesToCome(db, companyId)) + coming
  if (kept + bytes <= quota) return
  throw new TryLater(
    `Your company keeps ${inGb(kept)} GB of the ${inGb(quota)} GB that it may keep on this server, results on their way included, and this needs ${inGb(bytes)} GB more. Nothing was stored. Remove documents or old results, or ask the operator of the server for more.`,
    { reason: 'busy', retryAfterMs: RETRY_MS },
  )
}

/** Counts an upload while it arrives. @returns what is called with each chunk's bytes, and at the end */
export function countUpload({ companyId }: Pick<Caller, 'companyId'>): { add(bytes: number): void; end(): void } {
  let own = 0
  const change = (by: number): void => {
    own += by
    const all = (arriving.get(companyId) ?? 0) + by
    if (all > 0) arriving.set(companyId, all)
    else arriving.delete(companyId)
  }
  return { add: change, end: () => change(-own) }
}

/** To two decimals, rounded up. */
const inGb = (bytes: number): string => (Math.ceil(bytes / 1024 ** 3 / 0.01) * 0.01).toFixed(2)
