/** A result on the map: its style, which is fetched once for each revision, and whole features by what tiles name them. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { JobExtent } from '../../../server/features/jobs/dashboard-schema.ts'
import type { Job, JobBrief } from '../../../server/features/jobs/schema.ts'
import { JobObjects, MapStyle, ResultTiles } from '../../../server/features/results/map/map-style-schema.ts'
import { call, callAt } from '../../api/client.ts'
import { shownRevision } from '../../api/job-result.ts'

/** How a result is drawn, and where its tiles are: asked for together, so that the map need not ask for the second itself. */
export interface ResultLook {
  layers: MapStyle['layers']
  tiles: ResultTiles
}

const GROUND_ASKED_EVERY_MS = 3000

export const styleQuery = (job: JobBrief | undefined, scheme: 'light' | 'dark') =>
  queryOptions({
    queryKey: ['job', job?.job_id, 'style', shownRevision(job), scheme],
    queryFn: async ({ signal }): Promise<ResultLook> => {
      const at = `/tiles/${job?.job_id}`
      const [{ layers }, tiles] = await Promise.all([
        callAt(MapStyle, `${at}/style.json?scheme=${scheme}`, { signal }),
        callAt(ResultTiles, `${at}/tile.json`, { signal }),
      ])
      return { layers, tiles }
    },
    enabled: shownRevision(job) !== null && job?.next_action_reason !== 'files_removed',
    staleTime: Number.POSITIVE_INFINITY,
    // The result is shown before the ground is in it.
    refetchInterval: ({ state }) => (state.data?.tiles.ground === 'coming' ? GROUND_ASKED_EVERY_MS : false),
  })

/** What of a result is looked at alone. */
export type PartOfResult = { theme: string } | { operator: string }

export const extentQuery = (jobId: string, revision: number, of: PartOfResult) =>
  queryOptions({
    queryKey: ['job', jobId, 'extent', revision, of],
    queryFn: ({ signal }) => call(JobExtent, `/jobs/${jobId}/extent?${new URLSearchParams(of)}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** @param refs as the tiles name features (`kabel_of_leiding.12`), or their IMKL ids */
export const objectsQuery = (job: Job | undefined, refs: readonly string[]) =>
  queryOptions({
    queryKey: ['job', job?.job_id, 'objects', shownRevision(job), refs],
    queryFn: ({ signal }) =>
      call(JobObjects, `/jobs/${job?.job_id}/objects?refs=${refs.map(encodeURIComponent).join(',')}`, { signal }),
    enabled: shownRevision(job) !== null && refs.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
