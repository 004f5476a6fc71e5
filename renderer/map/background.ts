/**
 * What lies under everything: PDOK's map while it can be reached, the map file of one's own, or bare paper. On a site
 * without a network the window falls back to the file by itself, silently.
 */
import { useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import type { OfflineMap } from '../../server/features/results/map/offline-map-schema.ts'
import type { Session } from '../../server/features/users/session-schema.ts'
import { offlineMapQuery } from '../features/settings/offline-map-api.ts'
import { BACKGROUNDS, type BackgroundKind, usePreferences } from '../preferences.ts'
import { BACKGROUND_TILES } from './layers/base-map.ts'

const PROBE_MS = 4000

export type ReadyOfflineMap = Extract<OfflineMap, { state: 'ready' }>

export interface Background {
  wish: BackgroundKind
  offered: readonly BackgroundKind[]
  /** What is drawn now. */
  shown: BackgroundKind
  /** PDOK's; undefined while it is not known, and where nobody wants it. */
  reachable: boolean | undefined
  /** Undefined while it is not known. */
  offline: OfflineMap | undefined
  /** What is chosen does not come, and nothing of the kind stands in for it. */
  isMissing: boolean
  again: () => void
}

const NETWORK_NEWS = ['online', 'offline'] as const
const listen = (heard: () => void) => {
  for (const news of NETWORK_NEWS) addEventListener(news, heard)
  return () => {
    for (const news of NETWORK_NEWS) removeEventListener(news, heard)
  }
}
const hasNetwork = () => navigator.onLine

/** Each failed request stands in the browser's console as an error: never asked without need. */
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

/** @param mayInvent all that is looked at is of the simulator */
const shownFor = (
  wish: BackgroundKind,
  reachable: boolean | undefined,
  offline: OfflineMap | undefined,
  mayInvent: boolean,
): BackgroundKind => {
  const hasFile = offline?.state === 'ready'
  if (wish === 'invented') return wish
  if (wish === 'online' && reachable) return 'online'
  if (wish !== 'plain' && hasFile) return 'offline'
  return wish === 'online' && reachable === false && offline !== undefined && mayInvent ? 'invented' : 'plain'
}

/** What is chosen does not come: neither it nor the map file, for which it is known by now. */
const isMissing = (wish: BackgroundKind, shown: BackgroundKind, reachable: boolean | undefined, isKnown: boolean) =>
  isKnown && shown !== wish && shown !== 'offline' && (wish === 'offline' || reachable === false)

/** The simulator's town lies under nothing that was filed for real: a user who chose it has the usual map then. */
export const offeredFor = (environment: Session['environment']): readonly BackgroundKind[] =>
  BACKGROUNDS.filter((each) => each !== 'invented' || environment === 'simulator')

/** @param isReal something real is open, or may be: nothing invented lies below it by itself */
export const useBackground = (environment: Session['environment'], isReal: boolean): Background => {
  const { background } = usePreferences()
  const offered = useMemo(() => offeredFor(environment), [environment])
  const wish = offered.includes(background) ? background : 'online'
  const isOnline = useSyncExternalStore(listen, hasNetwork)
  const { data: answered, refetch } = useQuery({
    queryKey: ['background-reachable'],
    queryFn: probe,
    enabled: isOnline && wish === 'online',
    retry: false,
    staleTime: 10 * 60_000,
    refetchOnReconnect: 'always',
  })
  const reachable = isOnline && answered
  const { data: offline } = useQuery(offlineMapQuery)
  const shown = shownFor(wish, reachable, offline, !isReal && offered.includes('invented'))
  return useMemo(
    () => ({
      wish,
      shown,
      reachable,
      offline,
      offered,
      isMissing: isMissing(wish, shown, reachable, offline !== undefined),
      again: () => void refetch(),
    }),
    [wish, shown, reachable, offline, offered, refetch],
  )
}
