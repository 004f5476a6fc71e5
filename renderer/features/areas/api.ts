/** Areas from files and pasted text, and the addresses in an area. The server reads; nothing of it is stored there. */
import { queryOptions } from '@tanstack/react-query'
import type { Polygon } from 'geojson'
import { FoundAreas, MAX_AREA_FILE_BYTES, OfferedAddresses } from '../../../server/features/areas/schema.ts'
import { ApiError, call } from '../../api/client.ts'

/** What the person says of a file; null: as the file says or its numbers show, and all its layers, or the area that was asked for. */
export interface FileChoice {
  crs: string | null
  /** Empty: all. */
  layer: string | null
  /** y before x, latitude before longitude */
  turned: boolean
}

export const readAreas = (file: Blob, choice: FileChoice): Promise<FoundAreas> => {
  if (file.size > MAX_AREA_FILE_BYTES)
    return Promise.reject(new ApiError(413, 'PAYLOAD_TOO_LARGE', 'The file is too large'))
  const { crs, layer, turned } = choice
  const said = { ...(crs && { crs }), ...(layer !== null && { layer }), ...(turned && { turned: 'true' }) }
  return call(FoundAreas, `/areas?${new URLSearchParams(said)}`, { method: 'POST', file })
}

export const addressesInQuery = (geometry: Polygon | null) =>
  queryOptions({
    queryKey: ['addresses', geometry],
    queryFn: ({ signal }) =>
      call(OfferedAddresses, '/addresses', {
        method: 'POST',
        body: { geometry, crs: 'EPSG:28992', limit: 20 },
        signal,
      }),
    enabled: geometry !== null,
    retry: false,
    staleTime: 10 * 60_000,
  })

export const placesQuery = (text: string) =>
  queryOptions({
    queryKey: ['places', text],
    queryFn: ({ signal }) => call(OfferedAddresses, '/addresses', { method: 'POST', body: { text, limit: 6 }, signal }),
    enabled: text.length >= 2,
    retry: false,
    staleTime: 10 * 60_000,
  })
