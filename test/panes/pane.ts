/**
 * A pane: the whole window (dist/panes) in a light DOM, in the process of the test, with a real server. It has no layout, no
 * style sheets, no map and no file dialogs: geometry, focus rings, scrolling and pixels need a real browser.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { Script } from 'node:vm'
import { GlobalRegistrator } from '@happy-dom/global-registrator'
import { configure, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import type { Language } from '../../server/texts/languages.ts'
import { PATIENCE_MS } from '../support/until.ts'

/** Where a window is signed in. */
export interface SignedIn {
  /** Origin of the server. */
  url: string
  cookie: string
  csrf: string
}

/** Node's own, which the DOM would replace: the server in this process works with them. */
const NATIVE = {
  ...{ fetch, Request, Response, Headers, FormData, Blob, File, URL, URLSearchParams, AbortController, AbortSignal },
  ...{
    setTimeout,
    clearTimeout,
    setInterval,
    clearInterval,
    setImmediate,
    clearImmediate,
    queueMicrotask,
    performance,
  },
  ...{ MessageChannel, ReadableStream, TextEncoder, TextDecoder, structuredClone, Buffer },
}

class NoWorker {
  postMessage() {}
  terminate() {}
  addEventListener() {}
  removeEventListener() {}
}

/** What keeps a process alive, as the window starts it. */
type Started = Pick<typeof globalThis, 'setTimeout' | 'setInterval' | 'MessageChannel'>

const WINDOW = join(import.meta.dirname, '..', '..', 'dist', 'panes', 'window.cjs')
/** Compiled once and run for each pane, as a page that is loaded: nothing of the former one is left. */
const run: (exports: object, require: NodeJS.Require, module: object, started: Started) => void = new Script(
  `(function (exports, require, module, { setTimeout, setInterval, MessageChannel }) {${readFileSync(WINDOW, 'utf8')}\n})`,
  { filename: WINDOW },
).runInThisContext()

configure({
  asyncUtilTimeout: PATIENCE_MS,
  // Without the whole window after it.
  getElementError: (message) => new Error(message?.split('\n', 1)[0]),
})

/** A browser dispatches selectionchange once, later; happy-dom does it at once, also while a listener moves the selection. */
const tellSelectionOnce = (): void => {
  const dispatch = document.dispatchEvent.bind(document)
  let isTelling = false
  document.dispatchEvent = (event) => {
    if (event.type !== 'selectionchange') return dispatch(event)
    if (isTelling) return true
    isTelling = true
    try {
      return dispatch(event)
    } finally {
      isTelling = false
    }
  }
}

/**
 * Opens the window at a path. The test fails when the window throws an error.
 * @param signedIn null: nobody is signed in
 * @param path with the query that says what is open (renderer/place.ts)
 * @returns queries over the whole window (Testing Library), a user who clicks and types in it, and what a browser does
 */
export async function openPane(
  t: Pick<TestContext, 'after'>,
  { url, cookie, csrf }: SignedIn,
  path: string,
  { language = 'en' }: { language?: Language } = {},
) {
  const errors: string[] = []
  GlobalRegistrator.register({ url: url + path, width: 1280, height: 720 })
  const jar = { cookie }
  const answers: Promise<Response>[] = []
  const ask = async (to: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const headers = { ...Object.fromEntries(new Headers(init.headers)), Cookie: jar.cookie }
    const answering = NATIVE.fetch(new URL(to instanceof Request ? to.url : to, url), { ...init, headers })
    answers.push(answering)
    const answer = await answering
    jar.cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? jar.cookie
    return answer
  }
  // What the window forgets after minutes (React Query) and React's own channel keep no process alive after its tests.
  const timers: NodeJS.Timeout[] = []
  let isOver = false
  const recorded =
    <A extends unknown[]>(start: (...asked: A) => NodeJS.Timeout) =>
    (...asked: A): NodeJS.Timeout => {
      const timer = start(...asked)
      // An answer that is read after the end still sets some.
      if (isOver) timer.unref()
      else timers.push(timer)
      return timer
    }
  const channels: MessageChannel[] = []
  class RecordedChannel extends NATIVE.MessageChannel {
    constructor() {
      super()
      channels.push(this)
    }
  }
  const started = {
    MessageChannel: RecordedChannel,
    setTimeout: recorded(NATIVE.setTimeout),
    setInterval: recorded(NATIVE.setInterval),
  } as Started
  Object.assign(globalThis, NATIVE, started, { fetch: ask, Worker: NoWorker })
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: true, isActive: true } })
  tellSelectionOnce()
  localStorage.setItem('klic-desktop:csrf', csrf)
  localStorage.setItem('klic-desktop:preferences', JSON.stringify({ language, scheme: 'light', background: 'plain' }))
  addEventListener('error', ({ message }) => errors.push(message))
  document.body.innerHTML = '<div id="root"></div>'
  const load = (): (() => void) => {
    const module = { exports: {} as { mount: (at: Element) => () => void } }
    run(module.exports, createRequire(WINDOW), module, started)
    return module.exports.mount(document.getElementById('root')!)
  }
  let unmount = load()
  t.after(async () => {
    unmount()
    // What is still asked sets its timers when it ends.
    await Promise.allSettled(answers)
    await new Promise((resolve) => NATIVE.setImmediate(resolve))
    isOver = true
    for (const timer of timers) timer.unref()
    for (const { port1 } of channels) port1.close()
    await GlobalRegistrator.unregister()
    Object.assign(globalThis, NATIVE)
    assert.deepEqual(errors, [])
  })
  const user = userEvent.setup({ delay: null, document })
  return {
    ...{ screen: within(document.body), user, jar },
    /** Queries over the panel on the right, many times faster than over the whole window. */
    panel: () => within(document.querySelector<HTMLElement>('.right')!),
    /** Replaces the text of a field at once. */
    fill: async (field: Element, text: string): Promise<void> => {
      await user.clear(field)
      await user.click(field)
      if (text !== '') await user.paste(text)
    },
    /** Loads the window again, at this path or where it is; what the browser stores stays. */
    reload: (to?: string): void => {
      unmount()
      if (to !== undefined) history.replaceState(null, '', to)
      unmount = load()
    },
  }
}
