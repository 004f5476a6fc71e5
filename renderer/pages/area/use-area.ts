/** The new area as the page needs it: the draft, what the server makes of it, and where a mistake lies. */
import { useQuery } from '@tanstack/react-query'
import type { Polygon, Position } from 'geojson'
import { useEffect, useMemo, useState } from 'react'
import type { Preview } from '../../../server/contract/dashboard.ts'
import { ApiError } from '../../api/client.ts'
import { previewQuery } from '../../api/jobs.ts'
import { type Draft, type DraftAct, shownShape } from '../../map/drawing/draft.ts'
import { useDraft } from '../../map/drawing/draft-storage.ts'
import {
  areaOf,
  crossingOf,
  type EditObstacle,
  editObstacle,
  outlineForEye,
  positionForEye,
} from '../../map/drawing/shape.ts'

/** How long the pen stands still before the server is asked. */
const STILL_MS = 100

const useSettled = <T>(value: T): T => {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), STILL_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** `/geometry/coordinates/0/3` or deeper: the position that the server complains about, or where its side crosses another. */
const mistakeIn = (error: unknown, geometry: Polygon): Position | null => {
  if (!(error instanceof ApiError)) return null
  for (const { pointer } of error.detail?.errors ?? []) {
    const steps = /^\/geometry\/coordinates\/(\d+)\/(\d+)/.exec(pointer)
    const ring = steps && geometry.coordinates[Number(steps[1])]
    const position = ring?.[Number(steps![2])]
    if (ring && position) return crossingOf(ring, Number(steps![2])) ?? position
  }
  return null
}

export interface AreaInHand {
  draft: Draft
  act: React.Dispatch<DraftAct>
  /** What would be sent; null when there is no area. */
  area: ReturnType<typeof areaOf>
  preview: Preview | undefined
  /** The preview is of exactly this area and kind, and nobody is moving it. */
  isFresh: boolean
  error: unknown
  again: () => void
  mistakeAt: [number, number] | null
  /** For the eye, good to a metre. */
  outline: Polygon | null
  /** The outline in degrees, exactly; null when only an approximation is known. */
  exactOutline: Polygon | null
  obstacle: EditObstacle | null
}

export const useArea = (open: boolean): AreaInHand => {
  const [draft, act] = useDraft()
  const shape = shownShape(draft)
  const area = useMemo(() => (open ? areaOf(shape) : null), [open, shape])
  const settled = useSettled(area)
  const first = useQuery(previewQuery(settled, draft.wishes.klicType, 'first'))
  const canImprove = Boolean(first.data?.can_improve) && !first.isPlaceholderData
  const best = useQuery({
    ...previewQuery(settled, draft.wishes.klicType, 'best'),
    enabled: settled !== null && canImprove,
    placeholderData: undefined,
  })
  // The price stands there at once; filing waits for the cut that will be filed.
  const query = canImprove && best.data ? best : first
  const isFinal = !canImprove || best.isFetched
  const isSettled = settled === area
  const preview = area ? query.data : undefined
  const error = area && isSettled ? query.error : null
  const mistake = area && error ? mistakeIn(error, area.geometry) : null
  const isFresh = Boolean(preview) && isSettled && isFinal && !query.isPlaceholderData && !draft.sketch
  const outline = useMemo(() => (area ? outlineForEye(area) : null), [area])
  const own = draft.shape?.kind === 'polygon' && draft.shape.frame === 'EPSG:4326' ? draft.shape.geometry : null
  const exactOutline = own ?? (isFresh ? (preview?.area_lnglat ?? null) : null)
  return {
    draft,
    act,
    area,
    preview,
    isFresh,
    error,
    again: () => void query.refetch(),
    mistakeAt: mistake && positionForEye(mistake, area?.crs ?? null),
    outline,
    exactOutline,
    obstacle: editObstacle(draft.shape, exactOutline !== null),
  }
}
