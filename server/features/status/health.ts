/** What must work before calls are sent here. The registry is not part of it: work waits for that by itself. */
import { setTimeout as pause } from 'node:timers/promises'
import { livingWorkers } from '../../platform/database/installation-rows.ts'
import { databaseFault } from '../../platform/database/outage.ts'
import { type DiskState, diskState } from '../../platform/disk-full.ts'
import { BadSetup, OtherInstallation } from '../../platform/refusal.ts'
import { storageFault } from '../../platform/storage/storage-fault.ts'
import type { Database, Installation } from '../services.ts'
import { firstCompany } from '../settings/company-rows.ts'

type HealthServices = Database & Pick<Installation, 'probe'>

export type Verdict = 'ok' | 'failed'
export interface Health {
  database: Verdict
  storage: Verdict
  /** Whether one worker at least was seen lately. */
  workers: Verdict
  /** Whether storage, secrets key and version are those of the installation; true also while the storage does not answer */
  installation: Verdict
  /** `low` and `full`: work stops, or has stopped, until somebody makes room; what is there can still be read */
  disk: DiskState
}

/** Why a check failed, for the operator. */
export type Causes = { [name in keyof Omit<Health, 'disk'>]?: string }

export interface HealthReport {
  checks: Health
  causes: Causes
  /** Bytes; null: it can't be told, or not soon enough */
  space: { free: number; total: number } | null
}

/** A service that hangs counts as down, and a load balancer wants the answer now. */
const PATIENCE_MS = 5000

/** @returns why it failed; undefined: it works */
const failureOf = (work: Promise<unknown>): Promise<string | undefined> =>
  Promise.race([
    work.then(() => undefined, causeOf),
    pause(PATIENCE_MS, `There is no answer within ${PATIENCE_MS / 1000} seconds.`, { ref: false }),
  ])

/** What to correct, or what the network, the database or the storage says of itself. */
export function causeOf(error: unknown): string {
  if (error instanceof OtherInstallation || error instanceof BadSetup) return error.message
  const fault = storageFault(error) ?? databaseFault(error)?.message
  if (fault !== undefined) return fault
  const { cause, message, code } = (error ?? {}) as { cause?: unknown; message?: string; code?: string }
  return cause === undefined ? message || code || String(error) : causeOf(cause)
}

/** A storage or a database that is away has a check of its own. */
const unlessAway = (error: unknown): void => {
  if (error instanceof OtherInstallation || error instanceof BadSetup) throw error
}

export async function checkHealth(services: HealthServices): Promise<HealthReport> {
  const [database, storage, workers, installation, space] = await Promise.all([
    failureOf(firstCompany(services.store.db)),
    failureOf(services.probe.write()),
    failureOf(
      livingWorkers(services).then((found) => {
        if (found.length === 0) throw new Error('No worker was seen in the last 30 seconds.')
      }),
    ),
    failureOf(
      Promise.race([services.probe.confirm().catch(unlessAway), pause(PATIENCE_MS / 2, undefined, { ref: false })]),
    ),
    spaceOf(services),
  ])
  const causes = { database, storage, workers, installation }
  const verdict = (name: keyof Causes): Verdict => (causes[name] === undefined ? 'ok' : 'failed')
  const checks = {
    database: verdict('database'),
    storage: verdict('storage'),
    workers: verdict('workers'),
    installation: verdict('installation'),
    disk: space ? diskState(space.free) : ('ok' as const),
  }
  return { checks, causes: known(causes), space }
}

const known = (causes: { [name in keyof Causes]: string | undefined }): Causes =>
  Object.fromEntries(Object.entries(causes).filter(([, cause]) => cause !== undefined))

const spaceOf = ({ probe }: HealthServices) =>
  Promise.race([probe.space(), pause<null>(PATIENCE_MS, null, { ref: false })])
