/** The icon beside the clock: the server works on while no window is open, and this shows that it does. */
import path from 'node:path'
import process from 'node:process'
import { app, Menu, nativeImage, Tray } from 'electron'
import type { Translate } from '../server/texts/texts.ts'

export interface TrayState {
  t: Translate
  /** Undefined while the server starts. */
  port: number | undefined
  openJobs: number
}

/** Kept here, because a tray icon that nothing refers to is collected and disappears. */
let tray: Tray | undefined

/** 16 points, of which Electron takes the sharper file where the screen has more pixels; Linux takes pixels as they are. */
export const iconFile = (): string =>
  path.join(import.meta.dirname, process.platform === 'linux' ? 'tray@2x.png' : 'tray.png')

export const showTray = ({ t, port, openJobs }: TrayState, show: () => void): void => {
  if (!tray) {
    tray = new Tray(nativeImage.createFromPath(iconFile()))
    tray.on('click', show)
  }
  const server = port === undefined ? t('shell.serverStarting') : t('shell.serverRuns', { port })
  tray.setToolTip(`KLIC Desktop: ${server}; ${t('shell.openJobs', { n: openJobs })}`)
  tray.setContextMenu(
    Menu.buildFromTemplate([
      { label: server, enabled: false },
      { label: t('shell.openJobs', { n: openJobs }), enabled: false },
      { type: 'separator' },
      { label: t('shell.show'), click: show },
      { label: t('shell.quit'), click: () => app.quit() },
    ]),
  )
}
