/** The icon beside the clock: the server works on while no window is open, and this shows that it does. */
import path from 'node:path'
import process from 'node:process'
import { app, Menu, nativeImage, Tray } from 'electron'
import type { Words } from './words.ts'

export interface TrayState {
  words: Words
  /** Undefined while the server starts. */
  port: number | undefined
  openJobs: number
}

/** Kept here, because a tray icon that nothing refers to is collected and disappears. */
let tray: Tray | undefined

/** 16 points, of which Electron takes the sharper file where the screen has more pixels; Linux takes pixels as they are. */
export const iconFile = (): string =>
  path.join(import.meta.dirname, process.platform === 'linux' ? 'tray@2x.png' : 'tray.png')

export const showTray = ({ words, port, openJobs }: TrayState, show: () => void): void => {
  if (!tray) {
    tray = new Tray(nativeImage.createFromPath(iconFile()))
    tray.on('click', show)
  }
  const server = port === undefined ? words.serverStarting : words.serverRuns(port)
  tray.setToolTip(`KLIC Desktop: ${server}; ${words.openJobs(openJobs)}`)
  tray.setContextMenu(
    Menu.buildFromTemplate([
      { label: server, enabled: false },
      { label: words.openJobs(openJobs), enabled: false },
      { type: 'separator' },
      { label: words.show, click: show },
      { label: words.quit, click: () => app.quit() },
    ]),
  )
}
