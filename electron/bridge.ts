/** What answers the window's named calls (electron/preload.ts). Every argument is checked here: a page is a stranger. */

import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { app, clipboard, dialog, nativeImage, shell } from 'electron'
import { isLanguage, type Language } from '../server/texts/languages.ts'
import type { Translate } from '../server/texts/texts.ts'
import { prepareExport, saveExport } from './exports.ts'
import { answer, type Reply } from './harden.ts'
import { checkPreferences, type MemoryFile } from './memory.ts'
import { openOffice } from './office-window.ts'
import type { OwnSession } from './own-session.ts'
import type { OpenedItem, ShellPreferences } from './preload.ts'
import { setStartAtLogin, startsAtLogin } from './start-at-login.ts'
import { iconFile } from './tray.ts'
import type { Updates } from './updates.ts'
import { mainWindow } from './window.ts'

export interface BridgeNeeds {
  baseUrl: () => string | undefined
  memory: MemoryFile
  session: OwnSession
  updates: Updates
  texts: () => Translate
  dataFolder: string
  logFile: string
  chooseFile: () => Promise<void>
  takeOpened: () => OpenedItem[]
  setLanguage: (language: Language) => void
}

const preferencesNow = ({ memory }: BridgeNeeds): ShellPreferences => ({
  ...memory.now.preferences,
  startAtLogin: startsAtLogin(),
})

const change = (needs: BridgeNeeds, asked: unknown): ShellPreferences => {
  const preferences = checkPreferences(asked)
  if (preferences.startAtLogin !== undefined) setStartAtLogin(preferences.startAtLogin)
  needs.memory.change({ preferences: { ...needs.memory.now.preferences, ...preferences } })
  return preferencesNow(needs)
}

/** Where the dialog for saving starts, and what it answers. */
const askWhere = async (title: string, name: string): Promise<string | undefined> => {
  const options = { title, defaultPath: path.join(app.getPath('downloads'), name) }
  const open = mainWindow()
  const { filePath, canceled } = await (open ? dialog.showSaveDialog(open, options) : dialog.showSaveDialog(options))
  return canceled || !filePath ? undefined : filePath
}

/** @returns the path of the file that was chosen, or null */
const askWhich = async (title: string, kind: string, extensions: string[]): Promise<string | null> => {
  const options = { title, filters: [{ name: kind, extensions }], properties: ['openFile' as const] }
  const open = mainWindow()
  const { filePaths, canceled } = await (open ? dialog.showOpenDialog(open, options) : dialog.showOpenDialog(options))
  return canceled ? null : (filePaths[0] ?? null)
}

export const answerWindow = (needs: BridgeNeeds): void => {
  const { session, updates } = needs
  /** Only what was written here may be shown or named again. */
  const saved = new Set<string>()
  const known = (file: unknown): string => {
    if (typeof file !== 'string' || !saved.has(file)) throw new Error('not a file that was saved here')
    return file
  }
  const dragged = new Map<string, string>()
  let dragFolder: string | undefined
  /** Of a name that nobody can guess and for its owner only (mkdtemp): other users of the computer share the place. */
  const folderOfDrags = (): string => {
    if (dragFolder !== undefined) return dragFolder
    const made = mkdtempSync(path.join(app.getPath('temp'), 'klic-desktop-'))
    dragFolder = made
    app.once('quit', () => rmSync(made, { recursive: true, force: true }))
    return made
  }
  const replies: Record<string, Reply> = {
    version: () => app.getVersion(),
    'show-log': () => shell.showItemInFolder(needs.logFile),
    'show-data': () => shell.openPath(needs.dataFolder),
    preferences: () => preferencesNow(needs),
    'set-preferences': ([asked]) => change(needs, asked),
    'set-language': ([language]) => {
      if (!isLanguage(language)) throw new Error('not a language')
      needs.setLanguage(language)
    },
    'update-state': () => updates.state(),
    'update-check': () => updates.look('asked'),
    'update-download': () => updates.download(),
    'update-postpone': () => updates.postpone(),
    'update-install': () => updates.install(),
    'choose-file': () => needs.chooseFile(),
    'choose-map-file': () =>
      askWhich(needs.texts()('shell.chooseMap'), needs.texts()('shell.maps'), ['pmtiles', 'mbtiles']),
    'take-opened': () => needs.takeOpened(),
    'open-office': ([page]) => openOffice(session, page),
    'save-export': async ([jobId, format]) => {
      const file = await saveExport(session, jobId, format, (name) => askWhere(needs.texts()('shell.saveExport'), name))
      if (file !== null) saved.add(file)
      return file
    },
    'prepare-drag': async ([jobId, format]) => {
      const file = await prepareExport(session, jobId, format, folderOfDrags())
      if (file !== undefined) dragged.set(`${jobId} ${format}`, file)
      return file !== undefined
    },
    drag: ([jobId, format], contents) => {
      const file = dragged.get(`${jobId} ${format}`)
      if (file === undefined) throw new Error('prepare the drag first')
      contents.startDrag({ file, icon: nativeImage.createFromPath(iconFile()) })
    },
    reveal: ([file]) => shell.showItemInFolder(known(file)),
    'copy-path': ([file]) => clipboard.writeText(known(file)),
  }
  for (const [name, reply] of Object.entries(replies)) answer(`klic:${name}`, needs.baseUrl, reply)
}
