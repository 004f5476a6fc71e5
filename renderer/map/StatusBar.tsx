/** At the foot of the map: its scale, which can be chosen, what is still coming, and what lies under the mouse. */
import { useState, useSyncExternalStore } from 'react'
import { useLocale } from '../locale.tsx'
import type { MapController } from './map-controller.ts'
import { MAP_SCALES } from './scale.ts'

/** Three figures, as on maps: what is that near to a scale of the list is this one. */
const SAME = 0.005
const rounded = (scale: number): number => Number(scale.toPrecision(3))

const ScaleAndNews = ({ controller }: { controller: MapController }) => {
  const { t, number } = useLocale()
  const { scale, isBusy } = useSyncExternalStore(controller.status.listen, controller.status.now)
  const exact = MAP_SCALES.find((each) => Math.abs(scale / each - 1) < SAME)
  return (
    <>
      <select
        className="scale-choice"
        aria-label={t('map.scale')}
        title={t('map.scale')}
        value={exact ?? 'now'}
        onChange={({ target }) => controller.toScale(Number(target.value))}
      >
        {exact ? null : <option value="now">1:{number(rounded(scale))}</option>}
        {MAP_SCALES.map((each) => (
          <option key={each} value={each}>
            1:{number(each)}
          </option>
        ))}
      </select>
      {isBusy ? <span className="map-busy">{t('map.loading')}</span> : null}
    </>
  )
}

/** @param isComing of the open result not even the style is there yet */
export const Veil = ({ controller, isComing }: { controller: MapController | null; isComing: boolean }) => {
  if (!controller) return isComing ? <DrawnVeil isLate={false} /> : null
  return <DrawingVeil controller={controller} isComing={isComing} />
}

const DrawingVeil = ({ controller, isComing }: { controller: MapController; isComing: boolean }) => {
  const { isVeiled } = useSyncExternalStore(controller.status.listen, controller.status.now)
  const isShown = isVeiled || isComing
  const [wasComing, setWasComing] = useState(isComing)
  // Of a result that is opened it stays until that is drawn.
  const isOpening = isShown && (isComing || wasComing)
  if (isOpening !== wasComing) setWasComing(isOpening)
  return isShown ? <DrawnVeil isLate={!isOpening} /> : null
}

/** @param isLate tiles that come at once, as the map is moved, are not spoken of */
const DrawnVeil = ({ isLate }: { isLate: boolean }) => {
  const { t } = useLocale()
  return (
    <p className="map-veil" data-late={isLate || undefined}>
      {t('result.mapLoading')}
    </p>
  )
}

export const StatusBar = ({
  controller,
  readout,
  attribution,
  copied,
  children,
}: {
  controller: MapController | null
  readout: React.RefObject<HTMLOutputElement | null>
  attribution: string
  /** What was copied last, until another place is asked about. */
  copied: string | null
  /** Over it. */
  children: React.ReactNode
}) => {
  const { t } = useLocale()
  return (
    <div className="map-foot">
      {children}
      <div className="status-bar">
        {controller ? <ScaleAndNews controller={controller} /> : null}
        <output className="copied">{copied ? t('map.copied', { text: copied }) : null}</output>
        <output ref={readout} className="readout" />
      </div>
      <span className="attribution">{attribution}</span>
    </div>
  )
}
