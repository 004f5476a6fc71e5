/** What stands over the map, and the room that it leaves: a flight ends where nothing covers what is looked at. */

type Name = 'left' | 'right' | 'search' | 'tools'
const boxes = new Map<Name, HTMLElement>()

const refOf = (name: Name) => (element: HTMLElement | null) => {
  if (element) boxes.set(name, element)
  return () => {
    if (boxes.get(name) === element) boxes.delete(name)
  }
}
/** Each is the `ref` of its box, for as long as that is on the page. */
export const LEFT_PANEL = refOf('left')
/** With `data-wide` it lies over the map, which is not looked at beside it. */
export const RIGHT_PANEL = refOf('right')
export const SEARCH = refOf('search')
export const MAP_TOOLS = refOf('tools')

/** Of the map's height: what is looked at fits into it on the smallest screen. */
const LEAST_PX = 60
/** Below the search: the tools on a result, and the note that stands on the border of what is looked at. */
const TOOLS_PX = 84
const ROOM_PX = 56

/** In a wide window the panels stand next to what is looked at, and keep their width with any content. */
export const isWide = (): boolean => innerWidth > 900

const boxOf = (name: Name) => boxes.get(name)?.getBoundingClientRect()
const widthOf = (name: Name) => boxOf(name)?.width ?? 0

/** In a narrow window, while it is open: where it comes to rest, without the way that it slides. */
const openList = () => {
  const list = boxes.get('left')
  return list?.closest('[data-drawer]') ? { top: list.offsetTop, width: list.offsetWidth } : undefined
}

/** In pixels from the edges of the map, by the boxes as they are now, a sheet folded or not. */
export const margins = () => {
  if (!isWide()) {
    // Below the search and the tools on a result, which come only after the map has flown to it.
    const top = (boxOf('search')?.bottom ?? ROOM_PX) + TOOLS_PX
    const tools = widthOf('tools') + ROOM_PX / 2
    const panel = boxOf('right')
    // Where nothing is open.
    const list = panel ? undefined : openList()
    const sheet = panel ?? list
    const width = sheet?.width ?? innerWidth
    // Low and wide: it stands next to the map.
    if (width < innerWidth - LEAST_PX) {
      const [right, left] = panel ? [width, 0] : [0, width]
      return { top, right: right + tools, bottom: ROOM_PX / 2, left: left + ROOM_PX / 2 }
    }
    // A sheet that leaves nothing over, as at 200 % zoom, must not keep the map from going there at all.
    const height = Math.max(0, innerHeight - (sheet?.top ?? innerHeight)) + ROOM_PX / 2
    const bottom = Math.max(0, Math.min(height, innerHeight - top - LEAST_PX))
    return { top, right: tools, bottom, left: ROOM_PX / 2 }
  }
  const panel = boxes.get('right')
  const isBeside = panel !== undefined && panel.dataset.wide === undefined
  const right = (isBeside ? widthOf('right') : 0) + widthOf('tools') + ROOM_PX
  // The tools on a result stand there before it has been flown to, or come while it is.
  const top = (boxOf('search')?.bottom ?? 0) + (isBeside ? TOOLS_PX : ROOM_PX / 2)
  return { top, right, bottom: ROOM_PX, left: widthOf('left') + ROOM_PX }
}
