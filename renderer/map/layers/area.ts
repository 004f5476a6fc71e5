/** An area and its parts: the request polygon as the registry draws it (magenta, dash 30,6), the parts filled by their state. */
import type { Polygon, Position } from 'geojson'
import type { ExpressionSpecification } from 'maplibre-gl'
import type { JobMap } from '../../../server/features/jobs/dashboard-schema.ts'
import type { ProjectMap } from '../../../server/features/projects/schema.ts'
import type { DigAnswer, PartState } from '../../../server/features/vocabulary.ts'
import type { Translate } from '../../../server/texts/texts.ts'
import { isAskedToDig, type Tone, toneOf, toneOfDig } from '../../tone.ts'
import { boundsOf, collection, feature, type MapLayer, type Note } from '../map-layer.ts'
import { colourOf, type Palette } from '../palette.ts'

const PART_TONE: Record<PartState, Tone> = {
  quoted: 'plain',
  accepted: 'busy',
  submitted: 'busy',
  in_production: 'busy',
  partially_delivered: 'busy',
  // A complete delivery may still lack an operator: green is the job's alone.
  delivered: 'plain',
  rejected: 'bad',
  safety_area: 'bad',
  failed: 'bad',
}

const IS_PART: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon']
/** Two layers rather than widths that follow from the data, for which the map would make a shader more. */
const IS_FAINT: ExpressionSpecification = ['all', IS_PART, ['get', 'faint']]
const IS_STRONG: ExpressionSpecification = ['all', IS_PART, ['!', ['get', 'faint']]]

/**
 * @param isFaint of a part: something of it lies below, so only its border is of use
 */
export const areaLayer = (
  palette: Palette,
  outlines: readonly Polygon[],
  parts: JobMap['parts'],
  stateOf: (partNo: number) => PartState | undefined,
  isFaint: (partNo: number) => boolean = () => false,
): MapLayer => {
  return {
    id: 'area',
    data: collection([
      ...parts.map((part) =>
        feature(part.geometry_lnglat, {
          colour: colourOf(palette, PART_TONE[stateOf(part.part_no) ?? 'quoted']),
          faint: isFaint(part.part_no),
        }),
      ),
      feature({ type: 'MultiLineString', coordinates: outlines.flatMap(({ coordinates }) => coordinates) }),
    ]),
    styles: [
      {
        type: 'fill',
        filter: IS_STRONG,
        paint: { 'fill-color': ['get', 'colour'], 'fill-antialias': false, 'fill-opacity': 0.14 },
      },
      {
        type: 'line',
        filter: IS_STRONG,
        paint: { 'line-color': ['get', 'colour'], 'line-width': 1.4, 'line-opacity': 0.9 },
      },
      {
        type: 'line',
        filter: IS_FAINT,
        paint: { 'line-color': ['get', 'colour'], 'line-width': 0.8, 'line-opacity': 0.55 },
      },
      {
        type: 'line',
        filter: ['!', IS_PART],
        paint: { 'line-color': palette.request, 'line-width': 3, 'line-dasharray': [10, 2] },
      },
    ],
  }
}

const toneOfJob = (job: ProjectMap['data'][number]): Tone =>
  isAskedToDig(job) ? toneOfDig[job.dig_answer] : toneOf(job.next_action_reason)

/** The areas of several jobs: whether one may dig there, else where the quote stands. */
export const areasLayer = (palette: Palette, jobs: ProjectMap['data']): MapLayer => ({
  id: 'areas',
  data: collection(
    jobs.map((job) =>
      feature(
        { type: 'MultiPolygon', coordinates: job.outlines_lnglat.map(({ coordinates }) => coordinates) },
        { colour: colourOf(palette, toneOfJob(job)) },
      ),
    ),
  ),
  styles: [
    { type: 'fill', paint: { 'fill-color': ['get', 'colour'], 'fill-antialias': false, 'fill-opacity': 0.2 } },
    { type: 'line', paint: { 'line-color': ['get', 'colour'], 'line-width': 2 } },
  ],
})

export const areaNotes = (jobs: ProjectMap['data'], t: Translate): Note[] =>
  jobs.map((job) => ({
    id: `job-${job.job_id}`,
    at: pointInside(job.outlines_lnglat[0]!),
    text: [
      job.reference ?? t('jobs.noReference'),
      ...(isAskedToDig(job) ? [t(`digging.chip.${job.dig_answer}`)] : []),
    ].join('\n'),
    look: 'name',
  }))

/** Stands on the northern edge of what the area takes, clear of what is in it and of the panels. */
export const digNote = (outlines: readonly Polygon[], answer: DigAnswer, text: string): Note => {
  const [west, , east, north] = boundsOf(outlines.flatMap(({ coordinates }) => coordinates[0]!))
  return { id: 'dig', at: [(west + east) / 2, north], text, look: `dig-${toneOfDig[answer]}` }
}

/**
 * A point that is surely inside, on the longest stretch of a row of the outline.
 * @param share how far from the south the row lies, and the point from the west end of the stretch
 */
export const pointInside = ({ coordinates }: Polygon, share = 0.5): [number, number] => {
  const rows = coordinates[0]!.map((position) => position[1]!)
  // A hair off the exact middle, so that the row does not run through a corner.
  const y = Math.min(...rows) + (Math.max(...rows) - Math.min(...rows)) * (share + 0.0001)
  const crossings = coordinates.flatMap((ring) =>
    ring.slice(1).flatMap((to, i) => {
      const from = ring[i] as Position
      const crosses = from[1]! > y !== to[1]! > y
      return crosses ? [from[0]! + ((y - from[1]!) / (to[1]! - from[1]!)) * (to[0]! - from[0]!)] : []
    }),
  )
  crossings.sort((a, b) => a - b)
  let best: [number, number] = [coordinates[0]![0]![0]!, coordinates[0]![0]![1]!]
  let longest = -1
  for (let i = 0; i + 1 < crossings.length; i += 2) {
    const length = crossings[i + 1]! - crossings[i]!
    if (length > longest) {
      longest = length
      best = [crossings[i]! + length * share, y]
    }
  }
  return best
}

/** Of more the numbers would cover the map. */
export const MANY_PARTS = 60

/** Off the middle, where the length of a trench stands. */
const BADGE_SHARE = 0.2

/** @param tag said beside the number */
export const partNotes = (
  parts: JobMap['parts'],
  label: (partNo: number) => string,
  tag: (partNo: number) => string | null = () => null,
): Note[] =>
  parts.map((part) => ({
    id: `part-${part.part_no}`,
    at: pointInside(part.geometry_lnglat, BADGE_SHARE),
    text: [part.part_no, tag(part.part_no)].filter(Boolean).join(' · '),
    look: 'part',
    label: label(part.part_no),
  }))
