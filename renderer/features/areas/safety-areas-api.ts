/** The safety areas that the registry told this company of: they are asked for anew while the server waits for them. */

import { queryOptions } from '@tanstack/react-query'
import { SafetyAreas } from '../../../server/features/areas/schema.ts'
import { call } from '../../api/client.ts'

const ASK_AGAIN_MS = 2000

export const safetyAreasQuery = (isWanted: boolean) =>
  queryOptions({
    queryKey: ['safety-areas'],
    queryFn: ({ signal }) => call(SafetyAreas, '/safety-areas', { signal }),
    enabled: isWanted,
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.data?.state === null ? ASK_AGAIN_MS : false),
  })
