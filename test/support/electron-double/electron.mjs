// @ts-check
/**
 * A test double of the electron module, so that the shell's real main script runs under plain Node where Electron's binary
 * can't be had. It prints what the shell asks of Electron as JSON lines {"saw", ...} on stdout, and does as the test says in
 * JSON lines {"do", ...} on stdin, the way Electron would on a person's or a page's act. With DOUBLE_WINDOW=chromium its
 * window is a real one (chromium-window.mjs); without, it draws nothing.
 * DOUBLE_UNREACHABLE (an origin that does not answer), DOUBLE_LOCALE, DOUBLE_PACKAGED (the resources folder), DOUBLE_VERSION, DOUBLE_PROXY, DOUBLE_KEYCHAIN, DOUBLE_ANSWERS (a
 * JSON list: what the person answers to each dialog) say what the computer around it is like.
 */
import { EventEmitter } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { acts } from './acts.mjs'

/** @param {string} saw @param {object} [more] */
export const print = (saw, more = {}) => process.stdout.write(`${JSON.stringify({ saw, ...more })}\n`)

/** An event whose default can be prevented. @param {object} [members] */
export const newEvent = (members = {}) => {
  const event = {
    ...members,
    isPrevented: false,
    preventDefault: () => {
      event.isPrevented = true
    },
  }
  return event
}

const answers = JSON.parse(process.env.DOUBLE_ANSWERS ?? '[]')
if (process.env.DOUBLE_PACKAGED) Object.assign(process, { resourcesPath: process.env.DOUBLE_PACKAGED })

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
  isPackaged = process.env.DOUBLE_PACKAGED !== undefined
  /** @type {Record<string, string>} */
  paths = { temp: os.tmpdir(), appData: path.join(os.tmpdir(), `klic-double-${process.pid}`), exe: process.execPath }
  setPath = (/** @type {string} */ name, /** @type {string} */ place) => {
    this.paths[name] = place
  }
  getPath = (/** @type {string} */ name) => this.paths[name] ?? this.paths.userData
  getName = () => 'KLIC Desktop'
  /** A file with the pid of the first; the second leaves a note beside it and knocks. */
  requestSingleInstanceLock = () => {
    const folder = this.getPath('userData') ?? os.tmpdir()
    fs.mkdirSync(folder, { recursive: true })
    const lock = path.join(folder, 'lock')
    const first = fs.existsSync(lock) && Number(fs.readFileSync(lock, 'utf8'))
    if (first && isAlive(first)) {
      const note = path.join(folder, `second-${process.pid}.json`)
      fs.writeFileSync(`${note}.new`, JSON.stringify([process.argv, process.cwd()]))
      fs.renameSync(`${note}.new`, note)
      process.kill(first, 'SIGUSR2')
      return false
    }
    fs.writeFileSync(lock, String(process.pid))
    process.on('SIGUSR2', () => {
      for (const name of fs.readdirSync(folder).filter((each) => /^second-\d+\.json$/.test(each))) {
        const [args, from] = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'))
        fs.rmSync(path.join(folder, name))
        this.emit('second-instance', newEvent(), args.slice(1), from)
      }
    })
    return true
  }
  whenReady = () => becomesReady
  getAppPath = () => process.env.DOUBLE_APP
  getVersion = () => process.env.DOUBLE_VERSION ?? '0.0.0-double'
  getLocale = () => process.env.DOUBLE_LOCALE ?? 'en-US'
  setAsDefaultProtocolClient = (/** @type {string} */ scheme) => print('scheme', { scheme })
  addRecentDocument = (/** @type {string} */ file) => print('recent', { file })
  setLoginItemSettings = () => {}
  getLoginItemSettings = () => ({ openAtLogin: false })
  /** Of Chromium's command line. @type {string[]} */
  switches = []
  commandLine = {
    appendSwitch: (/** @type {string} */ name) => {
      if (!isReady) this.switches.push(name)
    },
  }
  enableSandbox = () => print('sandbox', { beforeReady: !isReady })
  relaunch = () => print('relaunch')
  /** @param {number} code */
  exit = (code) => {
    print('exit', { code })
    void closeAll().then(() => process.exit(code))
  }
  quit = () => {
    const event = newEvent()
    this.emit('before-quit', event)
    if (event.isPrevented) return
    print('quit')
    this.emit('quit', newEvent(), 0)
    void closeAll().then(() => process.exit(0))
  }
}

const isAlive = (/** @type {number} */ pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
export const app = new App()

/** @type {BrowserWindow[]} */
let windows = []
/** The newest. @type {BrowserWindow | undefined} */
export let window
const closeAll = () => Promise.all(windows.map(async ({ real }) => (await real)?.close().catch(() => {})))

class Contents extends EventEmitter {
  zoom = 0
  /** @type {(details: { url: string }) => { action: string }} */
  opens = () => ({ action: 'allow' })
  /** @param {(details: { url: string }) => { action: string }} handler */
  setWindowOpenHandler = (handler) => {
    this.opens = handler
  }
  getZoomLevel = () => this.zoom
  setZoomLevel = (/** @type {number} */ zoom) => {
    this.zoom = zoom
    print('zoom', { zoom })
  }
  send = (/** @type {string} */ channel) => {
    print('send', { channel })
    void window?.real?.then(({ page }) => page.evaluate(`window.__hear?.(${JSON.stringify(channel)})`)).catch(() => {})
  }
  startDrag = (/** @type {{ file: string }} */ { file }) => print('drag', { file })
  reload = () => print('reload')
}

export class BrowserWindow extends EventEmitter {
  webContents = new Contents()
  /** @type {ReturnType<typeof import('./chromium-window.mjs').openChromium> | undefined} */
  real
  /** @param {{ width: number, height: number, webPreferences: { preload: string, partition?: string } }} options */
  constructor(options) {
    super()
    windows.push(this)
    window = this
    this.size = { width: options.width, height: options.height }
    app.emit('web-contents-created', newEvent(), this.webContents)
    print('window', {
      ...options,
      isHardened: this.webContents.listenerCount('will-frame-navigate') > 0,
    })
    if (process.env.DOUBLE_WINDOW !== 'chromium') return
    // Loaded only where it is used: Playwright takes longer to load than the shell.
    this.real = import('./chromium-window.mjs').then(({ openChromium }) =>
      openChromium({
        preload: options.webPreferences.preload,
        userData: path.join(
          app.getPath('userData') ?? os.tmpdir(),
          options.webPreferences.partition?.replace(':', '-') ?? '',
        ),
        size: this.size,
        switches: app.switches,
        invoke: (channel, senderFrame, args) =>
          calls.get(channel)?.({ senderFrame, sender: this.webContents }, ...args),
        mayNavigate: (url, isMainFrame) => {
          const event = newEvent({ url, isMainFrame })
          this.webContents.emit('will-frame-navigate', event)
          print('navigated', { url, isPrevented: event.isPrevented })
          return !event.isPrevented
        },
        mayOpen: (url) => this.webContents.opens({ url }).action !== 'deny',
        onLoad: () => this.webContents.emit('did-finish-load'),
        onClosed: () => this.gone(),
      }),
    )
  }
  isShown = false
  /** @param {string} url */
  loadURL = async (url) => {
    const { page, load } = (await this.real) ?? {}
    if (process.env.DOUBLE_UNREACHABLE === new URL(url).origin) throw new Error(`ERR_CONNECTION_REFUSED loading ${url}`)
    await load?.(url)
    // As in Electron: a window without a page is never ready.
    if (!this.isShown) this.emit('ready-to-show')
    this.isShown = true
    print('load', { url, ...(page ? { title: await page.title() } : {}) })
  }
  gone = () => {
    if (!windows.includes(this)) return
    windows = windows.filter((each) => each !== this)
    window = windows.at(-1)
    this.emit('close', newEvent())
    this.emit('closed')
    if (windows.length === 0) app.emit('window-all-closed')
  }
  close = () => {
    if (this.real) void this.real.then(({ close }) => close())
    else this.gone()
  }
  isMinimized = () => false
  isMaximized = () => false
  maximize = () => print('maximize')
  getNormalBounds = () => ({ x: 10, y: 20, ...this.size })
  restore = () => {}
  show = () => print('show')
  focus = () => {}
}

/** @type {Map<string, (event: object, ...args: unknown[]) => unknown>} */
export const calls = new Map()
export const ipcMain = {
  /** @param {string} channel @param {(event: object) => unknown} reply */
  handle: (channel, reply) => void calls.set(channel, reply),
}

/** @type {Record<string, Function>} */
export const handlers = {}
/** @param {string} name */
const keeps = (name) => (/** @type {Function} */ handler) => {
  handlers[name] = handler
}
export const session = {
  defaultSession: {
    setPermissionRequestHandler: keeps('request'),
    setPermissionCheckHandler: keeps('check'),
    setDevicePermissionHandler: keeps('device'),
    resolveProxy: async () => process.env.DOUBLE_PROXY ?? 'DIRECT',
  },
  fromPartition: (/** @type {string} */ name) => ({
    setPermissionRequestHandler: keeps(`${name} request`),
    setPermissionCheckHandler: keeps(`${name} check`),
    setDevicePermissionHandler: keeps(`${name} device`),
  }),
}
/** Enough of Electron's client for electron-updater. */
export class ClientRequest extends EventEmitter {
  /** @param {http.RequestOptions} options */
  constructor({ headers, hostname, port, path: place, method }) {
    super()
    this.inner = http.request({ hostname, port, path: place, method, headers: headers ?? {} })
    this.inner.on('response', (response) => this.emit('response', response))
    this.inner.on('error', (error) => this.emit('error', error))
  }
  end = () => this.inner.end()
  write = (/** @type {string} */ data) => this.inner.write(data)
  abort = () => this.inner.destroy()
}
export const netDouble = { request: (/** @type {http.RequestOptions} */ options) => new ClientRequest(options) }
export { netDouble as net }
export const shell = {
  /** @param {string} url */
  openExternal: async (url) => print('external', { url }),
  /** @param {string} file */
  showItemInFolder: (file) => print('folder', { file }),
  /** @param {string} file */
  openPath: async (file) => {
    print('path', { file })
    return ''
  },
}
/** @param {string} kind @param {object} options */
const ask = async (kind, options) => {
  const answer = answers.shift()
  print(kind, { options, answer })
  return answer
}
export const dialog = {
  /** @param {string} title @param {string} text */
  showErrorBox: (title, text) => print('error-box', { title, text }),
  /** @param {unknown[]} args a window may come first */
  showMessageBox: (...args) => ask('message-box', /** @type {object} */ (args.at(-1))),
  /** @param {unknown[]} args */
  showSaveDialog: (...args) => ask('save-dialog', /** @type {object} */ (args.at(-1))),
  /** @param {unknown[]} args */
  showOpenDialog: (...args) => ask('open-dialog', /** @type {object} */ (args.at(-1))),
}
export const clipboard = { writeText: (/** @type {string} */ text) => print('clipboard', { text }) }
export const screen = { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1440, height: 900 } }] }
export const powerMonitor = new EventEmitter()
export const autoUpdater = new EventEmitter()
/** Not a keychain, but it takes what it gave only. */
export const safeStorage = {
  isEncryptionAvailable: () => process.env.DOUBLE_KEYCHAIN !== undefined,
  getSelectedStorageBackend: () => process.env.DOUBLE_KEYCHAIN ?? 'basic_text',
  encryptString: (/** @type {string} */ text) => Buffer.from(`${process.env.DOUBLE_KEYCHAIN}:${text}`).reverse(),
  decryptString: (/** @type {Buffer} */ sealed) => {
    const text = Buffer.from(sealed).reverse().toString()
    if (!text.startsWith(`${process.env.DOUBLE_KEYCHAIN}:`)) throw new Error('sealed by another keychain')
    return text.slice(`${process.env.DOUBLE_KEYCHAIN}:`.length)
  },
}
/** @type {Notification[]} */
export const notifications = []
export class Notification extends EventEmitter {
  /** @param {{ title: string, body: string }} options */
  constructor({ title, body }) {
    super()
    this.words = { title, body }
    notifications.push(this)
  }
  show = () => print('notification', this.words)
}
/** @param {any[]} template @returns {object[]} */
const readable = (template) =>
  template.map(({ label, role, accelerator, submenu, enabled, type }) => ({
    label,
    role,
    accelerator,
    enabled,
    type,
    ...(Array.isArray(submenu) ? { submenu: readable(submenu) } : {}),
  }))
/** @type {any[]} */
export let menuBar = []
export const Menu = {
  /** @param {object[]} template */
  buildFromTemplate: (template) => template,
  setApplicationMenu: (/** @type {object[]} */ template) => {
    menuBar = template
    print('menu', { items: readable(template) })
  },
}
export const nativeImage = {
  /** @param {string} file */
  createFromPath: (file) => file,
}
export class Tray extends EventEmitter {
  setToolTip = (/** @type {string} */ text) => print('tooltip', { text })
  setContextMenu = (/** @type {object[]} */ template) => print('tray', { items: readable(template) })
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const order = JSON.parse(line)
  acts[order.do]?.(order)
})
