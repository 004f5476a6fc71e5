/** The trench plan of the open job on the map, while its page is open. */
import { useMemo } from 'react'
import { trenchesLayer } from '../../map/layers/trenches.ts'
import type { MapLayer } from '../../map/map-layer.ts'
import { PALETTES, type Scheme } from '../../map/palette.ts'
import type { TrenchSetup } from './use-trench-plan.ts'

export const useTrenchScene = (plan: TrenchSetup | null, scheme: Scheme): MapLayer[] => {
  const { works, view, chosen = null } = plan ?? {}
  return useMemo(
    () => (works ? [trenchesLayer(PALETTES[scheme], works, view, chosen)] : []),
    [works, view, chosen, scheme],
  )
}
