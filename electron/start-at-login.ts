/** Starting when the person signs in, hidden in the tray: the system's own setting, or on Linux the desktop's autostart. */
import fs from 'node:fs'
import path from 'node:path'
import { app } from 'electron'

export const HIDDEN = '--hidden'

const entry = (program: string): string => `[Desktop Entry]
Type=Application
Name=KLIC Desktop
Exec="${program.replaceAll(/(["$`\\\\])/g, '\\\\$1')}" ${HIDDEN}
X-GNOME-Autostart-enabled=true
`

const autostartFile = (): string => path.join(app.getPath('appData'), 'autostart', 'klic-desktop.desktop')

/** An AppImage runs from a place that changes; it says where it really is. */
const ourProgram = (): string => process.env.APPIMAGE ?? app.getPath('exe')

export const setStartAtLogin = (on: boolean): void => {
  if (process.platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: on, args: [HIDDEN] })
    return
  }
  if (!on) {
    fs.rmSync(autostartFile(), { force: true })
    return
  }
  fs.mkdirSync(path.dirname(autostartFile()), { recursive: true })
  fs.writeFileSync(autostartFile(), entry(ourProgram()))
}

/** As the system has it: a person may have changed it there. */
export const startsAtLogin = (): boolean =>
  process.platform === 'linux'
    ? fs.existsSync(autostartFile())
    : app.getLoginItemSettings({ args: [HIDDEN] }).openAtLogin
