/**
 * The desktop shell: one instance, one watched server, one window. It decides nothing about notifications; whatever the
 * window can do, it does through the server, as a browser would.
 */
import os from 'node:os'
import path from 'node:path'
import { app, dialog, shell } from 'electron'
import { setMenu } from './menu.ts'
import { serverCommand } from './places.ts'
import { type Ready, type ServerCommand, type Supervised, superviseServer, type Trouble } from './supervise.ts'
import { showTray } from './tray.ts'
import { answer, denyPermissions, hardenApp, openMainWindow, showMainWindow } from './window.ts'
import { describeTrouble, languageOf, wordsIn } from './words.ts'

let ready: Ready | undefined
const baseUrl = () => ready?.baseUrl

/** In a package the server and its Node lie beside the application; in a checkout the start script names the Node. */
const ourServer = (): ServerCommand => {
  const around = { env: process.env, platform: process.platform, home: os.homedir(), args: process.argv.slice(1) }
  if (app.isPackaged) {
    const node = process.platform === 'win32' ? 'node.exe' : path.join('bin', 'node')
    const inPackage = (...parts: string[]) => path.join(process.resourcesPath, ...parts)
    return serverCommand(inPackage('node', node), inPackage('server', 'start.js'), around)
  }
  return serverCommand(process.env.KLIC_NODE ?? 'node', path.join(app.getAppPath(), 'server', 'start.ts'), around)
}

const tellTheUser = (trouble: Trouble): void => {
  const language = languageOf(app.getLocale())
  dialog.showErrorBox(wordsIn(language).troubleTitle, describeTrouble(trouble, language))
  app.exit(1)
}

/** Holds the end of the program until the server is gone. */
const stopBeforeQuit = (server: Supervised): void => {
  let isStopped = false
  app.on('before-quit', (event) => {
    if (isStopped) return
    event.preventDefault()
    void server.stop().finally(() => {
      isStopped = true
      app.quit()
    })
  })
}

const main = async (): Promise<void> => {
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return
  }
  hardenApp(baseUrl)
  await app.whenReady()
  denyPermissions(baseUrl)

  const command = ourServer()
  const showLog = () => shell.showItemInFolder(command.logFile)
  const show = () => {
    if (!showMainWindow() && ready) openMainWindow(ready)
  }
  const language = languageOf(app.getLocale())
  setMenu(language, showLog)
  showTray(language, show)
  answer('klic:version', baseUrl, () => app.getVersion())
  answer('klic:show-log', baseUrl, showLog)
  app.on('second-instance', show)
  app.on('activate', show)
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })

  const server = superviseServer(command, {
    onReady: (now) => {
      ready = now
      openMainWindow(now)
    },
    onTrouble: tellTheUser,
  })
  stopBeforeQuit(server)
}

// Not awaited here: Electron becomes ready only after this module has been evaluated.
main().catch((error: unknown) => {
  dialog.showErrorBox('KLIC Desktop', error instanceof Error ? error.message : String(error))
  app.exit(1)
})
