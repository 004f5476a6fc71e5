/** What follows from an act on the map: in the area editor, on the open result, or on the frame of a print. */
import { flushSync } from 'react-dom'
import type { AreaEditor } from '../features/areas/use-area.ts'
import { wholeTurn } from '../features/results/print/print-choice.ts'
import type { PrintSetup } from '../features/results/print/use-print.ts'
import type { QueryTool } from '../features/results/query-tools/use-query-tool.ts'
import type { MapEvents } from '../map/map-controller.ts'
import type { SpotActs } from '../map/SpotMenu.tsx'
import { goTo, type Place, pick, updatePlace } from '../place.ts'

export const mapEvents = (
  place: Place,
  { act, type }: AreaEditor,
  onResult: QueryTool,
  onPaper: PrintSetup,
  incomplete: MapEvents['incomplete'],
): Omit<MapEvents, 'far' | 'asked'> => {
  const reframe = (change: Partial<NonNullable<PrintSetup['wish']['frame']>>) => {
    const { frame } = onPaper.wish
    if (frame) flushSync(() => onPaper.change({ frame: { ...frame, ...change } }))
  }
  const vertices: Pick<MapEvents, 'pointed' | 'placed' | 'completed' | 'takenBack' | 'typed'> = place.area
    ? {
        // The line is there in the frame in which the pointer moved, and the price is asked in it.
        pointed: (at) => flushSync(() => act({ do: 'point', at })),
        placed: (at) => act({ do: 'place', at }),
        completed: () => act({ do: 'finish' }),
        takenBack: () => act({ do: 'undo' }),
        typed: type,
      }
    : {
        pointed: (at) => onResult.act({ do: 'point', at }),
        placed: (at) => onResult.act({ do: 'place', at }),
        completed: () => onResult.act({ do: 'finish' }),
        takenBack: () => onResult.act({ do: 'back' }),
        typed: onResult.type,
      }
  return {
    ...vertices,
    incomplete,
    picked: (picked) => {
      // A line of the trench plan is shown among its rows.
      if (place.job && place.tab === 'trenches') updatePlace({ picked })
      else if (place.job) pick(picked)
    },
    opened: (job) => goTo({ job }),
    sketched: (shape) => act({ do: 'sketch', shape }),
    finished: (shape) => act({ do: 'commit', shape, next: 'edit' }),
    frameMoved: (middle) => reframe({ middle }),
    frameTurned: (degrees) => reframe({ degrees: wholeTurn(degrees) }),
  }
}

/** Of the menu at a spot on the map. */
export const spotActs = (place: Place, { act }: AreaEditor, onResult: QueryTool, mayWrite: boolean): SpotActs => ({
  lookUp: place.job && !place.area ? pick : undefined,
  measure: onResult.jobId
    ? (at) => {
        onResult.act({ do: 'take', tool: 'distance' })
        onResult.act({ do: 'place', at: [...at] })
      }
    : undefined,
  begin: mayWrite
    ? (at) => {
        if (!place.area) goTo({ area: true })
        act({ do: 'take', tool: 'polygon' })
        act({ do: 'place', at: [...at] })
      }
    : undefined,
})
