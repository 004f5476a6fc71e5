// @ts-check
/**
 * A test double of the electron module, so that the shell's real main script runs under plain Node where Electron's binary
 * can't be had. It draws nothing: it prints what the shell asks of Electron as JSON lines {"saw", ...} on stdout, and does
 * as the test says in JSON lines {"do", ...} on stdin, the way Electron would on a person's or a page's act.
 */
import { EventEmitter } from 'node:events'
import process from 'node:process'
import { createInterface } from 'node:readline'

/** @param {string} saw @param {object} [more] */
const print = (saw, more = {}) => process.stdout.write(`${JSON.stringify({ saw, ...more })}\n`)

/** An event whose default can be prevented. @param {object} [members] */
const newEvent = (members = {}) => {
  const event = {
    ...members,
    isPrevented: false,
    preventDefault: () => {
      event.isPrevented = true
    },
  }
  return event
}

let isReady = false
let isReadyTold = () => {}
const becomesReady = new Promise((resolve) => {
  isReadyTold = () => {
    isReady = true
    resolve(undefined)
  }
})
// As in Electron: ready comes only once the main module has been evaluated.
setTimeout(isReadyTold, 20)

class App extends EventEmitter {
  isPackaged = false
  requestSingleInstanceLock = () => process.env.DOUBLE_IS_SECOND !== '1'
  whenReady = () => becomesReady
  getAppPath = () => process.env.DOUBLE_APP
  getVersion = () => '0.0.0-double'
  getLocale = () => 'en-US'
  enableSandbox = () => print('sandbox', { beforeReady: !isReady })
  /** @param {number} code */
  exit = (code) => {
    print('exit', { code })
    process.exit(code)
  }
  quit = () => {
    const event = newEvent()
    this.emit('before-quit', event)
    if (event.isPrevented) return
    print('quit')
    process.exit(0)
  }
}
export const app = new App()

class Contents extends EventEmitter {
  /** @type {(details: { url: string }) => { action: string }} */
  opens = () => ({ action: 'allow' })
  /** @param {(details: { url: string }) => { action: string }} handler */
  setWindowOpenHandler = (handler) => {
    this.opens = handler
  }
}

/** @type {BrowserWindow | undefined} */
let window

export class BrowserWindow extends EventEmitter {
  webContents = new Contents()
  /** @param {{ webPreferences: object }} options */
  constructor(options) {
    super()
    window = this
    app.emit('web-contents-created', newEvent(), this.webContents)
    print('window', {
      webPreferences: options.webPreferences,
      isHardened: this.webContents.listenerCount('will-frame-navigate') > 0,
    })
  }
  /** @param {string} url */
  loadURL = async (url) => print('load', { url })
  isMinimized = () => false
  restore = () => {}
  show = () => print('show')
  focus = () => {}
}

/** @type {Map<string, (event: object) => unknown>} */
const calls = new Map()
export const ipcMain = {
  /** @param {string} channel @param {(event: object) => unknown} reply */
  handle: (channel, reply) => void calls.set(channel, reply),
}

/** @type {Record<string, Function>} */
const handlers = {}
/** @param {string} name */
const keeps = (name) => (/** @type {Function} */ handler) => {
  handlers[name] = handler
}
export const session = {
  defaultSession: {
    setPermissionRequestHandler: keeps('request'),
    setPermissionCheckHandler: keeps('check'),
    setDevicePermissionHandler: keeps('device'),
  },
}
export const shell = {
  /** @param {string} url */
  openExternal: async (url) => print('external', { url }),
  /** @param {string} file */
  showItemInFolder: (file) => print('folder', { file }),
}
export const dialog = {
  /** @param {string} title @param {string} text */
  showErrorBox: (title, text) => print('error-box', { title, text }),
}
export const Menu = {
  /** @param {object[]} template */
  buildFromTemplate: (template) => template,
  setApplicationMenu: () => print('menu'),
}
export const nativeImage = {
  /** @param {string} file */
  createFromPath: (file) => file,
}
export class Tray extends EventEmitter {
  setToolTip = () => {}
  setContextMenu = () => {}
}

/** @type {Record<string, (order: any) => void>} */
const acts = {
  quit: () => app.quit(),
  close: () => {
    window?.emit('closed')
    app.emit('window-all-closed')
  },
  'second-instance': () => app.emit('second-instance'),
  navigate: ({ url, isMainFrame }) => {
    const event = newEvent({ url, isMainFrame })
    window?.webContents.emit('will-frame-navigate', event)
    print('navigated', { url, isPrevented: event.isPrevented })
  },
  open: ({ url }) => print('opened', { url, action: window?.webContents.opens({ url }).action }),
  permission: ({ permission, url }) => {
    handlers.request?.(
      {},
      permission,
      (/** @type {boolean} */ isAllowed) => print('permission', { permission, isAllowed }),
      {
        requestingUrl: url,
      },
    )
  },
  call: ({ channel, url, isInFrame }) => {
    try {
      const senderFrame = { url, parent: isInFrame ? {} : null }
      print('answer', { value: calls.get(channel)?.({ senderFrame }) })
    } catch (error) {
      print('answer', { refused: /** @type {Error} */ (error).message })
    }
  },
}
createInterface({ input: process.stdin }).on('line', (line) => {
  const order = JSON.parse(line)
  acts[order.do]?.(order)
})
