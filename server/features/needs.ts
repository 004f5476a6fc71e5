/** What actions are given, and who asks. Nothing here reaches for the world by itself. */

import type { QuoteBounds } from '../cut/quote.ts'
import type { Photo } from '../exports/formats/redrawn-photo.ts'
import type { PrintRequest } from '../exports/print/print-sheets.ts'
import type { DifferenceFormat } from '../exports/result-formats.ts'
import type { DefinitionSource } from '../exports/styling/layer-definition.ts'
import type { GroundTileMaker } from '../exports/tiles/ground-tile-grid.ts'
import type { Tiles } from '../exports/tiles/map-tiles.ts'
import type { OfflineMaps } from '../exports/tiles/offline-map.ts'
import type { SiteLayerReader } from '../exports/tiles/site-map.ts'
import type { AreaReadingLine, AreaReadTask } from '../geometry/found-areas.ts'
import type { DifferenceReport } from '../imkl/model/conversion-task.ts'
import type { FoundDelivery } from '../imkl/model/found-delivery.ts'
import type { ResultReader } from '../imkl/model/result.ts'
import type { Clock, Ids } from '../platform/clock.ts'
import type { Store } from '../platform/database/open.ts'
import type { Requester } from '../platform/fair-limit.ts'
import type { KeyKind, Permission, Role } from '../platform/http/permissions.ts'
import type { SiteAssets } from '../platform/places.ts'
import type { CageHolds } from '../platform/processes/cage-holds.ts'
import type { Storage, StorageFile } from '../platform/storage/port.ts'
import type { AddressRegister } from '../registry/addresses/addresses.ts'
import type { CalamityPage } from '../registry/calamity.ts'
import type { RegistryEnvironment } from '../registry/klic.ts'
import type { SimulatorControl } from '../simulator/control-port.ts'
import type { InDegrees, Normalise, Survey } from './areas/survey.ts'
import type { ReadBody } from './areas/survey-pool.ts'
import type { DossierFile, DossierText } from './projects/dossier-zip.ts'
import type { OperatorSettings } from './settings/settings.ts'
import type { SiteFacts, SiteFile, SiteSigner } from './site-package/page/site-files.ts'
import type { PasswordCost } from './users/passwords.ts'

export interface Needs {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly survey: Survey
  /** An area as given to one that can be worked with, beside the event loop as well. */
  readonly normalise: Normalise
  readonly inDegrees: InDegrees
  readonly readBody: ReadBody
  /** Looks for a better cut of a quote that is not final. Losing it loses nothing: what is not final is found again. */
  improveQuote(quote: { jobId: string; companyId: string }): void
  /** What deriving a hash of a password costs; default: the figures of OWASP */
  readonly passwordCost?: PasswordCost
  /** Jobs that may wait to be filed, of one company and of all; default: MAX_WAITING */
  readonly mostWaiting?: { readonly ofOne: number; readonly ofAll: number }
  /** Quotes that may be open, of one key and of a company; default: MAX_OPEN_QUOTES */
  readonly mostQuotes?: { readonly ofKey: QuoteBounds; readonly ofCompany: QuoteBounds }
  /** The registry simulator, where one can be reached from here. */
  readonly simulator?: SimulatorControl
  /** Says that the store holds new work, or a setting that the other processes go by. Losing it loses nothing: the worker also scans. */
  nudge(): void
  /** The register of addresses (BAG), or that of the simulator; null: it may not be asked. */
  readonly addresses: AddressRegister | null
  /** Made beside the event loop. */
  readonly tiles: Tiles & GroundTileMaker & SiteLayerReader
  /** Map files on this computer. */
  readonly offlineMaps: OfflineMaps
  /** Where deliveries, results and documents are; rows hold their keys. */
  readonly storage: Storage
  /** @throws TryLater when the disk has no room for so many bytes more */
  room(bytes?: number): Promise<void>
  /** What a company may keep; undefined: as much as there is */
  readonly companyQuotaBytes?: number | undefined
  /** A sealed result. The caller closes it. */
  openResult(gpkg: StorageFile): Promise<ResultReader>
  /** Reads a file with areas, in a process of its own; both paths are absolute. */
  areaReader(asked: AreaReadTask, asker: Requester): Promise<AreaReadingLine>
  /** Draws a photo anew, in a process of its own. @returns undefined for what is no whole photo, or too large */
  redrawPhoto(given: Buffer, asker: Requester): Promise<Photo | undefined>
  /** What deliveries in files say of themselves, read in a process of its own; what has to be packed is put into the folder. */
  describeDeliveries(
    groups: readonly (readonly { path: string; name: string }[])[],
    folder: string,
    asker: Requester,
  ): Promise<FoundDelivery[]>
  /**
   * A document of the delivery with this KLIC number, by the name that the delivery has for it.
   * @returns undefined when the delivery is of another number, or holds no such document
   */
  openDocument(delivery: StorageFile, klicNumber: string, path: string): Promise<DocumentStream | undefined>
  /** A PDF of a result GeoPackage, in a process of its own. @returns its path relative to the data folder; it is the caller's to remove */
  print(gpkg: StorageFile, asked: PrintRequest, asker: Requester): Promise<string>
  /**
   * What changed between two result GeoPackages, in a process of its own.
   * @param format of a file with all that changed; null: none is wanted
   * @returns with the file's path relative to the data folder; it is the caller's to remove
   */
  compare(asked: {
    before: StorageFile
    after: StorageFile
    format: DifferenceFormat | null
    asker: Requester
  }): Promise<{ report: DifferenceReport; path: string | null }>
  /**
   * A QGIS layer definition of a result, as text.
   */
  layersFile(gpkg: StorageFile, title: string, source: DefinitionSource): Promise<string>
  /** The ZIP of a dossier, made while it is read; `bytes`: how long it will be. */
  dossierZip(
    entries: readonly (DossierFile<StorageFile> | DossierText)[],
  ): Promise<{ bytes: number; stream: AsyncIterable<Uint8Array> & { destroy(): unknown } }>
  /** Writes a site package. */
  siteZip(
    zip: { path: string; files: readonly SiteFile[]; facts: SiteFacts; signer: SiteSigner; signedAt: string },
    asker: Requester,
  ): Promise<void>
  /** Of what the page of a site package draws its map; null: it was not built. */
  siteAssets(): Promise<SiteAssets | null>
  /** With which the packages of a company are signed; made by the first who asks. */
  signer(companyId: string): Promise<SiteSigner>
  /** Its half that everybody may have, hex; null: nothing was signed yet */
  publicKey(companyId: string): Promise<string | null>
  /** The one page of a calamity, as a PDF. */
  calamityFile(page: CalamityPage, language: 'nl' | 'en'): Promise<Uint8Array>
  /** Where files are kept: whether one can be written, and how much room there is. */
  readonly probe: StorageProbe
  /** In what files from outside are read here. */
  cage(): Promise<CageHolds>
  /** Whether only this computer reaches the server: every caller then sits here. */
  readonly isLocal: boolean
  /** Who is signed in to this computer; null: no person. */
  readonly osUser?: string | null
  /** What no company decides here; null or left out: this is a computer of one's own. */
  readonly operator?: OperatorSettings | null
  /**
   * Merges delivery files, in a process of its own.
   * @param made its id, and the name under which its project looks for the layers
   * @returns the GeoPackage, its path relative to the data folder
   * @throws Refusal DELIVERY_UNREADABLE
   */
  mergeDeliveries(
    paths: readonly string[],
    made: { id: string; fileName: string },
    asker: Requester,
  ): Promise<{ path: string; sha256: string; features: number | null }>
}

export interface StorageProbe {
  /** @throws when nothing can be written */
  write(): Promise<void>
  /** @throws OtherInstallation, in words, where storage or secrets key are not those of the installation; BadSetup */
  confirm(): Promise<void>
  /** Whether machines share a database, and this one keeps files in its own data folder. */
  readonly isApart: boolean
  /** Whether other users of the server's computer could read the data folder. */
  isOpenToOthers(): Promise<boolean>
  /** What was found to be damaged, and is kept for a while. */
  setAside(): Promise<{ files: number; bytes: number }>
  /** Bytes; null: it can't be told. */
  space(): Promise<{ free: number; total: number } | null>
}

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
