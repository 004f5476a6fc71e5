/** What was opened from outside waits here until the window takes it. */
import path from 'node:path'
import { app, dialog } from 'electron'
import type { Translate } from '../server/texts/texts.ts'
import { OPENED_NAMES, readOpened } from './opened.ts'
import type { OpenedItem } from './preload.ts'
import { mainWindow, nudgeWindow } from './window.ts'

export interface Openings {
  /** A link or a path. Failures are told to the person. */
  open: (text: string) => Promise<void>
  put: (item: OpenedItem) => void
  take: () => OpenedItem[]
  /** The system's dialog. */
  choose: () => Promise<void>
}

export interface OpeningsNeeds {
  texts: () => Translate
  show: () => void
}

export const createOpenings = ({ texts, show }: OpeningsNeeds): Openings => {
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
      const t = texts()
      dialog.showErrorBox(t('shell.cannotOpen', { file: path.basename(text) }), (error as Error).message)
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
      const options = { filters: [{ name: texts()('shell.files'), extensions }], properties: ['openFile' as const] }
      const window = mainWindow()
      const chosen = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options))
      const file = chosen.filePaths[0]
      if (!chosen.canceled && file) await open(file)
    },
  }
}
