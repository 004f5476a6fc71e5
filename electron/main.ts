/**
 * The desktop shell: one instance, one watched server, one window. It decides nothing about notifications; all that the
 * window can do, it does through the server, as a browser would.
 */

import fs from 'node:fs'
import path from 'node:path'
import { app, dialog, Notification, powerMonitor, shell } from 'electron'
import { type Language, languageOf } from '../server/texts/languages.ts'
import { translate } from '../server/texts/texts.ts'
import { answerWindow } from './bridge.ts'
import { drawWithoutGraphicsCard } from './graphics.ts'
import { denyPermissions, hardenApp, openInSystem } from './harden.ts'
import type { MemoryFile } from './memory.ts'
import { setMenu } from './menu.ts'
import { openedFrom, SCHEME } from './opened.ts'
import { createOpenings } from './openings.ts'
import { ownSession } from './own-session.ts'
import { keepBackup, keepInstaller } from './rollback.ts'
import { agreePort, giveUp, ourData, ourServer } from './server.ts'
import { HIDDEN } from './start-at-login.ts'
import { type Ready, type ServerCommand, type SupervisedServer, superviseServer } from './supervise.ts'
import { dueText, endText } from './texts.ts'
import { showTray } from './tray.ts'
import { createUpdater } from './updater.ts'
import { beginTrial, createUpdates, endTrial, LOOK_EVERY_MS, type Updates } from './updates.ts'
import { type JobListeners, watchJobs } from './watch-jobs.ts'
import { mainWindow, makeMainWindow, nudgeWindow, openMainWindow, showMainWindow } from './window.ts'

let ready: Ready | undefined
let server: SupervisedServer | undefined
const baseUrl = () => ready?.baseUrl

/** Links and files that the system hands over before there is anybody to open them. */
const early: string[] = []
let receive = (text: string): void => void early.push(text)

/** One program for each data folder: what Chromium keeps lies in it, and its lock with it. */
const holdSingleInstance = (data: string): boolean => {
  app.setPath('userData', path.join(data, 'window'))
  return app.requestSingleInstanceLock()
}

const listenToSystem = (show: () => void): void => {
  if (app.isPackaged) app.setAsDefaultProtocolClient(SCHEME)
  app.on('open-url', (event, url) => {
    event.preventDefault()
    receive(url)
  })
  app.on('open-file', (event, file) => {
    event.preventDefault()
    receive(file)
  })
  app.on('second-instance', (_event, args, folder) => {
    show()
    for (const text of openedFrom(args.slice(1))) receive(text.includes('://') ? text : path.resolve(folder, text))
  })
  app.on('activate', show)
}

/** Holds the end of the program until the server is gone. */
const stopBeforeQuit = (): void => {
  let isStopped = false
  app.on('before-quit', (event) => {
    if (isStopped || !server) return
    event.preventDefault()
    void server.stop().finally(() => {
      isStopped = true
      app.quit()
    })
  })
}

const ourUpdates = (data: string, memory: MemoryFile, log: (text: string) => void): Updates => {
  const keep = async (file: string, version: string): Promise<string> => {
    const others = [app.getVersion(), memory.now.update.installer?.version ?? '']
    // An AppImage is its own installer: the first update can be undone as well.
    const appImage = process.env.APPIMAGE
    if (appImage) {
      const own = await keepInstaller(data, appImage, app.getVersion(), [version, ...others])
      memory.change({ update: { ...memory.now.update, installer: { version: app.getVersion(), file: own } } })
    }
    return keepInstaller(data, file, version, others)
  }
  return createUpdates({
    updater: createUpdater(log),
    version: app.getVersion(),
    nowMs: Date.now,
    memory: () => memory.now.update,
    remember: (update) => memory.change({ update }),
    channel: () => memory.now.preferences.channel,
    finishWork: async () => server?.stop('finishes'),
    keepBackup: () => keepBackup(data),
    keepInstaller: keep,
    onChange: () => nudgeWindow('klic:update-changed'),
    log,
  })
}

/** What the person sees outside the window: menu bar and tray, in the language of the window. */
const createSurroundings = (memory: MemoryFile, command: ServerCommand, show: () => void) => {
  let openJobs = 0
  let isUp = false
  const language = (): Language => memory.now.language ?? languageOf(app.getLocale())
  const texts = () => translate(language())
  const openings = createOpenings({ texts, show })
  const draw = (): void => {
    const port = isUp && ready ? Number(new URL(ready.baseUrl).port) : undefined
    showTray({ t: texts(), port, openJobs }, show)
  }
  const drawMenu = (): void =>
    setMenu(texts(), {
      newArea: () => openings.put({ kind: 'page', page: 'area' }),
      open: () => void openings.choose(),
      settings: () => openings.put({ kind: 'page', page: 'settings' }),
      showLog: () => shell.showItemInFolder(command.logFile),
      showData: () => void shell.openPath(path.dirname(path.dirname(command.logFile))),
      browse: (place) => openInSystem(`${ready?.baseUrl}${place}`, ready?.baseUrl),
    })
  return {
    texts,
    language,
    openings,
    draw,
    drawMenu,
    setUp: (isNow: boolean) => {
      isUp = isNow
      draw()
    },
    setOpenJobs: (count: number) => {
      if (count === openJobs) return
      openJobs = count
      draw()
    },
  }
}

const notify = (title: string, body: string, onClick: () => void): void => {
  const message = new Notification({ title, body })
  message.on('click', onClick)
  message.show()
}

const main = async (): Promise<void> => {
  const { data, memory } = ourData()
  if (!holdSingleInstance(data)) {
    app.quit()
    return
  }
  drawWithoutGraphicsCard()
  hardenApp(baseUrl)
  const show = (): void => {
    // Before the server is there, the window has nothing to show yet, and shows itself.
    if (!ready || !server || showMainWindow()) return
    const now = ready
    // The token of the start is spent. A server that is just ending gets no window; the next one opens it.
    server.token().then(
      (windowToken) => openMainWindow({ ...now, windowToken }, memory),
      () => {},
    )
  }
  listenToSystem(show)
  await app.whenReady()
  denyPermissions(baseUrl)

  const port = await agreePort(memory, translate(memory.now.language ?? languageOf(app.getLocale())))
  if (port === undefined) {
    app.quit()
    return
  }
  const command = await ourServer(data, port)
  const around = createSurroundings(memory, command, show)
  const { openings, texts } = around
  const session = ownSession(baseUrl, () => server?.token() ?? Promise.reject(new Error('no server')))
  const log = (text: string): void => fs.appendFile(command.logFile, `${text}\n`, () => {})
  beginTrial(app.getVersion(), memory.now.update, (update) => memory.change({ update }))
  const updates = ourUpdates(data, memory, log)
  around.drawMenu()
  around.draw()
  answerWindow({
    baseUrl,
    memory,
    session,
    updates,
    texts,
    dataFolder: data,
    logFile: command.logFile,
    chooseFile: openings.choose,
    takeOpened: openings.take,
    setLanguage: (language) => {
      if (language === around.language()) return
      memory.change({ language })
      around.drawMenu()
      around.draw()
    },
  })
  let isTold = false
  app.on('window-all-closed', () => {
    if (!memory.now.preferences.keepRunning && process.platform !== 'darwin') app.quit()
    else if (!isTold) notify('KLIC Desktop', texts()('shell.stillRunning'), show)
    isTold = true
  })
  powerMonitor.on('shutdown', () => app.quit())

  let isFirst = true
  const isHidden = process.argv.includes(HIDDEN)
  server = superviseServer(command, {
    onReady: (now) => {
      ready = now
      around.setUp(true)
      endTrial(memory.now.update, (update) => memory.change({ update }))
      // After a restart an open window is signed in anew; a closed one stays closed.
      if (isFirst ? !isHidden : mainWindow()) openMainWindow(now, memory)
      if (isFirst) startAround()
      isFirst = false
    },
    onDown: () => around.setUp(false),
    onFailure: (failure) => void giveUp(failure, data, memory, around.language()),
  })
  stopBeforeQuit()
  if (!isHidden) makeMainWindow(memory)

  const startAround = (): void => {
    const tell: JobListeners = {
      onOpen: around.setOpenJobs,
      onEnded: ({ job_id: jobId, reference, status, next_action_reason: reason, simulated }) => {
        if (!memory.now.preferences.notify) return
        const t = texts()
        const name = reference ?? jobId
        notify(simulated ? t('shell.simulated', { name }) : name, endText(t, status, reason), () =>
          openings.put({ kind: 'job', jobId }),
        )
      },
      onDue: (type, due) => {
        if (!memory.now.preferences.notify) return
        const name = due.reference ?? due.klic_numbers[0] ?? due.job_id
        notify(name, dueText(around.language(), type, due), () => openings.put({ kind: 'job', jobId: due.job_id }))
      },
    }
    watchJobs(session, tell, { now: () => memory.now.heard, keep: (heard) => memory.change({ heard }) })
    receive = (text) => void openings.open(text)
    for (const text of [...openedFrom(process.argv.slice(1)), ...early.splice(0)]) receive(text)
    void updates.look()
    setInterval(() => void updates.look(), LOOK_EVERY_MS)
  }
}

// Not awaited here: Electron becomes ready only after this module has been evaluated.
main().catch((error: unknown) => {
  dialog.showErrorBox('KLIC Desktop', error instanceof Error ? error.message : String(error))
  app.exit(1)
})
