/** The main window: opened signed in, where it stood, and reopened after it was closed or its page died. */
import path from 'node:path'
import { BrowserWindow, screen } from 'electron'
import { type MemoryFile, onSomeScreen } from './memory.ts'
import { type Ready, windowUrl } from './supervise.ts'

let window: BrowserWindow | undefined

const remember = (memory: MemoryFile, open: BrowserWindow): void =>
  memory.change({
    window: {
      ...open.getNormalBounds(),
      isMaximized: open.isMaximized(),
      zoom: open.webContents.getZoomLevel(),
    },
  })

/** Opens the window signed in, or signs the open one in anew after the server was restarted. */
export const openMainWindow = (ready: Ready, memory: MemoryFile): void => {
  if (!window) {
    const { isMaximized, zoom, ...place } = onSomeScreen(
      memory.now.window,
      screen.getAllDisplays().map(({ workArea }) => workArea),
    )
    const opened = new BrowserWindow({
      ...place,
      minWidth: 480,
      minHeight: 500,
      show: false,
      title: 'KLIC Desktop',
      // On Windows and macOS the program's own.
      icon: path.join(import.meta.dirname, 'icon.png'),
      webPreferences: {
        preload: path.join(import.meta.dirname, 'preload.cjs'),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        // Coordinates, codes and names of operators are no words.
        spellcheck: false,
      },
    })
    window = opened
    if (isMaximized) opened.maximize()
    opened.once('ready-to-show', () => opened.show())
    opened.webContents.on('did-finish-load', () => opened.webContents.setZoomLevel(zoom))
    opened.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit') opened.webContents.reload()
    })
    opened.on('close', () => remember(memory, opened))
    opened.on('closed', () => {
      window = undefined
    })
  }
  // A page that does not load shows Chromium's own page; the supervision tells about a server that is gone.
  window.loadURL(windowUrl(ready)).catch(() => {})
}

/** Brings the window to the front. False when there is none. */
export const showMainWindow = (): boolean => {
  if (!window) return false
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
  return true
}

/** Tells the page that there is something to ask for. */
export const nudgeWindow = (channel: 'klic:opened' | 'klic:update-changed'): void => window?.webContents.send(channel)

export const mainWindow = (): BrowserWindow | undefined => window
