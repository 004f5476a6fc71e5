/**
 * Imports areas, from a file or pasted: what the server read, what was chosen of it, and what is broken about it.
 * One sound area in a system that is certain goes onto the map at once; everything else is shown first.
 */
import type { Polygon, Position } from 'geojson'
import { useMemo, useRef, useState } from 'react'
import type { FoundArea, FoundAreas } from '../../../server/features/areas/schema.ts'
import type { Draft, DraftAct } from '../../map/drawing/draft.ts'
import { joinPolygons } from '../../map/drawing/operations.ts'
import { type Repair, repairOf } from '../../map/drawing/repair.ts'
import type { Shape } from '../../map/drawing/shape.ts'
import { type FileChoice, readAreas } from './api.ts'

export interface AreaOffer {
  area: FoundArea
  /** Null: nothing is broken. Of a line always null. */
  repair: Repair | null
}

export interface AreaImport {
  /** The file's name; empty for what was pasted. */
  name: string
  isReading: boolean
  error: unknown
  found: FoundAreas | null
  /** Of `found`, with what is broken; null: it is on the map already, and only its system can still be doubted. */
  offered: readonly AreaOffer[] | null
  chosen: ReadonlySet<number>
  widthM: number
  choose: (chosen: ReadonlySet<number>) => void
  widen: (widthM: number) => void
  /** Chosen ones that touch become one. */
  join: boolean
  setJoin: (join: boolean) => void
  /** Null while the chosen areas can't be joined to one. */
  joinedArea: Polygon | null
  /** True: it could be read. */
  open: (file: Blob, name: string) => Promise<boolean>
  /** What was said of the file. */
  choice: FileChoice
  /** The same file again, as being in that system, or of that layer. */
  reread: (choice: Partial<FileChoice>) => Promise<void>
  /** One line or area is all that is wanted of it. */
  takesOne: boolean
  use: () => void
  forget: () => void
}

const polygonOf = ({ coordinates }: FoundArea): Polygon => ({
  type: 'Polygon',
  coordinates: coordinates as Position[][],
})

export const lineOf = ({ coordinates }: FoundArea): Position[] => coordinates[0] ?? []

const offer = (area: FoundArea): AreaOffer => ({
  area,
  repair: area.kind === 'polygon' ? repairOf(polygonOf(area)) : null,
})

const NOTHING_SAID: FileChoice = { crs: null, layer: null, turned: false }
const NONE: ReadonlySet<number> = new Set()

type ImportState = Pick<AreaImport, 'name' | 'isReading' | 'error' | 'found' | 'offered'>
const NOTHING_READ: ImportState = { name: '', isReading: false, error: null, found: null, offered: null }

/** @param draft what was read for another one, or is no longer its shape, is not shown, and never becomes part of it */
export const useAreaImport = (
  act: React.Dispatch<DraftAct>,
  { corrects, details, shape: current }: Pick<Draft, 'corrects' | 'details' | 'shape'>,
  takesOne = false,
): AreaImport => {
  /** put: the area that went onto the map at once; null: none did */
  const [held, hold] = useState<{ of: string | null; reading: ImportState; put: Shape | null }>({
    of: null,
    reading: NOTHING_READ,
    put: null,
  })
  const isOurs = held.of === corrects && (held.put === null || held.put === current)
  const state = isOurs ? held.reading : NOTHING_READ
  const [chosen, choose] = useState<ReadonlySet<number>>(NONE)
  const [join, setJoin] = useState(false)
  const [choice, setChoice] = useState(NOTHING_SAID)
  const [widthM, widen] = useState(details.corridorWidthM)
  const given = useRef<{ file: Blob; name: string; isOnMap: boolean } | null>(null)

  const { offered } = state
  const joinedArea = useMemo(() => {
    const polygons = [...chosen].flatMap((index) => {
      const each = offered?.[index]
      return each?.area.kind === 'polygon' ? (each.repair?.pieces ?? [polygonOf(each.area)]) : []
    })
    const pieces = polygons.length > 1 && polygons.length === chosen.size ? joinPolygons(polygons) : []
    return pieces.length === 1 ? pieces[0]! : null
  }, [chosen, offered])

  // The same object while nothing of it changes.
  return useMemo(() => {
    const setState = (reading: ImportState, put: Shape | null = null) => hold({ of: corrects, reading, put })
    const shapesOf = ({ area, repair }: AreaOffer): Shape[] => {
      const named = { given: true as const, ...(area.name ? { name: area.name } : {}) }
      if (area.kind === 'line') {
        return [{ kind: 'corridor', line: { type: 'LineString', coordinates: lineOf(area) }, widthM, ...named }]
      }
      const pieces = repair ? repair.pieces : [polygonOf(area)]
      return pieces.map((geometry) => ({ kind: 'polygon', geometry, ...named }))
    }

    const read = async (asked: FileChoice): Promise<boolean> => {
      const now = given.current
      if (!now) return false
      setChoice(asked)
      setState({ ...NOTHING_READ, name: now.name, isReading: true })
      try {
        const found = await readAreas(now.file, asked)
        if (given.current !== now) return false
        const offered = found.areas.map(offer)
        const [only] = offered
        const isPlain =
          found.layers.length === 1 &&
          offered.length === 1 &&
          (only!.area.kind === 'polygon' || takesOne) &&
          !only!.repair &&
          found.is_inside
        let put: Shape | null = null
        if (isPlain) {
          // Read again in another system: what the first reading put on the map goes.
          if (now.isOnMap) act({ do: 'undo' })
          now.isOnMap = true
          ;[put = null] = shapesOf(only!)
          act({ do: 'add', shapes: put ? [put] : [] })
        }
        choose(new Set(isPlain || !only ? [] : [0]))
        setJoin(false)
        setState({ ...NOTHING_READ, name: now.name, found, offered: isPlain ? null : offered }, put)
        return true
      } catch (error) {
        if (given.current === now) setState({ ...NOTHING_READ, name: now.name, error })
        return false
      }
    }
    const forget = () => {
      given.current = null
      choose(NONE)
      setState(NOTHING_READ)
    }
    return {
      ...state,
      chosen,
      widthM,
      choose,
      widen,
      join,
      setJoin,
      joinedArea,
      choice,
      takesOne,
      open: async (file, name) => {
        given.current = { file, name, isOnMap: false }
        return await read(NOTHING_SAID)
      },
      reread: async (changed) => {
        await read({ ...choice, ...changed })
      },
      use: () => {
        if (!offered) return
        const shapes: Shape[] =
          join && joinedArea
            ? [{ kind: 'polygon', geometry: joinedArea, given: true }]
            : [...chosen].sort((a, b) => a - b).flatMap((index) => shapesOf(offered[index]!))
        if (given.current?.isOnMap) act({ do: 'undo' })
        act({ do: 'add', shapes })
        forget()
      },
      forget,
    }
  }, [act, corrects, state, offered, chosen, widthM, join, joinedArea, choice, takesOne])
}
