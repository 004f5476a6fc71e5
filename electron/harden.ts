/**
 * What no page may do, whoever made it. hardenApp comes first, before any window exists: whatever is created later, by us
 * or by a page, is born under these rules.
 */
import { app, type IpcMainInvokeEvent, ipcMain, session, shell, type WebContents } from 'electron'
import { isForTheSystem, isOurs } from './links.ts'

/** Copying a key with a button; everything else a page could ask for is denied. */
const ALLOWED_PERMISSIONS = ['clipboard-sanitized-write']

/** @param baseUrl the address of our server at that moment; undefined before it is ready */
export const hardenApp = (baseUrl: () => string | undefined): void => {
  app.enableSandbox()
  app.on('web-contents-created', (_event, contents) => hardenContents(contents, baseUrl))
}

/** Needs the app to be ready. */
export const denyPermissions = (baseUrl: () => string | undefined): void => {
  const isAllowed = (permission: string, address: string): boolean =>
    ALLOWED_PERMISSIONS.includes(permission) && isOurs(address, baseUrl())
  session.defaultSession.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(isAllowed(permission, details.requestingUrl)),
  )
  session.defaultSession.setPermissionCheckHandler((_contents, permission, origin) => isAllowed(permission, origin))
  session.defaultSession.setDevicePermissionHandler(() => false)
}

const hardenContents = (contents: WebContents, baseUrl: () => string | undefined): void => {
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.on('will-frame-navigate', (event) => {
    if (isOurs(event.url, baseUrl())) return
    event.preventDefault()
    if (event.isMainFrame) openInSystem(event.url, baseUrl())
  })
  contents.on('will-redirect', (event) => {
    if (!isOurs(event.url, baseUrl())) event.preventDefault()
  })
  contents.setWindowOpenHandler(({ url }) => {
    openInSystem(url, baseUrl())
    return { action: 'deny' }
  })
}

export const openInSystem = (address: string, baseUrl: string | undefined): void => {
  if (!isForTheSystem(address) && !isOurs(address, baseUrl)) return
  // No browser to open it with is nothing we could mend.
  shell.openExternal(address).catch(() => {})
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
