/** Whether PDOK can be reached: one tile is asked for. On a site without a network the map stays as it is, silently. */
import { useQuery } from '@tanstack/react-query'
import { prefer, usePreferences } from '../preferences.ts'
import { BACKGROUND_TILES } from './layers/paper.ts'
import type { Background } from './MapView.tsx'

const PROBE_MS = 4000

const probe = (): Promise<boolean> =>
  new Promise((resolve) => {
    const image = new Image()
    const give = (reachable: boolean) => {
      clearTimeout(timer)
      resolve(reachable)
    }
    const timer = setTimeout(() => {
      image.src = ''
      give(false)
    }, PROBE_MS)
    image.onload = () => give(true)
    image.onerror = () => give(false)
    image.src = BACKGROUND_TILES.replace('{z}', '6').replace('{x}', '32').replace('{y}', '21')
  })

export const useBackground = (): Background => {
  const { onlineMap } = usePreferences()
  const { data: reachable = false } = useQuery({
    queryKey: ['background-reachable'],
    queryFn: probe,
    retry: false,
    staleTime: 10 * 60_000,
    refetchOnReconnect: 'always',
  })
  return { reachable, on: reachable && onlineMap, turn: (on) => prefer({ onlineMap: on }) }
}
