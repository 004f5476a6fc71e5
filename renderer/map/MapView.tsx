/** The map in the page: hands what it should show to the controller, and its reports to the page. No other component touches the map. */
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Words } from '../i18n/en.ts'
import { useSpeech } from '../i18n/words.tsx'
import { HomeIcon, MinusIcon, PlusIcon } from '../ui/icons.tsx'
import { IconButton } from '../ui/parts.tsx'
import { BackgroundChoice } from './BackgroundChoice.tsx'
import type { Background } from './background.ts'
import { COUNTRY } from './country.ts'
import { installGrid } from './install-grid.ts'
import type { MapContent, MapController, MapEvents } from './map-controller.ts'
import type { Spot } from './pointer.ts'
import { type SpotActs, SpotMenu } from './SpotMenu.tsx'
import { StatusBar } from './StatusBar.tsx'

/** What draws on the map comes beside the panels, which need not wait for it. */
const coming = import('./map-controller.ts')
// Whoever waits for it is told.
coming.catch(() => {})

/** Of the map's height: what is looked at fits into it on the smallest screen. */
const LEAST_PX = 60
/** Below the search: the tools on a result, and room around them. */
const TOOLS_PX = 72

/** In a wide window the panels stand beside what is looked at, and are as wide as they are whatever is in them. */
export const isWide = (): boolean => innerWidth > 900

/** Sizes of the panels as they are now, a sheet folded or not, so that a flight ends beside them. */
const margins = () => {
  const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
  const widthOf = (selector: string) => boxOf(selector)?.width ?? 0
  const heightOf = (selector: string) => boxOf(selector)?.height ?? 0
  const room = 56
  if (!isWide()) {
    // Below the search and the tools on a result, which come only after the map has flown to it.
    const top = 2.5 * room
    const tools = widthOf('.map-tools') + room / 2
    const sheet = widthOf('.right')
    // Low and wide: it stands beside the map.
    if (sheet < innerWidth - LEAST_PX) return { top, right: sheet + tools, bottom: room / 2, left: room / 2 }
    // A sheet that leaves nothing over, as at 200 % zoom, must not keep the map from going there at all.
    const bottom = Math.max(0, Math.min(heightOf('.right') + room / 2, innerHeight - top - LEAST_PX))
    return { top, right: tools, bottom, left: room / 2 }
  }
  // The settings lie over the map while one is at them; it is not looked at beside them.
  const right = widthOf('.right:not([data-wide])') + widthOf('.map-tools') + room
  // The tools on a result stand there before it has been flown to, or come while it is.
  const top = (boxOf('.search-box')?.bottom ?? 0) + (document.querySelector('[data-right]') ? TOOLS_PX : room / 2)
  return { top, right, bottom: room, left: widthOf('.left') + room }
}

const attributionOf = ({ shown, offline }: Background, { map }: Words): string => {
  if (shown === 'online') return map.attribution
  if (shown === 'offline' && offline?.state === 'ready')
    return map.offlineAttribution(offline.attribution ?? offline.name)
  if (shown === 'invented') return map.inventedAttribution
  return map.ownAttribution
}

export const MapView = ({
  content,
  events,
  background,
  isFolded,
  onSetUp,
  more,
  seen,
  spotActs,
}: {
  content: MapContent
  events: Omit<MapEvents, 'far' | 'asked'>
  background: Background
  /** The sheet at the foot of a narrow window leaves most of the map free. */
  isFolded: boolean
  /** Leads to where an offline map is chosen; null for who may not. */
  onSetUp: (() => void) | null
  /** Below the tools of the map. */
  more?: React.ReactNode
  /** Asked for what of the ground is seen now. */
  seen: RefObject<MapController['view'] | null>
  spotActs: SpotActs
}) => {
  const { words } = useSpeech()
  const container = useRef<HTMLDivElement>(null)
  const readout = useRef<HTMLOutputElement>(null)
  const [controller, setController] = useState<MapController | null>(null)
  const [failed, setFailed] = useState(false)
  const [isFar, setFar] = useState(false)
  const [spot, setSpot] = useState<Spot | null>(null)
  const [copied, setCopied] = useState<string | null>(null)
  const now = useEffectEvent(() => events)

  useEffect(() => {
    if (!container.current || !readout.current) return
    const [place, output] = [container.current, readout.current]
    place.setAttribute('aria-busy', 'true')
    const own: MapEvents = {
      picked: (ids) => now().picked(ids),
      asked: (asked) => {
        setCopied(null)
        setSpot(asked)
      },
      incomplete: (layerId) => now().incomplete(layerId),
      sketched: (shape) => now().sketched(shape),
      finished: (shape) => now().finished(shape),
      pointed: (at) => now().pointed(at),
      placed: (at) => now().placed(at),
      completed: () => now().completed(),
      takenBack: () => now().takenBack(),
      typed: (figure) => now().typed(figure),
      frameMoved: (middle) => now().frameMoved(middle),
      frameTurned: (degrees) => now().frameTurned(degrees),
      far: setFar,
    }
    let made: MapController | null = null
    let isGone = false
    coming
      .then(({ MapController }) => {
        if (isGone) return
        made = new MapController(place, output, own, margins)
        setController(made)
      })
      .catch(() => {
        place.setAttribute('aria-busy', 'false')
        setFailed(true)
        void installGrid()
      })
    return () => {
      isGone = true
      made?.remove()
    }
  }, [])

  // Before the next frame: the pointer draws in it.
  useLayoutEffect(() => controller?.show(content), [controller, content])
  useEffect(() => controller?.name(words.map.name), [controller, words])
  useEffect(() => {
    seen.current = controller && (() => controller.view())
  }, [controller, seen])
  const settle = useEffectEvent(() => controller?.settle())
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change that counts
  useEffect(() => settle(), [isFolded])

  const tools = useMemo(
    () => (
      <div className="map-tools">
        <IconButton label={words.map.zoomIn} keys="+" onPress={() => controller?.zoom(1)}>
          <PlusIcon />
        </IconButton>
        <IconButton label={words.map.zoomOut} keys="−" onPress={() => controller?.zoom(-1)}>
          <MinusIcon />
        </IconButton>
        <IconButton label={words.map.wholeCountry} onPress={() => controller?.look(COUNTRY)}>
          <HomeIcon />
        </IconButton>
        {more}
        <BackgroundChoice background={background} onSetUp={onSetUp} />
      </div>
    ),
    [controller, background, onSetUp, words, more],
  )
  return (
    <main className="map">
      <section ref={container} className="canvas" aria-label={words.map.mapLabel} />
      {isFar ? (
        <p className="too-far" role="status">
          <strong>{words.area.tooFar.title}</strong>{' '}
          {content.drawing.tool === 'freehand' ? words.area.tooFar.freehand : words.area.tooFar.what}
        </p>
      ) : null}
      {failed ? <p className="map-failed">{words.map.noWebGl}</p> : null}
      {tools}
      <StatusBar
        controller={controller}
        readout={readout}
        attribution={attributionOf(background, words)}
        copied={copied}
      />
      {spot ? <SpotMenu spot={spot} acts={spotActs} onClose={() => setSpot(null)} onCopied={setCopied} /> : null}
    </main>
  )
}
