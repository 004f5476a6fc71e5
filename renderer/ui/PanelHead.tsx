/** The head of a panel: what it is, its state, and how to close it; where the panel is a sheet, also how to fold it. */
import { createContext, useContext, useEffect, useMemo, useRef } from 'react'
import { useLocale } from '../locale.tsx'
import { beginAt } from './by-keys.ts'
import { CloseIcon, FoldIcon, UnfoldIcon } from './icons.tsx'
import { IconButton } from './parts.tsx'

export interface Fold {
  isFolded: boolean
  fold(isFolded: boolean): void
}

/** Null where nothing is folded, as in the settings, beside which nobody looks at the map. */
export const FoldContext = createContext<Fold | null>(null)

/** Pulled so far, in pixels, it was meant: a finger that only touches the head stays below it. */
const PULLED_PX = 24

/** Down folds it, up unfolds it, as sheets do elsewhere; the button does the same. */
const usePulling = (fold: Fold | null) => {
  const from = useRef<number | null>(null)
  if (!fold) return {}
  const end = () => {
    from.current = null
  }
  return {
    onPointerDown: (event: React.PointerEvent) => {
      if ((event.target as HTMLElement).closest('button')) return
      from.current = event.clientY
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: React.PointerEvent) => {
      if (from.current === null || Math.abs(event.clientY - from.current) < PULLED_PX) return
      fold.fold(event.clientY > from.current)
      from.current = event.clientY
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}

/** The id of its heading: one panel is open at a time, and is called by it. */
export const PANEL_NAME = 'panel-name'

/** A tab and a task bar show what is open, and how it stands. */
const useWindowTitle = (...said: (string | undefined)[]) => {
  const { t } = useLocale()
  const title = [...said.filter(Boolean), t('app')].join(' · ')
  useEffect(() => {
    document.title = title
    return () => {
      document.title = t('app')
    }
  }, [title, t])
}

/** A panel that was opened by a button takes the focus; the list keeps it otherwise. */
const useFocusOnOpening = (heading: React.RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const from = document.activeElement
    const isLost = from === document.body && navigator.userActivation.hasBeenActive
    if (!isLost && !from?.closest('.left button')) return
    if (heading.current) beginAt(heading.current)
  }, [heading])
}

/**
 * @param state what is said of it beside its title; with the class `when-folded` only while it is folded
 * @param stateText its state in words, for the title of the browser window
 */
export const PanelHead = ({
  title,
  state,
  stateText,
  onClose,
}: {
  title: string
  state?: React.ReactNode
  stateText?: string
  onClose(): void
}) => {
  const { t } = useLocale()
  useWindowTitle(title, stateText)
  const fold = useContext(FoldContext)
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusOnOpening(heading)
  // What a panel says of its state may change with each move of the pen.
  const closing = useMemo(
    () => (
      <IconButton label={t('close')} onPress={onClose}>
        <CloseIcon />
      </IconButton>
    ),
    [t, onClose],
  )
  return (
    <header className="panel-head" {...usePulling(fold)}>
      <h2 id={PANEL_NAME} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {state}
      {fold ? (
        <span className="fold">
          <IconButton label={t('details')} aria-expanded={!fold.isFolded} onPress={() => fold.fold(!fold.isFolded)}>
            {fold.isFolded ? <UnfoldIcon /> : <FoldIcon />}
          </IconButton>
        </span>
      ) : null}
      {closing}
    </header>
  )
}
