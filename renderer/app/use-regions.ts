/** Keys that lead from one part of the window to the next, and the focus into a panel that a key has opened. */
import { PANEL_NAME } from '../ui/PanelHead.tsx'
import { useWindowKeys } from '../ui/use-window-keys.ts'

/** In the order of F6: where each takes the focus, first what asks to be filled in next. */
const REGIONS: readonly (readonly string[])[] = [
  ['.panel.left .new-area button'],
  ['.search-box input'],
  ['.panel.right [data-next] input:checked', `#${PANEL_NAME}`],
  ['.maplibregl-canvas'],
]
const HOMES = ['.panel.left', '.search-box', '.panel.right', '.map']

const placeOf = (selectors: readonly string[]): HTMLElement | null =>
  selectors.map((each) => document.querySelector<HTMLElement>(each)).find((each) => each !== null) ?? null

/** F6 to the next part of the window, with Shift to the one before: by Tab each button between is a stop. */
export const useRegions = (): void => {
  useWindowKeys((event) => {
    if (event.key !== 'F6' || document.querySelector('[role=alertdialog], [role=dialog]')) return
    event.preventDefault()
    const at = HOMES.findIndex((home) => document.activeElement?.closest(home))
    const step = event.shiftKey ? -1 : 1
    const from = at < 0 && event.shiftKey ? 0 : at
    for (let i = 1; i <= REGIONS.length; i++) {
      const place = placeOf(REGIONS[(from + step * i + 2 * REGIONS.length) % REGIONS.length]!)
      place?.focus()
      if (place && document.activeElement === place) return
    }
  })
}
