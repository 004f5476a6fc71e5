import { join } from 'node:path'
import { shareReaders } from '../exports/geopackage/share.ts'
import { createOfflineMaps } from '../exports/tiles/offline-maps.ts'
import { createTilePool } from '../exports/tiles/tile-pool.ts'
import { openDocument } from '../imkl/delivery/open-document.ts'
import type { Store } from '../platform/database/open.ts'
import { siteAssets } from '../platform/places.ts'
import { refuseFullDisk, withRoom } from '../platform/processes/disk.ts'
import { systemClock, systemIds } from '../platform/real-clock.ts'
import type { Storage } from '../platform/storage/port.ts'
import { areaReader } from './areas/run-area-reading.ts'
import { createSurveyPool } from './areas/survey-pool.ts'
import { photoDrawer } from './digging/start-photos.ts'
import { inProcessExports } from './file-writers.ts'
import { type QuoteImprover, quoteImprover } from './jobs/quotes/improve-quote.ts'
import { type Convert, resultTasks } from './results/tasks/result-tasks.ts'
import { type CageOptions, runConversion } from './results/tasks/run-conversion.ts'
import type { Compute, Database, Files, Installation } from './services.ts'
import { findingsReader } from './trenches/findings-reader.ts'

export interface ServicesPlace extends CageOptions, Partial<Omit<Database, 'store'>> {
  store: Store
  /** Absolute path */
  dataDir: string
  storage: Storage
  companyQuotaBytes?: number | undefined
  /** In place of the conversion in a process of its own */
  convert?: Convert
  /** Bytes of the RDNAPTRANS2018 grid; null: the approximation */
  grid: ArrayBuffer | null
  /** For surveys of one company; others have one more */
  threads?: number
  onImproverFault?: Parameters<typeof quoteImprover>[1]
}

export interface OpenServices {
  services: Database & Files & Compute & Pick<Installation, 'siteAssets' | 'cage'>
  improver: QuoteImprover
  close(): Promise<void>
}

/** The services of the API, of commands that do as it does, and of the tests' world. The caller closes them. */
export function openServices(place: ServicesPlace): OpenServices {
  const { store, clock = systemClock, ids = systemIds, operator = null } = place
  const { storage, dataDir, cage, grid, threads = 1, onImproverFault = () => {} } = place
  const pool = createSurveyPool({ grid, threads })
  const tiles = createTilePool({ local: storage.local, grid })
  const openShared = shareReaders()
  const convert = place.convert ?? ((task, options) => runConversion(place, task, options))
  const services: OpenServices['services'] = {
    ...{ store, clock, ids, operator, dataDir, tiles, siteAssets },
    storage: withRoom(storage, () => refuseFullDisk(storage)),
    room: (bytes) => refuseFullDisk(storage, bytes),
    companyQuotaBytes: place.companyQuotaBytes,
    openResult: async (gpkg) => openShared(await storage.local(gpkg)),
    openDocument: async (delivery, klicNumber, path) => openDocument(await storage.local(delivery), klicNumber, path),
    survey: pool.survey,
    normalise: pool.normalise,
    inDegrees: pool.inDegrees,
    allSheets: pool.allSheets,
    readBody: pool.readBody,
    improveQuote: (quote) => improver.improve(quote),
    offlineMaps: createOfflineMaps(tiles),
    ...resultTasks({ convert, storage, dataDir, makeId: ids.make }),
    ...inProcessExports(storage.local),
    areaReader: areaReader(cage),
    redrawPhoto: photoDrawer(cage, () => join(dataDir, 'tmp', ids.make('pho'))),
    readFindings: findingsReader(cage),
    cage: async () => (await cage()).holds,
  }
  // One thread stays free for callers that wait, where there are several.
  const improver = quoteImprover(services, onImproverFault, { atOnce: Math.max(1, threads - 2) })
  return {
    services,
    improver,
    async close() {
      const improved = improver.close()
      await pool.close()
      await improved
      await tiles.close()
    },
  }
}
