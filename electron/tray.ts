/** The icon beside the clock: the server works on while the window is hidden behind others, and this shows that it does. */
import path from 'node:path'
import { app, Menu, nativeImage, Tray } from 'electron'
import { type Language, wordsIn } from './words.ts'

/** Kept here, because a tray icon that nothing refers to is collected and disappears. */
let tray: Tray | undefined

export const showTray = (language: Language, show: () => void): void => {
  const words = wordsIn(language)
  tray = new Tray(nativeImage.createFromPath(path.join(import.meta.dirname, 'tray.png')))
  tray.setToolTip('KLIC Desktop')
  tray.setContextMenu(
    Menu.buildFromTemplate([
      { label: words.show, click: show },
      { label: words.quit, click: () => app.quit() },
    ]),
  )
  tray.on('click', show)
}
