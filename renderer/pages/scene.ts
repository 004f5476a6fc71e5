/** From what is known to what is on the map. Each sheet is made anew only when its own data or colours change. */
import type { Geometry } from 'geojson'
import { useMemo } from 'react'
import type { ProjectMap } from '../../server/contract/projects.ts'
import { useSpeech } from '../i18n/words.tsx'
import type { DeskWish } from '../map/desk.ts'
import { areaOf, outlineForEye } from '../map/drawing/shape.ts'
import { areaNotes, areaSheet, areasSheet, partNotes, partsSheet } from '../map/layers/area.ts'
import { graticuleSheet } from '../map/layers/graticule.ts'
import { backgroundSheet, lakesSheet, outlineSheet, townsSheet } from '../map/layers/paper.ts'
import { pickedSheet, resultSheet } from '../map/layers/result.ts'
import { PALETTES, type Scheme } from '../map/palette.ts'
import { boundsOf, collection, type Focus, feature, type Note, type Sheet } from '../map/sheet.ts'
import type { Place } from '../place.ts'
import type { AreaInHand } from './area/use-area.ts'
import type { OpenJob } from './result/use-result.ts'

const MANY_PARTS = 60

const useAreaScene = ({ draft, outline, preview, error, mistakeAt }: AreaInHand, scheme: Scheme) => {
  const { words } = useSpeech()
  const palette = PALETTES[scheme]
  // Of a corridor the pen draws the line only.
  const drawnByPen =
    (draft.sketch ?? draft.shape)?.kind === 'polygon' && (draft.tool === 'edit' || draft.sketch !== null)
  const parts = useMemo(
    () => (preview && !error ? [partsSheet(palette, preview.parts, () => undefined)] : []),
    [palette, preview, error],
  )
  const border = useMemo(
    () => (outline && !drawnByPen ? [areaSheet(palette, outline)] : []),
    [palette, outline, drawnByPen],
  )
  const notes = useMemo((): Note[] => {
    const numbers = preview && !error ? partNotes(preview.parts, words.job.part) : []
    return mistakeAt
      ? [...numbers, { id: 'mistake', at: mistakeAt, text: '!', look: 'mistake', label: words.area.mistakeHere }]
      : numbers
  }, [preview, error, mistakeAt, words])
  const { shape } = draft
  // The committed shape, never the pen's: a map that flies while one draws puts the corners elsewhere.
  const focus = useMemo((): Focus | null => {
    const given = shape?.kind === 'polygon' && shape.given ? areaOf(shape) : null
    if (!given) return null
    const ring = outlineForEye(given).coordinates[0] ?? []
    return { key: `given:${ring.length}:${ring[0]}:${ring[1]}`, bounds: boundsOf(ring) }
  }, [shape])
  return { sheets: [...parts, ...border] as Sheet[], notes, focus }
}

const useJobScene = (
  { job, shapes, summary, style, picked: pickedFeatures }: OpenJob,
  place: Place,
  scheme: Scheme,
) => {
  const { words } = useSpeech()
  const palette = PALETTES[scheme]
  const states = job?.parts.map((part) => part.status).join()
  const hasResult = Boolean(summary)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `states` stands for job.parts, which is a new object at each poll
  const parts = useMemo(() => {
    if (!shapes) return []
    const stateOf = (partNo: number) => job?.parts.find((part) => part.part_no === partNo)?.status
    return [partsSheet(palette, shapes.parts, stateOf, hasResult)]
  }, [shapes, states, palette, hasResult])
  const border = useMemo(() => (shapes ? [areaSheet(palette, shapes.area_lnglat)] : []), [shapes, palette])
  const key = `${job?.job_id}:${job?.revision}:${scheme}`
  const { hidden, extra } = place
  const result = useMemo(() => (style ? [resultSheet(key, style, { hidden, extra })] : []), [key, style, hidden, extra])
  const first = pickedFeatures.find(({ id }) => id === place.picked[0])
  const picked = useMemo(
    () => (first?.geometry ? [pickedSheet(palette, collection([feature(first.geometry as Geometry)]))] : []),
    [first, palette],
  )
  const notes = useMemo(
    () =>
      shapes && shapes.parts.length <= MANY_PARTS && shapes.parts.length > 1
        ? partNotes(shapes.parts, words.job.part)
        : [],
    [shapes, words],
  )
  const focus = useMemo(
    (): Focus | null =>
      shapes && job ? { key: `job:${job.job_id}`, bounds: boundsOf(shapes.area_lnglat.coordinates[0] ?? []) } : null,
    [shapes, job?.job_id, job],
  )
  return { sheets: [...parts, ...picked, ...result, ...border] as Sheet[], notes, focus }
}

/** The areas of all jobs of a project at once. */
const useProjectScene = (project: string | null, jobs: ProjectMap['data'] | undefined, scheme: Scheme) => {
  const { words } = useSpeech()
  const palette = PALETTES[scheme]
  const notes = useMemo(() => areaNotes(jobs ?? [], words.jobs.noReference), [jobs, words])
  const sheets = useMemo(() => (jobs && jobs.length > 0 ? [areasSheet(palette, jobs)] : []), [jobs, palette])
  const focus = useMemo((): Focus | null => {
    const corners = jobs?.flatMap(({ area_lnglat }) => area_lnglat.coordinates[0] ?? []) ?? []
    return corners.length > 0 ? { key: `project:${project}:${jobs?.length}`, bounds: boundsOf(corners) } : null
  }, [project, jobs])
  return { sheets: sheets as Sheet[], notes, focus }
}

export const useScene = (
  place: Place,
  inHand: AreaInHand,
  openJob: OpenJob,
  jobsOfProject: ProjectMap['data'] | undefined,
  look: { scheme: Scheme; background: boolean },
): DeskWish => {
  const { scheme, background } = look
  const paper = useMemo((): Sheet[] => {
    const palette = PALETTES[scheme]
    return [
      outlineSheet(palette),
      lakesSheet(palette),
      ...(background ? [backgroundSheet(scheme === 'dark')] : []),
      graticuleSheet(palette),
      townsSheet(palette),
    ]
  }, [scheme, background])
  const areaScene = useAreaScene(inHand, scheme)
  const jobScene = useJobScene(openJob, place, scheme)
  const projectScene = useProjectScene(place.project, jobsOfProject, scheme)
  const { sheets, notes, focus } = place.area ? areaScene : place.project ? projectScene : jobScene
  const { draft, exactOutline } = inHand
  return {
    sheets: [...paper, ...sheets],
    notes,
    focus,
    sea: PALETTES[scheme].sea,
    pen: {
      tool: place.area ? draft.tool : 'none',
      shape: draft.shape,
      polygon: exactOutline,
      widthM: draft.wishes.corridorWidthM,
    },
  }
}
