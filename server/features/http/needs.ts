/** What the API is given. Its actions get the same object; what is added here is about HTTP only. */
import type { Logger } from 'pino'
import type { CallCount } from '../../platform/http/call-count.ts'
import type { ApiMetrics } from '../../platform/log/metrics-port.ts'
import type { RegistryAccess } from '../../registry/connection-test.ts'
import type { Needs } from '../needs.ts'

export interface ApiNeeds extends Needs {
  /** Absolute path; what rows call a path is relative to it. */
  readonly dataDir: string
  /** As callers reach us, without a slash at the end: `http://127.0.0.1:4780`, or an office's public address. Known once the server listens. */
  baseUrl(): string
  /** How many reverse proxies stand before us; only what they say of the caller is believed. */
  readonly proxies?: number
  /** Whether we were told to stop: what still comes is answered, but no more should be sent here. */
  isStopping?(): boolean
  /** Folder with the built window (index.html); null: no window is served. */
  readonly rendererDir: string | null
  /** Folder with the QGIS plugin. */
  readonly pluginDir: string
  /** Folder with the map's symbols (sprite) and fonts; null: they have not been built. */
  readonly mapAssetsDir: string | null
  readonly version: string
  readonly log: Logger
  /** Host names, besides those of this computer, under which requests are taken. */
  readonly allowedHosts?: readonly string[]
  /** Origins (`https://gis.example`) whose pages may call v1 now; without it there are none. */
  allowedOrigins?(): readonly string[]
  /** What calls are counted with; without it nothing is, and /metrics is not served. */
  readonly metrics?: ApiMetrics
  /** What a program must show to read the metrics from elsewhere; without it only this computer may. */
  readonly metricsToken?: string | null
  /** Where several processes answer; without it this one counts by itself. */
  readonly callCount?: CallCount
  /** Credentials of a company for the registry; without it they can't be entered here. */
  readonly registryAccess?: (companyId: string) => RegistryAccess
  /** The same for the login that files for customers who pay by invoice; on a server for others it is the operator's. */
  readonly providerAccess?: (companyId: string) => RegistryAccess
}
