// @ts-check
/** What a test can have the double do: a person's acts, the system's, and those of a page in the window. */
import { app, calls, handlers, menuBar, newEvent, notifications, print, window } from './electron.mjs'

/** @param {any[]} items @param {string} label @returns {any} */
const itemIn = (items, label) =>
  items
    .flatMap((item) => [item, ...(Array.isArray(item.submenu) ? [itemIn(item.submenu, label)] : [])])
    .find((item) => item?.label === label)

/** @type {Record<string, (order: any) => void>} */
export const acts = {
  quit: () => app.quit(),
  close: () => {
    window?.close()
  },
  'second-instance': ({ args = [], folder = '' }) => app.emit('second-instance', newEvent(), ['main', ...args], folder),
  'open-url': ({ url }) => app.emit('open-url', newEvent(), url),
  menu: ({ label }) => itemIn(menuBar, label).click(),
  'click-notification': () => notifications.at(-1)?.emit('click'),
  'page-gone': ({ reason }) => window?.webContents.emit('render-process-gone', {}, { reason }),
  navigate: ({ url, isMainFrame }) => {
    const event = newEvent({ url, isMainFrame })
    window?.webContents.emit('will-frame-navigate', event)
    print('navigated', { url, isPrevented: event.isPrevented })
  },
  redirect: ({ url }) => {
    const event = newEvent({ url })
    window?.webContents.emit('will-redirect', event)
    print('redirected', { url, isPrevented: event.isPrevented })
  },
  webview: () => {
    const event = newEvent()
    window?.webContents.emit('will-attach-webview', event, {}, {})
    print('webview', { isPrevented: event.isPrevented })
  },
  open: ({ url }) => print('opened', { url, action: window?.webContents.opens({ url }).action }),
  permission: ({ permission, url, partition }) => {
    const of = partition === undefined ? '' : `${partition} `
    handlers[`${of}request`]?.(
      {},
      permission,
      (/** @type {boolean} */ isAllowed) =>
        print('permission', { permission, isAllowed, isDevice: handlers[`${of}device`]?.({}) }),
      { requestingUrl: url },
    )
  },
  call: async ({ channel, url, isInFrame, args = [] }) => {
    try {
      const senderFrame = { url, parent: isInFrame ? {} : null }
      const reply = calls.get(channel)
      if (!reply) throw new Error(`nothing answers ${channel}`)
      print('answer', { value: await reply({ senderFrame, sender: window?.webContents }, ...args) })
    } catch (error) {
      print('answer', { refused: /** @type {Error} */ (error).message })
    }
  },
  channels: () => print('channels', { names: [...calls.keys()] }),
  /** Runs a script in the page of the real window. */
  evaluate: async ({ id, script }) => {
    try {
      const { page } = (await window?.real) ?? {}
      print('evaluated', { id, value: await page?.evaluate(script) })
    } catch (error) {
      print('evaluated', { id, error: /** @type {Error} */ (error).message })
    }
  },
  screenshot: async ({ file }) => {
    const { page } = (await window?.real) ?? {}
    await page?.screenshot({ path: file })
    print('screenshot', { file })
  },
}
