// @ts-check
/**
 * The double's window where there is a screen: a real Chromium app window with the real, built preload. What Chromium
 * would do by itself (navigate, open a window) is asked of the shell's own handlers first, as Electron asks them.
 */
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { chromium } from 'playwright'
import { print } from './electron.mjs'

/**
 * @typedef {{
 *   preload: string | undefined,
 *   userData: string,
 *   size: { width: number, height: number },
 *   switches: string[],
 *   invoke: (channel: string, frame: { url: string, parent: unknown }, args: unknown[]) => unknown,
 *   mayNavigate: (url: string, isMainFrame: boolean) => boolean,
 *   mayOpen: (url: string) => boolean,
 *   onLoad: () => void,
 *   onClosed: () => void,
 * }} WindowNeeds
 */

/** What a sandboxed preload may require, in the page's own world: Chromium alone has no second one to give. */
const preloadIn = (/** @type {string} */ code) => `(() => {
  if (window.top !== window) return
  const heard = new Map()
  window.__hear = (channel) => { for (const each of heard.get(channel) ?? []) each({}) }
  const invoke = window.__invoke
  const ipcRenderer = {
    invoke: async (channel, ...args) => {
      const { value, refused } = await invoke(channel, args)
      if (refused) throw new Error(refused)
      return value
    },
    on: (channel, each) => { heard.set(channel, [...(heard.get(channel) ?? []), each]) },
    removeListener: (channel, each) => { heard.set(channel, (heard.get(channel) ?? []).filter((one) => one !== each)) },
  }
  const contextBridge = { exposeInMainWorld: (name, api) => Object.defineProperty(window, name, { value: Object.freeze(api) }) }
  ;((require, exports, module) => {${code}
  })(() => ({ contextBridge, ipcRenderer }), {}, {})
})()`

/** Undefined for a window that is only just being made. @param {import('playwright').Request} request */
const frameOf = (request) => {
  try {
    return request.frame()
  } catch {
    return undefined
  }
}

/** @param {WindowNeeds} needs */
export const openChromium = async (needs) => {
  const context = await chromium.launchPersistentContext(path.join(needs.userData, 'chromium'), {
    headless: false,
    executablePath: process.env.KLIC_CHROMIUM ?? '/usr/bin/chromium',
    viewport: null,
    args: [
      '--no-sandbox',
      '--app=about:blank',
      `--window-size=${needs.size.width},${needs.size.height}`,
      // As on a computer without a graphics card, which is what most of these tests run on.
      '--disable-gpu',
      ...needs.switches.map((name) => `--${name}`),
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  })
  const page = context.pages()[0] ?? (await context.newPage())
  // Chromium has made the window by then; Electron would not have.
  context.on('page', (other) => void other.close().catch(() => {}))
  await context.exposeBinding('__invoke', async ({ frame }, channel, args) => {
    try {
      return { value: await needs.invoke(channel, { url: frame.url(), parent: frame.parentFrame() }, args) }
    } catch (error) {
      return { refused: /** @type {Error} */ (error).message }
    }
  })
  if (needs.preload !== undefined) await page.addInitScript(preloadIn(fs.readFileSync(needs.preload, 'utf8')))
  let isOurs = false
  await context.route('**/*', async (route, request) => {
    if (!request.isNavigationRequest()) return route.continue()
    const frame = frameOf(request)
    if (frame?.page() !== page) {
      print('opened', { url: request.url(), action: needs.mayOpen(request.url()) ? 'allow' : 'deny' })
      await route.abort()
      return
    }
    const isMainFrame = frame === page.mainFrame()
    // The shell's own loadURL is not asked about.
    if ((isOurs && isMainFrame) || needs.mayNavigate(request.url(), isMainFrame)) return route.continue()
    // No content: the page stays. An aborted navigation would put Chromium's own page there.
    return route.fulfill({ status: 204 })
  })
  page.on('load', needs.onLoad)
  context.on('close', needs.onClosed)
  return {
    page,
    /** @param {string} url */
    load: async (url) => {
      isOurs = true
      try {
        await page.goto(url)
        // The same page with another fragment is not loaded again by itself.
        if (page.url() !== url.split('#')[0]) await page.waitForLoadState()
      } finally {
        isOurs = false
      }
    },
    close: () => context.close(),
  }
}
