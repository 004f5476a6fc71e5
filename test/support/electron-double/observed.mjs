// @ts-check
/**
 * Real Electron, seen and told in the words of the double: electron observed.mjs ARGS. What the shell asks of Electron is
 * printed as it passes; what would wait for a person (dialogs) is answered from DOUBLE_ANSWERS.
 */
import process from 'node:process'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { app, BrowserWindow, dialog, Menu, Notification, shell, Tray } from 'electron'

/** @param {string} saw @param {object} [more] */
const print = (saw, more = {}) => process.stdout.write(`${JSON.stringify({ saw, ...more })}\n`)
const answers = JSON.parse(process.env.DOUBLE_ANSWERS ?? '[]')

Object.assign(app, { getAppPath: () => process.env.DOUBLE_APP })
const exit = app.exit.bind(app)
Object.assign(app, {
  exit: (/** @type {number} */ code) => {
    print('exit', { code })
    exit(code)
  },
})
Object.assign(shell, {
  openExternal: async (/** @type {string} */ url) => print('external', { url }),
  showItemInFolder: (/** @type {string} */ file) => print('folder', { file }),
})
const ask = async (/** @type {string} */ kind, /** @type {unknown} */ options) => {
  const answer = answers.shift()
  print(kind, { options, answer })
  return answer
}
Object.assign(dialog, {
  showErrorBox: (/** @type {string} */ title, /** @type {string} */ text) => print('error-box', { title, text }),
  showMessageBox: (/** @type {unknown[]} */ ...args) => ask('message-box', args.at(-1)),
  showSaveDialog: (/** @type {unknown[]} */ ...args) => ask('save-dialog', args.at(-1)),
})
const showMessage = Notification.prototype.show
Notification.prototype.show = function () {
  print('notification', { title: this.title, body: this.body })
  showMessage.call(this)
}
const setTip = Tray.prototype.setToolTip
Tray.prototype.setToolTip = function (text) {
  print('tooltip', { text })
  setTip.call(this, text)
}
const setBar = Menu.setApplicationMenu.bind(Menu)
Object.assign(Menu, {
  setApplicationMenu: (/** @type {Electron.Menu} */ menu) => {
    print('menu')
    setBar(menu)
  },
})
const showWindow = BrowserWindow.prototype.show
BrowserWindow.prototype.show = function () {
  print('show')
  showWindow.call(this)
}
const load = BrowserWindow.prototype.loadURL
BrowserWindow.prototype.loadURL = async function (url, options) {
  await load.call(this, url, options)
  print('load', { url, title: this.getTitle() })
}
app.on('browser-window-created', () => print('window'))
// After the shell's own listeners: they have decided by then.
app.on('web-contents-created', (_event, contents) => {
  setImmediate(() =>
    contents.on('will-frame-navigate', (event) =>
      print('navigated', { url: event.url, isPrevented: event.defaultPrevented }),
    ),
  )
  const setHandler = contents.setWindowOpenHandler.bind(contents)
  contents.setWindowOpenHandler = (handler) =>
    setHandler((details) => {
      const answer = handler(details)
      print('opened', { url: details.url, action: answer.action })
      return answer
    })
})

/** @type {Record<string, (order: any) => unknown>} */
const acts = {
  quit: () => app.quit(),
  close: () => BrowserWindow.getAllWindows()[0]?.close(),
  evaluate: async ({ id, script }) => {
    try {
      print('evaluated', { id, value: await BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(script) })
    } catch (error) {
      print('evaluated', { id, error: String(error) })
    }
  },
}
createInterface({ input: process.stdin }).on('line', (line) => {
  const order = JSON.parse(line)
  void acts[order.do]?.(order)
})
await import(pathToFileURL(String(process.env.DOUBLE_MAIN)).href)
