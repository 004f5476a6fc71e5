/**
 * What an update leaves behind so that it can be undone: the databases as they were, and the installer of the version
 * that ran. Undone is only a version that never became ready: nobody has worked with it, so nothing is lost with its data.
 * Electron-free.
 */
import { spawn } from 'node:child_process'
import fs from 'node:fs/promises'
import path from 'node:path'

const backupFolder = (dataFolder: string): string => path.join(dataFolder, 'before-update')
const installers = (dataFolder: string): string => path.join(dataFolder, 'updates')

/** A database with its journal: SQLite's write-ahead log belongs to it. */
const isDatabase = (name: string): boolean => /^(?:app|queue)\.db(?:-wal|-shm)?$/.test(name)

const databasesIn = async (folder: string): Promise<string[]> =>
  (await fs.readdir(folder).catch(() => [])).filter(isDatabase)

/** To be called while no server runs. Whole when it is there. */
export const keepBackup = async (dataFolder: string): Promise<void> => {
  const folder = backupFolder(dataFolder)
  const fresh = `${folder}.new`
  await fs.rm(fresh, { recursive: true, force: true })
  await fs.mkdir(fresh, { recursive: true, mode: 0o700 })
  for (const name of await databasesIn(dataFolder)) {
    await fs.copyFile(path.join(dataFolder, name), path.join(fresh, name))
  }
  await fs.rm(folder, { recursive: true, force: true })
  await fs.rename(fresh, folder)
}

/** Puts the databases back as they were. Without a backup nothing is touched. */
export const restoreBackup = async (dataFolder: string): Promise<void> => {
  const kept = await databasesIn(backupFolder(dataFolder))
  if (!kept.includes('app.db')) return
  for (const name of await databasesIn(dataFolder)) await fs.rm(path.join(dataFolder, name))
  for (const name of kept) await fs.copyFile(path.join(backupFolder(dataFolder), name), path.join(dataFolder, name))
}

/** Two are kept: the one that runs, and the one on trial. */
export const keepInstaller = async (
  dataFolder: string,
  file: string,
  version: string,
  alsoKeep: readonly string[],
): Promise<string> => {
  const folder = path.join(installers(dataFolder), version)
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  const kept = path.join(folder, path.basename(file))
  await fs.copyFile(file, kept)
  for (const other of await fs.readdir(installers(dataFolder))) {
    if (other === version || alsoKeep.includes(other)) continue
    await fs.rm(path.join(installers(dataFolder), other), { recursive: true })
  }
  return kept
}

/**
 * Puts the former version back and starts it. An AppImage is the program itself; on Windows the kept installer does it.
 * @returns false where no program can do that for the person: then the message says what to do
 */
export const bringBack = async (
  installer: string | undefined,
  { platform, appImage }: { platform: NodeJS.Platform; appImage: string | undefined },
): Promise<boolean> => {
  if (!installer) return false
  if (platform === 'linux' && appImage) {
    // Beside it first: the rename is what replaces it, so that there is always a whole one.
    await fs.copyFile(installer, `${appImage}.former`)
    await fs.chmod(`${appImage}.former`, 0o755)
    await fs.rename(`${appImage}.former`, appImage)
    spawn(appImage, [], { detached: true, stdio: 'ignore' }).unref()
    return true
  }
  if (platform === 'win32' && installer.toLowerCase().endsWith('.exe')) {
    spawn(installer, ['/S', '--updated', '--force-run'], { detached: true, stdio: 'ignore' }).unref()
    return true
  }
  return false
}
