/** The menu bar: what people expect of a desktop program, with its accelerators, and the places to find help. */
import { app, Menu, type MenuItemConstructorOptions, shell } from 'electron'
import type { Words } from './words.ts'

export interface MenuActs {
  newArea: () => void
  open: () => void
  settings: () => void
  showLog: () => void
  showData: () => void
  /** An address of our own server, in the system's browser. */
  browse: (path: string) => void
}

const separator: MenuItemConstructorOptions = { type: 'separator' }

export const setMenu = (words: Words, acts: MenuActs): void => {
  const isMac = process.platform === 'darwin'
  const file: MenuItemConstructorOptions[] = [
    { label: words.newArea, accelerator: 'CmdOrCtrl+N', click: acts.newArea },
    { label: words.open, accelerator: 'CmdOrCtrl+O', click: acts.open },
    ...(isMac ? [{ role: 'recentDocuments' as const, submenu: [{ role: 'clearRecentDocuments' as const }] }] : []),
    separator,
    { label: words.settings, accelerator: 'CmdOrCtrl+,', click: acts.settings },
    separator,
    { label: words.closeWindow, role: 'close' },
    ...(isMac ? [] : [{ label: words.quit, role: 'quit' as const, accelerator: 'CmdOrCtrl+Q' }]),
  ]
  const edit: MenuItemConstructorOptions[] = [
    { label: words.undo, role: 'undo' },
    { label: words.redo, role: 'redo' },
    separator,
    { label: words.cut, role: 'cut' },
    { label: words.copy, role: 'copy' },
    { label: words.paste, role: 'paste' },
    { label: words.selectAll, role: 'selectAll' },
  ]
  const view: MenuItemConstructorOptions[] = [
    ...(app.isPackaged ? [] : [{ role: 'reload' as const }, { role: 'toggleDevTools' as const }, separator]),
    { label: words.actualSize, role: 'resetZoom' },
    { label: words.zoomIn, role: 'zoomIn' },
    { label: words.zoomOut, role: 'zoomOut' },
    separator,
    { label: words.fullScreen, role: 'togglefullscreen' },
  ]
  const help: MenuItemConstructorOptions[] = [
    { label: words.apiDocs, accelerator: 'F1', click: () => acts.browse('/api/docs') },
    { label: words.licences, click: () => acts.browse('/licences.txt') },
    separator,
    { label: words.showLog, click: acts.showLog },
    { label: words.showData, click: acts.showData },
    separator,
    {
      label: words.aboutKlic,
      click: () => void shell.openExternal('https://www.kadaster.nl/zakelijk/registraties/klic'),
    },
  ]
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [{ role: 'appMenu' as const }] : []),
      { label: words.file, submenu: file },
      { label: words.edit, submenu: edit },
      { label: words.view, submenu: view },
      { label: words.help, role: 'help', submenu: help },
    ]),
  )
}
