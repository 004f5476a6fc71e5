/** GIS programs on this computer: an address with a key in it, layers as a file, and programs that ask for a key. */
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { GIS_ROUTES, GisAccess, type LayersFile } from '../../../server/features/results/local-schema.ts'
import { call, send } from '../../api/client.ts'
import { saveText } from '../../save-text.ts'

const ASK_AGAIN_MS = 3000
const PairingList = GIS_ROUTES.listPairings.responses[200]

export const pairingsQuery = queryOptions({
  queryKey: ['pairings'],
  queryFn: ({ signal }) => call(PairingList, '/pairings', { signal }),
  refetchInterval: ASK_AGAIN_MS,
})

export const decidePairing = async (pairingId: string, approve: boolean): Promise<void> => {
  await send(`/pairings/${pairingId}`, { method: 'POST', body: { approve } })
}

/** Makes a read-only key. Without a job: for all jobs. */
export const openInGis = (jobId?: string): Promise<GisAccess> =>
  call(GisAccess, '/gis', { method: 'POST', body: jobId === undefined ? {} : { job_id: jobId } })

export const saveLayers = ({ file_name, content }: z.infer<typeof LayersFile>): void =>
  saveText(file_name, content, 'application/xml')
