/** From what is known to what is on the map. Each layer is made anew only when its own data or colours change. */
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import type { Geometry } from 'geojson'
import { useMemo } from 'react'
import type { ProjectMap } from '../../server/features/projects/schema.ts'
import type { Section } from '../../server/features/results/schema.ts'
import { isDownloadable, type PartState } from '../../server/features/vocabulary.ts'
import { shownRevision } from '../api/job-result.ts'
import { useAreaScene, usePlaceScene } from '../features/areas/area-scene.ts'
import type { AreaEditor } from '../features/areas/use-area.ts'
import { jobPinsQuery } from '../features/jobs/api.ts'
import { useJobFilter } from '../features/jobs/use-job-filter.ts'
import { hasResult, MOST_RESULTS, projectQuery } from '../features/projects/api.ts'
import { type ResultLook, styleQuery } from '../features/results/api.ts'
import { usePrintScene } from '../features/results/print/print-scene.ts'
import type { PrintSetup } from '../features/results/print/use-print.ts'
import type { QueryTool } from '../features/results/query-tools/use-query-tool.ts'
import { differenceQuery, otherOf } from '../features/results/results-api.ts'
import type { OpenJob } from '../features/results/use-result.ts'
import { gazetteerQuery } from '../features/search/places-api.ts'
import type { Sight } from '../features/search/sight.ts'
import type { TrenchSetup } from '../features/trenches/use-trench-plan.ts'
import { useLocale } from '../locale.tsx'
import type { Background } from '../map/background.ts'
import { sketchedGeometry } from '../map/drawing/corner-draft.ts'
import { crossingMarks, makingMarks, type OverlayMark, sideMarks } from '../map/drawing/overlay-marks.ts'
import { DRAWN_AS, type Query, vertexToolOf } from '../map/drawing/query.ts'
import { surfaceOf } from '../map/drawing/shape.ts'
import type { SnapLines } from '../map/drawing/snap.ts'
import { areaLayer, areaNotes, areasLayer, digNote, MANY_PARTS, partNotes } from '../map/layers/area.ts'
import { backgroundLayer, graticuleLayer, outlineLayer } from '../map/layers/base-map.ts'
import { differencesSheet } from '../map/layers/differences.ts'
import { groundLayer, inventedGroundLayer, isGround } from '../map/layers/ground.ts'
import { namesLayer, placeNames } from '../map/layers/names.ts'
import { newsLayers } from '../map/layers/news.ts'
import { offlineLayer } from '../map/layers/offline.ts'
import { PINS, pinFeatures, pinsLayer } from '../map/layers/pins.ts'
import { pickedLayer, type ResultChoice, resultLayer } from '../map/layers/result.ts'
import { trenchesLayer } from '../map/layers/trenches.ts'
import type { Shortened } from '../map/MapView.tsx'
import type { MapContent } from '../map/map-controller.ts'
import { boundsOf, collection, type Focus, feature, type MapLayer, type Note } from '../map/map-layer.ts'
import { PALETTES, type Scheme } from '../map/palette.ts'
import type { Place } from '../place.ts'
import { usePreferences } from '../preferences.ts'
import { isAskedToDig } from '../tone.ts'

/** A result has no lines of its own but those on the map. */
const NO_SNAPPING: SnapLines = []
/** The same object while there is none. */
const NO_INK: readonly OverlayMark[] = []

const WHOLE_RESULT: ResultChoice = { hidden: [], hiddenOperators: [], extra: [], strengths: {} }

/** Of layers with one class, which their tiles leave out. */
const CLASS_OF: Readonly<Record<string, string>> = { eis_voorzorgsmaatregel: 'AanduidingEisVoorzorgsmaatregel' }

/** Of these parts there is something in what is shown before the result. */
const SHOWN_BEFORE: readonly PartState[] = ['partially_delivered', 'delivered']

const useJobScene = (
  { job, shapes, style, picked: pickedFeatures, news }: OpenJob,
  place: Place,
  choice: ResultChoice,
  scheme: Scheme,
) => {
  const { t } = useLocale()
  const { ground: groundStrength } = usePreferences()
  const palette = PALETTES[scheme]
  const states = job?.parts.map((part) => part.status).join()
  // At once, not when it has come: what is drawn for a moment only is drawn for nothing.
  const hasResult = Boolean(job && isDownloadable(job.status))
  const hasSome = shownRevision(job) !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: `states` stands for job.parts, which is a new object at each poll
  const cut = useMemo(() => {
    if (!shapes) return []
    const stateOf = (partNo: number) => job?.parts.find((part) => part.part_no === partNo)?.status
    const isShown = (partNo: number) =>
      hasResult || (hasSome && SHOWN_BEFORE.some((state) => state === stateOf(partNo)))
    return [areaLayer(palette, shapes.outlines_lnglat, shapes.parts, stateOf, isShown)]
  }, [shapes, states, palette, hasResult, hasSome])
  const key = `${job?.job_id}:${shownRevision(job)}:${scheme}`
  const { hidden, hiddenOperators } = choice
  const result = useMemo(
    () => (style ? [resultLayer(key, style, choice, palette.land)] : []),
    [key, style, choice, palette],
  )
  const groundTiles = style?.tiles.ground
  const ground = useMemo(
    () => (groundTiles && groundTiles !== 'coming' ? [groundLayer(key, groundTiles, scheme, groundStrength)] : []),
    [key, groundTiles, scheme, groundStrength],
  )
  const { items } = news
  const marked = useMemo(
    () =>
      shapes && items.length > 0
        ? newsLayers(palette, items, shapes.parts, result[0], { hidden, hiddenOperators })
        : [],
    [palette, items, shapes, result, hidden, hiddenOperators],
  )
  // Beside its course a repeated job is compared with the former, unless somebody chooses otherwise.
  const former = place.tab === 'course' && job?.follows ? `with:${job.follows}` : null
  const difference = useQuery(differenceQuery(job, otherOf(place.compare ?? former))).data
  const compared = useMemo(
    () => (difference ? [differencesSheet(palette, difference.listed)] : []),
    [difference, palette],
  )
  const first = pickedFeatures.find(({ id }) => id === place.picked[0])
  const picked = useMemo(
    () => (first?.geometry ? [pickedLayer(palette, collection([feature(first.geometry as Geometry)]))] : []),
    [first, palette],
  )
  const dig = job && isAskedToDig(job) ? job.dig_status.answer : null
  const notes = useMemo((): Note[] => {
    if (!shapes) return []
    const isNew = (partNo: number) => (items.some((each) => each.partNo === partNo) ? t('soFar.new') : null)
    const isNumbered = shapes.parts.length > 1 && shapes.parts.length <= MANY_PARTS
    return [
      ...(isNumbered ? partNotes(shapes.parts, (n) => t('job.part', { n }), isNew) : []),
      ...(dig ? [digNote(shapes.outlines_lnglat, dig, t(`digging.chip.${dig}`))] : []),
    ]
  }, [shapes, t, items, dig])
  const focus = useMemo(
    (): Focus | null =>
      shapes && job
        ? {
            key: `job:${job.job_id}`,
            bounds: boundsOf(shapes.outlines_lnglat.flatMap(({ coordinates }) => coordinates[0] ?? [])),
          }
        : null,
    [shapes, job?.job_id, job],
  )
  return { layers: [...ground, ...marked, ...picked, ...result, ...compared, ...cut] as MapLayer[], notes, focus }
}

/** What is drawn on a result to measure, select or cut, with lengths; and what a section crosses. */
const useAskingScene = (
  { tool, making, drawn }: Query,
  section: Section | undefined,
  open: OpenJob,
  scheme: Scheme,
) => {
  const { side, surface } = useLocale()
  const palette = PALETTES[scheme]
  return useMemo((): readonly OverlayMark[] => {
    if (!tool) return NO_INK
    const drawnAs = DRAWN_AS[tool]
    const made = drawn ?? sketchedGeometry(drawnAs, making)
    const lines = made ? (made.type === 'Polygon' ? made.coordinates : [made.coordinates]) : []
    const whole = made?.type === 'Polygon' ? { of: made, label: surface(surfaceOf(made)) } : null
    const colours = new Map(open.summary?.themes.map(({ thema, colour }) => [thema, colour]))
    return [
      ...sideMarks(palette, lines, side, whole),
      ...makingMarks(drawnAs, making),
      ...(section ? crossingMarks(palette, section, colours) : []),
    ]
  }, [tool, making, drawn, section, open.summary, palette, side, surface])
}

/** A pin with its name over it. */
const sightNotes = (key: string, at: Note['at'], name: string | undefined, label: string): Note[] => [
  { id: key, at, text: '', look: 'place', label },
  ...(name ? [{ id: `${key}:name`, at, text: name, look: 'tip' as const }] : []),
]

/** All jobs of the list; a project and what is drawn have the map to themselves. */
const usePins = (place: Place, isAsking: boolean, scheme: Scheme) => {
  const { t } = useLocale()
  const filter = useJobFilter()
  const { data: found } = useQuery(jobPinsQuery(filter))
  const data = useMemo(() => found && pinFeatures(found.data, ({ name }) => name ?? t('jobs.noReference')), [found, t])
  const isOpen = place.job !== null
  const isShown = !place.area && place.project === null && !isAsking
  const layers = useMemo(
    (): MapLayer[] => (data && isShown ? [pinsLayer(PALETTES[scheme], data, isOpen)] : []),
    [data, isShown, isOpen, scheme],
  )
  const left = found && isShown ? found.total - found.data.length : 0
  return { layers, shortened: left > 0 && found ? { shown: found.data.length, total: found.total } : null }
}

const dataOf = <T>(answers: UseQueryResult<T>[]): (T | undefined)[] => answers.map(({ data }) => data)

/**
 * The results of the jobs of a project, each on the ground of its own deliveries; nothing of them is picked here.
 * @param without a job that is drawn by itself
 */
const useProjectResults = (project: string | null, choice: ResultChoice, scheme: Scheme, without?: string) => {
  const { ground } = usePreferences()
  const jobs = useQuery({ ...projectQuery(project ?? ''), enabled: project !== null }).data?.jobs
  const shown = jobs?.filter((job) => hasResult(job) && job.job_id !== without).slice(0, MOST_RESULTS) ?? []
  const styles = useQueries({ queries: shown.map((job) => styleQuery(job, scheme)), combine: dataOf<ResultLook> })
  const keys = shown.map((job) => `${job.job_id}:${job.revision}:${scheme}`).join(' ')
  const layers = useMemo((): MapLayer[] => {
    const known = keys.split(' ').flatMap((key, i) => (styles[i] ? [{ key, style: styles[i] }] : []))
    return [
      ...known.flatMap(({ key, style: { tiles } }) =>
        tiles.ground && tiles.ground !== 'coming' ? [groundLayer(key, tiles.ground, scheme, ground)] : [],
      ),
      ...known.map(({ key, style }) => ({
        ...resultLayer(key, style, choice, PALETTES[scheme].land),
        pickable: false,
      })),
    ]
  }, [keys, styles, choice, scheme, ground])
  return { layers, isComing: shown.some((_, i) => !styles[i]) }
}

/** The areas of all jobs of a project at once. */
const useProjectScene = (project: string | null, jobs: ProjectMap['data'] | undefined, scheme: Scheme) => {
  const { t } = useLocale()
  const palette = PALETTES[scheme]
  const notes = useMemo(() => areaNotes(jobs ?? [], t), [jobs, t])
  const layers = useMemo(() => (jobs && jobs.length > 0 ? [areasLayer(palette, jobs)] : []), [jobs, palette])
  const focus = useMemo((): Focus | null => {
    const corners =
      jobs?.flatMap(({ outlines_lnglat }) => outlines_lnglat.flatMap(({ coordinates }) => coordinates[0] ?? [])) ?? []
    return corners.length > 0 ? { key: `project:${project}:${jobs?.length}`, bounds: boundsOf(corners) } : null
  }, [project, jobs])
  const results = useProjectResults(project, WHOLE_RESULT, scheme)
  return { layers: [...results.layers, ...layers] as MapLayer[], notes, focus, isComing: results.isComing }
}

export const useScene = (
  place: Place,
  editor: AreaEditor,
  openJob: OpenJob,
  jobsOfProject: ProjectMap['data'] | undefined,
  look: { scheme: Scheme; background: Background },
  sight: Sight | null,
  { query, section, stepM: askingStepM }: Pick<QueryTool, 'query' | 'section' | 'stepM'>,
  onPaper: PrintSetup,
  trenches: TrenchSetup | null,
): Omit<MapContent, 'looks'> & { isResultComing: boolean; hasGround: boolean; shortened: Shortened | null } => {
  const { t, theme, className } = useLocale()
  const operators = openJob.summary?.operators
  // As its card is called once it is picked: cables and pipes by their theme, all else by what it is, too.
  const say: MapContent['say'] = ({ thema, bronhouder, objecttype, title, point_count: jobs }, layer) => {
    if (layer === PINS) return jobs === undefined ? String(title) : t('map.jobs', { n: Number(jobs) })
    const operator = operators?.find(({ code }) => code === bronhouder)?.name
    const named = layer === 'kabel_of_leiding' ? '' : className(objecttype ?? CLASS_OF[layer])
    return [named, typeof thema === 'string' ? theme(thema) : '', operator ?? ''].filter(Boolean).join(', ')
  }
  const { scheme, background } = look
  const { shown, offline } = background
  const own = shown === 'offline' && offline?.state === 'ready' ? offline : null
  const { data: gazetteer } = useQuery(gazetteerQuery)
  const named = useMemo(() => gazetteer && placeNames(gazetteer), [gazetteer])
  const baseMap = useMemo((): MapLayer[] => {
    const palette = PALETTES[scheme]
    return [
      outlineLayer(palette),
      ...(shown === 'online' ? [backgroundLayer(scheme)] : []),
      ...(own ? [offlineLayer(own, scheme)] : []),
      ...(shown === 'invented' ? [inventedGroundLayer(scheme)] : []),
      graticuleLayer(palette),
      ...(named && !own?.vector_layers ? [namesLayer(palette, named, shown !== 'online' && !own)] : []),
    ]
  }, [scheme, shown, own, named])
  const areaScene = useAreaScene(editor, scheme)
  const placeScene = usePlaceScene(place.area, scheme)
  const { strengths } = usePreferences()
  const { hidden, hiddenOperators, extra } = place
  const choice = useMemo(
    () => ({ hidden, hiddenOperators, extra, strengths }),
    [hidden, hiddenOperators, extra, strengths],
  )
  const jobScene = useJobScene(openJob, place, choice, scheme)
  const askingInk = useAskingScene(query, section, openJob, scheme)
  const { works, view, chosen = null } = trenches ?? {}
  // A plan of a project has lines of its other jobs.
  const beside = useProjectResults(view?.project_id ?? null, choice, scheme, openJob.job?.job_id)
  const trenchLayers = useMemo(
    () => (works ? [trenchesLayer(PALETTES[scheme], works, view ?? null, chosen)] : []),
    [works, view, chosen, scheme],
  )
  const printScene = usePrintScene(onPaper, scheme)
  const onJob = useMemo(() => [...printScene.ink, ...askingInk], [printScene, askingInk])
  const pins = usePins(place, query.tool !== null, scheme)
  const projectScene = useProjectScene(place.project, jobsOfProject, scheme)
  const { layers, notes, focus } = place.area ? areaScene : place.project ? projectScene : jobScene
  const { draft, snapLines, stepM } = editor
  // The numbers of parts between those of printed sheets would be taken for them.
  const all =
    printScene.notes.length > 0 ? [...notes.filter(({ look }) => look !== 'part'), ...printScene.notes] : notes
  return {
    shortened: pins.shortened,
    hasGround: layers.some(isGround),
    isResultComing: openJob.isLoading || projectScene.isComing,
    layers: [...baseMap, ...pins.layers, ...placeScene, ...beside.layers, ...layers, ...trenchLayers],
    overlay: place.area ? areaScene.overlay : onJob,
    frame: printScene.frame,
    notes: sight?.at ? [...all, ...sightNotes(sight.key, sight.at, sight.name, t('search.found'))] : all,
    focus,
    sight,
    sea: PALETTES[scheme].sea,
    say,
    drawing: place.area
      ? {
          tool: draft.tool,
          shape: draft.shape,
          making: draft.making,
          snapLines,
          stepM,
          sticksToMap: false,
          nearOnly: true,
        }
      : {
          tool: vertexToolOf(query),
          shape: null,
          making: query.making,
          snapLines: NO_SNAPPING,
          sticksToMap: query.tool === 'distance',
          stepM: askingStepM,
          nearOnly: false,
        },
  }
}
