/** What the shell hands over: a job to show, a page to open, a file to take as if it had been dropped on the window. */
import { useEffect } from 'react'
import { goTo } from './place.ts'
import { type OpenedItem, shell } from './shell.ts'

const take = (item: OpenedItem, settings: string): void => {
  if (item.kind === 'job') goTo({ job: item.jobId })
  else if (item.kind === 'page') goTo(item.page === 'area' ? { area: true } : { settings })
  else {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([item.bytes], item.name))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }
}

/** @param settings the section that the menu's "Settings" opens */
export const useOpened = (settings: string): void => {
  useEffect(() => {
    if (!shell) return
    const desktop = shell
    const look = async () => {
      for (const item of await desktop.takeOpened()) take(item, settings)
    }
    void look()
    return desktop.onOpened(() => void look())
  }, [settings])
}
