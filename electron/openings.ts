/** What was opened from outside waits here until the window takes it. */
import path from 'node:path'
import { app, dialog } from 'electron'
import { OPENED_NAMES, readOpened } from './opened.ts'
import type { OpenedItem } from './preload.ts'
import { mainWindow, nudgeWindow } from './window.ts'
import type { Words } from './words.ts'

export interface Openings {
  /** A link or a path. Failures are told to the person. */
  open: (text: string) => Promise<void>
  put: (item: OpenedItem) => void
  take: () => OpenedItem[]
  /** The system's dialog. */
  choose: () => Promise<void>
}

export interface OpeningsNeeds {
  words: () => Words
  show: () => void
}

export const createOpenings = ({ words, show }: OpeningsNeeds): Openings => {
  let waiting: OpenedItem[] = []
  const put = (item: OpenedItem): void => {
    waiting.push(item)
    show()
    nudgeWindow('klic:opened')
  }
  const open = async (text: string): Promise<void> => {
    try {
      const opened = await readOpened(text)
      if (!opened) return
      if (opened.kind !== 'job') app.addRecentDocument(path.resolve(text))
      put(opened)
    } catch (error) {
      dialog.showErrorBox(words().cannotOpen(path.basename(text)), (error as Error).message)
    }
  }
  return {
    open,
    put,
    take: () => {
      const items = waiting
      waiting = []
      return items
    },
    choose: async () => {
      const extensions = OPENED_NAMES.map((name) => name.slice(1))
      const options = { filters: [{ name: words().files, extensions }], properties: ['openFile' as const] }
      const window = mainWindow()
      const chosen = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options))
      const file = chosen.filePaths[0]
      if (!chosen.canceled && file) await open(file)
    },
  }
}
