/** The map in the page: hands what it should show to the controller, and its reports to the page. No other component touches the map. */
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Translate } from '../../server/texts/texts.ts'
import { useLocale } from '../locale.tsx'
import { HomeIcon, MinusIcon, MoreIcon, PlusIcon } from '../ui/icons.tsx'
import { ActButton, IconButton, TipSide } from '../ui/parts.tsx'
import { BackgroundChoice } from './BackgroundChoice.tsx'
import type { Background } from './background.ts'
import { COUNTRY } from './country.ts'
import { installGrid } from './install-grid.ts'
import type { MapContent, MapController, MapEvents } from './map-controller.ts'
import { MAP_TOOLS, margins } from './panels-over-map.ts'
import type { Spot } from './pointer.ts'
import { type SpotActs, SpotMenu } from './SpotMenu.tsx'
import { StatusBar, Veil } from './StatusBar.tsx'

/** What draws on the map comes beside the panels, which need not wait for it. */
const coming = import('./map-controller.ts')
// The component that waits for it gets the error.
coming.catch(() => {})

const attributionOf = ({ shown, offline }: Background, t: Translate): string => {
  if (shown === 'online') return t('map.attribution')
  if (shown === 'offline' && offline?.state === 'ready')
    return t('map.offlineAttribution', { name: offline.attribution ?? offline.name })
  if (shown === 'invented') return t('map.inventedAttribution')
  return t('map.ownAttribution')
}

/** More jobs than there are pins. */
export interface Shortened {
  shown: number
  total: number
}

/** What one would take for a fault of the map: why nothing lies under it, and that pins are left out. */
const MapNotes = ({
  background: { isMissing, wish, shown, again },
  hasGround,
  shortened,
  onSetUp,
}: {
  background: Background
  hasGround: boolean
  shortened: Shortened | null
  onSetUp: (() => void) | null
}) => {
  const { t } = useLocale()
  return (
    <div className="map-notes" role="status">
      {isMissing && !hasGround ? (
        <p>
          {t(shown === 'invented' ? 'map.inventedInstead' : wish === 'offline' ? 'map.noMapFile' : 'map.noBackground')}
          <ActButton weight="quiet" onPress={onSetUp ?? again}>
            {onSetUp ? t('map.chooseOffline') : t('retryNow')}
          </ActButton>
        </p>
      ) : null}
      {shortened ? <p>{t('map.shortened', { shown: shortened.shown, total: shortened.total })}</p> : null}
    </div>
  )
}

export const MapView = ({
  content,
  events,
  background,
  isFolded,
  isResultComing,
  hasGround,
  shortened,
  onSetUp,
  more,
  seen,
  spotActs,
}: {
  content: MapContent
  events: Omit<MapEvents, 'far' | 'asked'>
  background: Background
  /** The sheet or the list of a narrow window leaves most of the map free. */
  isFolded: boolean
  /** A result is open, and how it is drawn is not known yet. */
  isResultComing: boolean
  /** What is open lies on the base map of its deliveries. */
  hasGround: boolean
  shortened: Shortened | null
  /** Leads to where an offline map is chosen; null for who may not. */
  onSetUp: (() => void) | null
  /** Below the tools of the map. */
  more?: React.ReactNode
  /** Asked for what of the ground is seen now. */
  seen: RefObject<MapController['view'] | null>
  spotActs: SpotActs
}) => {
  const { t } = useLocale()
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
      opened: (jobId) => now().opened(jobId),
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
  useEffect(() => controller?.name(t('map.name')), [controller, t])
  useEffect(() => {
    seen.current = controller && (() => controller.view())
  }, [controller, seen])
  const settle = useEffectEvent(() => controller?.settle())
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change that counts
  useEffect(() => settle(), [isFolded])

  /** In a narrow window they are behind a button (narrow.css). */
  const [areToolsShown, showTools] = useState(false)
  const tools = useMemo(
    () => (
      <TipSide value="left">
        <div ref={MAP_TOOLS} className="map-tools" data-open={areToolsShown || undefined}>
          <IconButton
            label={t('map.tools')}
            aria-expanded={areToolsShown}
            onPress={() => showTools((areShown) => !areShown)}
          >
            <MoreIcon />
          </IconButton>
          <IconButton label={t('map.zoomIn')} keys="+" onPress={() => controller?.zoom(1)}>
            <PlusIcon />
          </IconButton>
          <IconButton label={t('map.zoomOut')} keys="−" onPress={() => controller?.zoom(-1)}>
            <MinusIcon />
          </IconButton>
          <IconButton label={t('map.wholeCountry')} onPress={() => controller?.look(COUNTRY)}>
            <HomeIcon />
          </IconButton>
          {more}
          <BackgroundChoice background={background} onSetUp={onSetUp} />
        </div>
      </TipSide>
    ),
    [controller, background, onSetUp, t, more, areToolsShown],
  )
  return (
    <main className="map">
      <section ref={container} className="canvas" aria-label={t('map.mapLabel')} />
      {isFar ? (
        <p className="too-far" role="status">
          <strong>{t('area.tooFar.title')}</strong>{' '}
          {content.drawing.tool === 'freehand' ? t('area.tooFar.freehand') : t('area.tooFar.what')}
        </p>
      ) : null}
      {failed ? <p className="map-failed">{t('map.noWebGl')}</p> : null}
      <Veil controller={controller} isComing={isResultComing} />
      {tools}
      <StatusBar controller={controller} readout={readout} attribution={attributionOf(background, t)} copied={copied}>
        <MapNotes background={background} hasGround={hasGround} shortened={shortened} onSetUp={onSetUp} />
      </StatusBar>
      {spot ? <SpotMenu spot={spot} acts={spotActs} onClose={() => setSpot(null)} onCopied={setCopied} /> : null}
    </main>
  )
}
