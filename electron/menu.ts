/** The menu bar: what people expect of a desktop program, with its accelerators, and the places to find help. */
import { app, Menu, type MenuItemConstructorOptions, shell } from 'electron'
import type { Translate } from '../server/texts/texts.ts'

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

export const setMenu = (t: Translate, acts: MenuActs): void => {
  const isMac = process.platform === 'darwin'
  const file: MenuItemConstructorOptions[] = [
    { label: t('shell.newArea'), accelerator: 'CmdOrCtrl+N', click: acts.newArea },
    { label: t('shell.open'), accelerator: 'CmdOrCtrl+O', click: acts.open },
    ...(isMac ? [{ role: 'recentDocuments' as const, submenu: [{ role: 'clearRecentDocuments' as const }] }] : []),
    separator,
    { label: t('shell.settings'), accelerator: 'CmdOrCtrl+,', click: acts.settings },
    separator,
    { label: t('shell.closeWindow'), role: 'close' },
    ...(isMac ? [] : [{ label: t('shell.quit'), role: 'quit' as const, accelerator: 'CmdOrCtrl+Q' }]),
  ]
  const edit: MenuItemConstructorOptions[] = [
    { label: t('shell.undo'), role: 'undo' },
    { label: t('shell.redo'), role: 'redo' },
    separator,
    { label: t('shell.cut'), role: 'cut' },
    { label: t('shell.copy'), role: 'copy' },
    { label: t('shell.paste'), role: 'paste' },
    { label: t('shell.selectAll'), role: 'selectAll' },
  ]
  const view: MenuItemConstructorOptions[] = [
    ...(app.isPackaged ? [] : [{ role: 'reload' as const }, { role: 'toggleDevTools' as const }, separator]),
    { label: t('shell.actualSize'), role: 'resetZoom' },
    { label: t('shell.zoomIn'), role: 'zoomIn' },
    { label: t('shell.zoomOut'), role: 'zoomOut' },
    separator,
    { label: t('shell.fullScreen'), role: 'togglefullscreen' },
  ]
  const help: MenuItemConstructorOptions[] = [
    { label: t('shell.apiDocs'), accelerator: 'F1', click: () => acts.browse('/api/docs') },
    { label: t('shell.licences'), click: () => acts.browse('/licences.txt') },
    separator,
    { label: t('shell.showLog'), click: acts.showLog },
    { label: t('shell.showData'), click: acts.showData },
    separator,
    {
      label: t('shell.aboutKlic'),
      click: () => void shell.openExternal('https://www.kadaster.nl/zakelijk/registraties/klic'),
    },
  ]
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [{ role: 'appMenu' as const }] : []),
      { label: t('shell.file'), submenu: file },
      { label: t('shell.edit'), submenu: edit },
      { label: t('shell.view'), submenu: view },
      { label: t('shell.help'), role: 'help', submenu: help },
    ]),
  )
}
