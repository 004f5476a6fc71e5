/** electron-updater behind the few words that the update's logic knows. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { app } from 'electron'
import electronUpdater from 'electron-updater'
import type { WhyNoUpdates } from './preload.ts'
import { signedFeed, type UpdateSource, updateSource } from './signed-feed.ts'
import { type Updater, whyNoUpdates } from './updates.ts'

const laidByNsis = (folder: string): boolean => readdirSync(folder).some((name) => /^Uninstall .*\.exe$/.test(name))

const whyNot = (source: UpdateSource | null): WhyNoUpdates | null => {
  // A checkout has none of what is asked for here.
  if (!app.isPackaged) return 'not-packaged'
  return whyNoUpdates({
    platform: process.platform,
    hasAddress: source !== null,
    isPortable: process.env.PORTABLE_EXECUTABLE_DIR !== undefined,
    // Elsewhere there is none, and the folder may be closed to us.
    hasUninstaller: process.platform === 'win32' && laidByNsis(path.dirname(app.getPath('exe'))),
  })
}

export const createUpdater = (log: (text: string) => void): Updater => {
  const source = app.isPackaged ? updateSource(app.getAppPath()) : null
  const why = whyNot(source)
  if (why !== null || source === null) {
    const never = () => Promise.reject(new Error(why ?? 'no-address'))
    return { unavailable: () => why ?? 'no-address', look: never, download: never, install: () => {} }
  }
  const { autoUpdater } = electronUpdater
  autoUpdater.setFeedURL(signedFeed(source))
  autoUpdater.logger = { info: log, warn: log, error: log }
  autoUpdater.autoDownload = false
  autoUpdater.autoInstallOnAppQuit = false
  // What fails is the answer of the call that failed; without a listener the event would end the program.
  autoUpdater.on('error', (error) => log(String(error)))
  return {
    unavailable: () => null,
    look: async (channel) => {
      autoUpdater.channel = channel
      // Setting a channel allows older versions; we never go back by ourselves.
      autoUpdater.allowDowngrade = false
      const found = await autoUpdater.checkForUpdates()
      if (found === null) throw new Error('this installation can not update itself')
      const { version, releaseDate } = found.updateInfo
      return { version: found.isUpdateAvailable ? version : null, listedAt: releaseDate ?? null }
    },
    download: async (onPercent) => {
      const tell = ({ percent }: { percent: number }) => onPercent(percent)
      autoUpdater.on('download-progress', tell)
      try {
        const [file] = await autoUpdater.downloadUpdate()
        if (!file) throw new Error('the update was not downloaded')
        return file
      } finally {
        autoUpdater.off('download-progress', tell)
      }
    },
    install: () => autoUpdater.quitAndInstall(true, true),
  }
}
