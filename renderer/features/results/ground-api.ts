/** The base map that the company was delivered, all of it: what a new area is drawn on. */
import { queryOptions } from '@tanstack/react-query'
import { CompanyGround } from '../../../server/features/results/map/map-style-schema.ts'
import { callAt } from '../../api/client.ts'

export const companyGroundQuery = (isWanted: boolean) =>
  queryOptions({
    queryKey: ['company-ground'],
    queryFn: ({ signal }) => callAt(CompanyGround, '/tiles/ground.json', { signal }),
    enabled: isWanted,
    staleTime: 60_000,
  })
