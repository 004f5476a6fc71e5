/** What was opened from outside waits here until the window takes it; deliveries are read into a GeoPackage at once. */
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { app, dialog, shell } from 'electron'
import { askWhere } from './bridge.ts'
import { AREA_NAMES, readOpened } from './opened.ts'
import { mergeCommand } from './places.ts'
import type { OpenedItem } from './preload.ts'
import type { ServerCommand } from './supervise.ts'
import { mainWindow, nudgeWindow } from './window.ts'
import type { Words } from './words.ts'

const run = promisify(execFile)

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
  /** How the server is started. */
  command: ServerCommand
  show: () => void
}

export const createOpenings = ({ words, command, show }: OpeningsNeeds): Openings => {
  let waiting: OpenedItem[] = []
  const put = (item: OpenedItem): void => {
    waiting.push(item)
    show()
    nudgeWindow('klic:opened')
  }
  const readDelivery = async (file: string): Promise<void> => {
    const name = `${path.basename(file, path.extname(file))}.gpkg`
    const out = await askWhere(words().mergeDelivery, name)
    if (out === undefined) return
    const merge = mergeCommand(command, file, out)
    await run(merge.command, merge.args, { env: merge.env, windowsHide: true, maxBuffer: 64_000_000 })
    shell.showItemInFolder(out)
  }
  const open = async (text: string): Promise<void> => {
    try {
      const opened = await readOpened(text)
      if (!opened) return
      if (opened.kind !== 'job') app.addRecentDocument(path.resolve(text))
      if (opened.kind === 'delivery') await readDelivery(opened.file)
      else put(opened)
    } catch (error) {
      const { stderr, message } = error as Error & { stderr?: string }
      dialog.showErrorBox(words().cannotOpen(path.basename(text)), stderr?.trim() || message)
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
      const extensions = [...AREA_NAMES, '.zip'].map((name) => name.slice(1))
      const options = { filters: [{ name: words().files, extensions }], properties: ['openFile' as const] }
      const window = mainWindow()
      const chosen = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options))
      const file = chosen.filePaths[0]
      if (!chosen.canceled && file) await open(file)
    },
  }
}
