/** The menu bar: what people expect of a desktop program, and the two places to find help. */
import { app, Menu, type MenuItemConstructorOptions, shell } from 'electron'
import { type Language, wordsIn } from './words.ts'

export const setMenu = (language: Language, showLog: () => void): void => {
  const words = wordsIn(language)
  const view: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ]
  if (!app.isPackaged) view.unshift({ role: 'reload' }, { role: 'toggleDevTools' }, { type: 'separator' })
  const template: MenuItemConstructorOptions[] = [
    { label: words.file, submenu: [{ role: 'close' }, { label: words.quit, role: 'quit' }] },
    { label: words.edit, role: 'editMenu' },
    { label: words.view, submenu: view },
    {
      label: words.help,
      submenu: [
        { label: words.showLog, click: showLog },
        {
          label: words.aboutKlic,
          click: () => void shell.openExternal('https://www.kadaster.nl/zakelijk/registraties/klic'),
        },
      ],
    },
  ]
  if (process.platform === 'darwin') template.unshift({ role: 'appMenu' })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
