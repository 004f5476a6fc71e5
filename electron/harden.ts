/**
 * What no page may do, our own included. hardenApp comes first, before any window exists: all that is created later, by us
 * or by a page, is born under these rules.
 */
import { app, type IpcMainInvokeEvent, ipcMain, type Session, session, shell, type WebContents } from 'electron'
import { isForTheSystem, isOurs } from './links.ts'

/** Copying a key with a button; everything else a page could ask for is denied. */
const ALLOWED_PERMISSIONS = ['clipboard-sanitized-write']

/** Of every window. The last: coordinates, codes and names of operators are no words. */
export const SAFE_PAGE = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webviewTag: false,
  spellcheck: false,
} as const

/** @param baseUrl the address of our server at that moment; undefined before it is ready */
export const hardenApp = (baseUrl: () => string | undefined): void => {
  app.enableSandbox()
  app.on('web-contents-created', (_event, contents) => hardenContents(contents, baseUrl))
}

/** Needs the app to be ready. */
export const denyPermissions = (baseUrl: () => string | undefined): void =>
  denyPermissionsIn(session.defaultSession, baseUrl)

/** @param home whose pages may be given what is allowed */
export const denyPermissionsIn = (own: Session, home: () => string | undefined): void => {
  const isAllowed = (permission: string, address: string): boolean =>
    ALLOWED_PERMISSIONS.includes(permission) && isOurs(address, home())
  own.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(isAllowed(permission, details.requestingUrl)),
  )
  own.setPermissionCheckHandler((_contents, permission, origin) => isAllowed(permission, origin))
  own.setDevicePermissionHandler(() => false)
}

/** Where a page belongs that is not of our own server. */
const homes = new WeakMap<WebContents, string>()

/** From now on it may go nowhere but there. */
export const keepAt = (contents: WebContents, origin: string): void => void homes.set(contents, origin)

const hardenContents = (contents: WebContents, baseUrl: () => string | undefined): void => {
  const home = (): string | undefined => homes.get(contents) ?? baseUrl()
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.on('will-frame-navigate', (event) => {
    if (isOurs(event.url, home())) return
    event.preventDefault()
    if (event.isMainFrame) openInSystem(event.url, home())
  })
  contents.on('will-redirect', (event) => {
    if (!isOurs(event.url, home())) event.preventDefault()
  })
  contents.setWindowOpenHandler(({ url }) => {
    openInSystem(url, home())
    return { action: 'deny' }
  })
}

export const openInSystem = (address: string, baseUrl: string | undefined): void => {
  if (!isForTheSystem(address) && !isOurs(address, baseUrl)) return
  // As it was judged: what it is handed to may read a backslash, or what stands before an @, in another way.
  // Without a browser to open it with, nothing happens.
  shell.openExternal(new URL(address).href).catch(() => {})
}

export type Reply = (args: readonly unknown[], contents: WebContents) => unknown

/** Answers a call of the preload, if it comes from the main frame of our own page. */
export const answer = (channel: string, baseUrl: () => string | undefined, reply: Reply): void => {
  ipcMain.handle(channel, (event: IpcMainInvokeEvent, ...args: unknown[]) => {
    const frame = event.senderFrame
    if (!frame || frame.parent !== null || !isOurs(frame.url, baseUrl())) throw new Error('not from our window')
    return reply(args, event.sender)
  })
}
