/**
 * The services that the worker puts together (server/work.ts) and hands to its flows; each takes those that it uses. A flow has
 * no memory of its own: what it must know after a kill stands in the store before it acts.
 */

import type { ConversionResult, ConversionTask } from '../imkl/model/conversion-task.ts'
import type { Engine } from '../platform/queue/port.ts'
import type { Storage } from '../platform/storage/port.ts'
import type { ConnectionStep } from '../registry/client/connection-test.ts'
import type { BilledBy, RegistryEnvironment } from '../registry/klic.ts'
import type { RegistryClient } from '../registry/types.ts'
import type { Database } from './services.ts'
import type { CompanySettings } from './settings/settings.ts'

export interface FlowLog {
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}

export interface Logging {
  readonly log: FlowLog
}

export interface Settings {
  settingsOf(companyId: string): Promise<CompanySettings>
}

export interface RegistryCalls {
  /** @param billedBy whose login it was filed with: the company's, or the one that files for those who pay by invoice */
  registryFor(environment: RegistryEnvironment, companyId: string, billedBy: BilledBy): Promise<RegistryClient>
  /** Walks the steps of "test connection". */
  testConnection(
    environment: RegistryEnvironment,
    companyId: string,
    tell: (steps: readonly ConnectionStep[]) => Promise<void>,
  ): Promise<ConnectionStep[]>
  /** Time runs faster in the simulator: a pause of so many registry milliseconds lasts this long here. */
  pause(registryMs: number, environment: RegistryEnvironment): number
}

export interface Conversions {
  /** Where deliveries and results are; rows hold their keys. */
  readonly storage: Storage
  /** Absolute path of a folder that is this worker's alone, for what a conversion needs while it runs. */
  readonly tempDir: string
  /** Absolute path of a folder of this computer that outlives the worker, for what is read again in vain. */
  readonly readingsDir: string
  /** One task in a process of its own, which says now and then how far it is. @throws Refusal when running it again will not help */
  convert(
    task: ConversionTask,
    companyId: string,
    onProgress?: (what: string, done: number, total: number) => void,
  ): Promise<ConversionResult>
}

export interface WebhookCalls {
  baseUrl(): string
  /**
   * POSTs an event; resolves with the HTTP status, a redirect included.
   * @param options.allowPrivate loopback and private addresses; null: as it is usual here
   * @throws TryLater in words when there is no answer, or when the address is none that events go to
   */
  post(
    url: string,
    headers: Record<string, string>,
    body: string,
    options: { allowPrivate: boolean | null },
  ): Promise<{ status: number; retryAfterMs?: number }>
}

export interface TaskContext extends Database, Logging, Settings, RegistryCalls, Conversions, WebhookCalls {
  readonly engine: Engine
}

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Half of what it has lasted: often at first, seldom after days, and the same after a restart. */
export const backoff = (since: string, now: Date, { least, most }: { least: number; most: number }): number =>
  Math.min(most, Math.max(least, (now.getTime() - Date.parse(since)) / 2))

/** Grows from first to last by what has been asked so far; then the last one repeats. */
export const pauseAfter = (pauses: readonly number[], count: number): number =>
  pauses[Math.min(count, pauses.length - 1)] ?? MINUTE
