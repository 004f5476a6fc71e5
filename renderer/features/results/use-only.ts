/** One theme or one operator of a result: shown without the others, and looked at whole. */
import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { JobSummary } from '../../../server/features/jobs/dashboard-schema.ts'
import type { Focus } from '../../map/map-layer.ts'
import { updatePlace } from '../../place.ts'
import { extentQuery, type PartOfResult } from './api.ts'

/** The map looks there. */
export const LookContext = createContext<(at: Focus) => void>(() => {})

export interface Only {
  /** Everything else is switched off. */
  show(of: PartOfResult): void
  zoom(of: PartOfResult): void
}

export const useOnly = (jobId: string, summary: Pick<JobSummary, 'themes' | 'operators' | 'revision'>): Only => {
  const queries = useQueryClient()
  const look = useContext(LookContext)
  const others = (all: readonly string[], own: string) => all.filter((each) => each !== own)
  return {
    show: (of) =>
      updatePlace(
        'theme' in of
          ? {
              hidden: others(
                summary.themes.map(({ thema }) => thema),
                of.theme,
              ),
              hiddenOperators: [],
            }
          : {
              hidden: [],
              hiddenOperators: others(
                summary.operators.map(({ code }) => code),
                of.operator,
              ),
            },
      ),
    zoom: (of) =>
      void queries.fetchQuery(extentQuery(jobId, summary.revision, of)).then(({ extent_lnglat: bounds }) => {
        if (bounds) look({ key: `only:${performance.now()}`, bounds })
      }),
  }
}
