/** The main window: opened signed in, where it stood, and reopened after it was closed or its page died. */
import path from 'node:path'
import { BrowserWindow, screen } from 'electron'
import { SAFE_PAGE } from './harden.ts'
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

/** The window, unseen until its first page stands: made while the server starts, since either takes a while. */
export const makeMainWindow = (memory: MemoryFile): BrowserWindow => {
  if (window) return window
  const { isMaximized, zoom, ...place } = onSomeScreen(
    memory.now.window,
    screen.getAllDisplays().map(({ workArea }) => workArea),
  )
  const made = new BrowserWindow({
    ...place,
    minWidth: 480,
    minHeight: 500,
    show: false,
    title: 'KLIC Desktop',
    // On Windows and macOS the program's own.
    icon: path.join(import.meta.dirname, 'icon.png'),
    webPreferences: { ...SAFE_PAGE, preload: path.join(import.meta.dirname, 'preload.cjs') },
  })
  window = made
  made.once('ready-to-show', () => {
    // Maximizing would show it.
    if (isMaximized) made.maximize()
    made.show()
  })
  made.webContents.on('did-finish-load', () => made.webContents.setZoomLevel(zoom))
  made.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason !== 'clean-exit') made.webContents.reload()
  })
  made.on('close', () => remember(memory, made))
  made.on('closed', () => {
    window = undefined
  })
  return made
}

/** Opens the window signed in, or signs the open one in anew after the server was restarted. */
export const openMainWindow = (ready: Ready, memory: MemoryFile): void => {
  // A page that does not load shows Chromium's own page; the supervision tells about a server that is gone.
  makeMainWindow(memory)
    .loadURL(windowUrl(ready))
    .catch(() => {})
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
