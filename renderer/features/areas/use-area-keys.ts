/** The keys of an area in hand that hold wherever one is in the window. */
import { useEffect, useEffectEvent } from 'react'
import type { AreaInHand } from './use-area.ts'

/** Undo, redo and Escape while an area is in hand; a text field keeps its own. */
export const useAreaKeys = (isOpen: boolean, { draft, act }: AreaInHand) => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    if (!isOpen || target.closest('input, textarea, select, [role=alertdialog]')) return
    const key = event.key.toLowerCase()
    const command = event.ctrlKey || event.metaKey
    if (command && (key === 'y' || (key === 'z' && event.shiftKey))) act({ do: 'redo' })
    else if (command && key === 'z') act({ do: 'undo' })
    else if (key === 'escape' && draft.tool !== 'none' && !draft.sketch)
      // First corner by corner what is being made, then the tool.
      act(draft.making.corners.length > 0 ? { do: 'undo' } : { do: 'take', tool: 'none' })
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const heard = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', heard)
    return () => removeEventListener('keydown', heard)
  }, [])
}
