/**
 * The desktop shell, where there is one: `window.klic`. In a browser there is none, and all that only a shell can do is
 * hidden or done the browser's way. test/support/shell-types.ts compares this description with electron/preload.ts.
 */
import type { Language } from '../server/texts/languages.ts'

export interface ShellPreferences {
  startAtLogin: boolean
  /** The server works on in the tray when the window is closed, so that QGIS keeps working. */
  keepRunning: boolean
  /** A message of the system when a job is ready. */
  notify: boolean
  channel: 'latest' | 'beta'
  /** Used from the next start on. */
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
  | { is: 'installing'; version: string }
  | { is: 'rolled-back'; version: string }
  | { is: 'failed'; why: string }

export type OpenedItem =
  | { kind: 'job'; jobId: string }
  | { kind: 'file'; name: string; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'page'; page: 'area' | 'settings' }

export interface Shell {
  version(): Promise<string>
  showLog(): Promise<void>
  showData(): Promise<void>
  preferences(): Promise<ShellPreferences>
  setPreferences(change: Partial<ShellPreferences>): Promise<ShellPreferences>
  setLanguage(language: Language): Promise<void>
  updateState(): Promise<UpdateState>
  checkForUpdate(): Promise<UpdateState>
  downloadUpdate(): Promise<UpdateState>
  postponeUpdate(): Promise<UpdateState>
  installUpdate(): Promise<UpdateState>
  /** Each listener is called without a value: ask for the state then. Returns what ends it. */
  onUpdate(heard: () => void): () => void
  chooseFile(): Promise<void>
  /** The path of a map file; null when the person thought better of it. */
  chooseMapFile(): Promise<string | null>
  takeOpened(): Promise<OpenedItem[]>
  onOpened(heard: () => void): () => void
  /** The office's server in a window of its own, at a page of it. False when it can't be reached. */
  openOffice(page?: string): Promise<boolean>
  /** The path; null when the person thought better of it. */
  saveExport(jobId: string, format: string): Promise<string | null>
  prepareDrag(jobId: string, format: string): Promise<boolean>
  drag(jobId: string, format: string): Promise<void>
  reveal(file: string): Promise<void>
  copyPath(file: string): Promise<void>
}

declare global {
  interface Window {
    klic?: Shell
  }
}

/** Null in a browser. */
export const shell: Shell | null = window.klic ?? null
