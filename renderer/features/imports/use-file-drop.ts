/** Files that are dropped on the window, wherever that is. */
import { useEffect, useEffectEvent, useState } from 'react'
import { droppedFiles } from './dropped-files.ts'
import type { Imports } from './use-imports.ts'

/** The map never navigates away because of one. @returns whether something to be dropped is held over the window */
export const useFileDrop = ({ open }: Imports): boolean => {
  const [hovering, setHovering] = useState(false)
  const take = useEffectEvent(async (data: DataTransfer) => open(await droppedFiles(data)))
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setHovering(true)
    }
    const out = (event: DragEvent) => {
      if (event.relatedTarget === null) setHovering(false)
    }
    const drop = (event: DragEvent) => {
      event.preventDefault()
      setHovering(false)
      if (event.dataTransfer) void take(event.dataTransfer)
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', out)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', out)
      removeEventListener('drop', drop)
    }
  }, [])
  return hovering
}
