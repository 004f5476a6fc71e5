/** The area editor as the page needs it: the draft, what the server makes of it, and where a mistake lies. */

import { useQueries, useQuery } from '@tanstack/react-query'
import type { Polygon, Position } from 'geojson'
import { useEffect, useMemo, useState } from 'react'
import type { OfferedAddresses } from '../../../server/features/areas/schema.ts'
import type { Preview } from '../../../server/features/jobs/dashboard-schema.ts'
import { ApiError } from '../../api/client.ts'
import { type Draft, isUnderway, shownShape } from '../../map/drawing/draft.ts'
import { useDraft } from '../../map/drawing/draft-storage.ts'
import type { DraftsAct } from '../../map/drawing/drafts.ts'
import { type Repair, repairOf } from '../../map/drawing/repair.ts'
import { areaOf, crossingOf, type EditObstacle, editObstacle, polygonOf, type Shape } from '../../map/drawing/shape.ts'
import { ringsOf, type SnapLines } from '../../map/drawing/snap.ts'
import { polygonToDegrees, polygonToRd, toDegrees } from '../../map/exact.ts'
import { installGrid } from '../../map/install-grid.ts'
import type { Place } from '../../place.ts'
import { type CutRules, jobMapQuery, jobsQuery } from '../jobs/api.ts'
import { addressesInQuery } from './api.ts'
import { type AreaImport, useAreaImport } from './use-area-import.ts'
import { useCut } from './use-cut.ts'
import { useProposedReference } from './use-proposed-reference.ts'

const NONE_OFFERED: OfferedAddresses['data'] = []
/** Results whose areas the pointer can jump to: the newest. */
const SNAP_JOBS = 12

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

/** The corner that lies farthest south: the numbers of the parts stand in the middle. */
export const footOf = ({ coordinates }: Polygon): [number, number] => {
  const [x, y] = coordinates[0]!.reduce((low, at) => (at[1]! < low[1]! ? at : low))
  return [x!, y!]
}

/** What is asked of the cut that hold for this kind; undefined: none. */
export const rulesOf = ({ details, keepOut }: Pick<Draft, 'details' | 'keepOut'>): CutRules | undefined => {
  // It is not cut.
  if (details.klicType === 'CALAMITEIT') return
  const rules: CutRules = {
    ...(details.maxExtraM === null ? {} : { max_extra_m: details.maxExtraM }),
    ...(details.infoBufferM === null || details.klicType === 'ORIENT' ? {} : { info_buffer_m: details.infoBufferM }),
    ...(keepOut.length > 0 ? { keep_out: keepOut.map((area) => ({ ...area })) } : {}),
  }
  return Object.keys(rules).length > 0 ? rules : undefined
}

export interface AreaEditor {
  draft: Draft
  act: React.Dispatch<DraftsAct>
  /** The current shape as it is drawn, the one in the making included. */
  shown: Shape | null
  /** What would be sent; null when there is no area. */
  area: ReturnType<typeof areaOf>
  rules: CutRules | undefined
  preview: Preview | undefined
  /** The preview is of exactly this area and kind, and nobody is moving it. */
  isFresh: boolean
  /** What is said (preview or error) is of exactly this area; else of what it was a moment ago. */
  isAnswered: boolean
  error: unknown
  again: () => void
  /** Where the mistake lies, in degrees, and the code of what is wrong there. */
  mistake: { at: readonly [number, number]; code: string } | null
  /** In the area and just beside it; those of the last area until this one's are known. */
  addresses: OfferedAddresses | undefined
  /** The register of addresses knows none in or beside this very area. */
  isWithoutAddress: boolean
  /** In degrees. */
  outline: Polygon | null
  obstacle: EditObstacle | null
  /** The repaired outline, when the server refuses the drawn one. */
  repair: Repair | null
  areaImport: AreaImport
  snapLines: SnapLines
  snapping: boolean
  setSnapping: (on: boolean) => void
  stepM: number
  setStepM: (metres: number) => void
  /** A figure that was typed over the map: the beginning of a length. */
  typed: { figure: string } | null
  type: (figure: string) => void
  /** The corner of the list that has the focus: ring and number. */
  marked: readonly [ring: number, index: number] | null
  mark: (corner: readonly [ring: number, index: number] | null) => void
}

/** What lies around the pointer: the other areas of the draft, the parts, and the areas of the newest jobs. */
const useSnapLines = (draft: Draft, preview: Preview | undefined): SnapLines => {
  const drawing = draft.tool !== 'none'
  const jobs = useQuery({ ...jobsQuery, enabled: drawing })
  const ids = (jobs.data?.data ?? []).slice(0, SNAP_JOBS).map((job) => job.job_id)
  const maps = useQueries({
    queries: ids.map((id) => ({ ...jobMapQuery(id), enabled: drawing })),
    combine: (answers) => answers.flatMap(({ data }) => (data ? [data] : [])),
  })
  const { tool, shape, aside } = draft
  const earlier = useMemo(
    () =>
      ringsOf(
        maps.flatMap((map) => [...map.outlines_lnglat.map(polygonToRd), ...map.parts.map(({ geometry }) => geometry)]),
      ),
    [maps],
  )
  return useMemo(() => {
    const own = tool === 'edit' ? [] : [polygonOf(shape)]
    const others = [...own, ...aside.map(polygonOf)].filter((polygon) => polygon !== null)
    const parts = (preview?.parts ?? []).map(({ geometry }) => geometry)
    return [...ringsOf([...others, ...(tool === 'edit' ? [] : parts)]), ...earlier]
  }, [tool, shape, aside, preview, earlier])
}

export const useArea = ({ area: open, corrects }: Pick<Place, 'area' | 'corrects'>): AreaEditor => {
  const [draft, act] = useDraft(corrects)
  // The grid loads at once: drawing does not wait for an idle map.
  useEffect(() => {
    if (open) void installGrid()
  }, [open])
  const areaImport = useAreaImport(act, draft)
  const [snapping, setSnapping] = useState(true)
  const [stepM, setStepM] = useState(1)
  const [typed, setTyped] = useState<AreaEditor['typed']>(null)
  const [marked, mark] = useState<AreaEditor['marked']>(null)
  const { keepOut, details } = draft
  const { klicType } = details
  // The same object while the draft is the same: what follows from it asks the server, and waits for it to stand still.
  const shape = useMemo(() => shownShape(draft), [draft])
  const area = useMemo(() => (open ? areaOf(shape) : null), [open, shape])
  const rules = useMemo(() => rulesOf({ details, keepOut }), [details, keepOut])
  const question = useMemo(() => area && { area, klicType, rules }, [area, klicType, rules])
  const { answer, isAnswered, isFinal, again } = useCut(question, isUnderway(draft))
  const { preview, error = null } = answer ?? {}
  const wrong = answer && error ? mistakeIn(error, answer.to.area.geometry) : null
  const isFresh = Boolean(preview) && isAnswered && isFinal && !isUnderway(draft)
  const outline = useMemo(() => (area ? polygonToDegrees(area.geometry) : null), [area])
  const code = error instanceof ApiError ? error.code : ''
  const wrongAt = wrong ? toDegrees(wrong) : code === 'GEOMETRY_TOO_LARGE' && outline ? footOf(outline) : null
  const [wrongX, wrongY] = wrongAt ?? []
  const mistake = useMemo(
    () => (wrongX === undefined || wrongY === undefined ? null : { at: [wrongX, wrongY] as const, code }),
    [wrongX, wrongY, code],
  )
  const isBroken = code === 'GEOMETRY_INVALID' && isAnswered && !isUnderway(draft)
  const repair = useMemo(() => (isBroken && area ? repairOf(area.geometry) : null), [isBroken, area])
  const finished = isFresh && area ? area.geometry : null
  const addresses = useQuery({ ...addressesInQuery(finished), placeholderData: (last) => last })
  const inArea = isFresh && !addresses.isPlaceholderData ? addresses.data : undefined
  const isWithoutAddress = inArea?.available === true && inArea.data.every(({ address }) => address === null)
  useProposedReference(draft, act, finished, addresses.isError ? NONE_OFFERED : inArea?.data)
  const snapLines = useSnapLines(draft, preview)
  return {
    draft,
    act,
    shown: shape,
    area,
    rules,
    preview,
    isFresh,
    isAnswered,
    error,
    again,
    mistake,
    addresses: addresses.data,
    isWithoutAddress,
    outline,
    obstacle: editObstacle(draft.shape),
    repair,
    areaImport,
    snapLines: snapping ? snapLines : [],
    snapping,
    setSnapping,
    stepM,
    setStepM,
    typed,
    type: (figure) => setTyped({ figure }),
    marked,
    mark,
  }
}
