/** What is on the map while an area is drawn: the area and its cut, what lies beside it, and what is known of the place below it. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocale } from '../../locale.tsx'
import { sketchedGeometry } from '../../map/drawing/corner-draft.ts'
import { isCornerTool } from '../../map/drawing/draft.ts'
import { cornerMarks, cutMarks, makingMarks, sideMarks } from '../../map/drawing/overlay-marks.ts'
import { polygonOf, surfaceOf } from '../../map/drawing/shape.ts'
import { toDegrees } from '../../map/exact.ts'
import { MANY_PARTS, partNotes } from '../../map/layers/area.ts'
import { besideLayer, keepOutLayer, repairLayer, safetyLayer } from '../../map/layers/drawing.ts'
import { groundLayer } from '../../map/layers/ground.ts'
import { boundsOf, type Focus, hangingOver, type MapLayer, type Note } from '../../map/map-layer.ts'
import { PALETTES, type Scheme } from '../../map/palette.ts'
import { usePreferences } from '../../preferences.ts'
import { companyGroundQuery } from '../results/ground-api.ts'
import { listsOf } from './corner-edits.ts'
import { safetyAreasQuery } from './safety-areas-api.ts'
import { type AreaEditor, footOf } from './use-area.ts'

export const useAreaScene = (editor: AreaEditor, scheme: Scheme) => {
  const { draft, shown, area, outline, preview, error, mistake, repair, areaImport, marked, isWithoutAddress } = editor
  const { t, side, surface } = useLocale()
  const palette = PALETTES[scheme]
  const { tool, making, shape, aside, keepOut } = draft
  // The lines being drawn lie on top; of a corridor they are the line only.
  const drawnByHand = shown?.kind === 'polygon' && (tool === 'edit' || shown !== shape)
  const parts = preview && !error ? preview.parts : null
  const border = drawnByHand ? null : outline
  const cut = useMemo(() => cutMarks(palette, border, parts ?? []), [palette, parts, border])
  const beside = useMemo(() => {
    const others = aside.map(polygonOf).filter((polygon) => polygon !== null)
    return [
      ...(keepOut.length > 0 ? [keepOutLayer(palette, keepOut)] : []),
      ...(others.length > 0
        ? [
            besideLayer(
              palette,
              'aside',
              others.map(({ coordinates }) => ({ lines: coordinates, strong: false })),
            ),
          ]
        : []),
    ]
  }, [palette, aside, keepOut])
  const { offered, chosen } = areaImport
  const brought = useMemo(() => {
    if (!offered) return []
    const areas = offered.map((each, index) => ({ lines: each.area.coordinates, strong: chosen.has(index) }))
    const repaired = offered.flatMap((each, index) => (chosen.has(index) ? (each.repair?.pieces ?? []) : []))
    return [besideLayer(palette, 'brought', areas), ...(repaired.length > 0 ? [repairLayer(palette, repaired)] : [])]
  }, [palette, offered, chosen])
  const repairs = useMemo(() => (repair ? [repairLayer(palette, repair.pieces)] : []), [palette, repair])
  const drawn = useMemo(() => {
    const made = isCornerTool(tool) ? sketchedGeometry(tool, making) : null
    const own = shown && (shown.kind === 'corridor' ? shown.line : shown.geometry)
    const measured = made ?? own
    const lines = measured ? (measured.type === 'Polygon' ? measured.coordinates : [measured.coordinates]) : []
    const whole = measured?.type === 'Polygon' ? { of: measured, label: surface(surfaceOf(measured)) } : null
    return [
      ...sideMarks(palette, lines, side, whole),
      ...(isCornerTool(tool) ? makingMarks(tool, making) : []),
      ...(marked && shape ? cornerMarks(listsOf(shape)[marked[0]]?.[marked[1]]) : []),
    ]
  }, [palette, tool, making, shown, side, surface, marked, shape])
  const notes = useMemo((): Note[] => {
    const numbers =
      preview && !error && preview.parts.length > 1 && preview.parts.length <= MANY_PARTS
        ? partNotes(preview.parts, (n) => t('job.part', { n }))
        : []
    if (mistake) {
      const look = mistake.code === 'GEOMETRY_TOO_LARGE' ? 'wrong' : 'mistake'
      return [
        ...numbers,
        {
          id: 'mistake',
          at: mistake.at,
          text: t.find(`area.mistakes.${mistake.code}`) ?? '!',
          look,
          label: t('area.mistakeHere'),
        },
      ]
    }
    // Where no Dutch register reaches, it has no addresses either.
    const abroad = error ? undefined : preview?.abroad_lnglat
    if (!outline || !(abroad || isWithoutAddress)) return numbers
    const [id, text] = abroad ? ['abroad', t('area.seemsAbroad')] : ['no-address', t('area.noAddressNear')]
    const at = abroad ?? footOf(outline)
    return [...numbers, { id, at, text, look: 'care', ...hangingOver(outline.coordinates[0]!, at) }]
  }, [preview, error, mistake, isWithoutAddress, outline, t])
  // The committed shape, never the pointer's: a map that flies while one draws puts the corners elsewhere.
  const focus = useMemo((): Focus | null => {
    const coming = offered?.flatMap(({ area: { coordinates } }) => coordinates.flat())
    const given = shape?.given ? polygonOf(shape)?.coordinates[0] : undefined
    const at = coming && areaImport.found?.is_inside ? coming : given
    return at ? { key: `given:${at.length}:${at[0]}`, bounds: boundsOf(at.map(toDegrees)) } : null
  }, [shape, offered, areaImport.found])
  const layers: MapLayer[] = [...beside, ...brought, ...repairs]
  const overlay = useMemo(() => [...cut, ...drawn], [cut, drawn])
  return { layers, overlay, notes: area ? notes : [], focus }
}

/** What the company was ever delivered, below a new area. */
const useGroundScene = (isWanted: boolean, scheme: Scheme): readonly MapLayer[] => {
  const { ground: strength } = usePreferences()
  const { data } = useQuery(companyGroundQuery(isWanted))
  return useMemo(() => {
    if (!isWanted || !data || data.results === 0) return []
    const { results, left_out, ...tiles } = data
    return [groundLayer(`company:${results}:${left_out}:${scheme}`, tiles, scheme, strength)]
  }, [isWanted, data, scheme, strength])
}

/** Where a notification gives no delivery: below what is drawn. */
const useSafetyScene = (isWanted: boolean, scheme: Scheme): readonly MapLayer[] => {
  const { data } = useQuery(safetyAreasQuery(isWanted))
  const areas = data?.data
  return useMemo(
    () => (isWanted && areas && areas.length > 0 ? [safetyLayer(PALETTES[scheme], areas)] : []),
    [isWanted, areas, scheme],
  )
}

/** What is known of the place, as long as an area is drawn there. */
export const usePlaceScene = (isWanted: boolean, scheme: Scheme): readonly MapLayer[] => {
  const ground = useGroundScene(isWanted, scheme)
  const safety = useSafetyScene(isWanted, scheme)
  return useMemo(() => [...ground, ...safety], [ground, safety])
}
