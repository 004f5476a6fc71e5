/** The edge of the left panel: it is dragged or moved by keys, and its place is kept in this browser. */
import { useLocale } from '../locale.tsx'
import { prefer, usePreferences } from '../preferences.ts'

const LEAST_PX = 300
const MOST_PX = 440
const STEP_PX = 20
/** Of the window's width, as in layout.css. */
const USUAL_SHARE = 0.22
const KEYS: Readonly<Record<string, number>> = { ArrowLeft: -STEP_PX, ArrowRight: STEP_PX }

const fitted = (width: number): number => Math.round(Math.min(MOST_PX, Math.max(LEAST_PX, width)))
const change = (width: number) => prefer({ listWidth: fitted(width) })

export const ListEdge = () => {
  const { t } = useLocale()
  const now = usePreferences().listWidth ?? fitted(innerWidth * USUAL_SHARE)
  return (
    <hr
      className="list-edge"
      aria-orientation="vertical"
      aria-label={t('jobs.width')}
      aria-valuemin={LEAST_PX}
      aria-valuemax={MOST_PX}
      aria-valuenow={now}
      tabIndex={0}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={({ currentTarget, pointerId, clientX }) => {
        if (!currentTarget.hasPointerCapture(pointerId)) return
        change(clientX - currentTarget.parentElement!.getBoundingClientRect().left)
      }}
      onDoubleClick={() => prefer({ listWidth: undefined })}
      onKeyDown={({ key }) => {
        const step = KEYS[key]
        if (step !== undefined) change(now + step)
      }}
    />
  )
}
