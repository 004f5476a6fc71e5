/** What actions are given: services of the API (server/start.ts), of which each takes those that it uses, and who calls. */

import type { Logger } from 'pino'
import type { QuoteBounds } from '../cut/quote.ts'
import type { Photo } from '../exports/formats/redrawn-photo.ts'
import type { GroundTileMaker } from '../exports/tiles/ground-tile-grid.ts'
import type { Tiles } from '../exports/tiles/map-tiles.ts'
import type { OfflineMaps } from '../exports/tiles/offline-map.ts'
import type { SiteLayerReader } from '../exports/tiles/site-map.ts'
import type { AreaReadingLine, AreaReadTask } from '../geometry/found-areas.ts'
import type { ResultReader } from '../imkl/model/result.ts'
import type { Clock, Ids } from '../platform/clock.ts'
import type { Store } from '../platform/database/open.ts'
import type { Requester } from '../platform/fair-limit.ts'
import type { CallCount } from '../platform/http/call-count.ts'
import type { KeyKind, Permission, Role } from '../platform/http/permissions.ts'
import type { ApiMetrics } from '../platform/log/metrics-port.ts'
import type { SiteAssets } from '../platform/places.ts'
import type { CageHolds } from '../platform/processes/cage-holds.ts'
import type { Storage, StorageFile } from '../platform/storage/port.ts'
import type { AddressRegister } from '../registry/addresses/addresses.ts'
import type { RegistryAccess } from '../registry/client/connection-test.ts'
import type { RegistryEnvironment } from '../registry/klic.ts'
import type { SimulatorControl } from '../simulator/control-port.ts'
import type { SurveyPool } from './areas/survey-pool.ts'
import type { inProcessExports } from './file-writers.ts'
import type { resultTasks } from './results/tasks/result-tasks.ts'
import type { OperatorSettings } from './settings/settings.ts'
import type { ZipSigner } from './signed-zip.ts'
import type { storageProbe } from './status/storage-probe.ts'
import type { FindingsReading, FindingsReadTask } from './trenches/findings-file.ts'
import type { PasswordCost } from './users/passwords.ts'

/** Rows, the settings that stand above theirs, and the time and ids of new ones. */
export interface Database {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  /** What no company decides here; null or left out: this is a computer of one's own. */
  readonly operator?: OperatorSettings | null
}

export interface Background {
  /** Says that the store holds new work, or a setting that the other processes go by. Losing it loses nothing: the worker also scans. */
  nudge(): void
}

export interface Files {
  /** Where deliveries, results and documents are; rows hold their keys. */
  readonly storage: Storage
  /** Absolute path; what rows call a path is relative to it. */
  readonly dataDir: string
  /** @throws TryLater when the disk has no room for so many bytes more */
  room(bytes?: number): Promise<void>
  /** What a company may keep; undefined: as much as there is */
  readonly companyQuotaBytes?: number | undefined
  /** A sealed result. The caller closes it. */
  openResult(gpkg: StorageFile): Promise<ResultReader>
  /**
   * A document of the delivery with this KLIC number, by the name that the delivery has for it.
   * @returns undefined when the delivery is of another number, or holds no such document
   */
  openDocument(delivery: StorageFile, klicNumber: string, path: string): Promise<DocumentStream | undefined>
}

/** What takes so long that it has a turn by company, mostly in threads and processes of its own. */
export interface Compute
  extends Omit<SurveyPool, 'close'>,
    ReturnType<typeof resultTasks>,
    ReturnType<typeof inProcessExports<StorageFile>> {
  readonly tiles: Tiles & GroundTileMaker & SiteLayerReader
  /** Map files on this computer. */
  readonly offlineMaps: OfflineMaps
  /** Looks for a better cut of a quote that is not final. Losing it loses nothing: what is not final is found again. */
  improveQuote(quote: { jobId: string; companyId: string }): void
  /** Reads a file with areas; both paths are absolute. */
  areaReader(asked: AreaReadTask, asker: Requester): Promise<AreaReadingLine>
  /** Draws a photo anew. @returns undefined for what is no whole photo, or too large */
  redrawPhoto(given: Buffer, asker: Requester): Promise<Photo | undefined>
  /** Reads a file of findings; both paths are absolute. */
  readFindings(asked: FindingsReadTask, asker: Requester): Promise<FindingsReading>
}

export interface Registry {
  /** The registry simulator, where one can be reached from here. */
  readonly simulator?: SimulatorControl
  /** The register of addresses (BAG), or that of the simulator; null: it may not be asked. */
  readonly addresses: AddressRegister | null
  /** Credentials of a company for the registry; without it they can't be entered here. */
  readonly registryAccess?: (companyId: string) => RegistryAccess
  /** The same for the login that files for customers who pay by invoice; on a server for others it is the operator's. */
  readonly providerAccess?: (companyId: string) => RegistryAccess
}

/** Facts and limits of this installation. */
export interface Installation {
  readonly version: string
  /** Whether only this computer reaches the server: every caller then sits here. */
  readonly isLocal: boolean
  /** Who is signed in to this computer; null: no person. */
  readonly osUser?: string | null
  /** As callers reach us, without a slash at the end: `http://127.0.0.1:4780`, or an office's public address. Known once the server listens. */
  baseUrl(): string
  /** What deriving a hash of a password costs; default: the figures of OWASP */
  readonly passwordCost?: PasswordCost
  /** Jobs that may wait to be filed, of one company and of all; default: MAX_WAITING */
  readonly mostWaiting?: { readonly ofOne: number; readonly ofAll: number }
  /** Quotes that may be open, of one key and of a company; default: MAX_OPEN_QUOTES */
  readonly mostQuotes?: { readonly ofKey: QuoteBounds; readonly ofCompany: QuoteBounds }
  /** With which the packages of a company are signed; made by the first who asks. */
  signer(companyId: string): Promise<ZipSigner>
  /** Its half that everybody may have, hex; null: nothing was signed yet */
  publicKey(companyId: string): Promise<string | null>
  /** Of what the page of a site package draws its map; null: it was not built. */
  siteAssets(): Promise<SiteAssets | null>
  readonly probe: StorageProbe
  /** In what files from outside are read here. */
  cage(): Promise<CageHolds>
}

export interface ApiServices extends Database, Background, Files, Compute, Registry, Installation {
  readonly log: Logger
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
  /** Origins (`https://gis.example`) whose pages may call v1 now; without it there are none. */
  allowedOrigins?(): readonly string[]
  /** What calls are counted with; without it nothing is, and /metrics is not served. */
  readonly metrics?: ApiMetrics
  /** What a program must show to read the metrics from elsewhere; without it only this computer may. */
  readonly metricsToken?: string | null
  /** Where several processes answer; without it this one counts by itself. */
  readonly callCount?: CallCount
}

export type StorageProbe = ReturnType<typeof storageProbe>

/** Bytes of a document inside a delivery; the caller reads or closes them. */
export interface DocumentStream {
  bytes: number
  chunks: AsyncIterable<Uint8Array>
  close(): Promise<void>
}

export interface Caller {
  readonly companyId: string
  /** For the log of paid acts: `key:<id>`, `user:<id>`, or `window:<name>` for the person at the desk (features/log-entries.ts). */
  readonly actor: string
  readonly permissions: readonly Permission[]
  /** Network address it called from. */
  readonly address: string | null
  /** The API key it called with, and the registry that is for. */
  readonly key?: { readonly id: string; readonly kind: KeyKind; readonly environment: RegistryEnvironment }
  /** Who signed in with a password; not the person at the desk, and not a key. */
  readonly user?: { readonly id: string; readonly role: Role }
  /** Aborted when it has hung up: what is only an answer to it is not worth the work any longer. */
  readonly signal?: AbortSignal
}

declare const permitted: unique symbol
/** A caller with a permission that was checked: by the row of a route (http/serve.ts), or by `permit` (http/guards.ts). */
export interface Permitted<P extends Permission> extends Caller {
  readonly [permitted]: Readonly<Record<P, true>>
}
