/**
 * A map that moves at four pictures a second is of no use, and without a graphics card a picture costs by its pixels. So on
 * a computer that can't keep up the map is drawn with fewer of them from when it moves until it is complete again, and
 * sharp then. Where there is a graphics card nothing of this ever happens.
 */
import type { Map as MapLibreMap } from 'maplibre-gl'

/** Between one picture and the next: beyond this a hand feels it. */
const SLOW_MS = 50
/** The first of a movement may have to fetch something, so one alone says nothing. */
const SLOW_PICTURES = 2
/** Of the width and of the height. */
const SHARE = 0.5
/** As quick as the screen, with a quarter of the pixels: then all of them may be in time too. */
const QUICK_MS = 18
/** A map at rest that waits longer for what is missing (tiles from the internet) is sharpened without it. */
const REST_MS = 1000

type CoarseMap = Pick<MapLibreMap, 'on' | 'off' | 'isMoving' | 'setPixelRatio' | 'stop'>

export interface Coarse {
  isCoarse: () => boolean
  /** Draws it sharp at once. False: it already is. */
  sharpen: () => boolean
  stop: () => void
}

/**
 * @param isSlow known beforehand: coarse from the first picture
 * @param ratio pixels of the screen in one of the page, as it is now
 * @param picture where pictures come later than the map thinks
 * @param now milliseconds
 */
export const coarseWhileMoving = (
  map: CoarseMap,
  {
    isSlow,
    ratio,
    picture = null,
    now = () => performance.now(),
  }: {
    isSlow: boolean
    ratio: () => number
    picture?: { onPicture: (heard: () => void) => () => void } | null
    now?: () => number
  },
): Coarse => {
  let isCoarse = false
  /** Our own change of the pixels is told as a movement too. */
  let isOurs = false
  let last: number | null = null
  let slow = 0
  let intervals: number[] = []
  let resting: ReturnType<typeof setTimeout> | undefined

  const draw = (coarse: boolean): void => {
    isCoarse = coarse
    isOurs = true
    // MapLibre stops what moves a map of another size: the hand that drags it would be let go at its first step.
    const { stop } = map
    map.stop = () => map as MapLibreMap
    map.setPixelRatio(ratio() * (coarse ? SHARE : 1))
    map.stop = stop
    isOurs = false
  }
  const moved = (): void => {
    if (isOurs) return
    clearTimeout(resting)
    if (isSlow && !isCoarse) draw(true)
  }
  const rendered = (): void => {
    if (!map.isMoving()) {
      last = null
      return
    }
    const at = now()
    if (last !== null) {
      const ms = at - last
      if (isCoarse) intervals.push(ms)
      slow = ms > SLOW_MS ? slow + 1 : 0
      if (slow >= SLOW_PICTURES && !isSlow) {
        isSlow = true
        draw(true)
      }
    }
    last = at
  }
  const sharpen = (): boolean => {
    clearTimeout(resting)
    if (!isCoarse) return false
    const [median] = intervals.toSorted((a, b) => a - b).slice(intervals.length >> 1)
    if (median !== undefined && median < QUICK_MS) isSlow = false
    intervals = []
    slow = 0
    draw(false)
    return true
  }
  const ended = (): void => {
    if (isOurs || !isCoarse) return
    clearTimeout(resting)
    resting = setTimeout(() => {
      if (!map.isMoving()) sharpen()
    }, REST_MS)
  }
  if (isSlow) draw(true)
  map.on('move', moved)
  const stopHearing = picture?.onPicture(rendered)
  if (!picture) map.on('render', rendered)
  map.on('moveend', ended)
  return {
    isCoarse: () => isCoarse,
    sharpen,
    stop: () => {
      clearTimeout(resting)
      map.off('move', moved)
      stopHearing?.()
      map.off('render', rendered)
      map.off('moveend', ended)
    },
  }
}
