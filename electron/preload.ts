/**
 * The one bridge between the window and the shell: named calls, no channel to choose, nothing of Electron handed through.
 * The window works without it (in a browser there is none). Runs sandboxed, so it is bundled as CommonJS.
 * What crosses here is checked again on the other side (electron/bridge.ts).
 */

import { contextBridge, ipcRenderer } from 'electron'
import type { Language } from '../server/texts/languages.ts'

/** What a person chose for this computer; kept by the shell, not by the server. */
export interface ShellPreferences {
  startAtLogin: boolean
  /** The server works on in the tray when the window is closed, so that QGIS keeps working. */
  keepRunning: boolean
  /** A message of the system when a job is ready. */
  notify: boolean
  channel: 'latest' | 'beta'
  /** The server's own port; other programs know it. */
  port: number
}

/** managed: an IT department's MSI, which it replaces itself. */
export type WhyNoUpdates = 'not-packaged' | 'no-address' | 'portable' | 'managed'

export type UpdateState =
  | { is: 'unavailable'; why: WhyNoUpdates }
  /** oldSince: the date of a release list that is older than it should be */
  | { is: 'idle'; checkedAt: string | null; oldSince?: string }
  | { is: 'checking' }
  | { is: 'postponed'; version: string; until: string }
  | { is: 'offered'; version: string }
  | { is: 'downloading'; version: string; percent: number }
  | { is: 'downloaded'; version: string }
  /** The server finishes the step it is at before it is stopped. */
  | { is: 'installing'; version: string }
  /** The new version did not start, and the one before it runs again. */
  | { is: 'rolled-back'; version: string }
  | { is: 'failed'; why: string }

/** What came from outside the window: a link klic-desktop://job/ID, a file, or a choice in the menu bar. */
export type OpenedItem =
  | { kind: 'job'; jobId: string }
  | { kind: 'file'; name: string; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'page'; page: 'area' | 'settings' }

const listen = (channel: string, heard: () => void): (() => void) => {
  const hear = () => heard()
  ipcRenderer.on(channel, hear)
  return () => ipcRenderer.removeListener(channel, hear)
}

const desktop = {
  /** The version of the application. */
  version: (): Promise<string> => ipcRenderer.invoke('klic:version'),
  /** Shows the server's log file in the system's file manager. */
  showLog: (): Promise<void> => ipcRenderer.invoke('klic:show-log'),
  /** Shows the application's data folder. */
  showData: (): Promise<void> => ipcRenderer.invoke('klic:show-data'),

  preferences: (): Promise<ShellPreferences> => ipcRenderer.invoke('klic:preferences'),
  /** Answers with all of them as they are now. A port is used from the next start on. */
  setPreferences: (change: Partial<ShellPreferences>): Promise<ShellPreferences> =>
    ipcRenderer.invoke('klic:set-preferences', change),
  /** Menus and messages of the system follow the window's language. */
  setLanguage: (language: Language): Promise<void> => ipcRenderer.invoke('klic:set-language', language),

  updateState: (): Promise<UpdateState> => ipcRenderer.invoke('klic:update-state'),
  checkForUpdate: (): Promise<UpdateState> => ipcRenderer.invoke('klic:update-check'),
  downloadUpdate: (): Promise<UpdateState> => ipcRenderer.invoke('klic:update-download'),
  /** Not before a week from now. */
  postponeUpdate: (): Promise<UpdateState> => ipcRenderer.invoke('klic:update-postpone'),
  /** Ends the application in order, and starts the new version. */
  installUpdate: (): Promise<UpdateState> => ipcRenderer.invoke('klic:update-install'),
  /** Calls back when the state changed; ask for it then. */
  onUpdate: (heard: () => void): (() => void) => listen('klic:update-changed', heard),

  /** The system’s own dialog. What is chosen comes as an opened item. */
  chooseFile: (): Promise<void> => ipcRenderer.invoke('klic:choose-file'),
  /** The same for a map file, of which only the path is told; null when the person thought better of it. */
  chooseMapFile: (): Promise<string | null> => ipcRenderer.invoke('klic:choose-map-file'),
  /** Hands over what was opened since the last call. */
  takeOpened: (): Promise<OpenedItem[]> => ipcRenderer.invoke('klic:take-opened'),
  /** Calls back when there is something to take. */
  onOpened: (heard: () => void): (() => void) => listen('klic:opened', heard),

  /** The office's server in a window of its own, at a page of it. False when it can't be reached. */
  openOffice: (page?: string): Promise<boolean> => ipcRenderer.invoke('klic:open-office', page),

  /** Asks where to, and writes the export there; null when the person thought better of it. Answers with the path. */
  saveExport: (jobId: string, format: string): Promise<string | null> =>
    ipcRenderer.invoke('klic:save-export', jobId, format),
  /** Fetches a file that the server has ready, so that a drag can begin at once. False while there is none. */
  prepareDrag: (jobId: string, format: string): Promise<boolean> =>
    ipcRenderer.invoke('klic:prepare-drag', jobId, format),
  /** Begins to drag what was prepared; to be called in dragstart. */
  drag: (jobId: string, format: string): Promise<void> => ipcRenderer.invoke('klic:drag', jobId, format),
  /** Shows a file that saveExport wrote in the system's file manager. */
  reveal: (file: string): Promise<void> => ipcRenderer.invoke('klic:reveal', file),
  /** Copies the path of a file that saveExport wrote. */
  copyPath: (file: string): Promise<void> => ipcRenderer.invoke('klic:copy-path', file),
}

/** `window.klic` in the window. */
export type DesktopBridge = typeof desktop

contextBridge.exposeInMainWorld('klic', desktop)
