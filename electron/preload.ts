/**
 * The one bridge between the window and the shell: named calls, no channel to choose, nothing of Electron handed through.
 * The window works without it (in a browser there is none). Runs sandboxed, so it is bundled as CommonJS.
 */
import { contextBridge, ipcRenderer } from 'electron'

const desktop = {
  /** The version of the application. */
  version: (): Promise<string> => ipcRenderer.invoke('klic:version'),
  /** Shows the server's log file in the system's file manager. */
  showLog: (): Promise<void> => ipcRenderer.invoke('klic:show-log'),
}

/** `window.klicDesktop` in the window. */
export type DesktopBridge = typeof desktop

contextBridge.exposeInMainWorld('klicDesktop', desktop)
