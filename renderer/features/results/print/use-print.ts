/** The print that is being chosen for the open job, how its sheets lie, and the frame of the one sheet. */
import { useQuery } from '@tanstack/react-query'
import { createContext, type RefObject, useRef, useState } from 'react'
import type { PrintSheets } from '../../../../server/features/results/schema.ts'
import { toDegrees, toRd } from '../../../map/exact.ts'
import type { MapController } from '../../../map/map-controller.ts'
import { boundsOf, type Focus } from '../../../map/map-layer.ts'
import type { Place } from '../../../place.ts'
import type { OpenJob } from '../use-result.ts'
import { printSheetsQuery } from './api.ts'
import {
  DEFAULT_PRINT,
  frameCorners,
  isAsLaid,
  isInView,
  layoutQuery,
  type PrintChoice,
  seenOfArea,
  seenOnPaper,
} from './print-choice.ts'

export interface PrintSetup {
  wish: PrintChoice
  change: (change: Partial<PrintChoice>) => void
  /** One sheet of what is seen. */
  takeView: () => void
  /** How the sheets lie; undefined while nobody knows yet, and for the one sheet. */
  sheets: PrintSheets | undefined
  /** Numbers of those that stay out. */
  unwanted: readonly number[]
  leave: (unwanted: readonly number[]) => void
  isLoading: boolean
  error: unknown
  /** What the server lays them out by. */
  layout: Record<string, string>
  /** Somebody is choosing: they are to be seen on the map. */
  isShown: boolean
}

const NOTHING = () => {}
const NO_SHEETS: readonly number[] = []
/** For the page of the result's files, which lies deep in the panel. */
export const PrintContext = createContext<PrintSetup>({
  wish: DEFAULT_PRINT,
  change: NOTHING,
  takeView: NOTHING,
  sheets: undefined,
  unwanted: [],
  leave: NOTHING,
  isLoading: false,
  error: null,
  layout: {},
  isShown: false,
})

/** @param seen what the map shows between the panels; null while there is no map */
export const usePrint = (
  { job, shapes, summary, look }: OpenJob,
  place: Place,
  seen: RefObject<MapController['view'] | null>,
): PrintSetup => {
  const jobId = job?.job_id ?? null
  const [held, hold] = useState<{ of: string | null; wish: PrintChoice }>({ of: null, wish: DEFAULT_PRINT })
  // Another job is printed on the same paper; where its sheets lie is another matter.
  const { cover, frame } = DEFAULT_PRINT
  const wish = held.of === jobId ? held.wish : { ...held.wish, cover, frame }
  const isShown = summary !== undefined && place.tab === 'files' && job?.next_action_reason !== 'files_removed'
  const layout = layoutQuery(wish, place)
  const isLaidOut = isShown && wish.cover !== 'frame'
  const query = String(new URLSearchParams(layout))
  const { data, isFetching, error } = useQuery(printSheetsQuery(job, isLaidOut ? query : null))
  // Laid out otherwise their numbers mean other places.
  const by = `${jobId} ${query}`
  const [left, leave] = useState<{ by: string; unwanted: readonly number[] }>({ by, unwanted: [] })
  /** Where the map was last sent to show the whole sheet. */
  const sentTo = useRef<Focus['bounds'] | null>(null)
  const holdInSight = (next: PrintChoice): void => {
    hold({ of: jobId, wish: next })
    const corners = frameCorners(next)
    const view = seen.current?.()
    // A user who has moved the map, or only turns the frame, looks where they like.
    if (!corners || !view || !next.frame || !isAsLaid(next.frame) || isInView(corners, view)) return
    sentTo.current = boundsOf(corners.map(toDegrees))
    look(sentTo.current)
  }
  return {
    wish,
    change: (change) => holdInSight({ ...wish, ...change }),
    takeView: () => {
      const view = seen.current?.()
      if (!view) return
      // A map that only shows the sheet since shows more than somebody looks at: a second press would take all of that.
      const former = view.flownTo && view.flownTo === sentTo.current ? wish.frame?.seen : undefined
      const area = shapes?.outlines_lnglat.flatMap(({ coordinates }) => coordinates[0]?.map(toRd) ?? []) ?? []
      holdInSight(seenOnPaper(wish, former ?? seenOfArea(area, view)))
    },
    sheets: isLaidOut && !error ? data : undefined,
    unwanted: left.by === by ? left.unwanted : NO_SHEETS,
    leave: (unwanted) => leave({ by, unwanted }),
    isLoading: isLaidOut && isFetching,
    error: isLaidOut ? error : null,
    layout,
    isShown,
  }
}
