/** The map file of one's own: what it is, and where its tiles are. */
import { queryOptions } from '@tanstack/react-query'
import { MAX_MAP_BYTES, OfflineMap } from '../../../server/features/results/map/offline-map-schema.ts'
import { ApiError, call } from '../../api/client.ts'

export const offlineMapQuery = queryOptions({
  queryKey: ['offline-map'],
  queryFn: ({ signal }) => call(OfflineMap, '/offline-map', { signal }),
  staleTime: 60_000,
})

/** For the map, which fills in zoom, column and row. */
export const offlineTiles = (version: string): string =>
  `${new URL('/tiles/offline/', location.href).href}{z}/{x}/{y}?version=${version}`

/** The file goes as it lies on the disk. */
export const giveMapFile = (file: File): Promise<OfflineMap> =>
  file.size > MAX_MAP_BYTES
    ? Promise.reject(new ApiError(413, 'PAYLOAD_TOO_LARGE', 'The file is too large'))
    : call(OfflineMap, '/offline-map/file', { method: 'PUT', file })
