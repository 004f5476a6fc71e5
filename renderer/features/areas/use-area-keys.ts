/** The keys of the area editor that work anywhere in the window. */
import { useWindowKeys } from '../../ui/use-window-keys.ts'
import type { AreaEditor } from './use-area.ts'

/** Undo, redo and Escape while an area is drawn; a text field keeps its own. */
export const useAreaKeys = (isOpen: boolean, { draft, act }: AreaEditor) => {
  useWindowKeys((event) => {
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
}
